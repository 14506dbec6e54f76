// The roots of a cubic with exact coefficients, in ascending order, and the signs of quadratics at these
// roots.
#pragma once

#include "kernel/deform/exact_forms.hpp"

#include <limits>
#include <optional>

namespace allide::kernel::motion {

// A root: exactly `a` if `exact`, otherwise the only one in the open interval (a, b).
template <typename Number, typename Time>
struct Root {
    const Cubic<Number>* form = nullptr;
    TimePair<Time> a, b;
    int sign_before = 0;  // sign of the cubic just after a
    bool exact = false;
    bool tried_fraction = false;
};

enum class Found { no, yes, gave_up };

template <typename Numbers>
class RootFinder {
  public:
    using Time = typename Numbers::Time;
    using Pair = TimePair<Time>;

    static Pair on_grid(std::int64_t p) {
        return {Numbers::grid_time(grid_steps - p), Numbers::grid_time(p), static_cast<double>(p) * 0x1p-53,
                true};
    }
    static Pair start() { return on_grid(0); }
    static Pair end() { return on_grid(grid_steps); }
    static std::int64_t step_of(double t) { return static_cast<std::int64_t>(std::nearbyint(t * 0x1p53)); }

    // Calls visit(root) for the roots in (0, 1] in ascending order, as long as it returns `no`.
    template <typename Number, typename Visit>
    static Found search(const Cubic<Number>& form, const Visit& visit) {
        if constexpr (!Numbers::fixed) {
            if (const std::optional<MultipleRoot> multiple = multiple_root(form))
                return visit_rational(form, *multiple, visit);
        }
        const Found inside = search_between(form, start(), end(), 0, visit);
        if (inside != Found::no || form.c[3].sign() != 0) return inside;
        return visit(exact_root(form, end()));
    }

    // Halves the interval of a root. Returns false if numbers of fixed size are too short for that.
    template <typename Number>
    static bool tighten(Root<Number, Time>& root) {
        if (root.exact) return true;
        if (!root.tried_fraction) {
            root.tried_fraction = true;
            if (root.a.t > 0 && root.b.t < 1 && take_fraction(root, root.a.t, root.b.t)) return true;
        }
        const std::optional<Pair> middle = middle_of(root.a, root.b);
        if (!middle) return false;
        cut(root, *middle);
        return true;
    }

    // The sign of a quadratic at a root; empty if numbers of fixed size are too short to decide it.
    template <typename Number, typename Other>
    static std::optional<int> sign_at(Root<Number, Time>& root, const Quadratic<Other>& q) {
        if (q.is_zero()) return 0;
        bool compared = false;
        while (!root.exact) {
            const int low = q.at(root.a).sign(), middle = q.between(root.a, root.b).sign(),
                      high = q.at(root.b).sign();
            // If no two Bernstein coefficients have opposite signs, the quadratic has their sign inside the
            // interval.
            if (low >= 0 && middle >= 0 && high >= 0) return 1;
            if (low <= 0 && middle <= 0 && high <= 0) return -1;
            if constexpr (!Numbers::fixed) {
                if (root.b.t - root.a.t < 0x1p-50 && !compared) {
                    compared = true;
                    if (common_root(root, q)) return 0;
                }
            }
            if (!tighten(root)) return std::nullopt;
        }
        return q.at(root.a).sign();
    }

  private:
    template <typename Number>
    static Root<Number, Time> exact_root(const Cubic<Number>& form, const Pair& at) {
        return {.form = &form, .a = at, .b = at, .exact = true};
    }

    static bool less(const Pair& a, const Pair& b) { return difference(a.p * b.s, b.p * a.s).sign() < 0; }

