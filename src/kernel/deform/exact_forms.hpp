// Polynomials in time with exact integer coefficients, as homogeneous forms in two variables s and p: the
// time is p / (s + p). A number is a WideInt, whose products are as wide as both factors together, or an
// Exact.
#pragma once

#include "kernel/number/exact_number.hpp"
#include "kernel/number/wide_int.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace allide::kernel::motion {

// ---- Sums of numbers of different widths.

template <std::size_t M, std::size_t N>
WideInt<M> extended(const WideInt<N>& a) {
    if constexpr (M == N) {
        return a;
    } else {
        WideInt<M> wide;
        const std::uint64_t fill = a.negative() ? ~std::uint64_t{0} : 0;
        for (std::size_t i = 0; i < M; ++i) wide.words[i] = i < N ? a.words[i] : fill;
        return wide;
    }
}
template <std::size_t N, std::size_t M>
WideInt<std::max(N, M)> sum(const WideInt<N>& a, const WideInt<M>& b) {
    return extended<std::max(N, M)>(a) + extended<std::max(N, M)>(b);
}
template <std::size_t N, std::size_t M>
WideInt<std::max(N, M)> difference(const WideInt<N>& a, const WideInt<M>& b) {
    return extended<std::max(N, M)>(a) - extended<std::max(N, M)>(b);
}
inline Exact sum(const Exact& a, const Exact& b) {
    return a + b;
}
inline Exact difference(const Exact& a, const Exact& b) {
    return a - b;
}
template <std::size_t N>
Approximate rounded(const WideInt<N>& a) {
    return approximate(a);
}
inline Approximate rounded(const Exact& a) {
    return a.approximate();
}
template <typename Number>
Number times_two(const Number& a) {
    return a + a;
}
template <typename Number>
Number times_three(const Number& a) {
    return a + a + a;
}

// ---- The two kinds of numbers.

// Numbers of fixed size: coordinates of N words, below 2^(64 N − 6), and times whose s and p fit into one
// word each. A computation gives up if these are too short.
template <std::size_t N>
struct FixedNumbers {
    using Coordinate = WideInt<N>;
    using Time = WideInt<1>;
    static constexpr bool fixed = true;
    static Time time(std::int64_t value) { return {{static_cast<std::uint64_t>(value)}}; }
    static Time grid_time(std::int64_t step) { return time(step); }
};
// Numbers of arbitrary size: never give up.
struct LongNumbers {
    using Coordinate = Exact;
    using Time = Exact;
    static constexpr bool fixed = false;
    static Time time(std::int64_t value) { return Exact(static_cast<double>(value)); }  // exact: value ≤ 2⁵³
    // The grid time as a fraction, so that s + p = 1.
    static Time grid_time(std::int64_t step) { return Exact(static_cast<double>(step) * 0x1p-53); }
};

inline constexpr std::int64_t grid_steps = std::int64_t{1} << 53;

// A time p / (s + p), where s and p are not negative and not both 0.
template <typename Time>
struct TimePair {
    Time s, p;
    double t = 0;         // p / (s + p), rounded
    bool on_grid = true;  // true if t equals p / (s + p)
};

// ---- Forms.

template <typename Number>
struct Quadratic {
    std::array<Number, 3> c;  // c₀ s² + c₁ s p + c₂ p²

    bool is_zero() const { return c[0].sign() == 0 && c[1].sign() == 0 && c[2].sign() == 0; }
    template <typename Time>
    auto at(const TimePair<Time>& t) const {
        return sum(sum(c[0] * t.s, c[1] * t.p) * t.s, c[2] * t.p * t.p);
    }
    // Twice the polar form at a and b, which has the sign of the middle Bernstein coefficient on [a, b].
    template <typename Time>
    auto between(const TimePair<Time>& a, const TimePair<Time>& b) const {
        const auto by_s = sum(times_two(c[0]) * a.s, c[1] * a.p),
                   by_p = sum(c[1] * a.s, times_two(c[2]) * a.p);
        return sum(by_s * b.s, by_p * b.p);
    }
};

template <typename Number>
Quadratic<Number> operator+(const Quadratic<Number>& a, const Quadratic<Number>& b) {
    return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}};
}
template <typename Number>
Quadratic<Number> operator-(const Quadratic<Number>& a, const Quadratic<Number>& b) {
    return {{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}

// True if one form is a multiple of the other, so that a root of one is a root of the other.
template <typename Number>
bool proportional(const Quadratic<Number>& a, const Quadratic<Number>& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (!(a.c[i] * b.c[j] == a.c[j] * b.c[i])) return false;
    }
    return true;
}

template <typename Number>
struct Cubic {
    std::array<Number, 4> c;  // c₀ s³ + c₁ s² p + c₂ s p² + c₃ p³

    bool is_zero() const {
        return c[0].sign() == 0 && c[1].sign() == 0 && c[2].sign() == 0 && c[3].sign() == 0;
    }
    template <typename Time>
    auto at(const TimePair<Time>& t) const {
        return sum(sum(sum(c[0] * t.s, c[1] * t.p) * t.s, c[2] * t.p * t.p) * t.s, c[3] * t.p * t.p * t.p);
    }
    // Signs of the Bernstein coefficients on [a, b].
    template <typename Time>
    std::array<int, 4> signs_on(const TimePair<Time>& a, const TimePair<Time>& b) const {
        const Quadratic<Number> by_s{{times_three(c[0]), times_two(c[1]), c[2]}};
        const Quadratic<Number> by_p{{c[1], times_two(c[2]), times_three(c[3])}};
        const auto as = by_s.at(a), ap = by_p.at(a), bs = by_s.at(b), bp = by_p.at(b);
        return {sum(as * a.s, ap * a.p).sign(), sum(as * b.s, ap * b.p).sign(),
                sum(bs * a.s, bp * a.p).sign(), sum(bs * b.s, bp * b.p).sign()};
    }
    // All coefficients divided by the same power of two, rounded.
    std::array<double, 4> approximate_coefficients() const {
        std::array<Approximate, 4> parts;
        int most = std::numeric_limits<int>::min();
        for (std::size_t i = 0; i < 4; ++i) {
            parts[i] = rounded(c[i]);
            if (parts[i].mantissa != 0) most = std::max(most, parts[i].exponent);
        }
        std::array<double, 4> values{};
        for (std::size_t i = 0; i < 4; ++i)
            if (parts[i].mantissa != 0 && parts[i].exponent > most - 900)
                values[i] = scaled_mantissa(parts[i].mantissa, parts[i].exponent - most);
        return values;
    }
};

// A cubic with the same roots in (0, 1): the quadratic times s + p, which is positive there.
template <typename Number>
Cubic<Number> elevated(const Quadratic<Number>& q) {
    return {{q.c[0], q.c[0] + q.c[1], q.c[1] + q.c[2], q.c[2]}};
}

inline int variations(const std::array<int, 4>& signs) {
    int count = 0, last = 0;
    for (const int sign : signs) {
        if (sign == 0) continue;
        if (last != 0 && sign != last) ++count;
        last = sign;
    }
    return count;
}

// The fraction with the smallest denominator in [lo, hi], 0 < lo ≤ hi < 1.
struct Fraction {
    std::int64_t numerator = 0, denominator = 1;
};
Fraction simplest_between(double lo, double hi);

}  // namespace allide::kernel::motion
