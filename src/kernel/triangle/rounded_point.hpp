// A point on the segment between two exact points, rounded.
#pragma once

#include "kernel/triangle/exact_points.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace allide::kernel {

// The point from + fraction · (to − from). Near the subnormals, where rounding is coarse, the sum is computed
// with all numbers multiplied by 2²⁰⁰.
template <std::size_t N>
Vec3 rounded_point(const ExactPoint<N>& from, const ExactPoint<N>& to, double fraction,
                   const Exponents& low) {
    if (fraction == 0)
        return {to_double(from[0], low[0]), to_double(from[1], low[1]), to_double(from[2], low[2])};
    const auto coordinate = [&](std::size_t k) {
        const double larger =
            std::max(std::abs(to_double(from[k], low[k])), std::abs(to_double(to[k], low[k])));
        const auto sum = [&](int raise) {
            return (1 - fraction) * to_double(from[k], low[k] + raise) +
                   fraction * to_double(to[k], low[k] + raise);
        };
        return larger < 0x1p-900 ? std::ldexp(sum(200), -200) : sum(0);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
}

}  // namespace allide::kernel
