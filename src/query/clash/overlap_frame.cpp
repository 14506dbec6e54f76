#include "query/clash/overlap_frame.hpp"

#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::operator+;
using kernel::operator-;

double magnitude(const Box& box) {
    return std::max(kernel::largest(box.lo), kernel::largest(box.hi));
}

// At least the magnitude of every coordinate of the part's mesh and position. Finite, even if the box of a
// huge part is not.
double magnitude(const Placed& part, const Box& box) {
    double largest = kernel::largest(part.pose().position());
    if (part.pose() != Pose::identity())
        for (const Vec3& x : data_of(part).mesh.vertices()) largest = std::max(largest, kernel::largest(x));
    return std::min(std::max(largest, magnitude(box)), std::numeric_limits<double>::max());
}

int exponent_for(double largest) {
    const bool in_range = largest >= 0x1p-300 && largest <= 0x1p300;
    return in_range || largest == 0 ? 0 : std::ilogb(largest);
}

}  // namespace

OverlapFrame::OverlapFrame(const Placed& a, const Box& box_a, const Placed& b, const Box& box_b)
    : exponent_(exponent_for(std::max(magnitude(a, box_a), magnitude(b, box_b)))),
      to_(-exponent_),
      from_(exponent_),
      origin_(),
      error_(0) {
    const Vec3 corner{std::max(box_a.lo.x, box_b.lo.x), std::max(box_a.lo.y, box_b.lo.y),
                      std::max(box_a.lo.z, box_b.lo.z)};
    if (kernel::finite(corner)) origin_ = {to_(corner.x), to_(corner.y), to_(corner.z)};
    const double largest = to_(magnitude(a, box_a)) + to_(magnitude(b, box_b));
    error_ = 16 * 0x1p-53 * largest + 0x1p-1060;
}

Vec3 OverlapFrame::from_world(const Vec3& x) const {
    return Vec3{to_(x.x), to_(x.y), to_(x.z)} - origin_;
}

Vec3 OverlapFrame::vertex(const Pose& pose, bool at_rest, const Vec3& x) const {
    const Vec3 in_unit{to_(x.x), to_(x.y), to_(x.z)};
    if (at_rest) return in_unit - origin_;
    const Vec3 p = pose.position();
    return pose.apply_to_vector(in_unit) + (Vec3{to_(p.x), to_(p.y), to_(p.z)} - origin_);
}

Vec3 OverlapFrame::to_world(const Vec3& x) const {
    const Vec3 moved = x + origin_;
    return {from_(moved.x), from_(moved.y), from_(moved.z)};
}

}  // namespace allide::query