    template <typename Number, typename Visit>
    static Found search_between(const Cubic<Number>& form, const Pair& a, const Pair& b, int depth,
                                const Visit& visit) {
        const std::array<int, 4> signs = form.signs_on(a, b);
        const int count = variations(signs);
        if (count == 0) return Found::no;
        if (count == 1) {
            Root<Number, Time> root{.form = &form, .a = a, .b = b};
            for (std::size_t i = 4; i-- > 0;)
                if (signs[i] != 0) root.sign_before = signs[i];
            refine(root);
            return visit(root);
        }
        const std::optional<Pair> split = split_point(form, a, b, depth);
        if (!split) return Found::gave_up;
        Found found = search_between(form, a, *split, depth + 1, visit);
        if (found == Found::no && form.at(*split).sign() == 0) found = visit(exact_root(form, *split));
        return found == Found::no ? search_between(form, *split, b, depth + 1, visit) : found;
    }

    // The fraction as a time, if it is strictly between a and b.
    static std::optional<Pair> fraction(const Pair& a, const Pair& b, const Fraction& f) {
        if (f.numerator <= 0 || f.numerator >= f.denominator) return std::nullopt;
        Pair at{Numbers::time(f.denominator - f.numerator), Numbers::time(f.numerator),
                static_cast<double>(f.numerator) / static_cast<double>(f.denominator), false};
        const double steps = at.t * 0x1p53;
        at.on_grid = (f.denominator & (f.denominator - 1)) == 0 && std::floor(steps) == steps;
        if (!less(a, at) || !less(at, b)) return std::nullopt;
        return at;
    }

    // Makes the root exact if it is the simplest fraction in [lo, hi].
    template <typename Number>
    static bool take_fraction(Root<Number, Time>& root, double lo, double hi) {
        const std::optional<Pair> at = fraction(root.a, root.b, simplest_between(lo, hi));
        if (!at || root.form->at(*at).sign() != 0) return false;
        root.a = root.b = *at;
        root.exact = true;
        return true;
    }

    // A time at which to divide an interval that may have several roots: near an extremum of the cubic, or
    // else in the middle. With numbers of fixed size, a simple fraction that is a double root is preferred.
    // Numbers of arbitrary size divide only at binary fractions, which stay short.
    template <typename Number>
    static std::optional<Pair> split_point(const Cubic<Number>& form, const Pair& a, const Pair& b,
                                           int depth) {
        if (depth < 4)
            if (const std::optional<double> extremum = extremum_between(form, a.t, b.t)) {
                if constexpr (Numbers::fixed) {
                    const double lo = std::max(a.t, *extremum - 0x1p-26),
                                 hi = std::min(b.t, *extremum + 0x1p-26);
                    if (lo > 0 && hi < 1)
                        if (const auto at = fraction(a, b, simplest_between(lo, hi));
                            at && form.at(*at).sign() == 0)
                            return at;
                }
                const Pair near = on_grid(step_of(*extremum));
                if (less(a, near) && less(near, b)) return near;
            }
        return middle_of(a, b);
    }

    template <typename Number>
    static std::optional<double> extremum_between(const Cubic<Number>& form, double lo, double hi) {
        const std::array<double, 4> f = form.approximate_coefficients();
        // Coefficients of the derivative in powers of t.
        const double d0 = f[1] - 3 * f[0], d1 = 2 * (3 * f[0] - 2 * f[1] + f[2]),
                     d2 = 3 * (f[3] - f[2] + f[1] - f[0]);
        const double root = std::sqrt(std::max(0.0, d1 * d1 - 4 * d2 * d0));
        const double far = -0.5 * (d1 + (d1 < 0 ? -root : root));
        for (const double t : {far / d2, d0 / far})
            if (t > lo && t < hi) return t;
        return std::nullopt;
    }

    // The middle of two times; empty if numbers of fixed size are too short for it.
    static std::optional<Pair> middle_of(const Pair& a, const Pair& b) {
        const Pair near = on_grid(step_of(0.5 * (a.t + b.t)));
        if (less(a, near) && less(near, b)) return near;
        if constexpr (Numbers::fixed) {
            return std::nullopt;
        } else {
            // Both times are binary fractions with s + p = 1. So is their middle, which is one bit longer.
            const Time p = (a.p + b.p) * Exact(0.5);
            const Approximate t = p.approximate();
            return Pair{Exact(1.0) - p, p, std::ldexp(t.mantissa, t.exponent), false};
        }
    }

