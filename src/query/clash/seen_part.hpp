// The triangles of one part that matter for the volume of an intersection, seen from above, each with the
// side on which the solid is.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/height_integral.hpp"
#include "query/clash/overlap_frame.hpp"
#include "query/clash/solid_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// A box whose axes are turned such that z is the height.
struct SeenBox {
    Range x, y, z;

    bool is_empty() const { return !(x.low < x.high && y.low < y.high && z.low < z.high); }
    double volume() const { return is_empty() ? 0 : x.length() * y.length() * z.length() * (1 + 0x1p-40); }
    SeenBox common_with(const SeenBox& other) const {
        const auto common = [](const Range& p, const Range& q) {
            return Range{std::max(p.low, q.low), std::min(p.high, q.high)};
        };
        return {common(x, other.x), common(y, other.y), common(z, other.z)};
    }
};

// The solid is the set of points in an odd number of components, which are solids without self-intersections.
struct SeenPart {
    std::vector<SeenTriangle> triangles;
    std::vector<std::uint32_t> component_of;  // by triangle; empty if there is one component
    std::vector<SeenBox> components;          // their bounding boxes; empty if there is one component
    double area = 0;                          // upper bound on the area of its surface in the common box
    double doubtful = 0;  // upper bound on the area in which the solid may be on the other side
    bool certain = true;

    // The largest number of components that have a point in the box.
    double components_in(const SeenBox& box) const {
        if (components.empty()) return 1;
        double count = 0;
        for (const SeenBox& one : components) count += one.common_with(box).is_empty() ? 0 : 1;
        return count;
    }
};

// Looks at parts along the shortest side of the box that both have in common.
class PartView {
  public:
    PartView(const OverlapFrame& frame, const Box& common);

    // The triangles above the common box's floor that can be seen in its ground rectangle from above. If one
    // of them intersects another triangle of its part in the scope, the solid is on different sides of its
    // pieces, which are taken instead. Not certain if there are no such pieces. The scope only matters if
    // triangles intersect others.
    SeenPart see(const ClashPart& part, SurfaceScope scope) const;

    const SeenBox& common() const { return common_; }
    const OverlapFrame& frame() const { return frame_; }

  private:
    void see_pieces(const ClashPart& part, SurfaceScope scope, std::span<const std::uint32_t> some,
                    std::span<const std::array<Vec3, 3>> placed, SeenPart& out) const;
    void see_piece(const ClashPart& part, const std::array<Vec3, 3>& triangle, double piece_margin,
                   const SolidPieces::Piece& piece, SeenPart& out) const;
    void add(SeenPart& out, const std::array<Vec3, 3>& corners, const std::array<Vec3, 3>& whole,
             SolidSide side) const;
    void find_components(const ClashPart& part, SeenPart& out) const;
    Vec3 placed(const ClashPart& part, const Vec3& x) const;
    // The largest area that a triangle can have in the common box: half of its surface.
    double box_area() const;

    const OverlapFrame& frame_;
    std::size_t up_ = 2;
    SeenBox common_;
};

}  // namespace allide::query
