#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/screw/screw_between.hpp"
#include "kernel/screw/screw_map.hpp"

#include <allide/motion.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide {
namespace {

Error bad_path(std::string message, ErrorCode code = ErrorCode::bad_argument) {
    return {.code = code, .message = std::move(message)};
}

MotionSegment segment_between(const Pose& from, const Pose& to, double t0, double t1) {
    MotionSegment segment{.t0 = t0, .t1 = t1, .start = from, .screw = {}, .translation = {}};
    const kernel::Between between = kernel::screw_between(from, to);
    segment.is_linear = between.is_linear;
    segment.screw = between.screw;
    segment.translation = between.translation;
    return segment;
}

bool is_finite_segment(const MotionSegment& segment) {
    return kernel::finite(segment.translation) && kernel::finite(segment.screw.point) &&
           kernel::finite(segment.screw.axis) && std::isfinite(segment.screw.advance);
}

}  // namespace

Motion::Motion() : Motion(std::vector<MotionSegment>(1)) {}
Motion::Motion(std::vector<MotionSegment> segments, bool is_path)
    : segments_(std::make_shared<const std::vector<MotionSegment>>(std::move(segments))), is_path_(is_path) {}

namespace {

// The segments that a motion has after it was moved from. They equal those of Motion().
std::shared_ptr<const std::vector<MotionSegment>> resting_segments() {
    static const auto segments = std::make_shared<const std::vector<MotionSegment>>(1);
    return segments;
}

}  // namespace

Motion::Motion(Motion&& other) noexcept
    : segments_(std::exchange(other.segments_, resting_segments())),
      is_path_(std::exchange(other.is_path_, false)) {}
Motion& Motion::operator=(Motion&& other) noexcept {
    segments_ = std::exchange(other.segments_, resting_segments());
    is_path_ = std::exchange(other.is_path_, false);
    return *this;
}

Motion Motion::screw(const Screw& screw) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(screw.point) && std::isfinite(screw.advance) && kernel::finite(screw.axis) &&
                     kernel::largest(screw.axis) > 0,
                 "a screw needs finite numbers and an axis that is not zero");
    base::expect(std::abs(screw.angle.in_radians()) <= kernel::largest_angle,
                 "a screw's angle must be at most 2^35 radians");
    MotionSegment segment;
    segment.screw = screw;
    return Motion(std::vector{segment});
}

Motion Motion::linear(const Vec3& translation) {
    base::expect(kernel::finite(translation), "a translation must be finite");
    MotionSegment segment;
    segment.is_linear = true;
    segment.translation = translation;
    return Motion(std::vector{segment});
}

Motion Motion::rotation(const Vec3& point, const Vec3& axis, Angle angle) {
    return screw({.point = point, .axis = axis, .angle = angle});
}

Result<Motion> Motion::path(std::span<const Pose> poses, std::span<const double> times) {
    const base::DefaultFloatEnvironment environment;
    if (poses.size() < 2) return bad_path("a path needs at least two poses");
    if (poses.size() != times.size()) return bad_path("a path needs one time per pose");
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!std::isfinite(times[i]))
            return bad_path("time " + std::to_string(i) + " of the path is not finite",
                            ErrorCode::not_finite);
        if (i > 0 && !(times[i] > times[i - 1]))
            return bad_path("time " + std::to_string(i) + " of the path is not above the one before");
    }
    // The times are halved so that their difference cannot overflow.
    const double first = times.front() / 2, whole = times.back() / 2 - first;
    std::vector<double> at(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) at[i] = (times[i] / 2 - first) / whole;
    at.back() = 1;
    std::vector<MotionSegment> segments;
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
        if (!(at[i + 1] > at[i]))
            return bad_path("times " + std::to_string(i) + " and " + std::to_string(i + 1) +
                            " of the path are too close to each other");
        segments.push_back(segment_between(poses[i], poses[i + 1], at[i], at[i + 1]));
        if (!is_finite_segment(segments.back()))
            return bad_path(
                "the translation from pose " + std::to_string(i) + " to the next exceeds the largest double",
                ErrorCode::not_finite);
    }
    return Motion(std::move(segments), true);
}

Motion Motion::from(const Pose& start) const {
    base::expect(!is_path_, "a path's poses are the model's own: it cannot start from another");
    std::vector<MotionSegment> segments = *segments_;
    segments.front().start = start;
    return Motion(std::move(segments));
}

Pose Motion::at(double t) const {
    const base::DefaultFloatEnvironment environment;
    base::expect(t >= 0 && t <= 1, "the time of a motion is from 0 to 1");
    const auto next = std::find_if(segments_->begin(), segments_->end() - 1,
                                   [t](const MotionSegment& segment) { return t < segment.t1; });
    const double own = (t - next->t0) / (next->t1 - next->t0);
    return Pose(kernel::ScrewMap(*next).pose_rows(next->start, own));
}

Placed Moving::at_start() const {
    return {*data_, motion_.segments().front().start};
}
Placed Moving::at(double t) const {
    return {*data_, motion_.at(t)};
}

Moving Model::along(const Motion& motion) const& {
    return {*data_, motion};
}

}  // namespace allide
