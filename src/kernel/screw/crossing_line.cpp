#include "kernel/screw/crossing_line.hpp"

#include <array>
#include <optional>

namespace allide::kernel {
namespace {

using EnclosedPoint = NumberPoint<BoundedDoubleDouble>;

EnclosedPoint normal_of(const NumberTriangle<BoundedDoubleDouble>& t) {
    return cross_of(minus(t[1], t[0]), minus(t[2], t[0]));
}

// The two points where a triangle's sides cross a plane, each as its coordinate along `direction` from
// `origin`, times |direction|. Empty unless the triangle certainly crosses the plane. In the code, `lone` is
// the corner that is alone on its side of the plane.
std::optional<std::array<BoundedDoubleDouble, 2>> crossing(const NumberTriangle<BoundedDoubleDouble>& t,
                                                           const EnclosedPoint& normal,
                                                           const EnclosedPoint& on_plane,
                                                           const EnclosedPoint& direction,
                                                           const EnclosedPoint& origin) {
    std::array<BoundedDoubleDouble, 3> height;
    std::array<int, 3> sign;
    for (std::size_t i = 0; i < 3; ++i) {
        height[i] = dot_of(normal, minus(t[i], on_plane));
        sign[i] = sign_of(height[i]);
        if (sign[i] == 0) return {};
    }
    if (sign[0] == sign[1] && sign[1] == sign[2]) return {};
    const std::size_t lone = sign[1] == sign[2] ? 0 : sign[0] == sign[2] ? 1 : 2;
    std::array<BoundedDoubleDouble, 2> out;
    const BoundedDoubleDouble from = dot_of(direction, minus(t[lone], origin));
    for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t other = (lone + 1 + k) % 3;
        const BoundedDoubleDouble share = height[lone] / (height[lone] - height[other]);
        out[k] = from + share * dot_of(direction, minus(t[other], t[lone]));
    }
    return out;
}

bool reaches_below(const std::array<BoundedDoubleDouble, 2>& x, const std::array<BoundedDoubleDouble, 2>& y) {
    return certainly_less(x[0], y[0]) || certainly_less(x[0], y[1]) || certainly_less(x[1], y[0]) ||
           certainly_less(x[1], y[1]);
}

}  // namespace

bool certainly_cross(const NumberTriangle<BoundedDoubleDouble>& a,
                     const NumberTriangle<BoundedDoubleDouble>& b) {
    const EnclosedPoint normal_a = normal_of(a), normal_b = normal_of(b);
    const EnclosedPoint along = cross_of(normal_a, normal_b);
    const auto on_a = crossing(a, normal_b, b[0], along, a[0]),
               on_b = crossing(b, normal_a, a[0], along, a[0]);
    // Each triangle covers an interval of the line; they overlap if neither ends before the other begins.
    return on_a && on_b && reaches_below(*on_a, *on_b) && reaches_below(*on_b, *on_a);
}

}  // namespace allide::kernel
