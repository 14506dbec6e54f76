#include "query/clash/solid_regions_at_line.hpp"

#include "kernel/number/number_vectors.hpp"

#include <algorithm>
#include <cstddef>

namespace allide::query {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;
using kernel::NumberPoint;

template <typename Number>
NumberPoint<Number> in_world(const Pose& pose, const Vec3& x) {
    return pose == Pose::identity() ? kernel::as_given<Number>(x) : kernel::image<Number>(pose, x);
}

template <typename Number>
NumberPoint<Number> normal_in_world(const TriangleAtLine& t) {
    const auto a = in_world<Number>(*t.pose, t.corners[0]);
    return kernel::cross_of(kernel::minus(in_world<Number>(*t.pose, t.corners[1]), a),
                            kernel::minus(in_world<Number>(*t.pose, t.corners[2]), a));
}

// A half-plane that the line bounds, seen against the line's direction.
template <typename Number>
struct HalfPlane {
    NumberPoint<Number> arm;     // from the line's first point to a point of the half-plane
    NumberPoint<Number> across;  // direction × arm: points counter-clockwise
    bool solid_behind;           // the solid is on the counter-clockwise side
    bool of_a;
};

template <typename Number>
class HalfPlanesAtLine {
  public:
    HalfPlanesAtLine(const std::array<Vec3, 2>& line, const Pose& line_pose, bool& doubt)
        : line_(line),
          line_pose_(line_pose),
          from_(in_world<Number>(line_pose, line[0])),
          direction_(kernel::minus(in_world<Number>(line_pose, line[1]), from_)),
          doubt_(doubt) {}

    // Adds one half-plane per side of the line on which the triangle has a corner.
    void add(const TriangleAtLine& t) {
        const NumberPoint<Number> normal = normal_in_world<Number>(t);
        bool has_left = false, has_right = false;
        for (const Vec3& corner : t.corners) {
            if (is_end(corner, *t.pose)) continue;
            const auto arm = kernel::minus(in_world<Number>(*t.pose, corner), from_);
            const auto across = kernel::cross_of(direction_, arm);
            const int facing = sign_of(kernel::dot_of(normal, across), doubt_);
            bool& had = facing > 0 ? has_left : has_right;
            if (facing == 0 || had) continue;
            had = true;
            planes_.push_back({arm, across, t.solid_above == (facing > 0), t.of_a});
        }
    }

    SolidRegions regions() const {
        SolidRegions found;
        for (const HalfPlane<Number>& plane : planes_) found.add(inside(plane, true), inside(plane, false));
        return found;
    }

  private:
    // True if the corner is an end of the line, where rounded arithmetic would be undecided.
    bool is_end(const Vec3& corner, const Pose& pose) const {
        return std::find(line_.begin(), line_.end(), corner) != line_.end() && pose == line_pose_;
    }

    // True if the sector that begins at a half-plane is inside the solid. This depends on the last half-plane
    // of that solid at or before `start`.
    bool inside(const HalfPlane<Number>& start, bool of_a) const {
        const HalfPlane<Number>* last = nullptr;
        for (const HalfPlane<Number>& plane : planes_)
            if (plane.of_a == of_a && (last == nullptr || is_nearer(plane, *last, start))) last = &plane;
        return last != nullptr && last->solid_behind;
    }

    // True if x comes before y when turning clockwise from the start.
    bool is_nearer(const HalfPlane<Number>& x, const HalfPlane<Number>& y,
                   const HalfPlane<Number>& start) const {
        const int part_x = part(x, start), part_y = part(y, start);
        if (part_x != part_y) return part_x < part_y;
        return part_x % 2 != 0 && sign_of(kernel::dot_of(x.arm, y.across), doubt_) > 0;
    }

    // The position of x clockwise from the start: 0 if it coincides with the start, 1 in the first half turn,
    // 2 opposite the start, 3 in the second half turn.
    int part(const HalfPlane<Number>& x, const HalfPlane<Number>& start) const {
        const int ahead = sign_of(kernel::dot_of(x.arm, start.across), doubt_);
        if (ahead != 0) return ahead < 0 ? 1 : 3;
        return sign_of(kernel::dot_of(x.across, start.across), doubt_) > 0 ? 0 : 2;
    }

    const std::array<Vec3, 2>& line_;
    const Pose& line_pose_;
    NumberPoint<Number> from_, direction_;
    std::vector<HalfPlane<Number>> planes_;
    bool& doubt_;
};

template <typename Number>
SolidRegions regions_in(const std::array<Vec3, 2>& line, const Pose& line_pose,
                        const std::vector<TriangleAtLine>& triangles, bool& doubt) {
    HalfPlanesAtLine<Number> half_planes(line, line_pose, doubt);
    for (const TriangleAtLine& triangle : triangles) half_planes.add(triangle);
    return half_planes.regions();
}

template <typename Number>
int facing_of(const TriangleAtLine& a, const TriangleAtLine& b, bool& doubt) {
    return sign_of(kernel::dot_of(normal_in_world<Number>(a), normal_in_world<Number>(b)), doubt);
}

}  // namespace

SolidRegions solid_regions_at_line(const std::array<Vec3, 2>& line, const Pose& line_pose,
                                   const std::vector<TriangleAtLine>& triangles) {
    bool doubt = false;
    const SolidRegions rounded = regions_in<BoundedDouble>(line, line_pose, triangles, doubt);
    if (!doubt) return rounded;
    bool never = false;
    return regions_in<Exact>(line, line_pose, triangles, never);
}

bool solids_on_same_side(const TriangleAtLine& a, const TriangleAtLine& b) {
    bool doubt = false;
    int facing = facing_of<BoundedDouble>(a, b, doubt);
    if (doubt) facing = facing_of<Exact>(a, b, doubt);
    return (a.solid_above == b.solid_above) == (facing > 0);
}

}  // namespace allide::query
