// OFF: counts, vertices, faces. Most files have one vertex or face per line, and further numbers in the line
// (a colour, a normal, …) are skipped. The format also allows numbers to be spread over lines freely, but
// then without further numbers. A file that does not fit the first layout is read again with the second.
#include "io/collect/collector.hpp"
#include "io/formats/readers.hpp"
#include "io/text/text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace allide::io {
namespace {

// The keyword OFF with its prefixes in their fixed order; "4" and "n" mean points of another dimension.
struct Keyword {
    std::size_t length = 0;  // 0 if the word is not a keyword
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
    const bool is_longer_word = at < word.size() && !(word[at] >= '0' && word[at] <= '9');
    return is_longer_word ? Keyword{} : Keyword{at, four || n};
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
            cursor_.fail(fmt::format("expected the end of the file after {} vertices and {} faces", vertices_,
                                     faces_));
        return std::move(collector_);
    }

  private:
    void read_keyword() {
        if (cursor_.file_is_done()) return;
        const Keyword keyword = keyword_of(cursor_.word_at_cursor());
        if (keyword.other_dimension) cursor_.fail("expected points of three dimensions, found 4OFF or nOFF");
        cursor_.advance(keyword.length);
        if (!cursor_.file_is_done() && same_word(cursor_.word_at_cursor(), "binary"))
            cursor_.fail("expected OFF in text, found binary OFF, which is not supported");
    }

    // The number of edges is not needed, and some files omit it.
    void read_counts() {
        vertices_ = read_count();
        faces_ = read_count();
        if (layout_ == Layout::free || !cursor_.line_is_done()) read_count();
        if (layout_ == Layout::lines && !cursor_.line_is_done())
            cursor_.fail("expected at most three counts");
        // The shortest vertex is "0 0 0", the shortest face "3 0 0 0", each followed by a line end.
        const std::uint64_t room = cursor_.bytes_left() + 1;
        if (vertices_ > room / 6 || faces_ > (room - 6 * vertices_) / 8)
            cursor_.fail(fmt::format("expected {} vertices and {} faces, for which the file is too short",
                                     vertices_, faces_));
        collector_.reserve(vertices_, faces_);
    }

    std::uint64_t read_count() {
        if (cursor_.file_is_done())
            cursor_.fail("expected the counts of vertices and faces, found the end of the file");
        const std::int64_t count = read_integer();
        if (count < 0) cursor_.fail("expected a count, found a negative number");
        return static_cast<std::uint64_t>(count);
    }

    std::int64_t read_integer() {
        const std::int64_t value = cursor_.integer();
        if (!cursor_.word_ends())
            cursor_.fail("expected an integer, found " + quoted(cursor_.word_at_cursor()));
        return value;
    }

    void begin_item(const char* what) {
        if (cursor_.file_is_done())
            cursor_.fail(fmt::format("the file ends within its {}: expected {} vertices and {} faces", what,
                                     vertices_, faces_));
    }
    // Moves to the next number of the item, which is in the same line or, in the free layout, anywhere later.
    void next_number(const char* missing) {
        if (layout_ == Layout::lines ? cursor_.line_is_done() : cursor_.file_is_done()) cursor_.fail(missing);
    }
    void end_item() {
        if (layout_ == Layout::free) return;
        while (!cursor_.line_is_done()) cursor_.number("");
    }

    void read_vertex() {
        constexpr auto missing = "expected three numbers for a vertex, found fewer";
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
        if (count < 3)
            cursor_.fail(fmt::format("expected a face of at least three corners, found {}", count));
        collector_.begin_face();
        for (std::int64_t i = 0; i < count; ++i) {
            next_number("expected more corners of the face, as its count says");
            collector_.add_corner(vertex_number(read_integer()));
        }
        end_item();
        collector_.end_face(line);
    }

    std::uint32_t vertex_number(std::int64_t written) {
        if (written < 0 || static_cast<std::uint64_t>(written) >= vertices_)
            cursor_.fail(ErrorCode::bad_index,
                         fmt::format("expected a vertex number below {}, found {}", vertices_, written));
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
    text = skip_byte_order_mark(text);
    try {
        return Off(text, file, Layout::lines).read().finish(file);
    } catch (const Failure& as_lines) {
        try {
            return Off(text, file, Layout::free).read().finish(file);
        } catch (const Failure&) {
            throw as_lines;  // most files have one item per line, so this error is the likelier one
        }
    }
}

}  // namespace allide::io
