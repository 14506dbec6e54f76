// One tree of any volume asked with a ray, a point or a region: its boxes in double, a candidate at a time.
#pragma once

#include "kernel/probe/point_tester.hpp"
#include "kernel/probe/ray_tester.hpp"
#include "kernel/probe/region_tester.hpp"
#include "tree/obb_view.hpp"

#include <cstdint>
#include <functional>

namespace allide::traverse {

// Takes triangles by their place in the tree's order. What is certainly beyond `limit` is not offered: for
// rays a t, for points a squared distance in the world. The sink lowers it as it finds.
class Sink {
  public:
    virtual void candidate(std::uint32_t place) = 0;
    // The same where the ray's line goes through the inside of the triangle for certain.
    virtual void pierced(std::uint32_t place) { candidate(place); }
    double limit = 0;

  protected:
    Sink() = default;
    Sink(const Sink&) = default;
    Sink& operator=(const Sink&) = default;
    ~Sink() = default;
};

// Every triangle that the ray meets at a t up to the limit, and others.
void walk_ray(const tree::ObbView& tree, const kernel::RayTester& tester, Sink& sink);

// A point seen from the model, and what the model's pose does to lengths.
struct LocalPoint {
    LocalPoint(const Pose& pose, const Vec3& point);

    kernel::NumberPoint<kernel::Certain> at;  // in the model's frame
    double shrink;                            // no length gets smaller than this times itself in the world
};

// Every triangle whose squared distance is at most the limit, and others; near ones first, roughly.
void walk_near(const tree::ObbView& tree, const LocalPoint& point, Sink& sink);

// Calls some(places) for triangles that may meet the region, all(places) for those that lie in it.
using VisitPlaces = std::function<void(tree::PlaceRange)>;
void walk_region(const tree::ObbView& tree, const kernel::RegionTester& tester, const VisitPlaces& some,
                 const VisitPlaces& all);

}  // namespace allide::traverse
