#include "query/pair_times.hpp"

#include "kernel/closest_features.hpp"
#include "kernel/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::PairEvent;
using kernel::Sure;
using kernel::operator*;
using Corners = kernel::NumberTriangle<double>;

// A good part of a radian: contact functions are nearly parabolas there.
double span_of(double angle) {
    return std::abs(angle) > 0.5 ? 0.5 / std::abs(angle) : 1;
}

kernel::Triangle as_triangle(const Corners& corners) {
    kernel::Triangle out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = {corners[i][0], corners[i][1], corners[i][2]};
    return out;
}

traverse::AxisPoint point_of(const Corners& corners, const std::array<double, 3>& weights) {
    traverse::AxisPoint out{};
    const double sum = weights[0] + weights[1] + weights[2];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[k] += weights[i] / sum * corners[i][k];
    return out;
}

// Where two triangles are closest, about.
struct Near {
    traverse::AxisPoint a, direction;
    double distance;
};

Near nearest_places(const Corners& a, const Corners& b) {
    const kernel::ClosestFeatures features = kernel::closest_features(as_triangle(a), as_triangle(b));
    Near near;
    near.a = point_of(a, features.weights_a);
    near.direction = kernel::minus(point_of(b, features.weights_b), near.a);
    near.distance = std::sqrt(kernel::dot_of(near.direction, near.direction));
    return near;
}

// A leg that shifts, as a screw along its shift: for bounds, which have margins for what is rounded here.
MotionLeg along_shift(const MotionLeg& leg, const std::optional<LinearTimes>& linear) {
    if (!linear) return leg;
    MotionLeg out = leg;
    const auto& m = leg.start.matrix();
    const Vec3& shift = linear->shift();
    const double size = kernel::largest(shift);
    out.is_linear = false;
    out.screw = {
        .point = {m[3], m[7], m[11]}, .axis = size > 0 ? shift : Vec3{0, 0, 1}, .angle = {}, .advance = 0};
    if (size > 0) out.screw.advance = size * std::sqrt(kernel::dot((1 / size) * shift, (1 / size) * shift));
    return out;
}

// More than rounding can do to a distance in the unit.
constexpr double distance_error = 0x1p-46;

}  // namespace

PairTimes::PairTimes(const MotionLeg& leg, const Pose& pose_b, double norm_a, double norm_b, double clearance,
                     double width, double blur, const Vec3& rest)
    : linear_(LinearTimes::of(leg, pose_b, rest)),
      scene_(along_shift(leg, linear_), pose_b, norm_a, norm_b, blur),
      clearance_(scene_.in_unit(clearance)),
      width_(width),
      span_(span_of(scene_.angle)),
      bounds_(scene_, clearance) {
    // What is known up to a blur only has no exact times; contact functions serve it.
    if (blur != 0) linear_.reset();
}

std::vector<PairEvent> PairTimes::first_events(const kernel::Triangle& a, const kernel::Triangle& b,
                                               double lo, double hi) const {
    if (clearance_ > 0) return by_steps(a, b, lo, hi);
    if (linear_) {
        const auto span = linear_->span(a, b);
        if (!span || span->first.lower > hi || span->last.upper < lo) return {};
        const double at = 0.5 * (span->first.lower + span->first.upper);
        const Near near = nearest_places(bounds_.corners_at(scene_.triangle_a<double>(a).corner, at),
                                         scene_.triangle_b<double>(b).corner);
        return {PairEvent{span->first.lower, span->first.upper, true, span->features, near.a}};
    }
    const kernel::ScrewPair pair(scene_, a, b);
    if (pair.is_flat()) return by_steps(a, b, lo, hi);
    return pair.first_events(lo, hi, width_);
}

Sure PairTimes::touch_at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const {
    if (clearance_ == 0 && linear_) {
        const auto span = linear_->span(a, b);
        if (!span || t < span->first.lower || t > span->last.upper) return Sure::no;
        return t >= span->first.upper && t <= span->last.lower ? Sure::yes : Sure::maybe;
    }
    if (clearance_ == 0) return kernel::ScrewPair(scene_, a, b).touch_at(t);
    const Near near = nearest_places(bounds_.corners_at(scene_.triangle_a<double>(a).corner, t),
                                     scene_.triangle_b<double>(b).corner);
    if (near.distance + distance_error + scene_.blur <= clearance_) return Sure::yes;
    return near.distance - distance_error - scene_.blur > clearance_ ? Sure::no : Sure::maybe;
}

