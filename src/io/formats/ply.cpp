// PLY. The reader uses x, y and z of the element "vertex", the list of corners of "face", and the strips of
// "tristrips". It skips all other elements and properties. Elements may come in any order.
#include "base/cancel.hpp"
#include "io/collect/collector.hpp"
#include "io/formats/ply_body.hpp"
#include "io/formats/ply_header.hpp"
#include "io/formats/readers.hpp"

#include <array>

namespace allide::io {
namespace {

constexpr std::size_t not_found = std::numeric_limits<std::size_t>::max();

bool holds_corners(const PlyProperty& property) {
    return property.name == "vertex_indices" || property.name == "vertex_index";
}

template <typename Body>
class Ply {
  public:
    Ply(std::string_view bytes, std::string_view file, const PlyHeader& header)
        : header_(header), body_(bytes, file, header) {}

    Collector read() {
        for (const PlyElement& element : header_.elements)
            if (element.name == "vertex") count_vertices(element);
        for (const PlyElement& element : header_.elements) read_element(element);
        check_rest();
        return std::move(collector_);
    }

  private:
    [[noreturn]] void fail_in_header(const PlyElement& element, std::string message,
                                     ErrorCode code = ErrorCode::bad_syntax) {
        fail({.code = code, .message = std::move(message), .file = {}, .line = element.line});
    }

    void count_vertices(const PlyElement& element) {
        if (has_vertices_) fail_in_header(element, "expected one element vertex, found a second");
        has_vertices_ = true;
        if (element.count > std::numeric_limits<std::uint32_t>::max())
            fail_in_header(element, "expected fewer than 2^32 vertices", ErrorCode::too_large);
        vertices_ = element.count;
    }

    void read_element(const PlyElement& element) {
        if (element.name == "vertex") return read_vertices(element);
        if (element.name == "face") return read_lists(element, 3, &Ply::read_face);
        if (element.name == "tristrips") return read_lists(element, 0, &Ply::read_strips);
        skip_element(element);
    }

    // Fails unless the number of rows in the header can fit into the rest of the file. Must be called before
    // memory is allocated for them.
    void check_room(const PlyElement& element, std::uint64_t corners_at_least) {
        std::uint64_t smallest = 0;
        for (const PlyProperty& property : element.properties) {
            smallest += Body::smallest(property.count_type.value_or(property.type));
            if (property.count_type && holds_corners(property))
                smallest += corners_at_least * Body::smallest(property.type);
        }
        const std::uint64_t room = smallest == 0 ? element.count : body_.bytes_left() / smallest;
        if (element.count > room)
            fail_in_header(element,
                           fmt::format("expected {} rows of element {}, for which the file is too short",
                                       element.count, io::quoted(element.name)));
    }

    void read_vertices(const PlyElement& element) {
        const std::array<std::size_t, 3> columns{column(element, "x"), column(element, "y"),
                                                 column(element, "z")};
        check_room(element, 0);
        collector_.reserve(element.count, 0);
        std::array<double, 3> position{};
        const std::size_t properties = element.properties.size();
        // Per property: the index of the coordinate that it holds (0 to 2), or 3 if it holds none.
        std::vector<std::size_t> coordinate(properties, 3);
        for (std::size_t i = 0; i < 3; ++i) coordinate[columns[i]] = i;
        for (std::uint64_t row = 0; row < element.count; ++row) {
            check_cancelled_();
            body_.begin_row({&element, row});
            for (std::size_t i = 0; i < properties; ++i) {
                const PlyProperty& property = element.properties[i];
                if (coordinate[i] < 3) {
                    position[coordinate[i]] = body_.number(property.type);
                } else {
                    skip(property);
                }
            }
            body_.end_row();
            collector_.add_vertex({position[0], position[1], position[2]});
        }
    }

    std::size_t column(const PlyElement& element, std::string_view name) {
        for (std::size_t i = 0; i < element.properties.size(); ++i)
            if (element.properties[i].name == name && !element.properties[i].count_type) return i;
        fail_in_header(element,
                       fmt::format("expected a property {} of the element vertex, found none", name));
    }

    void read_lists(const PlyElement& element, std::uint64_t corners_at_least,
                    void (Ply::*read_list)(const PlyProperty&)) {
        if (element.count == 0) return;
        std::size_t list = not_found;
        for (std::size_t i = 0; i < element.properties.size() && list == not_found; ++i)
            if (holds_corners(element.properties[i])) list = i;
        if (list == not_found || !element.properties[list].count_type)
            fail_in_header(element, fmt::format("expected a list vertex_indices of element {}, found none",
                                                io::quoted(element.name)));
        if (!is_integer(element.properties[list].type))
            fail_in_header(element, "expected an integer type for vertex_indices");
        check_room(element, corners_at_least);
        collector_.reserve(0, corners_at_least == 0 ? 0 : element.count);
        const bool plain =
            corners_at_least == 3 && element.properties.size() == 1 && is_plain(element.properties[list]);
        for (std::uint64_t row = 0; row < element.count; ++row) {
            check_cancelled_();
            body_.begin_row({&element, row});
            if (plain && add_plain_triangle()) continue;
            line_ = body_.line();
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (i == list) {
                    (this->*read_list)(element.properties[i]);
                } else {
                    skip(element.properties[i]);
                }
            }
            body_.end_row();
        }
    }