    template <typename Number>
    static void cut(Root<Number, Time>& root, const Pair& at) {
        const int sign = root.form->at(at).sign();
        if (sign == 0) {
            root.a = root.b = at;
            root.exact = true;
        } else {
            (sign == root.sign_before ? root.a : root.b) = at;
        }
    }

    // Narrows the interval to a neighbourhood of the rounded cubic's root. Exact signs confirm each step.
    template <typename Number>
    static void refine(Root<Number, Time>& root) {
        const std::int64_t guess = step_of(rounded_root(root));
        for (std::int64_t reach = 2; !root.exact && reach < grid_steps; reach *= 8) {
            const Pair below = on_grid(std::max<std::int64_t>(guess - reach, 0));
            if (!(below.t > root.a.t)) break;
            if (!(below.t < root.b.t)) continue;
            cut(root, below);
            if (!(root.b.t > below.t) || root.a.t >= below.t) break;
        }
        for (std::int64_t reach = 2; !root.exact && reach < grid_steps; reach *= 8) {
            const Pair above = on_grid(std::min(guess + reach, grid_steps));
            if (!(above.t < root.b.t)) break;
            if (!(above.t > root.a.t)) continue;
            cut(root, above);
            if (root.b.t <= above.t) break;
        }
    }

    template <typename Number>
    static double rounded_root(const Root<Number, Time>& root) {
        const std::array<double, 4> f = root.form->approximate_coefficients();
        double lo = root.a.t, hi = root.b.t, t = 0.5 * (lo + hi);
        for (int step = 0; step < 60; ++step) {
            const double s = 1 - t;
            const double value = ((f[0] * s + f[1] * t) * s + f[2] * t * t) * s + f[3] * t * t * t;
            const double by_s = (3 * f[0] * s + 2 * f[1] * t) * s + f[2] * t * t;
            const double by_p = (f[1] * s + 2 * f[2] * t) * s + 3 * f[3] * t * t;
            (value * root.sign_before > 0 ? lo : hi) = t;
            double next = t - value / (by_p - by_s);
            if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
            if (std::abs(next - t) < 0x1p-54) break;
            t = next;
        }
        return t;
    }

    // ---- Numbers of any length only.

    template <typename Number>
    static std::array<Number, 4> in_powers(const Cubic<Number>& f) {
        const auto& c = f.c;
        return {c[0], c[1] - times_three(c[0]), times_three(c[0]) - times_two(c[1]) + c[2],
                c[3] - c[2] + c[1] - c[0]};
    }

    // The time n / d; d > 0.
    static Pair rational(const Exact& n, const Exact& d) { return {d - n, n, quotient(n, d), false}; }

    // The time n / d if it is strictly between a and b.
    static std::optional<Pair> quotient_between(const Exact& n, const Exact& d, const Pair& a,
                                                const Pair& b) {
        if (d.sign() == 0) return std::nullopt;
        const Pair at = d.sign() < 0 ? rational(-n, -d) : rational(n, d);
        if (at.p.sign() <= 0 || at.s.sign() <= 0 || !less(a, at) || !less(at, b)) return std::nullopt;
        return at;
    }