double PairTimes::touch_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                              double hi) const {
    if (clearance_ > 0) return within_until(a, b, t, hi);
    if (linear_) return std::clamp(linear_->span(a, b)->last.lower, t, hi);
    const kernel::ScrewPair pair(scene_, a, b);
    while (t < hi) {
        const double end = std::min(hi, t + span_);
        // Between two events nothing changes.
        for (const PairEvent& event : pair.all_events(t, end, width_)) {
            if (event.lo > t && pair.touch_at(0.5 * (t + event.lo)) != Sure::yes) return t;
            t = std::max(t, event.lo);
            if (pair.touch_at(std::min(end, event.hi + width_)) != Sure::yes) return t;
        }
        if (pair.touch_at(0.5 * (t + end)) != Sure::yes) return t;
        t = end;
    }
    return hi;
}

// Of two convex bodies that are shifted the distance is a convex function of time: what is near at two times
// is near in between.
double PairTimes::shifted_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                                       double hi) const {
    if (touch_at(a, b, t) != Sure::yes) return t;
    if (touch_at(a, b, hi) == Sure::yes) return hi;
    while (hi - t > 0.125 * width_) {
        const double middle = 0.5 * (t + hi);
        if (middle <= t || middle >= hi) break;
        (touch_at(a, b, middle) == Sure::yes ? t : hi) = middle;
    }
    return t;
}

// The distance grows no faster than the fastest corner moves.
double PairTimes::within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                               double hi) const {
    const auto start = scene_.triangle_a<double>(a);
    const Corners other = scene_.triangle_b<double>(b).corner;
    const double speed =
        std::abs(scene_.angle) * traverse::AxisCorners(start).beside + std::abs(scene_.advance) + 0x1p-1000;
    if (linear_) return shifted_within_until(a, b, t, hi);
    for (int step = 0; step < 10000; ++step) {
        const double distance = nearest_places(bounds_.corners_at(start.corner, t), other).distance;
        const double longer = (clearance_ - distance - distance_error - scene_.blur) / speed;
        if (!(longer > 0.125 * width_)) return t;
        t += longer * (1 - 0x1p-40);
        if (t >= hi) return hi;
    }
    return t;
}

// Conservative advancement: along the direction between the closest points the two stay apart for a time that
// is certain; and again from there.
std::vector<PairEvent> PairTimes::by_steps(const kernel::Triangle& a, const kernel::Triangle& b, double lo,
                                           double hi) const {
    const auto start = scene_.triangle_a<double>(a);
    const traverse::AxisCorners corners(start);
    const Corners other = scene_.triangle_b<double>(b).corner;
    double t = lo;
    for (int step = 0; step < 10000 && t <= hi; ++step) {
        const Corners now = bounds_.corners_at(start.corner, t);
        const Near near = nearest_places(now, other);
        const auto& n = near.direction;
        const double far =
            std::max({kernel::dot_of(n, now[0]), kernel::dot_of(n, now[1]), kernel::dot_of(n, now[2])});
        const double close =
            std::min({kernel::dot_of(n, other[0]), kernel::dot_of(n, other[1]), kernel::dot_of(n, other[2])});
        const double speed = std::max(
            {bounds_.speed_along(n, now[0]), bounds_.speed_along(n, now[1]), bounds_.speed_along(n, now[2])});
        const double free = bounds_.stays_apart(n, far, speed, close, corners.beside);
        if (free > 0.25 * width_) {
            t += free;
            continue;
        }
        // So near that the next step would be shorter than the answer may be wide.
        const double later = std::min({hi, t + 0.75 * width_});
        const bool certain = touch_at(a, b, later) == Sure::yes;
        if (certain || !(free > 0.001 * width_))
            return {PairEvent{t, later, certain, allide::Features::vertex_face, near.a}};
        t += free;
    }
    if (t > hi) return {};
    return {PairEvent{t, hi, false, allide::Features::vertex_face, start.corner[0]}};
}

}  // namespace allide::query
