#include "query/moving_bodies/body_path.hpp"

#include "kernel/pose/vec.hpp"
#include "model/moving_segment.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using Rows = std::array<double, 12>;

// The rounded product of two affine maps, which applies `second` first.
Rows product(const Rows& first, const Rows& second) {
    Rows out{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            double sum = j == 3 ? first[4 * i + 3] : 0;
            for (std::size_t k = 0; k < 3; ++k) sum += first[4 * i + k] * second[4 * k + j];
            out[4 * i + j] = sum;
        }
    }
    return out;
}

double shift_norm(const Rows& rows) {
    return std::abs(rows[3]) + std::abs(rows[7]) + std::abs(rows[11]);
}

double length_of(const Vec3& v) {
    return std::hypot(v.x, v.y, v.z);
}

// True if start + t · translation is exact in each coordinate.
bool moves_exactly(const MotionSegment& segment, double t, const Rows& moved) {
    const std::array<double, 3> shift{segment.translation.x, segment.translation.y, segment.translation.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const double start = segment.start.matrix()[4 * k + 3], part = t * shift[k], sum = moved[4 * k + 3];
        if (std::fma(t, shift[k], -part) != 0) return false;
        const double added = sum - start, rest = (start - (sum - added)) + (part - added);
        if (rest != 0 || (part != 0 && std::abs(part) < 0x1p-960)) return false;
    }
    return true;
}

}  // namespace

BodyPath::BodyPath(const detail::BodyData& body, const MotionSegment& segment, const Pose& offset,
                   const Pose* next)
    : body_(&body), segment_(segment), offset_(offset), map_(segment), duration_(segment.t1 - segment.t0) {
    const double angle = segment.is_linear ? 0 : std::abs(segment.screw.angle.in_radians());
    const double advance =
        segment.is_linear ? length_of(segment.translation) : std::abs(segment.screw.advance);
    is_still_ = angle == 0 && advance == 0;
    norm_ = body.norm + body.radius;
    if (offset != Pose::identity()) norm_ = 2 * norm_ + shift_norm(offset.matrix());
    // The factor 2 covers |R x|₁ ≤ √3 |x|₂ (1 + 1e-6), for the rotation R of a pose.
    const double start = shift_norm(segment.start.matrix());
    const Vec3& p = segment.screw.point;
    const double from_axis = angle == 0 ? 0 : start + kernel::norm_1(p) + 2 * norm_;
    constexpr double up = 1 + 0x1p-40;
    turning_ = angle / duration_ * up;
    speed_ = (turning_ * from_axis + advance / duration_) * up;
    curvature_ = turning_ * turning_ * from_axis * up;
    reach_ = (start + 2 * norm_ + 2 * kernel::norm_1(p) + 2 * advance) * up;
    if (next != nullptr) {
        const Rows end = map_.pose_rows(segment.start, 1);
        for (std::size_t i = 0; i < 12; ++i)
            jump_ += std::abs(end[i] - next->matrix()[i]) * (i % 4 == 3 ? 1 : norm_);
        jump_ *= up;
    }
}

double BodyPath::rounding_of(const Pose& pose) const {
    return 32 * 0x1p-53 * (2 * norm_ + shift_norm(pose.matrix()) + reach_ * 0x1p-30) + 0x1p-1050;
}

InexactPose BodyPath::at(double t) const {
    const double own =
        t <= segment_.t0 ? 0 : (t >= segment_.t1 ? 1 : (t - segment_.t0) / (segment_.t1 - segment_.t0));
    InexactPose out;
    const bool has_offset = offset_ != Pose::identity();
    Rows rows = segment_.start.matrix();
    bool exact = own == 0 || is_still_;
    if (!exact) {
        rows = map_.pose_rows(segment_.start, own);
        exact =
            segment_.is_linear && segment_.t0 == 0 && segment_.t1 == 1 && moves_exactly(segment_, t, rows);
    }
    if (has_offset) rows = product(rows, offset_.matrix());
    out.pose = detail::SegmentAccess::pose(rows);
    // The segment's local time is rounded by at most 2 ulp, in which a point moves by at most its speed times
    // that.
    if (!exact) out.error = rounding_of(out.pose) + 0x1p-51 * speed_ * (std::abs(t) + duration_);
    if (has_offset) out.error += rounding_of(out.pose);
    out.error += jump_;
    return out;
}

}  // namespace allide::query
