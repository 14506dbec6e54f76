#include "query/moving_bodies/first_touch.hpp"

#include "base/cancel.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"
#include "query/moving_bodies/flat_directions.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

Vec3 unit_or(const Vec3& v, const Vec3& other) {
    const double length = std::sqrt(dot(v, v));
    return length > 1e-150 && std::isfinite(length) ? (1 / length) * v : other;
}

bool is_half_space(const BodyPath& path) {
    return path.body().kind == BodyKind::half_space;
}

// Bounds of the signed gap at one time (negative where the bodies overlap) and a normal from a to b.
struct Measured {
    double low = 0, high = 0, error = 0;
    bool certain = false;  // the bodies certainly share a point
    Vec3 normal, point;
};

class TouchSearch {
  public:
    TouchSearch(const BodyPath& a, const BodyPath& b, const TouchLimits& limits)
        : a_(a), b_(b), limits_(limits), with_half_space_(is_half_space(a) || is_half_space(b)) {
        speed_ = a.speed() + b.speed();
        curvature_ = a.curvature() + b.curvature();
        if (with_half_space_) {
            // The plane of a half-space turns: the height of a point x above it is normal · (x − p), for a
            // point p of the plane. docs/guarantees.md bounds its derivatives.
            const double turning = a.turning() + b.turning(), far = a.reach() + b.reach();
            curvature_ += turning * turning * far + 2 * turning * speed_;
            speed_ += turning * far;
        }
        curvature_ *= 1 + 1e-5;
        speed_ *= 1 + 1e-5;
    }

    std::optional<Touch> run(double t0, double t1, std::uint64_t& steps) {
        const double doubt = 0.45e-9 * limits_.size;
        const std::uint64_t last_step =
            steps + limits_.most_steps;  // `steps` counts those of earlier searches, too
        double t = t0, stride = t1 - t0, doubt_until = t0;
        std::optional<Touch> found;
        const base::CancelCheck check_cancelled;
        while (true) {
            check_cancelled();
            const Measured now = measure(t);
            if (now.certain) return certain_at(t, now, t0, found, doubt);
            if (steps > last_step) {
                if (!found) found = Touch{t, t1, false, std::max(now.high, doubt), now.point, now.normal};
                found->t_hi = t1;
                found->gave_up = true;
                return found;
            }
            const double close = std::max(8 * now.error, 1e-13 * limits_.size);
            const bool is_close = now.low <= close;
            if (is_close) {
                if (!found) found = Touch{t, t, false, doubt, now.point, now.normal};
                if (const auto probe = probe_after(t, t1)) return certain_at(*probe, now, t, found, doubt);
                doubt_until = t;
            } else if (found && now.low <= doubt) {
                doubt_until = t;
            }
            if (found) found->t_hi = std::max(found->t_hi, doubt_until);
            if (t >= t1) return found;
            const double next = step(t, t1, now, is_close ? doubt : 0, stride);
            ++steps;
            if (is_close) doubt_until = next;
            stride = std::max(4 * (next - t), 0x1p-40 * (t1 - t0));
            t = next;
        }
    }

  private:
    Measured measure(double t) {
        const InexactPose at_a = a_.at(t), at_b = b_.at(t);
        const PlacedBody a = detail::BodyAccess::placed(a_.body(), at_a.pose),
                         b = detail::BodyAccess::placed(b_.body(), at_b.pose);
        Measured out;
        out.error = at_a.error + at_b.error + limits_.error;
        out.normal = normal_;
        const BodyDistance apart = distance(a, b, with_half_space_ ? nullptr : &hint_);
        out.point = apart.point_a;
        if (apart.lower > 0) {
            out.low = apart.lower - out.error;
            out.high = apart.upper + out.error;
            out.normal = unit_or(apart.point_b - apart.point_a, normal_);
        } else {
            const BodyPenetration depth = penetration(a, b);
            out.low = -depth.upper - out.error;
            out.high = (depth.lower > 0 ? -depth.lower : apart.upper) + out.error;
            if (depth.upper > 0) out.normal = -depth.direction;
            out.certain = out.high < 0 || (out.error == 0 && overlap_solid(a, b).verdict == BodyVerdict::yes);
        }
        if (!with_half_space_ && !out.certain) out.normal = best_normal(a, b, out);
        normal_ = out.normal;
        return out;
    }

