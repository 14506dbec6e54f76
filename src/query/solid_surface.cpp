#include "query/solid_surface.hpp"

#include "kernel/orientation.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace allide::query {
namespace {

// Triangles that are joined; each set is known by its smallest member.
class JoinedTriangles {
  public:
    explicit JoinedTriangles(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }
    std::uint32_t of(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t i, std::uint32_t j) {
        i = of(i);
        j = of(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace

SolidSurface::SolidSurface(const Model& model)
    : model_(model), position_of_(mesh::number_positions(model.mesh().vertices())) {
    find_duplicates();
    Kept kept = once_each();
    std::vector<Edge> edges = edges_of(kept);
    closed_ = is_closed(edges);
    Kept odd = odd_ones();
    if (!closed_ && odd.size() < kept.size()) {
        std::vector<Edge> odd_edges = edges_of(odd);
        closed_ = is_closed(odd_edges);
        if (closed_) {
            kept = std::move(odd);
            edges = std::move(odd_edges);
        }
    }
    keep(kept, std::move(edges));
}

void SolidSurface::find_duplicates() {
    const Mesh& mesh = model_.mesh();
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    using Key = std::array<std::uint32_t, 4>;  // three places in ascending order, and the triangle
    std::vector<Key> keys;
    first_alike_.assign(count, none);
    alike_.assign(count, 0);
    for (std::uint32_t t = 0; t < count; ++t) {
        Key key{place(t, 0), place(t, 1), place(t, 2), t};
        std::sort(key.begin(), key.begin() + 3);
        const auto vertices = mesh.vertices();
        if (!kernel::collinear(vertices[key[0]], vertices[key[1]], vertices[key[2]])) keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0, first = 0; i < keys.size(); ++i) {
        if (!std::equal(keys[i].begin(), keys[i].begin() + 3, keys[first].begin())) first = i;
        first_alike_[keys[i][3]] = keys[first][3];
        ++alike_[keys[first][3]];
    }
}

SolidSurface::Kept SolidSurface::once_each() const {
    Kept kept;
    for (std::uint32_t t = 0; t < alike_.size(); ++t)
        if (alike_[t] != 0) kept.push_back(t);
    return kept;
}

SolidSurface::Kept SolidSurface::odd_ones() const {
    Kept kept;
    for (std::uint32_t t = 0; t < alike_.size(); ++t)
        if (alike_[t] % 2 != 0) kept.push_back(t);
    return kept;
}

SolidSurface::Edge SolidSurface::edge(std::uint32_t triangle, std::size_t corner) const {
    const std::uint32_t from = place(triangle, corner), to = place(triangle, (corner + 1) % 3);
    const auto [low, high] = std::minmax(from, to);
    return {std::uint64_t{low} << 32 | high, triangle & 0x7fffffffu, low != from ? 1u : 0u};
}

std::vector<SolidSurface::Edge> SolidSurface::edges_of(const Kept& kept) const {
    std::vector<Edge> edges;
    edges.reserve(3 * kept.size());
    for (const std::uint32_t t : kept)
        for (std::size_t k = 0; k < 3; ++k) edges.push_back(edge(t, k));
    std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) {
        return x.ends != y.ends ? x.ends < y.ends : x.triangle < y.triangle;
    });
    return edges;
}

bool SolidSurface::is_closed(std::span<const Edge> edges) {
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && edges[last].ends == edges[first].ends) ++last;
        if ((last - first) % 2 != 0) return false;
    }
    return !edges.empty();
}

void SolidSurface::keep(const Kept& kept, std::vector<Edge> edges) {
    edges_ = std::move(edges);
    bounding_.assign(first_alike_.size(), none);
    std::vector<bool> is_kept(first_alike_.size(), false);
    for (const std::uint32_t t : kept) is_kept[t] = true;
    for (std::size_t t = 0; t < first_alike_.size(); ++t)
        if (first_alike_[t] != none && is_kept[first_alike_[t]]) bounding_[t] = first_alike_[t];
    find_components(kept);
}

void SolidSurface::find_components(const Kept& kept) {
    JoinedTriangles sets(first_alike_.size());
    for (std::size_t i = 1; i < edges_.size(); ++i)
        if (edges_[i].ends == edges_[i - 1].ends) sets.join(edges_[i].triangle, edges_[i - 1].triangle);
    component_.assign(first_alike_.size(), none);
    for (const std::uint32_t t : kept) {
        const std::uint32_t first = sets.of(t);
        if (first == t) {
            component_[t] = static_cast<std::uint32_t>(first_of_component_.size());
            first_of_component_.push_back(t);
        }
        component_[t] = component_[first];
    }
}

std::span<const SolidSurface::Edge> SolidSurface::edges_at(std::uint64_t ends) const {
    const auto by_ends = [](const Edge& x, std::uint64_t key) { return x.ends < key; };
    const auto first = std::lower_bound(edges_.begin(), edges_.end(), ends, by_ends);
    auto last = first;
    while (last != edges_.end() && last->ends == ends) ++last;
    return {first, last};
}

std::vector<std::uint32_t> SolidSurface::around(std::uint32_t triangle, std::size_t corner_a,
                                                std::size_t corner_b) const {
    const auto [low, high] = std::minmax({place(triangle, corner_a), place(triangle, corner_b)});
    std::vector<std::uint32_t> triangles;
    for (const Edge& e : edges_at(std::uint64_t{low} << 32 | high)) triangles.push_back(e.triangle);
    return triangles;
}

const Model& SolidSurface::solid() const {
    std::call_once(solid_once_, [this] {
        const Mesh& mesh = model_.mesh();
        solid_number_.assign(bounding_.size(), none);
        MeshData data;
        for (std::uint32_t t = 0; t < bounding_.size(); ++t) {
            if (bounding_[t] != t) continue;
            solid_number_[t] = static_cast<std::uint32_t>(data.triangles.size());
            data.triangles.push_back(mesh.triangles()[t]);
        }
        if (data.triangles.size() == bounding_.size()) {
            solid_ = model_;
            return;
        }
        data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
        solid_ = Model::build(Mesh::from(std::move(data)).value()).value();
    });
    return solid_;
}

}  // namespace allide::query
