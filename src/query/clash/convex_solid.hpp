// A closed part that is convex up to rounding, as the intersection of half-spaces.
//
// Each plane has two offsets. No vertex of the part lies beyond the outer one, so the solid is inside all
// outer half-spaces. Every bounding triangle lies beyond the inner offset of some plane, so the intersection
// of the inner half-spaces, which is convex, has no point of the surface in its interior; one exact test of
// one of its points shows that it belongs to the solid. docs/guarantees.md derives from this that the
// distance of a point in the solid from the surface is between the least of its distances to the inner planes
// and the least to the outer planes.
#pragma once

#include "query/clash/overlap_frame.hpp"
#include "query/clash/solid_surface.hpp"

#include <span>
#include <vector>

namespace allide::query {

class ConvexSolid {
  public:
    // Finds the planes. The solid counts as not convex if the two offsets of a plane would be far apart, or
    // if there are too many planes for the method to be worth it.
    explicit ConvexSolid(const SolidSurface& surface);

    bool is_convex() const { return !planes_.empty(); }

    // { normal · (x − centre) ≤ offset }; the normal points outward and has length 1, rounded.
    struct Plane {
        Vec3 normal;
        double inner, outer;
    };
    std::span<const Plane> planes() const { return planes_; }
    const Vec3& centre() const { return centre_; }

  private:
    bool add_planes(const SolidSurface& surface);
    bool add_plane_of(std::span<const Vec3> corners);
    bool add_needles();
    bool widen();
    bool centre_is_inside(const SolidSurface& surface) const;
    void collect_vertices(const SolidSurface& surface);
    bool contain_vertices(Plane& plane) const;

    Vec3 centre_ = {};  // a point inside the inner planes
    std::vector<Plane> planes_;
    std::vector<Vec3> vertices_;              // relative to the centre
    std::vector<std::vector<Vec3>> needles_;  // the corners of facets that have no reliable normal
    double largest_ = 0;                      // the largest coordinate
    double margin_ = 0;                       // how far apart a plane's offsets may be
};

// A ConvexSolid in the coordinates of an OverlapFrame, for a part at rest: { normal · x ≤ offset }. The
// offsets include the rounding of coordinates in the frame.
class ConvexInFrame {
  public:
    ConvexInFrame(const ConvexSolid& solid, const OverlapFrame& frame);

    std::span<const ConvexSolid::Plane> planes() const { return planes_; }
    // A lower and an upper bound of the distance of a point in the solid from the surface. If inner_depth()
    // is positive, the point is in the solid.
    double inner_depth(const Vec3& x) const;
    double outer_depth(const Vec3& x) const;

  private:
    std::vector<ConvexSolid::Plane> planes_;
};

}  // namespace allide::query
