#include "base/precondition.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace allide {
namespace {

constexpr std::uint64_t count_limit = std::numeric_limits<std::uint32_t>::max();

std::optional<Error> check_counts(const MeshData& data) {
    const std::uint64_t largest =
        std::max({data.vertices.size(), data.triangles.size(), data.part_names.size()});
    if (largest <= count_limit) return std::nullopt;
    return Error{.code = ErrorCode::too_large,
                 .message = "a mesh holds fewer than 2^32 vertices, triangles and parts",
                 .file = data.source};
}

std::optional<Error> check_triangles(const MeshData& data) {
    const auto count = data.vertices.size();
    const auto bad =
        std::find_if(data.triangles.begin(), data.triangles.end(), [count](const auto& triangle) {
            return std::max({triangle[0], triangle[1], triangle[2]}) >= count;
        });
    if (bad == data.triangles.end()) return std::nullopt;
    return Error{.code = ErrorCode::bad_index,
                 .message = fmt::format("vertex {} does not exist, the mesh has {} vertices",
                                        *std::max_element(bad->begin(), bad->end()), count),
                 .file = data.source,
                 .triangle = static_cast<std::uint64_t>(bad - data.triangles.begin())};
}

std::optional<Error> check_parts(const MeshData& data) {
    if (data.part_of.empty()) return std::nullopt;
    if (data.part_of.size() != data.triangles.size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = fmt::format("{} part numbers are given for {} triangles", data.part_of.size(),
                                            data.triangles.size()),
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

bool is_of_one_part(const MeshData& data, const ColouredTriangles& run) {
    if (data.part_of.empty()) return true;
    const auto first = data.part_of.begin() + static_cast<std::ptrdiff_t>(run.first);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(run.count),
                       [first](std::uint32_t part) { return part == *first; });
}

std::optional<Error> check_colours(const MeshData& data) {
    std::uint64_t end = 0;
    for (const ColouredTriangles& run : data.coloured) {
        const std::uint64_t next = std::uint64_t{run.first} + run.count;
        if (run.count > 0 && run.first >= end && next <= data.triangles.size() && is_of_one_part(data, run)) {
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

Mesh::Mesh() : Mesh(MeshData{}) {}

Mesh::Mesh(MeshData data) : data_(std::make_shared<const MeshData>(std::move(data))) {}
Mesh::Mesh(std::shared_ptr<const MeshData> data) : data_(std::move(data)) {}

namespace {

// The data of a moved-from mesh: no vertices and no triangles.
std::shared_ptr<const MeshData> empty_data() {
    static const auto data = std::make_shared<const MeshData>();
    return data;
}

}  // namespace

Mesh::Mesh(Mesh&& other) noexcept : data_(std::exchange(other.data_, empty_data())) {}
Mesh& Mesh::operator=(Mesh&& other) noexcept {
    data_ = std::exchange(other.data_, empty_data());
    return *this;
}

Result<Mesh> Mesh::from(MeshData data) {
    // If there are triangles but no part names, all belong to one part named after the source.
    if (data.part_names.empty() && !data.triangles.empty()) data.part_names.push_back(data.source);
    for (const auto check : {check_counts, check_triangles, check_parts, check_colours})
        if (auto error = check(data)) return *std::move(error);
    return Mesh(std::move(data));
}

std::span<const Vec3> Mesh::vertices() const {
    return data_->vertices;
}

std::span<const TriangleIndices> Mesh::triangles() const {
    return data_->triangles;
}

std::span<const std::string> Mesh::part_names() const {
    return data_->part_names;
}

std::uint32_t Mesh::part_of(std::uint32_t triangle) const {
    base::expect(triangle < data_->triangles.size(), "Mesh::part_of: no such triangle");
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
    base::expect(triangle < data_->triangles.size(), "Mesh::corners: no such triangle");
    const auto& [i, j, k] = data_->triangles[triangle];
    return {data_->vertices[i], data_->vertices[j], data_->vertices[k]};
}

}  // namespace allide
