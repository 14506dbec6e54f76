#include "base/precondition.hpp"
#include "mesh/array_checks.hpp"
#include "mesh/mesh_data.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace allide {
namespace {

constexpr std::uint64_t count_limit = std::numeric_limits<std::uint32_t>::max();

std::optional<Error> check_counts(const detail::SharedMesh& data) {
    const std::uint64_t largest =
        std::max({data.vertex_view.size(), data.triangle_view.size(), data.part_names.size()});
    if (largest <= count_limit) return std::nullopt;
    return Error{.code = ErrorCode::too_large,
                 .message = "a mesh holds fewer than 2^32 vertices, triangles and parts",
                 .file = data.source};
}

std::optional<Error> check_triangles(const detail::SharedMesh& data) {
    const auto count = data.vertex_view.size();
    if (detail::indices_are_below(data.triangle_view, count)) return std::nullopt;
    const auto bad =
        std::find_if(data.triangle_view.begin(), data.triangle_view.end(), [count](const auto& triangle) {
            return std::max({triangle[0], triangle[1], triangle[2]}) >= count;
        });
    if (bad == data.triangle_view.end()) return std::nullopt;
    return Error{.code = ErrorCode::bad_index,
                 .message = fmt::format("vertex {} does not exist, the mesh has {} vertices",
                                        *std::max_element(bad->begin(), bad->end()), count),
                 .file = data.source,
                 .triangle = static_cast<std::uint64_t>(bad - data.triangle_view.begin())};
}

std::optional<Error> check_parts(const detail::SharedMesh& data) {
    if (data.part_of.empty()) return std::nullopt;
    if (data.part_of.size() != data.triangle_view.size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = fmt::format("{} part numbers are given for {} triangles", data.part_of.size(),
                                            data.triangle_view.size()),
                     .file = data.source};
    const auto count = data.part_names.size();
    const auto bad = std::find_if(data.part_of.begin(), data.part_of.end(),
                                  [count](std::uint32_t part) { return part >= count; });
    if (bad == data.part_of.end()) return std::nullopt;
    return Error{.code = ErrorCode::bad_index,
                 .message = fmt::format("part {} does not exist, the mesh has {} parts", *bad, count),
                 .file = data.source,
                 .triangle = static_cast<std::uint64_t>(bad - data.part_of.begin())};
}

bool is_of_one_part(const detail::SharedMesh& data, const ColouredTriangles& run) {
    if (data.part_of.empty()) return true;
    const auto first = data.part_of.begin() + static_cast<std::ptrdiff_t>(run.first);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(run.count),
                       [first](std::uint32_t part) { return part == *first; });
}

std::optional<Error> check_colours(const detail::SharedMesh& data) {
    std::uint64_t end = 0;
    for (const ColouredTriangles& run : data.coloured) {
        const std::uint64_t next = std::uint64_t{run.first} + run.count;
        if (run.count > 0 && run.first >= end && next <= data.triangle_view.size() &&
            is_of_one_part(data, run)) {
            end = next;
            continue;
        }
        return Error{.code = ErrorCode::bad_argument,
                     .message = "coloured triangles must exist, ascend, and be of one part",
                     .file = data.source,
                     .triangle = run.first};
    }
    return std::nullopt;
}

}  // namespace

Mesh::Mesh() : Mesh(std::make_shared<const detail::SharedMesh>(MeshData{})) {}

Mesh::Mesh(std::shared_ptr<const detail::SharedMesh> data) : data_(std::move(data)) {}

namespace {

// The data of a moved-from mesh: no vertices and no triangles.
std::shared_ptr<const detail::SharedMesh> empty_data() {
    static const auto data = std::make_shared<const detail::SharedMesh>(MeshData{});
    return data;
}

}  // namespace

Mesh::Mesh(Mesh&& other) noexcept : data_(std::exchange(other.data_, empty_data())) {}
Mesh& Mesh::operator=(Mesh&& other) noexcept {
    data_ = std::exchange(other.data_, empty_data());
    return *this;
}

std::optional<Error> detail::mesh_defect(const SharedMesh& mesh, bool indices_are_good) {
    if (auto error = check_counts(mesh)) return error;
    if (!indices_are_good)
        if (auto error = check_triangles(mesh)) return error;
    if (auto error = check_parts(mesh)) return error;
    return check_colours(mesh);
}

Result<Mesh> Mesh::from(MeshData data) {
    // If there are triangles but no part names, all belong to one part named after the source.
    if (data.part_names.empty() && !data.triangles.empty()) data.part_names.push_back(data.source);
    auto shared = std::make_shared<const detail::SharedMesh>(std::move(data));
    if (auto error = detail::mesh_defect(*shared)) return *std::move(error);
    return Mesh(std::move(shared));
}

std::span<const Vec3> Mesh::vertices() const {
    return data_->vertex_view;
}

std::span<const TriangleIndices> Mesh::triangles() const {
    return data_->triangle_view;
}

std::span<const std::string> Mesh::part_names() const {
    return data_->part_names;
}

std::uint32_t Mesh::part_of(std::uint32_t triangle) const {
    base::expect(triangle < data_->triangle_view.size(), "Mesh::part_of: no such triangle");
    return data_->part_of.empty() ? 0 : data_->part_of[triangle];
}

PartTraits Mesh::part_traits(std::uint32_t part) const {
    base::expect(part < data_->part_names.size(), "Mesh::part_traits: no such part");
    return part < data_->part_traits.size() ? data_->part_traits[part] : PartTraits{};
}

std::span<const ColouredTriangles> Mesh::coloured_triangles() const {
    return data_->coloured;
}

std::optional<Colour> Mesh::colour_of(std::uint32_t triangle) const {
    const auto& runs = data_->coloured;
    const auto after =
        std::upper_bound(runs.begin(), runs.end(), triangle,
                         [](std::uint32_t t, const ColouredTriangles& run) { return t < run.first; });
    if (after != runs.begin() && triangle - after[-1].first < after[-1].count) return after[-1].colour;
    return part_traits(part_of(triangle)).colour;
}

const std::string& Mesh::source() const {
    return data_->source;
}

std::span<const Note> Mesh::notes() const {
    return data_->notes;
}

std::array<Vec3, 3> Mesh::corners(std::uint32_t triangle) const {
    base::expect(triangle < data_->triangle_view.size(), "Mesh::corners: no such triangle");
    const auto& [i, j, k] = data_->triangle_view[triangle];
    return {data_->vertex_view[i], data_->vertex_view[j], data_->vertex_view[k]};
}

}  // namespace allide
