// A ray against the triangles of one placed model: in double with bounds, then exact.
#pragma once

#include "kernel/probe/ray_triangle.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/geometry.hpp>

#include <limits>
#include <optional>

namespace allide::kernel {

// The ray as it was asked for, in the world. Its origin may be a point of another model: the image of a
// vertex is no double.
struct RaySource {
    Vec3 origin;
    Pose origin_pose = {};
    Vec3 direction = {};
    std::optional<Vec3> end = {};  // the direction runs to here, in place of `direction`
    std::optional<double> max_t = {};
};

// Where the smallest common t lies, for certain, and what double arithmetic takes it for.
struct RayTime {
    double low = 0, high = 0, value = 0;
};

// What a point has to do with the half-line that leaves it, for counting crossings.
enum class Crossing { none, up, down, on_triangle };

// Prepared once a query, for one thread. Triangles are given in the model's own coordinates.
class RayTester {
  public:
    RayTester(const Pose& pose, const RaySource& source);

    enum class Verdict { miss, hit, doubtful };
    // In double; the time is set for a hit.
    Verdict rounded(const Triangle& t, RayTime& time) const;
    // The same where the ray's line goes through the inside of the triangle for certain.
    Verdict rounded_pierced(const Triangle& t, RayTime& time) const;
    // In exact arithmetic, where doubles could not tell, or to order hits.
    std::optional<ExactRatio> exact(const Triangle& t) const;

    // Whether the ray, its direction turned by an infinitely small amount that is the same for all triangles,
    // goes through the triangle, and from which side; or whether the origin lies on the triangle. Turned so,
    // it meets no edge, no corner, and no triangle that has no area.
    Crossing crossing(const Triangle& t) const;

    // In the model's frame.
    const NumberRay<Certain>& ray() const { return certain_; }
    // Infinite if there is none.
    double max_t() const { return source_.max_t.value_or(std::numeric_limits<double>::infinity()); }

  private:
    const NumberRay<Exact>& exact_ray() const;
    // The same in plain doubles with one bound for all; none where that is not enough.
    std::optional<Crossing> rough_crossing(const Triangle& t) const;
    void place_in_model();

    Pose pose_;
    RaySource source_;
    NumberRay<Certain> certain_;
    Vec3 origin_, direction_;  // the same without their errors, which are at most
    double origin_error_ = 0, direction_error_ = 0;
    mutable std::optional<NumberRay<Exact>> exact_;  // made when it is needed first; in the world
};

}  // namespace allide::kernel
