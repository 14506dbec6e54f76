#include "traverse/motion/axis_shell.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace allide::traverse {
namespace {

// Upper bound on the total error of the four angles of a pair of sets, each of which is accurate to 1e-5.
constexpr double rough = 1e-4;

// Arc tangent of x in [−1, 1] within 1e-5, with the same bits on every machine (Abramowitz and Stegun,
// 4.4.49).
double rough_arc_tangent(double x) {
    const double y = x * x;
    return x * (0.9998660 + y * (-0.3302995 + y * (0.1801410 + y * (-0.0851330 + y * 0.0208351))));
}
// Angle of the direction (x, y).
double rough_angle(double x, double y) {
    if (std::abs(x) >= std::abs(y)) {
        if (x == 0) return 0;
        return rough_arc_tangent(y / x) + (x > 0 ? 0 : y < 0 ? -pi : pi);
    }
    return (y > 0 ? pi / 2 : -pi / 2) - rough_arc_tangent(x / y);
}

// Remainder of x modulo `turn` that is nearest to 0.
double within_turn(double x, double turn) {
    return x - turn * std::round(x / turn);
}

}  // namespace

// `outer` uses the larger square of `nearest` and `farthest`: a set on both sides of the axis may extend
// farther behind the axis than in front of it.
AxisShell::AxisShell(const Reach& from)
    : outer(std::sqrt(std::max(from.nearest * from.nearest, from.farthest * from.farthest) +
                      from.across * from.across) *
            (1 + 0x1p-40)),
      height(0.5 * (from.low + from.high)),
      reach(0.5 * (from.high - from.low)) {
    if (!(from.nearest > 0)) return;
    inner = from.nearest;
    angle = rough_angle(from.middle[0], from.middle[1]);
    half = rough_angle(from.nearest, from.across);
}

// Let r and c be a corner's distances from the axis along and across the direction to the triangle's middle.
// The corner's exact distance from the axis is √(r² + c²), and its exact angle from the middle is atan(c/r).
// `out` is r, which is too small by at most c²/2r. `up` uses the angle c/m, where m is r at the middle:
// atan(c/r) differs from c/r by at most (c/r)³/3, and c/r from c/m by at most |c/r| · |r − m|/m.
OrbitTriangle::OrbitTriangle(const kernel::NumberTriangle<double>& corners, const AxisShell& shell,
                             double rise) {
    if (!(shell.inner > 0)) return;
    const double x = corners[0][0] + corners[1][0] + corners[2][0],
                 y = corners[0][1] + corners[1][1] + corners[2][1], length = std::sqrt(x * x + y * y);
    if (!(length > 0)) return;
    const double middle = length / 3;
    double across = 0, off_middle = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = (x * corners[i][0] + y * corners[i][1]) / length;
        const double axis_distance = (x * corners[i][1] - y * corners[i][0]) / length;
        up[i] = corners[i][2] - rise * (shell.angle + axis_distance / middle);
        across = std::max(across, std::abs(axis_distance));
        off_middle = std::max(off_middle, std::abs(out[i] - middle));
    }
    const double tangent = across / shell.inner;
    out_error = 0.5 * across * tangent;
    up_error = std::abs(rise) * (tangent * tangent * tangent / 3 + tangent * off_middle / middle + 2e-5);
    is_known = true;
}

ShellTimes::ShellTimes(double angle, double advance, double margin)
    : angle_(angle), advance_(advance), margin_(margin) {}

// The largest angle between the middles of the two wedges at which the sets may meet. Seen from the axis,
// points closer than the margin differ by an angle whose sine is at most the margin divided by their distance
// from the axis. The arc sine of x ≤ ½ is below 1.2 x.
double ShellTimes::wedge_of(const AxisShell& a, const AxisShell& b) const {
    const double inner = std::max(a.inner, b.inner) - margin_;
    if (a.half >= pi || b.half >= pi || !(margin_ < 0.5 * inner)) return pi;
    return a.half + b.half + 1.2 * margin_ / inner + rough + 0x1p-46 * std::abs(angle_);
}

