// The surface of a model as the boundary of a solid: which triangles bound it, how they are connected, and on
// which side of each the solid is, whatever their orientation in the file.
#pragma once

#include "base/joined_sets.hpp"
#include "query/clash/triangle_facts.hpp"

#include <allide/model.hpp>

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace allide::query {

class ConvexFacets;
class ConvexSolid;
class SolidPieces;

// The scope of a query: the whole surface, or each edge-connected component by itself.
enum class SurfaceScope { whole, by_component };

class SolidSurface {
  public:
    static constexpr std::uint32_t none = 0xffffffffu;

    explicit SolidSurface(const Model& model);
    SolidSurface(const SolidSurface&) = delete;
    SolidSurface& operator=(const SolidSurface&) = delete;

    // True if every edge belongs to an even number of bounding triangles. Of repeated triangles one counts,
    // so that two-sided faces bound a solid. If the surface is not closed that way, it is tested without its
    // walls: triangles that are listed an even number of times and whose edge-connected group is not closed,
    // such as the common face of two closed bodies.
    bool closed() const { return closed_; }
    // The walls of a closed surface, ascending, one of each set of repeated triangles.
    std::span<const std::uint32_t> walls() const { return walls_; }
    // Walls with a point outside the solid: they bound nothing, but triangles may cross them. Ascending;
    // found by the first call.
    std::span<const std::uint32_t> sheets() const;
    // A model of the sheets alone.
    Model sheet_model() const;
    // The first of the triangles with the same corners as this one; none if it has no area or bounds nothing.
    // A bounding triangle is one that is its own representative: bounding(t) == t.
    std::uint32_t bounding(std::uint32_t triangle) const { return bounding_[triangle]; }
    // The number of the edge-connected component of a bounding triangle.
    std::uint32_t component(std::uint32_t bounding) const { return component_[bounding]; }
    // One triangle of each component, by component number.
    std::span<const std::uint32_t> components() const { return first_of_component_; }
    // The edge-connected groups of those bounding triangles that `some` selects.
    base::JoinedSets connected(const std::vector<bool>& some) const;
    // The bounding triangles at the edge between two corners of a triangle.
    std::vector<std::uint32_t> triangles_at_edge(std::uint32_t triangle, std::size_t corner_a,
                                                 std::size_t corner_b) const;
    // The second triangle at an edge of exactly two bounding triangles; none at other edges.
    std::uint32_t other_triangle_at_edge(std::uint32_t triangle, std::size_t corner_a,
                                         std::size_t corner_b) const;
    // The volume of the solid, rounded; 0 if the surface is not closed. Found by the first call.
    double volume() const;
    // The convex facets of the surface. Found by the first call.
    const ConvexFacets& facets() const;
    // The triangles that intersect others in a scope, cut into pieces. Found by the first call.
    const SolidPieces& pieces(SurfaceScope scope = SurfaceScope::whole) const;
    // The solid as an intersection of half-spaces, if it is convex. Found by the first call.
    const ConvexSolid& convex() const;
    // The vertex that represents all vertices at the position of a corner.
    std::uint32_t position(std::uint32_t triangle, std::size_t corner) const {
        return position_of_[triangles_[triangle][corner]];
    }
    // On which side of each triangle of `some` the solid is; unknown if the surface is not closed. `some` are
    // bounding triangles, ascending, none of which is part of a self-intersection in this scope.
    std::vector<SolidSide> sides_of(std::span<const std::uint32_t> some,
                                    SurfaceScope scope = SurfaceScope::whole) const;

    // Two bounding triangles that intersect in more than common corners and edges: they cross, or lie flush
    // with each other.
    struct SelfIntersection {
        std::uint32_t triangle, with;
        bool flush;  // they intersect in an area
        friend auto operator<=>(const SelfIntersection&, const SelfIntersection&) = default;
    };
    // All self-intersections, ascending; each pair of triangles occurs in both orders. Found by the first
    // call.
    std::span<const SelfIntersection> self_intersections() const;
    std::span<const SelfIntersection> self_intersections_of(std::uint32_t bounding) const;
    static std::span<const SelfIntersection> self_intersections_of(std::span<const SelfIntersection> sorted,
                                                                   std::uint32_t bounding);
    // Tests two bounding triangles, without searching for others.
    bool self_intersect(std::uint32_t bounding, std::uint32_t other) const;
    // Self-intersections of the bounding triangles `some`, which must be in ascending order: the first
    // function tells whether there are any, the second lists them.
    bool any_self_intersects(std::span<const std::uint32_t> some,
                             SurfaceScope scope = SurfaceScope::whole) const;
    // If there are more than `most`, the list may be incomplete, but is longer than that.
    std::vector<SelfIntersection> self_intersections_of_all(
        std::span<const std::uint32_t> some, std::size_t most = std::numeric_limits<std::size_t>::max(),
        SurfaceScope scope = SurfaceScope::whole) const;
    bool lies_flush(std::uint32_t bounding) const;
    bool has_flush_shells() const;
    // The model of the bounding triangles alone: a point is in the solid if it is inside this model by the
    // odd rule. Built by the first call, unless all triangles bound.
    Model solid() const;
    const Model& model() const { return model_; }

  private:
    using TriangleList = std::vector<std::uint32_t>;
    // An edge of one triangle: three times the triangle's number, plus the corner where the edge starts.
    using HalfEdge = std::uint32_t;

    // The two positions of an edge's ends in one key, the smaller first.
    std::uint64_t ends(HalfEdge edge) const;
    // True if the triangle runs along the edge from the larger position to the smaller.
    bool is_backward(HalfEdge edge) const;
    void find_bounding();
    std::vector<HalfEdge> edges_of(const TriangleList& kept) const;
    // For each edge of edges_: true if it is the first with these ends.
    std::vector<bool> first_at_each_edge() const;
    static bool is_closed(const std::vector<bool>& begins);
    void find_opposite(const std::vector<bool>& begins);
    // Makes `kept` the bounding triangles. Returns true if they form a closed surface.
    bool set_bounding(const TriangleList& kept, const std::vector<std::uint32_t>& first_coincident);
    // The triangles of `some` whose edge-connected group is not closed. A group is closed if each of its
    // edges belongs to an even number of its triangles.
    TriangleList without_closed_groups(const TriangleList& some) const;
    TriangleList walls_outside_solid() const;
    // The intersections of bounding triangles with one wall.
    struct WallCuts {
        std::vector<std::uint32_t> by;         // bounding triangles that cut or cover it
        std::array<bool, 3> edge_is_met = {};  // per edge: a bounding triangle contains a segment of it
    };
    std::map<std::uint32_t, WallCuts> cuts_of_walls() const;
    // Groups of connected walls that lie entirely inside or entirely outside the solid. A wall that is cut
    // forms a group of its own.
    base::JoinedSets uncut_patches(const std::map<std::uint32_t, WallCuts>& cuts) const;
    // Intersections of walls with bounding triangles, ascending.
    std::vector<SelfIntersection> wall_intersections() const;
    // True if the triangles form one component in which each edge belongs to two triangles of the same
    // orientation.
    bool is_oriented(std::span<const std::uint32_t> some) const;
    std::span<const HalfEdge> edges_at(std::uint64_t key) const;
    void find_components(const TriangleList& kept, const std::vector<bool>& begins);
    Model model_of(const TriangleList& kept) const;

    Model model_;
    std::span<const TriangleIndices> triangles_;  // the model's triangles
    bool closed_ = false;
    std::vector<std::uint32_t> position_of_;           // per vertex: the vertex that represents its position
    std::vector<std::uint32_t> bounding_, component_;  // one entry per triangle
    std::vector<std::uint32_t> first_of_component_;
    std::vector<std::uint32_t> walls_;
    mutable std::once_flag sheets_once_;
    mutable std::vector<std::uint32_t> sheets_;
    std::vector<HalfEdge> edges_;  // the edges of bounding triangles, sorted by their ends
    // Per edge of a bounding triangle: the other edge with the same ends if there are exactly two, else none.
    std::vector<HalfEdge> opposite_;
    TriangleFacts& facts(SurfaceScope scope) const { return facts_[static_cast<std::size_t>(scope)]; }
    mutable std::array<TriangleFacts, 2> facts_;  // results of earlier calls, by scope
    mutable std::once_flag self_intersections_once_;
    mutable std::atomic<bool> self_intersections_known_ = false;
    mutable std::vector<SelfIntersection> self_intersections_;
    mutable bool has_flush_shells_ = false;
    mutable std::once_flag volume_once_;
    mutable double volume_ = 0;
    mutable std::once_flag facets_once_;
    mutable std::shared_ptr<const ConvexFacets> facets_;
    mutable std::array<std::once_flag, 2> pieces_once_;  // by scope
    mutable std::array<std::shared_ptr<const SolidPieces>, 2> pieces_;
    mutable std::once_flag convex_once_;
    mutable std::shared_ptr<const ConvexSolid> convex_;
    mutable std::once_flag solid_once_;
    mutable Model solid_;
};

}  // namespace allide::query
