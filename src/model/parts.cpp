#include "base/tasks.hpp"
#include "model/part_cutter.hpp"

#include <allide/model.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace allide {
namespace {

// The triangle numbers of each part, ascending.
std::vector<std::vector<std::uint32_t>> triangles_by_part(const Mesh& mesh) {
    std::vector<std::vector<std::uint32_t>> out(std::max<std::size_t>(1, mesh.part_names().size()));
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    for (std::uint32_t t = 0; t < count; ++t) out[mesh.part_of(t)].push_back(t);
    return out;
}

// The runs of coloured triangles among `triangles`, which are ascending. `first` of a returned run is a
// position in `triangles`.
std::vector<ColouredTriangles> colours_among(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
    std::vector<ColouredTriangles> out;
    auto at = triangles.begin();
    for (const auto& [first, count, colour] : mesh.coloured_triangles()) {
        at = std::lower_bound(at, triangles.end(), first);
        if (at == triangles.end()) break;
        if (*at - first >= count) continue;  // the run belongs to another part
        out.push_back({static_cast<std::uint32_t>(at - triangles.begin()), count, colour});
        at += count;
    }
    return out;
}

// The finaliser of MurmurHash3: every bit of the input affects all bits of the result.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

std::uint64_t digest_of_point(const Vec3& p) {
    std::uint64_t digest = 0;
    for (const double x : {p.x, p.y, p.z}) digest = mixed(digest * 3 + std::bit_cast<std::uint64_t>(x + 0.0));
    return digest;
}

}  // namespace

namespace detail {

MeshData cut_out(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles,
                 std::span<const std::uint32_t> which, std::span<std::uint32_t> number) {
    MeshData data;
    data.triangles.reserve(which.size());
    for (const std::uint32_t t : which) {
        TriangleIndices corners = triangles[t];
        for (std::uint32_t& corner : corners) {
            std::uint32_t& mine = number[corner];
            if (mine == 0) {
                data.vertices.push_back(vertices[corner]);
                mine = static_cast<std::uint32_t>(data.vertices.size());
            }
            corner = mine - 1;
        }
        data.triangles.push_back(corners);
    }
    for (const std::uint32_t t : which)
        for (const std::uint32_t corner : triangles[t]) number[corner] = 0;
    data.vertices.shrink_to_fit();
    return data;
}

PartCutter::PartCutter(const Mesh& mesh)
    : mesh_(mesh), by_part_(triangles_by_part(mesh)), number_(mesh.vertices().size(), 0) {}

Part PartCutter::cut(std::size_t part) {
    MeshData data = cut_out(mesh_.vertices(), mesh_.triangles(), by_part_[part], number_);
    data.source = mesh_.source();
    const std::string name = part < mesh_.part_names().size() ? mesh_.part_names()[part] : mesh_.source();
    data.part_names = {name};
    const PartTraits traits = mesh_.part_traits(static_cast<std::uint32_t>(part));
    if (traits != PartTraits{}) data.part_traits = {traits};
    data.coloured = colours_among(mesh_, by_part_[part]);
    return {name, Mesh::from(std::move(data)).value(), traits};
}

}  // namespace detail

std::vector<Part> parts_of(const Mesh& mesh) {
    std::vector<Part> parts;
    detail::PartCutter cutter(mesh);
    for (std::size_t i = 0; i < cutter.parts(); ++i)
        if (cutter.triangles_of(i) != 0) parts.push_back(cutter.cut(i));
    return parts;
}

std::uint64_t digest_of(const Mesh& mesh) {
    std::uint64_t sum = mesh.triangles().size();
    for (const auto& [a, b, c] : mesh.triangles()) {
        std::array<std::uint64_t, 3> corners{digest_of_point(mesh.vertices()[a]),
                                             digest_of_point(mesh.vertices()[b]),
                                             digest_of_point(mesh.vertices()[c])};
        std::sort(corners.begin(), corners.end());
        sum += mixed(corners[0] + mixed(corners[1] + mixed(corners[2])));
    }
    return sum;
}

std::vector<Result<Model>> build_models(std::span<const Part> parts, unsigned threads) {
    std::vector<Result<Model>> models(parts.size(), Model());
    base::with_threads(threads, [&] {
        base::do_pieces(parts.size(), 8, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) models[i] = Model::build(parts[i].mesh);
        });
    });
    return models;
}

}  // namespace allide