    // The candidate along which the bodies are farthest apart.
    Vec3 best_normal(const PlacedBody& a, const PlacedBody& b, const Measured& measured) {
        const convex::BodyPair pair(a, b);
        Vec3 best = measured.normal;
        double most = separation(pair, best);
        const auto consider = [&](const Vec3& n) {
            if (n == Vec3{}) return;
            if (const double s = separation(pair, n); s > most) {
                most = s;
                best = n;
            }
        };
        consider(normal_);
        if (most >= 0.9 * measured.low && measured.low > 0) return best;
        for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-9}) {
            directions_.clear();
            add_flat_directions(a, measured.normal, tolerance * limits_.size, directions_);
            add_flat_directions(b, -measured.normal, tolerance * limits_.size, directions_);
            consider(perpendicular_part(measured.normal, directions_));
        }
        return best;
    }

    // Lower bound of min n · (b − a) over both bodies as placed; n has length 1 up to rounding.
    double separation(const convex::BodyPair& pair, const Vec3& n) const {
        if (!(dot(n, n) > 0.5)) return -HUGE_VAL;
        const double radii = pair.radius_sum();
        return -pair.support(n).height - pair.height_error(n) - radii * (1 + 0x1p-49) - radii * 0x1p-50;
    }

    // Lower bound of the signed gap along `n` at a time; along the plane's normal for a half-space.
    double separation_at(double t, const Vec3& n) {
        const InexactPose at_a = a_.at(t), at_b = b_.at(t);
        const PlacedBody a = detail::BodyAccess::placed(a_.body(), at_a.pose),
                         b = detail::BodyAccess::placed(b_.body(), at_b.pose);
        const double error = at_a.error + at_b.error + limits_.error;
        if (!with_half_space_) return separation(convex::BodyPair(a, b), n) - error * (1 + 1e-12);
        const BodyDistance apart = distance(a, b);
        return (apart.lower > 0 ? apart.lower : -penetration(a, b).upper) - error;
    }

    // Returns a later time up to which the signed gap certainly stays above −slack.
    double step(double t, double t1, const Measured& now, double slack, double stride) {
        const double at_t = separation_at(t, now.normal);
        // The points of both bodies together move at most at `speed_`, so the gap cannot vanish earlier.
        double least = speed_ > 0 ? (now.low + slack) / speed_ * (1 - 1e-9) : t1 - t;
        if (!(least > 0)) least = 0;
        double next = t;
        if (at_t > -slack) {
            double h = std::min(stride, t1 - t);
            for (int i = 0; i < 60 && h > least && t + h > t; ++i) {
                const double end = h >= t1 - t ? t1 : t + h, width = end - t;
                const double at_end = separation_at(end, now.normal);
                if (lowest(at_t, at_end, width) > -slack) {
                    next = end;
                    break;
                }
                // Shortens the interval to 0.9 times the time at which the line through both values reaches
                // −slack, or to half.
                const double share = at_end < -slack ? 0.9 * (at_t + slack) / (at_t - at_end) : 0.5;
                h = width * std::clamp(share, 0.05, 0.7);
            }
        }
        next = std::max(next, std::min(t + least, t1));
        if (!(next > t)) next = std::min(std::nextafter(t, 2.0), t1);
        return next;
    }
    // A lower bound, over an interval of length h, of a function with the given values at both ends and a
    // second derivative of at most curvature_ in magnitude.
    double lowest(double first, double last, double h) const {
        const double bend = curvature_ * h * h / 2 * (1 + 1e-12);
        const double tilt = last - first;
        if (bend <= std::abs(tilt)) return std::min(first, last);
        return first - (bend - tilt) * (bend - tilt) / (4 * bend) * (1 + 1e-12);
    }

    // Looks for a time within the tolerance after t at which the bodies certainly touch.
    std::optional<double> probe_after(double t, double t1) {
        for (const double part : {0.5, 0.95}) {
            const double later = std::min(t + part * limits_.tolerance, t1);
            const Vec3 kept = normal_;
            const bool certain = later > t && measure(later).certain;
            normal_ = kept;
            if (certain) return later;
        }
        return std::nullopt;
    }

    // Returns the answer for a certain contact at `t`. If doubtful times precede it, the bracket begins with
    // them and is narrowed by bisection.
    Touch certain_at(double t, const Measured& now, double before, const std::optional<Touch>& found,
                     double doubt) {
        Touch out{t, t, true, 0, now.point, now.normal};
        if (!found) {
            // The bracket begins at the last time that was certified.
            out.t_lo = before == t ? t : before;
            return out;
        }
        out.t_lo = found->t_lo;
        out.point = found->point;
        out.normal = found->normal;
        double low = found->t_lo, high = t;
        for (int i = 0; i < 60 && high - low > 0.25 * limits_.tolerance; ++i) {
            const double middle = low + (high - low) / 2;
            if (measure(middle).certain)
                high = middle;
            else
                low = middle;
        }
        out.t_hi = high;
        if (out.t_hi - out.t_lo > limits_.tolerance) out.delta = doubt;
        return out;
    }

    const BodyPath &a_, &b_;
    TouchLimits limits_;
    bool with_half_space_;
    double speed_ = 0, curvature_ = 0;
    BodyHint hint_;
    Vec3 normal_{0, 0, 1};
    std::vector<Vec3> directions_;
};

}  // namespace

std::optional<Touch> first_touch(const BodyPath& a, const BodyPath& b, double t0, double t1,
                                 const TouchLimits& limits, std::uint64_t& steps) {
    return TouchSearch(a, b, limits).run(t0, t1, steps);
}

std::optional<Touch> earlier(const std::optional<Touch>& x, const std::optional<Touch>& y, double tolerance) {
    if (!x || !y) return x ? x : y;
    const bool x_first = x->t_lo <= y->t_lo;
    Touch first = x_first ? *x : *y;
    const Touch& second = x_first ? *y : *x;
    if (!second.certain) {
        first.delta = first.certain ? first.delta : std::max(first.delta, second.delta);
        return first;
    }
    if (first.certain) {
        first.t_hi = std::min(first.t_hi, second.t_hi);
    } else {
        first.certain = true;
        first.t_hi = second.t_hi;
    }
    first.delta = first.t_hi - first.t_lo > tolerance ? std::max(first.delta, second.delta) : 0;
    return first;
}

}  // namespace allide::query
