// OFF: counts, vertices, faces. As nearly everybody writes it, a vertex or face has a line of its own and
// what follows its numbers there (a colour, a normal, …) is passed over. The format also allows the numbers
// to be spread over lines at will, then without anything extra; a file that does not fit the first form is
// tried as the second.
#include "io/collect/collector.hpp"
#include "io/formats/readers.hpp"
#include "io/text/text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace allide::io {
namespace {

// The prefixes in the order that the format prescribes; "4" and "n" stand for points of another dimension.
struct Keyword {
    std::size_t length = 0;  // 0: no keyword
    bool other_dimension = false;
};

Keyword keyword_of(std::string_view word) {
    std::size_t at = 0;
    const auto take = [&](std::string_view prefix) {
        const bool found = word.substr(at, prefix.size()) == prefix;
        if (found) at += prefix.size();
        return found;
    };
    take("ST");
    take("C");
    take("N");
    const bool four = take("4");
    const bool n = take("n");
    if (!take("OFF") && !(at == 0 && take("off"))) return {};
    const bool runs_on = at < word.size() && !(word[at] >= '0' && word[at] <= '9');
    return runs_on ? Keyword{} : Keyword{at, four || n};
}

enum class Layout { lines, free };

class Off {
  public:
    Off(std::string_view text, std::string_view file, Layout layout)
        : cursor_(text, file, {.hash_comments = true}), layout_(layout) {}

    Collector read() {
        read_keyword();
        read_counts();
        for (std::uint64_t i = 0; i < vertices_; ++i) read_vertex();
        for (std::uint64_t i = 0; i < faces_; ++i) read_face();
        if (!cursor_.file_is_done())
            cursor_.fail(fmt::format("more text follows the {} vertices and {} faces", vertices_, faces_));
        return std::move(collector_);
    }

  private:
    void read_keyword() {
        if (cursor_.file_is_done()) return;
        const Keyword keyword = keyword_of(cursor_.word_here());
        if (keyword.other_dimension)
            cursor_.fail("only points of three dimensions are read, not 4OFF or nOFF");
        cursor_.advance(keyword.length);
        if (!cursor_.file_is_done() && same_word(cursor_.word_here(), "binary"))
            cursor_.fail("binary OFF is not read, only text");
    }

    // The number of edges is of no use, and some leave it out.
    void read_counts() {
        vertices_ = read_count();
        faces_ = read_count();
        if (layout_ == Layout::free || !cursor_.line_is_done()) read_count();
        if (layout_ == Layout::lines && !cursor_.line_is_done()) cursor_.fail("more than three counts");
        // "0 0 0" and "3 0 0 0" are the shortest vertex and face, each with its line end.
        const std::uint64_t room = cursor_.bytes_left() + 1;
        if (vertices_ > room / 6 || faces_ > (room - 6 * vertices_) / 8)
            cursor_.fail(
                fmt::format("the file is too short for {} vertices and {} faces", vertices_, faces_));
        collector_.reserve(vertices_, faces_);
    }

    std::uint64_t read_count() {
        if (cursor_.file_is_done()) cursor_.fail("the file ends before its counts of vertices and faces");
        const std::int64_t count = read_integer();
        if (count < 0) cursor_.fail("a count is negative");
        return static_cast<std::uint64_t>(count);
    }

    std::int64_t read_integer() {
        const std::int64_t value = cursor_.integer();
        if (!cursor_.word_ends()) cursor_.fail(quoted(cursor_.word_here()) + " is not a whole number");
        return value;
    }

    void begin_item(const char* what) {
        if (cursor_.file_is_done())
            cursor_.fail(fmt::format("the file ends within its {}: it announces {} vertices and {} faces",
                                     what, vertices_, faces_));
    }
    // Goes to the item's next number, in the line or wherever it is.
    void next_number(const char* missing) {
        if (layout_ == Layout::lines ? cursor_.line_is_done() : cursor_.file_is_done()) cursor_.fail(missing);
    }
    void end_item() {
        if (layout_ == Layout::free) return;
        while (!cursor_.line_is_done()) cursor_.number("");
    }

    void read_vertex() {
        constexpr auto missing = "a vertex needs three numbers";
        begin_item("vertices");
        std::array<double, 3> position{};
        for (double& coordinate : position) {
            next_number(missing);
            coordinate = cursor_.number(missing);
        }
        end_item();
        collector_.add_vertex({position[0], position[1], position[2]});
    }

    void read_face() {
        begin_item("faces");
        const std::uint64_t line = cursor_.line();
        const std::int64_t count = read_integer();
        if (count < 3) cursor_.fail("a face needs three corners or more");
        collector_.begin_face();
        for (std::int64_t i = 0; i < count; ++i) {
            next_number("a face has fewer corners than it announces");
            collector_.add_corner(vertex_number(read_integer()));
        }
        end_item();
        collector_.end_face(line);
    }

    std::uint32_t vertex_number(std::int64_t written) {
        if (written < 0 || static_cast<std::uint64_t>(written) >= vertices_)
            cursor_.fail(ErrorCode::bad_index,
                         fmt::format("a face uses vertex {}, but the file has {}, counted from 0", written,
                                     vertices_));
        return static_cast<std::uint32_t>(written);
    }

    TextCursor cursor_;
    Layout layout_;
    std::uint64_t vertices_ = 0;
    std::uint64_t faces_ = 0;
    Collector collector_;
};

}  // namespace

bool is_off_keyword(std::string_view word) {
    return keyword_of(word).length != 0;
}

Result<Mesh> read_off(std::string_view text, std::string_view file) {
    text = without_mark(text);
    try {
        return Off(text, file, Layout::lines).read().finish(file);
    } catch (const Failure& as_lines) {
        try {
            return Off(text, file, Layout::free).read().finish(file);
        } catch (const Failure&) {
            throw as_lines;  // what fits neither form was most likely meant as the first
        }
    }
}

}  // namespace allide::io
