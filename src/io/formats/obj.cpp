// OBJ: vertices (v), faces (f) and their parts (o, g); all other statements are skipped.
#include "io/collect/collector.hpp"
#include "io/formats/readers.hpp"
#include "io/text/text.hpp"

#include <limits>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::uint64_t any_number = std::numeric_limits<std::uint32_t>::max();

// The note for a statement that describes something other than triangles; null for all other statements.
const char* left_out(std::string_view keyword) {
    if (keyword == "l" || keyword == "p") return "lines and points are left out";
    if (keyword == "curv" || keyword == "surf") return "curves and free-form surfaces are left out";
    return nullptr;
}

class Obj {
  public:
    // Faces may use only vertices with numbers below `limit`, counted from 0.
    Obj(std::string_view text, std::string_view file, std::uint64_t limit, const SpillTo* spill = nullptr)
        : cursor_(text, file, {.hash_comments = true, .backslash_continues = true}), limit_(limit) {
        if (spill != nullptr) collector_.spill(*spill);
    }

    Collector read() {
        for (; !cursor_.file_is_done(); cursor_.next_line()) {
            read_statement();
            collector_.note_bytes_left(cursor_.bytes_left());
        }
        return std::move(collector_);
    }

  private:
    void read_statement() {
        const std::string_view keyword = cursor_.word();
        if (keyword == "v") {
            read_vertex();
        } else if (keyword == "f" || keyword == "fo") {  // "fo" is the old name of "f"
            read_face();
        } else if (keyword == "o" || keyword == "g") {
            const std::uint64_t line = cursor_.line();
            collector_.enter_part(cursor_.rest_of_line(), line);
        } else if (const char* what = left_out(keyword)) {
            collector_.notes().add(NoteKind::left_out,
                                   [&] { return Note{.message = what, .line = cursor_.line()}; });
        }
    }

    void read_vertex() {
        const double x = cursor_.number("expected three numbers after 'v', found none");
        const double y = cursor_.number("expected three numbers after 'v', found one");
        const double z = cursor_.number("expected three numbers after 'v', found two");
        while (!cursor_.line_is_done()) cursor_.number("");  // skips a weight or a colour
        collector_.add_vertex({x, y, z});
    }

    void read_face() {
        const std::uint64_t line = cursor_.line();
        collector_.begin_face();
        while (!cursor_.line_is_done()) collector_.add_corner(read_corner());
        if (collector_.corners_of_face() < 3) fail_too_few_corners();
        collector_.end_face(line);
    }

    [[noreturn]] void fail_too_few_corners() const {
        cursor_.fail(
            fmt::format("expected at least three corners after 'f', found {}", collector_.corners_of_face()));
    }

    // Reads a corner of the form v, v/vt, v//vn or v/vt/vn. Only the vertex number v is used.
    std::uint32_t read_corner() {
        const std::int64_t written = cursor_.integer();
        for (int i = 0; i < 2 && cursor_.skip('/'); ++i)
            if (!cursor_.word_ends() && !cursor_.next_is('/')) cursor_.integer();
        if (!cursor_.word_ends())
            cursor_.fail("expected a corner such as 1 or 1/2/3, found " + quoted(cursor_.word_at_cursor()));
        return vertex_number(written);
    }

    // Positive numbers count from 1 and may refer to later vertices; negative ones count back from the last.
    std::uint32_t vertex_number(std::int64_t written) {
        if (written == 0)
            cursor_.fail(ErrorCode::bad_index, "expected a vertex number, which counts from 1, found 0");
        const auto known = static_cast<std::int64_t>(collector_.vertex_count());
        const std::int64_t number = written > 0 ? written - 1 : known + written;
        if (number < 0 || static_cast<std::uint64_t>(number) >= limit_)
            cursor_.fail(
                ErrorCode::bad_index,
                written > 0 && limit_ != any_number
                    ? fmt::format("expected a vertex number of at most {}, found {}", limit_, written)
                    : fmt::format("vertex {} does not exist", written));
        return static_cast<std::uint32_t>(number);
    }

    TextCursor cursor_;
    Collector collector_;
    std::uint64_t limit_;
};

Collector collected_obj(std::string_view text, std::string_view file, const SpillTo* spill) {
    text = skip_byte_order_mark(text);
    Collector collector = Obj(text, file, any_number, spill).read();
    // A face uses a vertex that does not exist. A second pass over the text finds the line of that face.
    if (collector.vertices_used() > collector.vertex_count())
        Obj(text, file, collector.vertex_count(), spill).read();
    return collector;
}

}  // namespace

Result<Mesh> read_obj(std::string_view text, std::string_view file) {
    return collected_obj(text, file, nullptr).finish(file);
}

SpilledMesh spill_obj(std::string_view text, std::string_view file, const SpillTo& to) {
    return collected_obj(text, file, &to).finish_spilled(file);
}

}  // namespace allide::io
