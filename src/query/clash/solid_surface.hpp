// The surface of a model as the boundary of a solid: which triangles bound it, which hang together, and on
// which side of each the solid is, whatever way the file turned it.
#pragma once

#include "base/joined_sets.hpp"
#include "query/clash/triangle_facts.hpp"

#include <allide/model.hpp>

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace allide::query {

// What is taken for the surface: all of it, or each of its components alone.
enum class SurfaceScope { whole, by_component };

class SolidSurface {
  public:
    static constexpr std::uint32_t none = 0xffffffffu;

    explicit SolidSurface(const Model& model);

    // Every edge belongs to an even number of triangles that bound. Triangles that are there several times
    // count once, as those of two-sided faces should. If the surface is not closed then, walls are left out:
    // triangles that are there an even number of times and hang together by edges, but do not close, as where
    // two closed bodies share a face.
    bool closed() const { return closed_; }
    // Sorted, one of its duplicates each; none of an open surface.
    std::span<const std::uint32_t> walls() const { return walls_; }
    // Walls that stick out of the solid: they bound nothing, and yet may be run through. Found by the first
    // question.
    std::span<const std::uint32_t> sheets() const;
    // They alone.
    Model sheet_model() const;
    // The triangle that stands for this one and its duplicates; none if it has no area or bounds nothing.
    std::uint32_t bounding(std::uint32_t triangle) const { return bounding_[triangle]; }
    // Triangles that hang together by edges.
    std::uint32_t component(std::uint32_t bounding) const { return component_[bounding]; }
    // One bounding triangle of each component.
    std::span<const std::uint32_t> components() const { return first_of_component_; }
    // Those of some bounding triangles that hang together by edges.
    base::JoinedSets joined(const std::vector<bool>& some) const;
    // The bounding triangles at the edge between two corners of a triangle.
    std::vector<std::uint32_t> around(std::uint32_t triangle, std::size_t corner_a,
                                      std::size_t corner_b) const;
    // The number of the vertex that stands for all at the place of a corner.
    std::uint32_t place(std::uint32_t triangle, std::size_t corner) const {
        return position_of_[triangles_[triangle][corner]];
    }
    // Of some bounding triangles, sorted, of which none is tangled with any; unknown if it is not closed.
    std::vector<SolidSide> sides_of(std::span<const std::uint32_t> some,
                                    SurfaceScope scope = SurfaceScope::whole) const;

    // Two bounding triangles that have more in common than common corners and edges: they cross, or lie flush
    // with each other.
    struct Tangle {
        std::uint32_t triangle, with;
        bool flush;  // they have an area in common
        friend auto operator<=>(const Tangle&, const Tangle&) = default;
    };
    // Both ways, sorted; found by the first question.
    std::span<const Tangle> tangles() const;
    std::span<const Tangle> tangles_of(std::uint32_t bounding) const;
    static std::span<const Tangle> tangles_of(std::span<const Tangle> sorted, std::uint32_t bounding);
    // Of two bounding triangles, without looking at the others.
    bool are_tangled(std::uint32_t bounding, std::uint32_t other) const;
    // Is one of some bounding triangles, sorted, tangled with any, and which are? These look around them
    // only.
    bool any_tangled(std::span<const std::uint32_t> some, SurfaceScope scope = SurfaceScope::whole) const;
    std::vector<Tangle> tangles_around(std::span<const std::uint32_t> some) const;
    bool lies_flush(std::uint32_t bounding) const;
    bool has_flush_shells() const;
    // The model without what does not bound: a point is in the solid if it is inside this one by the odd
    // rule.
    // Built anew where something does not, which few ask for more than once.
    Model solid() const;
    const Model& model() const { return model_; }

  private:
    using Kept = std::vector<std::uint32_t>;
    // An edge as one triangle has it: three times its number and the corner that it starts from.
    using HalfEdge = std::uint32_t;

    // Its two places, the smaller first.
    std::uint64_t ends(HalfEdge edge) const;
    // The triangle runs from the larger place to the smaller.
    bool is_backward(HalfEdge edge) const;
    void find_bounding();
    std::vector<HalfEdge> edges_of(const Kept& kept) const;
    // Of the sorted edges: which are the first at their ends?
    std::vector<bool> begins_of_edges() const;
    static bool is_closed(const std::vector<bool>& begins);
    // Takes these for those that bound. Are they closed?
    bool keep(const Kept& kept, const std::vector<std::uint32_t>& first_alike);
    // Of some triangles that hang together by edges: those that have an edge with an odd number of them, and
    // all that hang together with these.
    Kept without_closed_groups(const Kept& some) const;
    Kept those_that_stick_out() const;
    // How bounding triangles meet a wall that is tangled with them.
    struct WallCuts {
        std::vector<std::uint32_t> by;         // those that cut or cover it
        std::array<bool, 3> edge_is_met = {};  // others have a segment in common with this edge
    };
    std::map<std::uint32_t, WallCuts> cuts_of_walls() const;
    // Walls that hang together, and lie all inside or all outside; each that is cut is alone.
    base::JoinedSets uncut_patches(const std::map<std::uint32_t, WallCuts>& cuts) const;
    // With bounding triangles, sorted.
    std::vector<Tangle> tangles_of_walls() const;
    std::span<const HalfEdge> edges_at(std::uint64_t key) const;
    void find_components(const Kept& kept, const std::vector<bool>& begins);
    bool all_bound() const;
    Model model_of(const Kept& kept) const;

    Model model_;
    std::span<const TriangleIndices> triangles_;  // of the model
    bool closed_ = false;
    std::vector<std::uint32_t> position_of_;           // by vertex
    std::vector<std::uint32_t> bounding_, component_;  // by triangle
    std::vector<std::uint32_t> first_of_component_;
    std::vector<std::uint32_t> walls_;
    mutable std::once_flag sheets_once_;
    mutable std::vector<std::uint32_t> sheets_;
    std::vector<HalfEdge> edges_;  // of bounding triangles, sorted by ends
    mutable TriangleFacts facts_;  // of bounding triangles beside the whole surface
    mutable std::once_flag tangles_once_;
    mutable std::atomic<bool> tangles_known_ = false;
    mutable std::vector<Tangle> tangles_;
    mutable bool has_flush_shells_ = false;
};

}  // namespace allide::query
