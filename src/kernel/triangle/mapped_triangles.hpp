// Two triangles under the exact maps of their poses.
#pragma once

#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/exact_triangles.hpp"
#include "kernel/triangle/triangle.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace allide::kernel {

// Calls visit(points, exponents) with the six exactly mapped corners.
template <Axes axes = Axes::own_unit, typename Visit>
auto with_mapped(const ExactMap& map_a, const ExactMap& map_b, const Triangle& a, const Triangle& b,
                 Visit&& visit) {
    if (map_a.permutes_axes() && map_b.permutes_axes())
        return with_exact_points<axes>(
            std::array{map_a.permuted_image(a[0]), map_a.permuted_image(a[1]), map_a.permuted_image(a[2]),
                       map_b.permuted_image(b[0]), map_b.permuted_image(b[1]), map_b.permuted_image(b[2])},
            visit);
    return with_exact_points<axes>(std::array{map_a.image(a[0]), map_a.image(a[1]), map_a.image(a[2]),
                                              map_b.image(b[0]), map_b.image(b[1]), map_b.image(b[2])},
                                   visit);
}

template <std::size_t N>
ExactTrianglePair<N> pair_of(const std::array<ExactPoint<N>, 6>& points) {
    return {{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
}

// The two poses with A's offset subtracted from both, if that is exact for B's; otherwise unchanged. For
// models far from the origin this saves bits. Translating the whole world changes no contact and no distance.
inline std::pair<Pose, Pose> without_common_offset(const Pose& a, const Pose& b) {
    auto rows_a = a.matrix(), rows_b = b.matrix();
    for (const std::size_t i : {3, 7, 11}) {
        const double x = rows_b[i], y = rows_a[i], difference = x - y;
        // Knuth's two-sum: the sum below is the exact rounding error.
        const double y_back = x - difference, x_back = difference + y_back;
        if ((x - x_back) + (y_back - y) != 0 || !std::isfinite(difference)) return {a, b};
        rows_b[i] = difference;
        rows_a[i] = 0;
    }
    return {Pose::from_matrix(rows_a).value(), Pose::from_matrix(rows_b).value()};
}

}  // namespace allide::kernel
