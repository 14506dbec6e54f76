#include "traverse/motion/screw_boxes.hpp"

#include "kernel/screw/closing_time.hpp"
#include "kernel/triangle/closest_features.hpp"
#include "traverse/motion/turn_skipping.hpp"

#include <algorithm>
#include <cmath>

namespace allide::traverse {
namespace {

using kernel::dot_of;
using kernel::minus;

AxisPoint opposite(const AxisPoint& x) {
    return {-x[0], -x[1], -x[2]};
}

}  // namespace

// 2⁻⁴⁴ is hundreds of times the rounding error of coordinates up to 1 and of their projections onto unit
// directions.
ScrewBounds::ScrewBounds(const kernel::ScrewScene& scene, double clearance, double level)
    : scene_(scene),
      margin_(0x1p-44 * (1 + std::abs(scene.advance)) + scene.deviation + scene.in_unit(clearance)),
      margin_along_(margin_ - scene.deviation + scene.axial_deviation - scene.in_unit(level)),
      clearance_(scene.deviation + scene.in_unit(clearance)),
      uses_axial_margin_(level > 0 || scene.axial_deviation < scene.deviation),
      shells_(scene.angle, scene.advance, margin_) {}

double ScrewBounds::speed_along(const AxisPoint& n, const AxisPoint& x) const {
    return scene_.advance * n[2] + scene_.angle * (n[1] * x[0] - n[0] * x[1]);
}

double ScrewBounds::speed_along(const AxisPoint& n, const kernel::NumberTriangle<double>& corners) const {
    return std::max({speed_along(n, corners[0]), speed_along(n, corners[1]), speed_along(n, corners[2])});
}

// During a time τ, a point of A moves along n by at most speed · τ + ½ ω² ρ |n′| τ². Here ω is the angular
// speed, ρ the point's distance from the axis, and n′ the component of n perpendicular to the axis.
double ScrewBounds::separation_time(const AxisPoint& n, double far_a, double speed, double near_b,
                                    double axis_distance) const {
    const double length = std::sqrt(dot_of(n, n));
    const double gap = near_b - far_a - margin_ * length;
    if (!(gap > 0)) return 0;
    const double acceleration = scene_.angle * scene_.angle * axis_distance * distance_from_axis(n);
    const double fast = speed + 0x1p-44 * (std::abs(scene_.angle) + std::abs(scene_.advance)) * length;
    const double root = std::sqrt(fast * fast + 2 * acceleration * gap);
    const double sum = fast + root;
    // If the sets recede from each other (fast ≤ 0), the terms of `sum` cancel. (root − fast) / acceleration
    // is the same root without cancellation.
    const double time = fast <= 0 ? (acceleration > 0 ? (root - fast) / acceleration : never) : 2 * gap / sum;
    return time * (1 - 0x1p-40);
}

bool ScrewBounds::has_many_turns(double t, double limit) const {
    constexpr double some_turns = 12;
    return std::abs(scene_.angle) * (limit - t) > some_turns;
}

PhaseLimits ScrewBounds::phase_limits(const AxisShell& a, const AxisShell& b) const {
    return {scene_.angle, scene_.advance, margin_, clearance_, b.angle - a.angle, shells_.wedge_of(a, b)};
}

double ScrewBounds::after_idle_turns(const AxisBox& a, const AxisBox& b, double t, double limit) const {
    if (!has_many_turns(t, limit)) return t;
    t = shells_.next(a.shell, b.shell, t);
    if (!(t <= limit)) return t;
    const PhaseLimits limits = phase_limits(a.shell, b.shell);
    return skip_turns(BoxesAtPhase(a, b, limits), limits, t, limit);
}

double ScrewBounds::after_idle_turns(const AxisCorners& a, const DoubleDoubleTriangle& precise_a,
                                     const AxisCorners& b, const DoubleDoubleTriangle& precise_b, double t,
                                     double limit) const {
    if (!has_many_turns(t, limit)) return t;
    t = shells_.next(a.shell, b.shell, t);
    if (!(t <= limit)) return t;
    const PhaseLimits limits = phase_limits(a.shell, b.shell);
    return skip_turns(TrianglesAtPhase(precise_a, precise_b, limits), limits, t, limit);
}

ScrewBounds::Free ScrewBounds::free_until(const AxisBox& a, const AxisBox& b, double t, double limit,
                                          bool skips_turns) const {
    // The box of a single point has size 0, so the threshold also needs an absolute minimum.
    const double enough = std::max(0.1 * std::min(a.size, b.size), 0x1p-30);
    const double usual_speed = std::abs(scene_.angle) * a.axis_distance + std::abs(scene_.advance);
    if (skips_turns) {
        const double later = after_idle_turns(a, b, t, limit);
        // Skipping ends where opening the boxes makes more progress, so the pair is reported as near.
        if (later > t) return {later <= limit ? later : never, later <= limit};
    }
    for (int step = 0; step < 16; ++step) {
        t = shells_.next(a.shell, b.shell, t);
        if (!(t <= limit)) return {never, false};
        const AxisBox now = a.moved(turn_at(t), scene_.advance * t);
        const AxisPoint between = minus(b.center, now.center);
        double longest = 0;
        const auto try_direction = [&](AxisPoint n) {
            double along = dot_of(n, between);
            if (along < 0) {
                n = opposite(n);
                along = -along;
            }
            const double reach_a = now.reach(n), reach_b = b.reach(n);
            if (along <= reach_a + reach_b) return;
            const AxisPoint k{scene_.angle * n[1], -scene_.angle * n[0], 0};
            const double speed = speed_along(n, now.center) + now.reach(k);
            longest = std::max(longest, separation_time(n, reach_a, speed, along - reach_b, a.axis_distance));
        };
        try_direction(between);
        for (std::size_t i = 0; i < 3; ++i) {
            try_direction(now.axis[i]);
            try_direction(b.axis[i]);
        }
        const double later = kernel::time_after(t, longest);
        if (!(later > t)) return {t, true};
        t = later;
        if (!(t <= limit)) return {never, false};
        if (longest * usual_speed < enough) return {t, true};
    }
    return {t, false};
}

kernel::SinCos ScrewBounds::turn_at(double t) const {
    if (t != last_time_) {
        last_time_ = t;
        last_turn_ = kernel::sin_cos(kernel::two_product(scene_.angle, t));
    }
    return last_turn_;
}

kernel::NumberTriangle<double> ScrewBounds::corners_at(const kernel::NumberTriangle<double>& corner,
                                                       double t) const {
    const kernel::SinCos turn = kernel::sin_cos(kernel::two_product(scene_.angle, t));
    kernel::NumberTriangle<double> now;
    for (std::size_t i = 0; i < 3; ++i) now[i] = kernel::moved(corner[i], turn, scene_.advance * t);
    return now;
}

// Time up to which the triangles' heights along the axis separate them. Heights do not depend on the
// rotation, and the positions' error along the axis may be smaller than across it.
double ScrewBounds::heights_separate_until(const AxisCorners& a, const AxisCorners& b, double t) const {
    const Projection of_a = projection(a.corner, {0, 0, 1}), of_b = projection(b.corner, {0, 0, 1});
    const double rise = scene_.advance * t;
    const double below = of_b.low - of_a.high - rise - margin_along_,
                 above = of_a.low + rise - of_b.high - margin_along_;
    const double gap = std::max(below, above), towards = below > above ? scene_.advance : -scene_.advance;
    if (!(gap > 0)) return t;
    return towards > 0 ? kernel::time_after(t, gap / towards * (1 - 0x1p-40)) : never;
}

ScrewBounds::Free ScrewBounds::free_until(const AxisCorners& a, const AxisCorners& b, double t, double limit,
                                          double short_step) const {
    if (shells_.never_meet(a.orbit, b.orbit, std::max(a.shell.inner, b.shell.inner))) return {never, false};
    if (uses_axial_margin_) t = heights_separate_until(a, b, t);
    for (int step = 0; step < 8; ++step) {
        t = shells_.next(a.shell, b.shell, t);
        if (!(t <= limit)) return {never, false};
        const kernel::SinCos turn = turn_at(t);
        kernel::NumberTriangle<double> now;
        for (std::size_t i = 0; i < 3; ++i) now[i] = kernel::moved(a.corner[i], turn, scene_.advance * t);
        AxisPoint center_a = turned_about_axis(a.center, turn);
        center_a[2] += scene_.advance * t;
        const AxisPoint between = minus(b.center, center_a);
        double longest = 0;
        const auto try_direction = [&](AxisPoint n) {
            if (dot_of(n, between) < 0) n = opposite(n);
            const Projection on_a = projection(now, n), on_b = projection(b.corner, n);
            if (on_a.high >= on_b.low) return;
            longest = std::max(longest,
                               separation_time(n, on_a.high, speed_along(n, now), on_b.low, a.axis_distance));
        };
        try_direction(between);
        try_direction(b.normal);
        try_direction(turned_about_axis(a.normal, turn));
        const double later = kernel::time_after(t, longest);
        if (!(later > t)) return {t, true};
        t = later;
        if (!(t <= limit)) return {never, false};
        if (longest < short_step) return {t, true};
    }
    return {t, false};
}

}  // namespace allide::traverse