    // A double or triple root n / d of a cubic, in closed form; the third root is `other_n` / `other_d`,
    // unless that denominator is 0. Denominators have any sign.
    struct MultipleRoot {
        Exact n, d, other_n, other_d;
    };
    static std::optional<MultipleRoot> multiple_root(const Cubic<Exact>& form) {
        const std::array<Exact, 4> c = in_powers(form);
        MultipleRoot root;
        if (c[3].sign() == 0) {
            root.n = -c[1], root.d = times_two(c[2]);
        } else if (const Exact delta = c[2] * c[2] - times_three(c[3] * c[1]); delta.sign() == 0) {
            root.n = -c[2], root.d = times_three(c[3]);
        } else {
            root.n = times_three(times_three(c[3] * c[0])) - c[2] * c[1], root.d = times_two(delta);
        }
        if (root.d.sign() == 0) return std::nullopt;
        const Exact nn = root.n * root.n, nd = root.n * root.d, dd = root.d * root.d;
        const Exact slope = c[1] * dd + times_two(c[2]) * nd + times_three(c[3]) * nn;
        if (slope.sign() != 0) return std::nullopt;
        const Exact value = (c[0] * root.d + c[1] * root.n) * dd + (c[2] * root.d + c[3] * root.n) * nn;
        if (value.sign() != 0) return std::nullopt;
        // The sum of all roots is −c₂ / c₃.
        root.other_n = -(c[2] * root.d + times_two(c[3] * root.n));
        root.other_d = c[3] * root.d;
        return root;
    }

    // Visits the roots in (0, 1] of a cubic with a multiple root, which are rational.
    template <typename Visit>
    static Found visit_rational(const Cubic<Exact>& form, const MultipleRoot& root, const Visit& visit) {
        std::array<std::optional<Pair>, 2> times{time_of(root.n, root.d),
                                                 time_of(root.other_n, root.other_d)};
        if (times[0] && times[1] && less(*times[1], *times[0])) std::swap(times[0], times[1]);
        for (const std::optional<Pair>& time : times) {
            if (!time) continue;
            const Found found = visit(exact_root(form, *time));
            if (found != Found::no) return found;
        }
        return Found::no;
    }
    // n / d if that is in (0, 1].
    static std::optional<Pair> time_of(const Exact& n, const Exact& d) {
        if (d.sign() == 0) return std::nullopt;
        const Pair at = d.sign() < 0 ? rational(-n, -d) : rational(n, d);
        if (at.p.sign() <= 0 || at.s.sign() < 0) return std::nullopt;
        return at.s.sign() == 0 ? end() : at;
    }

    // True if the quadratic is 0 at the root, decided by the remainder of the cubic divided by the quadratic.
    static bool common_root(Root<Exact, Exact>& root, const Quadratic<Exact>& q) {
        while (!root.exact && (root.form->at(root.a).sign() == 0 || root.form->at(root.b).sign() == 0))
            tighten(root);
        if (root.exact) return q.at(root.a).sign() == 0;
        const std::array<Exact, 4> c = in_powers(*root.form);
        const Exact q0 = q.c[0], q1 = q.c[1] - times_two(q.c[0]), q2 = q.c[2] - q.c[1] + q.c[0];
        if (q2.sign() == 0) return is_root(root, q, -q0, q1);
        // r1 t + r0 is the remainder: q2² · cubic = (…)·q + r1 t + r0
        const Exact e2 = q2 * c[2] - q1 * c[3], e1 = q2 * c[1] - q0 * c[3], e0 = q2 * c[0];
        const Exact r1 = q2 * e1 - q1 * e2, r0 = q2 * e0 - q0 * e2;
        if (r1.sign() != 0) return is_root(root, q, -r0, r1);
        if (r0.sign() != 0) return false;
        // The quadratic divides the cubic, so its root in the interval, if it has one, is the cubic's root.
        return q.at(root.a).sign() != q.at(root.b).sign() || is_root(root, q, -q1, times_two(q2));
    }

    static bool is_root(const Root<Exact, Exact>& root, const Quadratic<Exact>& q, const Exact& n,
                        const Exact& d) {
        const std::optional<Pair> at = quotient_between(n, d, root.a, root.b);
        return at && q.at(*at).sign() == 0 && root.form->at(*at).sign() == 0;
    }
};

}  // namespace allide::kernel::motion
