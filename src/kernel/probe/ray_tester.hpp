// A ray against the triangles of one placed model: in double with bounds, then exactly.
#pragma once

#include "base/infinity.hpp"
#include "kernel/probe/ray_triangle.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/geometry.hpp>

#include <optional>

namespace allide::kernel {

// The ray in world coordinates, as given by the caller. The origin may be a vertex of another model: it is
// then given with that model's pose, because its exact image in the world is generally not representable in
// doubles.
struct RaySource {
    Vec3 origin;
    Pose origin_pose = {};
    Vec3 direction = {};
    std::optional<Vec3> end = {};  // if set, the direction is end − origin and `direction` is ignored
    std::optional<double> max_t = {};
};

// Proven bounds of the smallest t at which ray and triangle share a point, and its rounded value in double.
struct RayTime {
    double low = 0, high = 0, value = 0;
};

// The way in which a half-line crosses a triangle, for counting crossings: not at all, in the direction of
// the triangle's normal, or against it; on_triangle if the half-line's origin lies on the triangle.
enum class Crossing { none, up, down, on_triangle };

// Constructed once per query and used by one thread. Triangles are given in the model's own coordinates.
class RayTester {
  public:
    RayTester(const Pose& pose, const RaySource& source);

    enum class Verdict { miss, hit, doubtful };
    // Tests a triangle in double arithmetic with error bounds. `time` is set for a hit.
    Verdict rounded(const Triangle& t, RayTime& time) const;
    // The same, faster, for a triangle whose interior the ray's line is already known to cross.
    Verdict rounded_pierced(const Triangle& t, RayTime& time) const;
    // The exact t of a hit; empty for a miss. For doubtful verdicts, and to order hits with similar t.
    std::optional<ExactRatio> exact(const Triangle& t) const;

    // The crossing of the ray with the triangle after a symbolic perturbation of the ray's direction, which
    // is the same for all triangles. A perturbed ray meets no edge, no corner, and no triangle without area.
    Crossing crossing(const Triangle& t) const;

    // The ray in the model's frame.
    const NumberRay<BoundedDouble>& ray() const { return bounded_; }
    // The t at which the ray ends; infinity if it does not end.
    double max_t() const { return source_.max_t.value_or(base::infinity); }

  private:
    const NumberRay<Exact>& exact_ray() const;
    // A fast crossing() in plain doubles with one error bound for all signs; empty if the bound is too wide.
    std::optional<Crossing> fast_crossing(const Triangle& t) const;
    void place_in_model();

    Pose pose_;
    RaySource source_;
    NumberRay<BoundedDouble> bounded_;
    Vec3 origin_, direction_;  // rounded values of bounded_; the next two members bound their errors
    double origin_error_ = 0, direction_error_ = 0;
    mutable std::optional<NumberRay<Exact>> exact_;  // exact ray in world coordinates; created on first use
};

}  // namespace allide::kernel
