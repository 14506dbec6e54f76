#include "io/collector.hpp"

#include "io/failure.hpp"
#include "mesh/polygons.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

namespace allide::io {
namespace {

std::optional<std::uint64_t> line_or_none(std::uint64_t line) {
    return line == 0 ? std::nullopt : std::optional(line);
}

}  // namespace

void Collector::reserve(std::size_t vertices, std::size_t triangles) {
    vertices_.reserve(vertices);
    triangles_.reserve(triangles);
}

void Collector::enter_part(std::string name, std::uint64_t line) {
    begin({.name = std::move(name), .line = line, .joined = true});
}

void Collector::start_part(std::string name, std::uint64_t line) {
    begin({.name = std::move(name), .line = line});
}

void Collector::begin(Part part) {
    leave_part();
    part_ = std::move(part);
}

void Collector::leave_part() {
    if (!part_.resolved && part_.line != 0) left_empty_.push_back(std::move(part_));
}

void Collector::resolve_part() {
    part_.resolved = true;
    part_number_ = static_cast<std::uint32_t>(part_names_.size());
    if (part_.joined) {
        const auto [known, is_new] = part_numbers_.try_emplace(part_.name, part_number_);
        part_number_ = known->second;
        if (!is_new) return;
    }
    part_names_.push_back(part_.name);
    if (part_names_.size() == 2) part_of_.assign(triangles_.size(), 0);
}

void Collector::add_face(std::span<const std::uint32_t> corners, std::uint64_t line) {
    constexpr std::uint64_t most_triangles = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t most_corners = std::uint64_t{1} << 30;
    if (triangles_.size() + corners.size() > most_triangles || corners.size() >= most_corners)
        fail({.code = ErrorCode::too_large, .message = "the mesh has too many triangles", .file = {}});
    if (!part_.resolved) resolve_part();
    note_repeated_corners(corners, line);
    if (corners.size() > 3)
        polygons_.push_back({static_cast<std::uint32_t>(triangles_.size()),
                             static_cast<std::uint32_t>(corners.size()), faces_, line});
    ++faces_;
    for (std::size_t i = 2; i < corners.size(); ++i)
        triangles_.push_back({corners[0], corners[i - 1], corners[i]});
    if (part_names_.size() > 1) part_of_.insert(part_of_.end(), corners.size() - 2, part_number_);
    for (const std::uint32_t corner : corners)
        vertices_used_ = std::max(vertices_used_, std::uint64_t{corner} + 1);
}

void Collector::note_repeated_corners(std::span<const std::uint32_t> corners, std::uint64_t line) {
    if (corners.size() == 3) {
        if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0]) return;
    } else {
        corners_.assign(corners.begin(), corners.end());
        std::sort(corners_.begin(), corners_.end());
        if (std::adjacent_find(corners_.begin(), corners_.end()) == corners_.end()) return;
    }
    notes_.add(NoteKind::repeated_corner, [&] {
        return Note{.message = fmt::format("face {} uses a vertex more than once; it is kept", faces_),
                    .line = line_or_none(line),
                    .triangle = triangles_.size()};
    });
}

void Collector::cut(const Polygon& polygon) {
    const auto triangles = std::span(triangles_).subspan(polygon.first_triangle, polygon.corners - 2);
    corners_.assign({triangles[0][0], triangles[0][1]});
    for (const TriangleIndices& triangle : triangles) corners_.push_back(triangle[2]);
    positions_.clear();
    for (const std::uint32_t corner : corners_) positions_.push_back(vertices_[corner]);
    if (!mesh::planar(positions_))
        notes_.add(NoteKind::not_planar, [&] {
            return Note{
                .message = fmt::format("face {} is not planar; its triangles approximate it", polygon.face),
                .line = line_or_none(polygon.line),
                .triangle = polygon.first_triangle};
        });
    if (mesh::fan_covers(positions_)) return;
    const auto cuts = mesh::triangulate(positions_);
    std::transform(cuts.begin(), cuts.end(), triangles.begin(), [&](const TriangleIndices& t) {
        return TriangleIndices{corners_[t[0]], corners_[t[1]], corners_[t[2]]};
    });
}

void Collector::note_empty_parts() {
    leave_part();
    std::unordered_set<std::string_view> seen;
    for (const Part& part : left_empty_) {
        if (part.joined && (part_numbers_.contains(part.name) || !seen.insert(part.name).second)) continue;
        if (part.joined && part.name.empty()) continue;
        notes_.add(NoteKind::empty_part, [&] {
            return Note{.message = io::quoted(part.name) + " has no triangles and is no part",
                        .line = line_or_none(part.line)};
        });
    }
}

Result<Mesh> Collector::finish(std::string_view file) && {
    if (vertices_.empty() && triangles_.empty())
        return Error{.code = ErrorCode::bad_syntax,
                     .message = "the file has no vertices and no triangles",
                     .file = std::string(file)};
    for (const Polygon& polygon : polygons_) cut(polygon);
    note_empty_parts();
    for (std::string& name : part_names_)
        if (name.empty()) name = file;
    return Mesh::from({.vertices = std::move(vertices_),
                       .triangles = std::move(triangles_),
                       .part_names = std::move(part_names_),
                       .part_of = std::move(part_of_),
                       .source = std::string(file),
                       .notes = std::move(notes_).take()});
}

}  // namespace allide::io