    // A fast path for triangles without other properties, of which most binary files consist.
    static bool is_plain(const PlyProperty& list) {
        if constexpr (requires { Body::is_plain(list); }) return Body::is_plain(list);
        return false;
    }
    bool add_plain_triangle() {
        if constexpr (requires(TriangleIndices & triangle) { body_.take_triangle(triangle); }) {
            TriangleIndices triangle{};
            if (!body_.take_triangle(triangle)) return false;
            if (std::max({triangle[0], triangle[1], triangle[2]}) >= vertices_)
                for (const std::uint32_t corner : triangle) vertex_number(corner);
            collector_.add_triangle(triangle);
            return true;
        }
        return false;
    }

    std::uint64_t list_count(const PlyProperty& property) {
        const std::int64_t count = body_.integer(*property.count_type);
        if (count < 0) body_.fail("expected a count of list items, found a negative number");
        return static_cast<std::uint64_t>(count);
    }

    std::uint64_t corner_count(const PlyProperty& property) {
        const std::uint64_t count = list_count(property);
        if (count > body_.bytes_left() / Body::smallest(property.type))
            body_.fail(fmt::format("expected a list of {} numbers, for which the file is too short", count));
        return count;
    }

    void skip(const PlyProperty& property) {
        body_.skip(property.type, property.count_type ? list_count(property) : 1);
    }

    void skip_element(const PlyElement& element) {
        if (element.count == 0) return;
        check_room(element, 0);
        collector_.notes().add(NoteKind::left_out, [&] {
            return Note{.message = fmt::format("the element {} with {} rows is left out",
                                               io::quoted(element.name), element.count),
                        .line = element.line};
        });
        if (element.properties.empty()) return;
        for (std::uint64_t row = 0; row < element.count; ++row) {
            check_cancelled_();
            body_.begin_row({&element, row});
            for (const PlyProperty& property : element.properties) skip(property);
            body_.end_row();
        }
    }

    std::uint32_t vertex_number(std::int64_t written) {
        if (written < 0 || static_cast<std::uint64_t>(written) >= vertices_)
            body_.fail(fmt::format("expected a vertex number below {}, found {}", vertices_, written),
                       ErrorCode::bad_index);
        return static_cast<std::uint32_t>(written);
    }

    void read_face(const PlyProperty& list) {
        const std::uint64_t count = corner_count(list);
        if (count < 3) body_.fail(fmt::format("expected a face of at least three corners, found {}", count));
        collector_.begin_face();
        for (std::uint64_t i = 0; i < count; ++i)
            collector_.add_corner(vertex_number(body_.integer(list.type)));
        collector_.end_face(line_);
    }

    // A corner of −1 ends a strip. Every second triangle is reversed, so that all have the same orientation.
    void read_strips(const PlyProperty& list) {
        const std::uint64_t count = corner_count(list);
        TriangleIndices last{};
        std::uint64_t length = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::int64_t corner = body_.integer(list.type);
            if (corner == -1) {
                length = 0;
                continue;
            }
            last = {last[1], last[2], vertex_number(corner)};
            const bool turned = ++length % 2 == 0;
            if (length >= 3)
                collector_.add_triangle({last[turned ? 1 : 0], last[turned ? 0 : 1], last[2]}, line_);
        }
    }

    // Fails if there are bytes after the last row that are not padding: they may be triangles that a wrong
    // count in the header hides.
    void check_rest() {
        if (body_.at_end()) return;
        if constexpr (requires { body_.rest(); }) {
            constexpr std::size_t shortest_face = 13;
            const std::string_view rest = body_.rest();
            const auto is_padding = [](char c) { return c == '\0' || c == '\n' || c == '\r' || c == ' '; };
            if (rest.size() < shortest_face || std::all_of(rest.begin(), rest.end(), is_padding)) {
                collector_.notes().add(NoteKind::trailing, [&] {
                    return Note{.message = fmt::format("{} bytes follow the last element", rest.size())};
                });
                return;
            }
            body_.fail(fmt::format(
                "expected the end of the file after the rows that the header counts, found {} bytes",
                rest.size()));
        }
        body_.fail("expected the end of the file after the rows that the header counts, found more text");
    }

    const PlyHeader& header_;
    Body body_;
    Collector collector_;
    bool has_vertices_ = false;
    std::uint64_t vertices_ = 0;
    std::uint64_t line_ = 0;  // line of the current row
    base::CancelCheck check_cancelled_;
};

}  // namespace

Result<Mesh> read_ply(std::string_view bytes, std::string_view file) {
    const PlyHeader header = read_ply_header(bytes, file);
    switch (header.encoding) {
        case PlyEncoding::ascii:
            return Ply<PlyText>(bytes, file, header).read().finish(file);
        case PlyEncoding::little_endian:
            return Ply<PlyBytes<std::endian::little>>(bytes, file, header).read().finish(file);
        case PlyEncoding::big_endian:
            break;
    }
    return Ply<PlyBytes<std::endian::big>>(bytes, file, header).read().finish(file);
}

}  // namespace allide::io