// False if the sets never meet: a moving point keeps its distance from the axis and its height above a helix
// of the screw.
bool ShellTimes::may_ever_meet(const AxisShell& a, const AxisShell& b, double wedge) const {
    if (a.inner > b.outer + margin_ || b.inner > a.outer + margin_) return false;
    if (wedge >= pi || angle_ == 0) return true;
    const double rise = advance_ / angle_, apart = (b.height - a.height) - rise * (b.angle - a.angle);
    const double pitch = whole_turn * std::abs(rise), reach = a.reach + b.reach + margin_;
    const double slack = reach + std::abs(rise) * wedge + 0x1p-44 * (1 + pitch);
    return pitch <= slack || std::abs(within_turn(apart, pitch)) <= slack;
}

// The first time, not before t, at which the wedges overlap; `turn` is the angle from A's wedge to B's at the
// start.
double ShellTimes::next_turn(double turn, double wedge, double t) const {
    if (wedge >= pi) return t;
    const double speed = std::abs(angle_), sign = angle_ < 0 ? -1 : 1;
    const double ahead = within_turn(speed * t - sign * turn, whole_turn);
    if (std::abs(ahead) <= wedge) return t;
    if (speed == 0) return never;
    return t + (ahead < 0 ? -wedge - ahead : whole_turn - wedge - ahead) / speed * (1 - 0x1p-40);
}

// True if the normal of a side of one triangle is a separating axis of the two, with B raised by `lift`.
bool ShellTimes::line_separates(const OrbitTriangle& a, const OrbitTriangle& b, double lift,
                                double up_margin) const {
    const double out_margin = margin_ + 0x1p-44 + std::max(a.out_error, b.out_error);
    const auto parts = [&](double n_out, double n_up) {
        const auto along = [&](const OrbitTriangle& x, std::size_t i) {
            return n_out * x.out[i] + n_up * x.up[i];
        };
        const auto of_a = std::minmax({along(a, 0), along(a, 1), along(a, 2)});
        const auto of_b = std::minmax({along(b, 0), along(b, 1), along(b, 2)});
        const double lifted = n_up * lift;
        const double gap = std::max(of_b.first + lifted - of_a.second, of_a.first - of_b.second - lifted);
        return gap > std::abs(n_out) * out_margin + std::abs(n_up) * up_margin;
    };
    for (const OrbitTriangle* side : {&a, &b})
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            if (parts(side->up[next] - side->up[i], side->out[i] - side->out[next])) return true;
        }
    return false;
}

bool ShellTimes::never_meet(const OrbitTriangle& a, const OrbitTriangle& b, double inner) const {
    if (!a.is_known || !b.is_known || angle_ == 0 || !(margin_ < 0.5 * inner)) return false;
    const double pitch = whole_turn * std::abs(rise());
    const auto of_a = std::minmax({a.up[0], a.up[1], a.up[2]}),
               of_b = std::minmax({b.up[0], b.up[1], b.up[2]});
    const double apart = 0.5 * ((of_a.first + of_a.second) - (of_b.first + of_b.second));
    const double up_margin = margin_ * (1 + 1.2 * std::abs(rise()) / inner) + a.up_error + b.up_error +
                             0x1p-44 * (1 + std::abs(rise()) + std::abs(apart));
    if (pitch == 0) return line_separates(a, b, 0, up_margin);
    // If the combined height is at most the pitch, only three lifts of B by whole turns need to be tested.
    if ((of_a.second - of_a.first) + (of_b.second - of_b.first) + 2 * up_margin > pitch) return false;
    const double turns = std::round(apart / pitch);
    for (const double turn : {turns - 1, turns, turns + 1})
        if (!line_separates(a, b, turn * pitch, up_margin)) return false;
    return true;
}

double ShellTimes::next(const AxisShell& a, const AxisShell& b, double t) const {
    const double wedge = wedge_of(a, b);
    if (!may_ever_meet(a, b, wedge)) return never;
    const double above = b.height - a.height, reach = a.reach + b.reach + margin_;
    double until = never;
    if (advance_ == 0) {
        if (std::abs(above) > reach) return never;
    } else {
        const double first = (above - reach) / advance_, last = (above + reach) / advance_;
        const double slack = 0x1p-40 * (std::abs(first) + std::abs(last));
        t = std::max(t, std::min(first, last) - slack);
        until = std::max(first, last) + slack;
    }
    t = next_turn(b.angle - a.angle, wedge, t);
    return t > until ? never : t;
}

}  // namespace allide::traverse
