// The distance D of a point from a convex set is a convex function with a slope of at most 1. Let x and v be
// the place and the velocity of the sphere's centre at the middle m of a time interval m ± h. During the
// interval, the centre stays within acceleration·h²/2 of the line x + s·v, |s| ≤ h. Along this line D is at
// least D(x) − |g · v|h, where g is the gradient of D at x, and at most the larger of its values at the two
// ends. By these bounds each interval is proven free, proven to be in contact, or bisected. In a grazing
// contact g · v is small, so few of the bisected intervals remain undecided.
#include "kernel/screw/moving_sphere.hpp"

#include "kernel/number/sin_cos.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

// Distance of a point from an obstacle, and the unit vector away from it; both 0 for a point inside.
struct Approach {
    double distance = 0;
    Vec3 away;
};

struct PlaneObstacle {
    Vec3 normal;  // unit vector
    double offset;

    Approach from(const Vec3& x) const {
        const double height = dot(normal, x) - offset;
        return {std::abs(height), height < 0 ? -1.0 * normal : normal};
    }
    double extent() const { return std::abs(offset); }
};

struct HalfSpaceObstacle : PlaneObstacle {
    Approach from(const Vec3& x) const {
        const double height = dot(normal, x) - offset;
        return height > 0 ? Approach{height, normal} : Approach{};
    }
};

// A box enlarged by a radius, or a ball, for which the box is a single point. The distance of a point is
// measured to the nearest point of this set.
struct BoxObstacle {
    Box box;
    double radius = 0;

    Approach from(const Vec3& x) const {
        const auto beyond = [](double value, double lo, double hi) {
            return value < lo ? value - lo : (value > hi ? value - hi : 0);
        };
        const Vec3 outward{beyond(x.x, box.lo.x, box.hi.x), beyond(x.y, box.lo.y, box.hi.y),
                           beyond(x.z, box.lo.z, box.hi.z)};
        const double length = std::sqrt(dot(outward, outward));
        if (!(length > radius)) return {};
        return {length - radius, (1 / length) * outward};
    }
    double extent() const { return std::max(largest(box.lo), largest(box.hi)) + radius; }
};

// v · 2^power, with the power chosen so that the largest component is from 1 to 2 for a v of any length.
Vec3 with_exponent_0(const Vec3& v, int& power) {
    power = -std::ilogb(largest(v));
    return {std::ldexp(v.x, power), std::ldexp(v.y, power), std::ldexp(v.z, power)};
}

PlaneObstacle unit_plane(const HalfSpace& plane) {
    int power = 0;
    const Vec3 scaled = with_exponent_0(plane.normal, power);
    const double length = std::sqrt(dot(scaled, scaled));
    return {(1 / length) * scaled, std::ldexp(plane.offset, power) / length};
}

void append_span(TimeSpans& spans, double t0, double t1) {
    if (!spans.empty() && spans.back().t1 >= t0)
        spans.back().t1 = std::max(spans.back().t1, t1);
    else
        spans.push_back({t0, t1});
}

}  // namespace

TimeSpans intersection(const TimeSpans& a, const TimeSpans& b) {
    TimeSpans both;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double t0 = std::max(a[i].t0, b[j].t0), t1 = std::min(a[i].t1, b[j].t1);
        if (t0 <= t1) both.push_back({t0, t1});
        ++(a[i].t1 < b[j].t1 ? i : j);
    }
    return both;
}

TimeSpans united(const TimeSpans& a, const TimeSpans& b) {
    TimeSpans sorted(a), all;
    sorted.insert(sorted.end(), b.begin(), b.end());
    std::sort(sorted.begin(), sorted.end(), [](const TimeSpan& x, const TimeSpan& y) { return x.t0 < y.t0; });
    for (const TimeSpan& span : sorted) append_span(all, span.t0, span.t1);
    return all;
}

