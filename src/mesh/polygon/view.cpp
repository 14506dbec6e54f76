#include "mesh/polygon/view.hpp"

#include "mesh/polygon/normal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::mesh {
namespace {

// The orientation, 1 or −1, of a polygon that does not cross itself: the direction in which it turns at the
// corner with the smallest coordinates. 0 if the polygon has no area in this projection.
int side_at_extreme(const Corners& corners, std::size_t axis) {
    const View view{axis, 1};
    const auto before = [&view](const Vec3& a, const Vec3& b) {
        return view.u(a) < view.u(b) || (view.u(a) == view.u(b) && view.v(a) < view.v(b));
    };
    const std::size_t n = corners.size();
    std::size_t extreme = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (before(corners[i], corners[extreme])) extreme = i;
    std::size_t previous = extreme, next = extreme;
    for (std::size_t i = 1; i < n && view.same_place(corners[previous], corners[extreme]); ++i)
        previous = (extreme + n - i) % n;
    for (std::size_t i = 1; i < n && view.same_place(corners[next], corners[extreme]); ++i)
        next = (extreme + i) % n;
    return view.turn(corners[previous], corners[extreme], corners[next]);
}

}  // namespace

std::optional<View> view_of(const Corners& corners) {
    const Normal normal = normal_of(corners);
    const std::array<double, 3> along{normal.direction.x, normal.direction.y, normal.direction.z};
    std::array<std::size_t, 3> axes{2, 1, 0};
    std::stable_sort(axes.begin(), axes.end(), [&along](std::size_t i, std::size_t j) {
        return std::abs(along[i]) > std::abs(along[j]);
    });
    if (std::abs(along[axes[0]]) > normal.error) return View{axes[0], along[axes[0]] > 0 ? 1 : -1};
    // The area is 0 up to rounding, so the exact orientation at an extreme corner decides.
    for (const std::size_t axis : axes)
        if (const int side = side_at_extreme(corners, axis)) return View{axis, side};
    return std::nullopt;
}

}  // namespace allide::mesh
