#include "query/clash/solid_surface.hpp"

#include "base/radix_sort.hpp"
#include "kernel/triangle/orientation.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iterator>

namespace allide::query {
namespace {

// Groups of triangles with the same three positions.
struct Coincident {
    std::vector<std::uint32_t> first;  // per triangle: the first of its group; none if it has no area
    std::vector<std::uint32_t> count;  // per triangle: the size of its group if it is the first; else 0

    std::vector<std::uint32_t> one_of_each() const {
        std::vector<std::uint32_t> kept;
        for (std::uint32_t t = 0; t < count.size(); ++t)
            if (count[t] != 0) kept.push_back(t);
        return kept;
    }
    std::vector<std::uint32_t> listed_even_times() const {
        std::vector<std::uint32_t> kept;
        for (std::uint32_t t = 0; t < count.size(); ++t)
            if (count[t] != 0 && count[t] % 2 == 0) kept.push_back(t);
        return kept;
    }
};

Coincident find_coincident(const Mesh& mesh, std::span<const std::uint32_t> position_of) {
    using Key = std::array<std::uint32_t, 4>;  // the three positions in ascending order, and the triangle
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    const auto vertices = mesh.vertices();
    std::vector<Key> keys;
    for (std::uint32_t t = 0; t < count; ++t) {
        const auto& [a, b, c] = mesh.triangles()[t];
        Key key{position_of[a], position_of[b], position_of[c], t};
        std::sort(key.begin(), key.begin() + 3);
        if (!kernel::collinear(vertices[key[0]], vertices[key[1]], vertices[key[2]])) keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    Coincident coincident{std::vector<std::uint32_t>(count, SolidSurface::none),
                          std::vector<std::uint32_t>(count, 0)};
    for (std::size_t i = 0, first = 0; i < keys.size(); ++i) {
        if (!std::equal(keys[i].begin(), keys[i].begin() + 3, keys[first].begin())) first = i;
        coincident.first[keys[i][3]] = keys[first][3];
        ++coincident.count[keys[first][3]];
    }
    return coincident;
}

}  // namespace

SolidSurface::SolidSurface(const Model& model)
    : model_(model),
      triangles_(model_.mesh().triangles()),
      position_of_(mesh::number_positions(model.mesh().vertices())) {
    find_bounding();
    for (TriangleFacts& facts : facts_) facts.reset(triangles_.size());
}

void SolidSurface::find_bounding() {
    const Coincident coincident = find_coincident(model_.mesh(), position_of_);
    const TriangleList once = coincident.one_of_each();
    closed_ = set_bounding(once, coincident.first);
    if (closed_) return;
    TriangleList walls = without_closed_groups(coincident.listed_even_times());
    if (walls.empty()) return;
    TriangleList others;
    std::set_difference(once.begin(), once.end(), walls.begin(), walls.end(), std::back_inserter(others));
    closed_ = set_bounding(others, coincident.first);
    if (closed_)
        walls_ = std::move(walls);
    else
        set_bounding(once, coincident.first);
}

bool SolidSurface::set_bounding(const TriangleList& kept,
                                const std::vector<std::uint32_t>& first_coincident) {
    edges_ = edges_of(kept);
    const std::vector<bool> begins = first_at_each_edge();
    std::vector<bool> is_kept(first_coincident.size(), false);
    for (const std::uint32_t t : kept) is_kept[t] = true;
    bounding_ = first_coincident;
    for (std::uint32_t& first : bounding_)
        if (first != none && !is_kept[first]) first = none;
    find_components(kept, begins);
    find_opposite(begins);
    return is_closed(begins);
}

void SolidSurface::find_opposite(const std::vector<bool>& begins) {
    opposite_.assign(3 * triangles_.size(), none);
    for (std::size_t first = 0, last = 0; first < edges_.size(); first = last) {
        last = first + 1;
        while (last < edges_.size() && !begins[last]) ++last;
        if (last - first != 2) continue;
        opposite_[edges_[first]] = edges_[first + 1];
        opposite_[edges_[first + 1]] = edges_[first];
    }
}

std::vector<bool> SolidSurface::first_at_each_edge() const {
    std::vector<bool> begins(edges_.size());
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const std::uint64_t key = ends(edges_[i]);
        begins[i] = i == 0 || key != before;
        before = key;
    }
    return begins;
}

std::uint64_t SolidSurface::ends(HalfEdge edge) const {
    const auto [low, high] =
        std::minmax({position(edge / 3, edge % 3), position(edge / 3, (edge % 3 + 1) % 3)});
    return std::uint64_t{low} << 32 | high;
}

bool SolidSurface::is_backward(HalfEdge edge) const {
    return position(edge / 3, edge % 3) > position(edge / 3, (edge % 3 + 1) % 3);
}

std::vector<SolidSurface::HalfEdge> SolidSurface::edges_of(const TriangleList& kept) const {
    std::vector<HalfEdge> edges;
    edges.reserve(3 * kept.size());
    for (const std::uint32_t t : kept) edges.insert(edges.end(), {3 * t, 3 * t + 1, 3 * t + 2});
    // Both ends and the edge packed into one key, if they fit.
    const auto place_bits = static_cast<int>(std::bit_width(position_of_.size())),
               edge_bits = static_cast<int>(std::bit_width(3 * triangles_.size()));
    const int bits = 2 * place_bits + edge_bits;
    if (bits > 64) {
        std::stable_sort(edges.begin(), edges.end(),
                         [this](HalfEdge one, HalfEdge other) { return ends(one) < ends(other); });
        return edges;
    }
    std::vector<std::uint64_t> keys;
    keys.reserve(edges.size());
    for (const HalfEdge edge : edges) {
        const std::uint64_t both = ends(edge), low = both >> 32, high = both & 0xffffffffu;
        keys.push_back((low << place_bits | high) << edge_bits | edge);
    }
    constexpr std::size_t few = 512;  // with fewer keys, a radix sort is slower because of its tables
    if (keys.size() < few)
        std::sort(keys.begin(), keys.end());
    else
        base::radix_sort(keys, bits, std::identity());
    const std::uint64_t mask = (std::uint64_t{1} << edge_bits) - 1;
    for (std::size_t i = 0; i < keys.size(); ++i) edges[i] = static_cast<HalfEdge>(keys[i] & mask);
    return edges;
}

bool SolidSurface::is_closed(const std::vector<bool>& begins) {
    bool odd = false;  // the number of triangles at this edge so far is odd
    for (const bool begin : begins) {
        if (begin && odd) return false;
        odd = !odd;
    }
    return !odd && !begins.empty();
}

base::JoinedSets SolidSurface::connected(const std::vector<bool>& some) const {
    base::JoinedSets sets(bounding_.size());
    std::uint32_t before = none;  // the previous triangle at the same edge
    std::uint64_t edge = 0;
    for (const HalfEdge half : edges_) {
        if (!some[half / 3]) continue;
        if (before != none && ends(half) == edge) sets.join(half / 3, before);
        before = half / 3;
        edge = ends(half);
    }
    return sets;
}

void SolidSurface::find_components(const TriangleList& kept, const std::vector<bool>& begins) {
    base::JoinedSets sets(bounding_.size());
    for (std::size_t i = 1; i < edges_.size(); ++i)
        if (!begins[i]) sets.join(edges_[i] / 3, edges_[i - 1] / 3);
    component_.assign(bounding_.size(), none);
    first_of_component_.clear();
    for (const std::uint32_t t : kept) {
        const std::uint32_t first = sets.of(t);
        if (first == t) {
            component_[t] = static_cast<std::uint32_t>(first_of_component_.size());
            first_of_component_.push_back(t);
        }
        component_[t] = component_[first];
    }
}

std::span<const SolidSurface::HalfEdge> SolidSurface::edges_at(std::uint64_t key) const {
    const auto first =
        std::lower_bound(edges_.begin(), edges_.end(), key,
                         [this](HalfEdge edge, std::uint64_t wanted) { return ends(edge) < wanted; });
    auto last = first;
    while (last != edges_.end() && ends(*last) == key) ++last;
    return {first, last};
}

std::vector<std::uint32_t> SolidSurface::triangles_at_edge(std::uint32_t triangle, std::size_t corner_a,
                                                           std::size_t corner_b) const {
    const auto [low, high] = std::minmax({position(triangle, corner_a), position(triangle, corner_b)});
    std::vector<std::uint32_t> triangles;
    for (const HalfEdge edge : edges_at(std::uint64_t{low} << 32 | high)) triangles.push_back(edge / 3);
    return triangles;
}

std::uint32_t SolidSurface::other_triangle_at_edge(std::uint32_t triangle, std::size_t corner_a,
                                                   std::size_t corner_b) const {
    const std::size_t start = corner_b == (corner_a + 1) % 3 ? corner_a : corner_b;
    const HalfEdge other = opposite_[3 * triangle + start];
    return other == none ? none : other / 3;
}

Model SolidSurface::solid() const {
    std::call_once(solid_once_, [this] {
        TriangleList kept;
        for (std::uint32_t t = 0; t < bounding_.size(); ++t)
            if (bounding_[t] == t) kept.push_back(t);
        solid_ = kept.size() == bounding_.size() ? model_ : model_of(kept);
    });
    return solid_;
}

Model SolidSurface::model_of(const TriangleList& kept) const {
    const Mesh& mesh = model_.mesh();
    MeshData data;
    for (const std::uint32_t t : kept) data.triangles.push_back(mesh.triangles()[t]);
    data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

}  // namespace allide::query
