#include "io/collector.hpp"

#include "io/failure.hpp"
#include "mesh/polygons.hpp"

#include <algorithm>
#include <limits>

namespace allide::io {

void Collector::reserve(std::size_t vertices, std::size_t triangles) {
    vertices_.reserve(vertices);
    triangles_.reserve(triangles);
}

void Collector::enter_part(std::string name) {
    name_ = std::move(name);
    joined_ = true;
    resolved_ = false;
}

void Collector::start_part(std::string name) {
    enter_part(std::move(name));
    joined_ = false;
}

void Collector::resolve_part() {
    resolved_ = true;
    part_ = static_cast<std::uint32_t>(part_names_.size());
    if (joined_) {
        const auto [known, is_new] = part_numbers_.try_emplace(name_, part_);
        part_ = known->second;
        if (!is_new) return;
    }
    part_names_.push_back(name_);
    if (part_names_.size() == 2) part_of_.assign(triangles_.size(), 0);
}

void Collector::add_face(std::span<const std::uint32_t> corners) {
    constexpr std::uint64_t most_triangles = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t most_corners = std::uint64_t{1} << 30;
    if (triangles_.size() + corners.size() > most_triangles || corners.size() >= most_corners)
        fail({.code = ErrorCode::too_large, .message = "the mesh has too many triangles", .file = {}});
    if (!resolved_) resolve_part();
    if (corners.size() > 3)
        polygons_.push_back(
            {static_cast<std::uint32_t>(triangles_.size()), static_cast<std::uint32_t>(corners.size())});
    for (std::size_t i = 2; i < corners.size(); ++i)
        triangles_.push_back({corners[0], corners[i - 1], corners[i]});
    if (part_names_.size() > 1) part_of_.insert(part_of_.end(), corners.size() - 2, part_);
    for (const std::uint32_t corner : corners)
        vertices_used_ = std::max(vertices_used_, std::uint64_t{corner} + 1);
}

void Collector::cut(const Polygon& polygon) {
    const auto triangles = std::span(triangles_).subspan(polygon.first_triangle, polygon.corners - 2);
    std::vector<std::uint32_t> corners{triangles[0][0], triangles[0][1]};
    corners.reserve(polygon.corners);
    for (const TriangleIndices& triangle : triangles) corners.push_back(triangle[2]);
    std::vector<Vec3> positions;
    positions.reserve(corners.size());
    for (const std::uint32_t corner : corners) positions.push_back(vertices_[corner]);
    if (mesh::fan_covers(positions)) return;
    const auto cuts = mesh::triangulate(positions);
    std::transform(cuts.begin(), cuts.end(), triangles.begin(), [&](const TriangleIndices& t) {
        return TriangleIndices{corners[t[0]], corners[t[1]], corners[t[2]]};
    });
}

Result<Mesh> Collector::finish(std::string_view file) && {
    if (vertices_.empty() && triangles_.empty())
        return Error{.code = ErrorCode::bad_syntax,
                     .message = "the file has no vertices and no triangles",
                     .file = std::string(file)};
    for (const Polygon& polygon : polygons_) cut(polygon);
    for (std::string& name : part_names_)
        if (name.empty()) name = file;
    return Mesh::from({.vertices = std::move(vertices_),
                       .triangles = std::move(triangles_),
                       .part_names = std::move(part_names_),
                       .part_of = std::move(part_of_),
                       .source = std::string(file)});
}

}  // namespace allide::io
