// The cubic det[V₀, V₁, V₂](t) in Bernstein form, with the three vectors of MotionDifferences. It is 0 when
// the four points of the two features are coplanar, so a contact is possible only at its roots.
#pragma once

#include "kernel/deform/motion_differences.hpp"

#include <array>
#include <cmath>
#include <optional>

namespace allide::kernel {

struct TimeSpan {
    double lo = 0, hi = 1;
    double width() const { return hi - lo; }
    double middle() const { return 0.5 * (lo + hi); }
};

class CoplanarityCubic {
  public:
    using Coefficients = std::array<double, 4>;

    explicit CoplanarityCubic(const MotionDifferences& v) {
        constexpr double third = 1.0 / 3;
        const auto &a = v.start, &b = v.end;
        const Components at_start = cross_product(a[1], a[2]), at_end = cross_product(b[1], b[2]);
        const Components one = cross_product(a[1], b[2]), other = cross_product(b[1], a[2]);
        const Components mixed{one[0] + other[0], one[1] + other[1], one[2] + other[2]};
        whole_ = {dot_product(a[0], at_start),
                  third * (dot_product(b[0], at_start) + dot_product(a[0], mixed)),
                  third * (dot_product(a[0], at_end) + dot_product(b[0], mixed)), dot_product(b[0], at_end)};
        error_ = 144 * 0x1p-53 * v.volume + cubic_floor;
    }

    // Error bound of every coefficient, and of every value at a time in [0, 1]. docs/guarantees.md derives
    // the constant 144.
    double error() const { return error_; }
    const Coefficients& coefficients() const { return whole_; }

    double operator()(double t) const {
        const double s = 1 - t;
        const auto mixed = [s, t](double x, double y) { return s * x + t * y; };
        const double p = mixed(whole_[0], whole_[1]), q = mixed(whole_[1], whole_[2]),
                     r = mixed(whole_[2], whole_[3]);
        return mixed(mixed(p, q), mixed(q, r));
    }
    double slope(double t) const {
        const double s = 1 - t, p = whole_[1] - whole_[0], q = whole_[2] - whole_[1],
                     r = whole_[3] - whole_[2];
        return 3 * (s * (s * p + t * q) + t * (s * q + t * r));
    }
    // True if the slope certainly has one and the same sign on the whole span.
    bool certainly_monotone(const TimeSpan& span) const {
        const std::array<double, 3> d{3 * (whole_[1] - whole_[0]), 3 * (whole_[2] - whole_[1]),
                                      3 * (whole_[3] - whole_[2])};
        const auto polar = [&d](double a, double b) {
            return (1 - b) * ((1 - a) * d[0] + a * d[1]) + b * ((1 - a) * d[1] + a * d[2]);
        };
        const double at_lo = polar(span.lo, span.lo), between = polar(span.lo, span.hi),
                     at_hi = polar(span.hi, span.hi);
        return std::min(at_lo, std::min(between, at_hi)) > 6 * error_ ||
               std::max(at_lo, std::max(between, at_hi)) < -6 * error_;
    }
    // −1 or 1 if the sign at t is certain, otherwise 0.
    int sign(double t) const { return certain_sign((*this)(t)); }
    int certain_sign(double value) const { return value > error_ ? 1 : value < -error_ ? -1 : 0; }

    // Bernstein coefficients on a part of [0, 1], as values of the cubic's polar form (blossom).
    Coefficients on(const TimeSpan& span) const {
        const double a = span.lo, b = span.hi, a_rest = 1 - a, b_rest = 1 - b;
        const auto at_a = [=](double x, double y) { return a_rest * x + a * y; };
        const auto at_b = [=](double x, double y) { return b_rest * x + b * y; };
        const std::array<double, 3> pa{at_a(whole_[0], whole_[1]), at_a(whole_[1], whole_[2]),
                                       at_a(whole_[2], whole_[3])};
        const std::array<double, 3> pb{at_b(whole_[0], whole_[1]), at_b(whole_[1], whole_[2]),
                                       at_b(whole_[2], whole_[3])};
        const double aa0 = at_a(pa[0], pa[1]), aa1 = at_a(pa[1], pa[2]);
        const double bb0 = at_b(pb[0], pb[1]), bb1 = at_b(pb[1], pb[2]);
        return {at_a(aa0, aa1), at_b(aa0, aa1), at_a(bb0, bb1), at_b(bb0, bb1)};
    }

    // A part of the span that contains all its roots (Bézier clipping); empty if the span certainly has none.
    std::optional<TimeSpan> clipped(const TimeSpan& span) const {
        const Coefficients c = on(span);
        if (one_sign(c)) return std::nullopt;
        const double from = root_free_share(c), to = root_free_share({c[3], c[2], c[1], c[0]});
        TimeSpan rest = span;
        if (from > 0) rest.lo = std::max(span.lo, span.lo + from * span.width() - 0x1p-53);
        if (to > 0) rest.hi = std::min(span.hi, span.hi - to * span.width() + 0x1p-53);
        if (rest.lo > rest.hi) return std::nullopt;
        return rest;
    }

    bool one_sign(const Coefficients& c) const {
        return std::min(std::min(c[0], c[1]), std::min(c[2], c[3])) > error_ ||
               std::max(std::max(c[0], c[1]), std::max(c[2], c[3])) < -error_;
    }

  private:
    // The fraction of the interval, from its beginning, that certainly contains no root; rounded down. The
    // curve lies in the convex hull of its control points, which are moved towards 0 by the error. Coming
    // from the side of c[0], the hull first reaches 0 on a line from a control point on that side to a later
    // one that is not.
    double root_free_share(const Coefficients& c) const {
        if (std::abs(c[0]) <= error_) return 0;
        const double side = c[0] > 0 ? 1 : -1;
        double share = 1;
        for (std::size_t i = 0; i < 3; ++i) {
            const double above = side * c[i] - error_;
            if (above <= 0) break;
            for (std::size_t j = i + 1; j < 4; ++j) {
                const double height = side * c[j] - error_;
                if (height > 0) continue;
                const double part = static_cast<double>(j - i) * above / (above - height);
                share = std::min(share, (static_cast<double>(i) + part) * (1.0 / 3));
            }
        }
        return share * (1 - 0x1p-20);
    }

    Coefficients whole_;
    double error_;
};

}  // namespace allide::kernel