// Error bound of positions. r = centre − point is split into components along and across the axis. The errors
// of r, of the unit axis (3u), of products and sums, of sine and cosine (4u) and of the final sum add up to
// less than 64u times the sum of all lengths.
MovingSphere::MovingSphere(const Vec3& centre, double radius, const Screw& screw)
    : radius_(radius), angle_(screw.angle.in_radians()), advance_(screw.advance) {
    int power = 0;
    const Vec3 scaled = with_exponent_0(screw.axis, power);
    axis_ = (1 / std::sqrt(dot(scaled, scaled))) * scaled;
    const Vec3 r = centre - screw.point;
    const Vec3 along = dot(axis_, r) * axis_;
    foot_ = screw.point + along;
    cosine_ = r - along;
    sine_ = cross(axis_, r);
    const double lengths = norm_1(centre) + norm_1(screw.point) + std::abs(advance_);
    error_ = 64 * 0x1p-53 * (lengths + norm_1(r)) + 0x1p-1060;
    const double arm = std::sqrt(dot(cosine_, cosine_)) + error_, turn = std::abs(angle_);
    speed_ = (1 + 0x1p-40) * (std::abs(advance_) + turn * arm);
    acceleration_ = (1 + 0x1p-40) * turn * turn * arm;
}

MovingSphere::State MovingSphere::at(double t) const {
    const auto [sin, cos] = sin_cos(two_product(angle_, t));
    return {foot_ + (advance_ * t) * axis_ + cos * cosine_ + sin * sine_,
            advance_ * axis_ + (angle_ * cos) * sine_ - (angle_ * sin) * cosine_};
}

double MovingSphere::slack(double tolerance) const {
    return 8 * error_ + tolerance * speed_;
}

template <typename Obstacle>
class MovingSphere::Search {
  public:
    Search(const MovingSphere& sphere, const Obstacle& obstacle, double tolerance)
        : sphere_(sphere),
          obstacle_(obstacle),
          tolerance_(std::max(tolerance, 0x1p-45)),
          error_(2 * sphere.error_ + 16 * 0x1p-53 * (obstacle.extent() + sphere.radius_)),
          slope_error_(std::abs(sphere.angle_) * sphere.error_ + 0x1p-40 * sphere.speed_),
          enough_(sphere.radius_ + sphere.slack(tolerance) + 4 * error_) {}

    TimeSpans run(const TimeSpan& within) {
        // If a bound overflows, nothing is known: contact is possible at all times.
        if (!std::isfinite(enough_ + sphere_.acceleration_)) return {within};
        search(within.t0, within.t1);
        return std::move(spans_);
    }

  private:
    void search(double t0, double t1) {
        const double m = t0 + (t1 - t0) / 2, h = (0.5 + 0x1p-40) * (t1 - t0);
        const State state = sphere_.at(m);
        const Approach here = obstacle_.from(state.place);
        const double curve = sphere_.acceleration_ * h * h / 2 + error_ + slope_error_ * h;
        const double falls = std::abs(dot(here.away, state.velocity)) * h;
        if (here.distance > 0 && here.distance * (1 - 0x1p-50) > sphere_.radius_ + falls + curve) return;
        if (t1 - t0 <= tolerance_ || is_met(state, h, curve)) return append_span(spans_, t0, t1);
        search(t0, m);
        search(m, t1);
    }

    bool is_met(const State& state, double h, double curve) const {
        const double before = obstacle_.from(state.place - h * state.velocity).distance;
        const double after = obstacle_.from(state.place + h * state.velocity).distance;
        return std::max(before, after) + curve <= enough_;
    }

    const MovingSphere& sphere_;
    const Obstacle& obstacle_;
    double tolerance_, error_, slope_error_, enough_;
    TimeSpans spans_;
};

TimeSpans MovingSphere::at_plane(const HalfSpace& plane, const TimeSpan& within, double tolerance) const {
    const PlaneObstacle obstacle = unit_plane(plane);
    return Search<PlaneObstacle>(*this, obstacle, tolerance).run(within);
}

TimeSpans MovingSphere::in_half_space(const HalfSpace& space, const TimeSpan& within,
                                      double tolerance) const {
    const HalfSpaceObstacle obstacle{unit_plane(space)};
    return Search<HalfSpaceObstacle>(*this, obstacle, tolerance).run(within);
}

TimeSpans MovingSphere::at_box(const Box& box, const TimeSpan& within, double tolerance) const {
    if (box.lo.x > box.hi.x || box.lo.y > box.hi.y || box.lo.z > box.hi.z) return {};
    const BoxObstacle obstacle{box};
    return Search<BoxObstacle>(*this, obstacle, tolerance).run(within);
}

TimeSpans MovingSphere::at_sphere(const Vec3& centre, double radius, const TimeSpan& within,
                                  double tolerance) const {
    const BoxObstacle obstacle{{centre, centre}, radius};
    return Search<BoxObstacle>(*this, obstacle, tolerance).run(within);
}

}  // namespace allide::kernel
