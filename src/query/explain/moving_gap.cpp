#include "query/explain/moving_gap.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::query {

using kernel::DoubleDouble;

MovingGap::Highest MovingGap::highest_of_a(TriangleSet a, const TimeInterval& time,
                                           const PrecisePoint& direction) const {
    const DoubleDouble twice = kernel::two_sum(time.from, time.to);
    const auto middle = points_.moment({0.5 * twice.high, 0.5 * twice.low});
    const double half = 0.5 * (time.to - time.from) * (1 + 0x1p-50), angle = points_.angle();
    const DoubleDouble drift = kernel::dot_of(direction, points_.shift());
    std::optional<DoubleDouble> now, later;
    for (const std::uint32_t triangle : a)
        for (const std::uint32_t vertex : points_.mesh_a().triangles()[triangle]) {
            const auto& [axial, radial, tangent] = points_.orbit(vertex);
            DoubleDouble height = kernel::dot_of(direction, axial) + drift * middle.t, bulge = 0;
            double speed = drift.rounded();
            if (!points_.is_linear()) {
                const DoubleDouble along = kernel::dot_of(direction, radial),
                                   across = kernel::dot_of(direction, tangent);
                height = height + along * middle.turn.cos + across * middle.turn.sin;
                speed += angle * (across * middle.turn.cos - along * middle.turn.sin).rounded();
                bulge = 0.5 * angle * angle * half * half * (std::abs(along.high) + std::abs(across.high)) *
                        (1 + 0x1p-40);
            }
            const DoubleDouble bound = height + std::abs(speed) * half * (1 + 0x1p-40) + bulge;
            if (!now || *now < height) now = height;
            if (!later || *later < bound) later = bound;
        }
    const DoubleDouble highest = now.value_or(DoubleDouble());
    return {highest, (later.value_or(highest) - highest).rounded()};
}

MovingGap::Heights MovingGap::heights(TriangleSet a, TriangleSet b, const TimeInterval& time,
                                      const PrecisePoint& direction) const {
    const Highest highest = highest_of_a(a, time, direction);
    std::optional<DoubleDouble> lowest;
    for (const std::uint32_t triangle : b)
        for (const std::uint32_t vertex : points_.mesh_b().triangles()[triangle]) {
            const DoubleDouble height = kernel::dot_of(direction, points_.place_b(vertex));
            if (!lowest || height < *lowest) lowest = height;
        }
    const DoubleDouble norm = kernel::square_root(kernel::dot_of(direction, direction));
    const DoubleDouble gap = lowest.value_or(highest.now) - highest.now - DoubleDouble(clearance_) * norm;
    return {(gap - 16 * points_.error() * norm.high).rounded(), highest.later};
}

}  // namespace allide::query
