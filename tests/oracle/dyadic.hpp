// Doubles as exact dyadic numbers, and the exact affine map to the world.
#pragma once

#include "oracle/types.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <gmpxx.h>

namespace oracle {

// The number mantissa · 2^exponent.
struct Dyadic {
    mpz_class mantissa = 0;
    long exponent = 0;

    Dyadic() = default;
    explicit Dyadic(double value) {
        int power = 0;
        mantissa = std::ldexp(std::frexp(value, &power), 53);  // an integer: no bit is lost
        exponent = mantissa == 0 ? 0 : power - 53;
    }
    // The mantissa of the same number if it is written with a smaller exponent.
    mpz_class at(long smaller) const {
        return mantissa << static_cast<mp_bitcnt_t>(mantissa == 0 ? 0 : exponent - smaller);
    }
};

inline Dyadic operator*(const Dyadic& a, const Dyadic& b) {
    Dyadic product;
    product.mantissa = a.mantissa * b.mantissa;
    product.exponent = product.mantissa == 0 ? 0 : a.exponent + b.exponent;
    return product;
}

inline Dyadic operator+(const Dyadic& a, const Dyadic& b) {
    if (a.mantissa == 0) return b;
    if (b.mantissa == 0) return a;
    Dyadic sum;
    sum.exponent = std::min(a.exponent, b.exponent);
    sum.mantissa = a.at(sum.exponent) + b.at(sum.exponent);
    return sum;
}

using DyadicPoint = std::array<Dyadic, 3>;

inline DyadicPoint exactly(const Point& p) {
    return {Dyadic(p[0]), Dyadic(p[1]), Dyadic(p[2])};
}

// Maps a point to the world, R x + t, without rounding.
inline DyadicPoint to_world(const Point& point, const Matrix& pose) {
    const DyadicPoint x = exactly(point);
    DyadicPoint world;
    for (std::size_t i = 0; i < 3; ++i)
        world[i] = Dyadic(pose[4 * i]) * x[0] + Dyadic(pose[4 * i + 1]) * x[1] +
                   Dyadic(pose[4 * i + 2]) * x[2] + Dyadic(pose[4 * i + 3]);
    return world;
}

template <typename Int>
using IntPoint = std::array<Int, 3>;
template <typename Int>
using IntTriangle = std::array<IntPoint<Int>, 3>;

// The points multiplied by a power of two that makes all of them integers: 2^−e for the smallest exponent e.
inline std::vector<IntPoint<mpz_class>> in_integers(std::span<const DyadicPoint> points) {
    long smallest = 0;
    bool found = false;
    for (const DyadicPoint& p : points)
        for (const Dyadic& c : p)
            if (c.mantissa != 0 && (!found || c.exponent < smallest)) {
                smallest = c.exponent;
                found = true;
            }
    std::vector<IntPoint<mpz_class>> scaled;
    for (const DyadicPoint& p : points)
        scaled.push_back({p[0].at(smallest), p[1].at(smallest), p[2].at(smallest)});
    return scaled;
}

}  // namespace oracle
