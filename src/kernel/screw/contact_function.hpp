// The function of time whose zeros are the possible contacts of a vertex with a plane, or of an edge with an
// edge, under a screw about z:
//   h(t) = α + κ t + (β + γ t) cos ωt + (δ + ε t) sin ωt
// and the search for all its zeros. Templates for double and double-double.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/number/sin_cos.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::kernel {

inline double rounded(double x) {
    return x;
}
inline double rounded(const DoubleDouble& x) {
    return x.rounded();
}

// Precision limits of the two number types. All values are in a unit in which coordinates are at most a small
// multiple of 1.
template <typename Number>
struct Precision;
template <>
struct Precision<double> {
    static constexpr double unit = 0x1p-53;
    static constexpr double shortest = 0x1p-44;  // time intervals of this half-width or less are not bisected
    static SinCos turn(double angle, double t) { return sin_cos(two_product(angle, t)); }
};
template <>
struct Precision<DoubleDouble> {
    static constexpr double unit = 0x1p-99;
    static constexpr double shortest = 0x1p-60;
    static DoubleDoubleSinCos turn(double angle, const DoubleDouble& t) {
        return double_double_sin_cos(DoubleDouble(angle) * t);
    }
};

// A time interval that may contain a zero; if `certain`, it does contain one.
template <typename Number>
struct ZeroSpan {
    Number lo, hi;
    bool certain = false;
};

template <typename Number>
class ContactFunction {
  public:
    Number alpha{}, kappa{}, beta{}, gamma{}, delta{}, epsilon{};
    double angle = 0;
    double error = 0;  // error bound of a value for t in [0, 1], including all coefficients, sine and cosine

    struct Values {
        Number value, slope;
    };
    Values at(const Number& t) const {
        const auto [s, c] = Precision<Number>::turn(angle, t);
        const Number along_c = beta + gamma * t, along_s = delta + epsilon * t;
        return {alpha + kappa * t + along_c * c + along_s * s,
                kappa + gamma * c + epsilon * s + Number(angle) * (along_s * c - along_c * s)};
    }
    Number value(const Number& t) const { return at(t).value; }
    double slope_error() const { return (4 + 2 * std::abs(angle)) * error; }
    // Upper bound on |h''| over [0, 1].
    double second_derivative_bound() const {
        const double still = std::hypot(rounded(beta), rounded(delta));
        const double growing = std::hypot(rounded(gamma), rounded(epsilon));
        const double w = std::abs(angle);
        return (w * w * (still + growing) + 2 * w * growing) * (1 + 0x1p-30) + 8 * (w + 1) * (w + 1) * error;
    }
    // True if all coefficients are within rounding error of 0, so that zeros cannot be distinguished.
    bool vanishes() const {
        const double most =
            std::max({std::abs(rounded(alpha)), std::abs(rounded(kappa)), std::abs(rounded(beta)),
                      std::abs(rounded(gamma)), std::abs(rounded(delta)), std::abs(rounded(epsilon))});
        return most <= 2 * error;
    }
    int sign_at(const Number& t) const {
        const double v = rounded(value(t));
        return v > error ? 1 : v < -error ? -1 : 0;
    }
};

// Visits all time intervals in [lo, hi] that may contain zeros, earliest first, until visit returns false.
// There are no zeros outside these intervals: an interval m ± r is skipped only if Taylor's formula bounds h
// away from 0 on it, or if it bounds h' away from 0 and h has the same sign at both ends. It is visited if h
// is monotonic on it or bisection would not help, and bisected otherwise.
template <typename Number, typename Visit>
class ZeroSearch {
  public:
    ZeroSearch(const ContactFunction<Number>& h, Visit& visit)
        : h_(h),
          visit_(visit),
          second_derivative_(h.second_derivative_bound()),
          slope_error_(h.slope_error()) {}

    bool search(const Number& lo, const Number& hi, int depth = 0) {
        const Number m = Number(0.5) * (lo + hi);
        const double r = 0.5 * rounded(hi - lo) * (1 + 0x1p-50);
        const auto [value, slope] = h_.at(m);
        const double v = std::abs(rounded(value)), k = std::abs(rounded(slope));
        const double away = (k + slope_error_) * r + 0.5 * second_derivative_ * r * r + h_.error;
        if (v > away) return true;
        if (k > second_derivative_ * r + slope_error_) {
            const int first = h_.sign_at(lo), last = h_.sign_at(hi);
            if (first * last > 0) return true;
            return visit_(ZeroSpan<Number>{lo, hi, first * last < 0});
        }
        if (r <= Precision<Number>::shortest || v + away <= 16 * h_.error || depth > 90)
            return visit_(ZeroSpan<Number>{lo, hi, false});
        return search(lo, m, depth + 1) && search(m, hi, depth + 1);
    }

  private:
    const ContactFunction<Number>& h_;
    Visit& visit_;
    double second_derivative_, slope_error_;
};

template <typename Number, typename Visit>
void for_each_zero(const ContactFunction<Number>& h, const Number& lo, const Number& hi, Visit&& visit) {
    ZeroSearch<Number, Visit>(h, visit).search(lo, hi);
}

// Narrows the interval to `width`, or as far as rounding allows, by Newton steps with error bounds, and by
// bisection where Newton steps do not help. A zero inside the interval stays inside; the result is empty if
// there is certainly no zero.
template <typename Number>
std::optional<ZeroSpan<Number>> narrowed(const ContactFunction<Number>& h, ZeroSpan<Number> span,
                                         double width) {
    const double second_derivative_bound = h.second_derivative_bound(), slope_error = h.slope_error();
    for (int step = 0; step < 60; ++step) {
        const double before = rounded(span.hi - span.lo);
        if (before <= width) break;
        const Number m = Number(0.5) * (span.lo + span.hi);
        const double r = 0.5 * before * (1 + 0x1p-50);
        const auto [value, slope] = h.at(m);
        const double k = std::abs(rounded(slope)) - slope_error;
        const double miss =
            k > 0 ? (h.error + (0.5 * second_derivative_bound * r + slope_error) * r) / k : before;
        if (miss < 0.2 * before) {
            const Number at = m - value / slope;
            const Number slack = miss * (1 + 0x1p-30) + 8 * Precision<Number>::unit;
            const Number lo = at - slack, hi = at + slack;
            if (hi < span.lo || span.hi < lo) return {};
            if (span.lo < lo) span.lo = lo;
            if (hi < span.hi) span.hi = hi;
        } else if (k > second_derivative_bound * r) {
            // h is monotonic here, so its sign at the midpoint determines which half contains the zero, even
            // if h is about 0 at one end.
            const int middle = h.sign_at(m);
            if (middle == 0) break;
            ((middle > 0) == (rounded(slope) > 0) ? span.hi : span.lo) = m;
        } else {
            break;
        }
        if (rounded(span.hi - span.lo) > 0.9 * before) break;
    }
    return span;
}

}  // namespace allide::kernel
