// ASCII STL: solids that consist of facets. Keywords may be in any case, and line breaks nearly anywhere;
// only the name of a solid ends with its line. Normals are skipped, since the corners define the facet.
#include "io/collect/collector.hpp"
#include "io/formats/readers.hpp"
#include "io/text/text.hpp"

#include <array>

namespace allide::io {
namespace {

class AsciiStl {
  public:
    AsciiStl(std::string_view text, std::string_view file, const SpillTo* spill = nullptr)
        : cursor_(text, file, {}) {
        if (spill != nullptr) collector_.spill(*spill);
    }

    Collector read() {
        while (!cursor_.file_is_done()) read_solid();
        return std::move(collector_);
    }

  private:
    std::string_view next_word() {
        if (cursor_.file_is_done()) cursor_.fail("expected \"endsolid\", found the end of the file");
        return cursor_.word();
    }
    [[noreturn]] void unexpected(std::string_view word, const char* wanted) {
        cursor_.fail("expected \"" + std::string(wanted) + "\", found " + quoted(word));
    }
    void expect(const char* wanted) {
        const std::string_view word = next_word();
        if (!same_word(word, wanted)) unexpected(word, wanted);
    }

    void read_solid() {
        expect("solid");
        const std::uint64_t line = cursor_.line();
        collector_.start_part(cursor_.rest_of_line(), line);
        for (;;) {
            const std::string_view word = next_word();
            if (same_word(word, "endsolid")) break;
            if (!same_word(word, "facet")) unexpected(word, "facet");
            read_facet();
        }
        cursor_.next_line();
    }

    void read_facet() {
        const std::uint64_t line = cursor_.line();
        skip_normal();
        expect("loop");
        collector_.begin_face();
        for (;;) {
            const std::string_view word = next_word();
            if (same_word(word, "endloop")) break;
            if (!same_word(word, "vertex")) unexpected(word, "vertex");
            read_corner();
        }
        if (collector_.corners_of_face() < 3) cursor_.fail("expected at least three vertices in a facet");
        collector_.end_face(line);
        expect("endfacet");
        collector_.note_bytes_left(cursor_.bytes_left());
    }

    // Skips the normal and everything else up to and including "outer".
    void skip_normal() {
        std::string_view word = next_word();
        const int numbers = same_word(word, "normal") ? 3 : 0;
        if (numbers != 0) word = next_word();
        for (int i = 0; i < numbers && !same_word(word, "outer"); ++i) word = next_word();
        if (!same_word(word, "outer")) unexpected(word, "outer");
    }

    void read_corner() {
        std::array<double, 3> position{};
        for (double& coordinate : position) {
            if (cursor_.file_is_done())
                cursor_.fail("expected three numbers for a vertex, found the end of the file");
            coordinate = cursor_.number("");
        }
        collector_.add_corner(static_cast<std::uint32_t>(collector_.vertex_count()));
        collector_.add_vertex({position[0], position[1], position[2]});
    }

    TextCursor cursor_;
    Collector collector_;
};

}  // namespace

Result<Mesh> read_stl_ascii(std::string_view text, std::string_view file) {
    return AsciiStl(skip_byte_order_mark(text), file).read().finish(file);
}

SpilledMesh spill_stl_ascii(std::string_view text, std::string_view file, const SpillTo& to) {
    return AsciiStl(skip_byte_order_mark(text), file, &to).read().finish_spilled(file);
}

}  // namespace allide::io
