// Traverses one tree of any bounding volume for a ray, a point or a region, with boxes in double.
#pragma once

#include "kernel/probe/point_tester.hpp"
#include "kernel/probe/ray_tester.hpp"
#include "kernel/probe/region_tester.hpp"
#include "tree/obb_view.hpp"

#include <cstdint>
#include <functional>

namespace allide::traverse {

// Receives candidate triangles by their position in tree order. Triangles that are certainly beyond `limit`
// are not offered. The limit is a value of t for rays, and a squared distance in the world for points; the
// sink lowers it as it finds hits.
class Sink {
  public:
    virtual void candidate(std::uint32_t place) = 0;
    // Called instead of candidate() if the ray's line certainly passes through the interior of the triangle.
    virtual void pierced(std::uint32_t place) { candidate(place); }
    double limit = 0;

  protected:
    Sink() = default;
    Sink(const Sink&) = default;
    Sink& operator=(const Sink&) = default;
    ~Sink() = default;
};

// Offers every triangle that the ray meets at a t up to the limit, and possibly others.
void walk_ray(const tree::ObbView& tree, const kernel::RayTester& tester, Sink& sink);

// A point in the model's frame, and a bound on how much the model's pose shrinks lengths.
struct LocalPoint {
    LocalPoint(const Pose& pose, const Vec3& point);

    kernel::NumberPoint<kernel::BoundedDouble> at;  // the point in the model's frame
    double shrink;                                  // world length ≥ shrink · length in the model's frame
};

// Offers every triangle whose squared distance is at most the limit, and possibly others; roughly nearest
// first.
void walk_near(const tree::ObbView& tree, const LocalPoint& point, Sink& sink);

// Calls some(range) for triangles that may meet the region and all(range) for triangles that lie inside it.
using VisitPlaces = std::function<void(tree::PlaceRange)>;
void walk_region(const tree::ObbView& tree, const kernel::RegionTester& tester, const VisitPlaces& some,
                 const VisitPlaces& all);

}  // namespace allide::traverse
