#include "query/shape/ray_box.hpp"

#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::query {

void check(const Ray& ray) {
    base::expect(kernel::finite(ray.origin) && kernel::finite(ray.direction), "a ray must be finite");
    base::expect(!(ray.direction == Vec3{}), "the direction of a ray must not be 0");
    base::expect(ray.max_t >= 0, "the end of a ray must not be negative");
}

std::optional<double> entry_of(const Ray& ray, const Box& box) {
    double from = 0, to = ray.max_t;
    const std::array<std::array<double, 4>, 3> axes{{{ray.origin.x, ray.direction.x, box.lo.x, box.hi.x},
                                                     {ray.origin.y, ray.direction.y, box.lo.y, box.hi.y},
                                                     {ray.origin.z, ray.direction.z, box.lo.z, box.hi.z}}};
    for (const auto& [origin, direction, lo, hi] : axes) {
        if (direction == 0) {
            if (origin < lo || origin > hi) return std::nullopt;
            continue;
        }
        const double t0 = (lo - origin) / direction, t1 = (hi - origin) / direction;
        // Widened to cover the two roundings of each bound.
        const double first = std::min(t0, t1), last = std::max(t0, t1);
        if (!std::isnan(first)) from = std::max(from, first - 0x1p-51 * std::abs(first));
        if (!std::isnan(last)) to = std::min(to, last + 0x1p-51 * std::abs(last));
    }
    if (from > to) return std::nullopt;
    return from;
}

}  // namespace allide::query
