#include "query/explain/proven_gap.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::query {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;

// Bounds of a set's smallest height along a direction. Its largest height is minus the smallest one along the
// reversed direction.
struct LeastHeight {
    double low = base::infinity, high = base::infinity;
    bool is_finite = true;

    void add(const BoundedDouble& height) {
        low = std::min(low, height.low());
        high = std::min(high, height.high());
        is_finite = is_finite && std::isfinite(height.low()) && std::isfinite(height.high());
    }
};

LeastHeight least_height(const WorldPoints& points, TriangleSet set, const Vec3& direction) {
    const auto n = kernel::as_given<BoundedDouble>(direction);
    LeastHeight least;
    for (const std::uint32_t triangle : set)
        for (const std::uint32_t vertex : points.mesh().triangles()[triangle])
            least.add(kernel::dot_of(n, points.bounded(vertex)));
    return least;
}

// The minimum of direction · x over the set. For the reversed direction, that is minus the maximum.
Exact exact_least_height(const WorldPoints& points, TriangleSet set, const ExactPosition& direction) {
    std::optional<Exact> least;
    for (const std::uint32_t triangle : set)
        for (const std::uint32_t vertex : points.mesh().triangles()[triangle]) {
            Exact height = kernel::dot_of(direction, points.exact(vertex));
            if (!least || height < *least) least = std::move(height);
        }
    return least.value_or(Exact());
}

}  // namespace

bool ProvenGap::separates(TriangleSet a, TriangleSet b, const Vec3& direction) const {
    const LeastHeight of_b = least_height(b_, b, direction), of_a = least_height(a_, a, -direction);
    // The slack is twice the rounding error of the sums below. length() is accurate to 4 units in the last
    // place, which the factors 1 ± 2⁻⁴⁹ cover.
    const double needed = bound_ * length(direction),
                 slack = 0x1p-49 * (needed + std::abs(of_b.low) + std::abs(of_a.low));
    const double lowest = of_b.low + of_a.low - slack, highest = of_b.high + of_a.high + slack;
    if (of_b.is_finite && of_a.is_finite && std::isfinite(slack)) {
        if (lowest > 0 && lowest >= needed * (1 + 0x1p-49)) return true;
        if (highest < needed * (1 - 0x1p-49) || highest <= 0) return false;
    }
    return separates(a, b, kernel::as_given<Exact>(direction));
}

bool ProvenGap::separates(TriangleSet a, TriangleSet b, const ExactPosition& direction) const {
    const ExactPosition back{-direction[0], -direction[1], -direction[2]};
    const Exact gap = exact_least_height(b_, b, direction) + exact_least_height(a_, a, back);
    if (gap.sign() <= 0) return false;
    const Exact bound(bound_);
    return (gap * gap - bound * bound * kernel::dot_of(direction, direction)).sign() >= 0;
}

}  // namespace allide::query
