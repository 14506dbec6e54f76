#include "report/camera.hpp"

#include <algorithm>
#include <cmath>

namespace allide::detail::report {

namespace {

Vec3 unit(const Vec3& v) {
    // The vector is divided by its largest component first, so that no square overflows.
    const Vec3 scaled = (1 / std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)})) * v;
    return (1 / std::sqrt(dot(scaled, scaled))) * scaled;
}

}  // namespace

ViewAxes view_axes(const Vec3& up) {
    const Vec3 vertical = unit(up);
    const Vec3 start = std::abs(vertical.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 first = unit(start - dot(start, vertical) * vertical);
    return {first, cross(vertical, first), vertical};
}

Camera camera_from(const Vec3& away, const ViewAxes& axes) {
    const Vec3 ahead{-away.x, -away.y, -away.z};
    const Vec3 right = unit(cross(ahead, axes.up));
    return {.away = away, .ahead = ahead, .up = cross(right, ahead), .right = right};
}

std::array<Vec3, 8> directions_to_look_from(const ViewAxes& axes) {
    constexpr double x = 0.5345224717036289, y = -0.7126966289381719,
                     z = 0.4542568021989426;  // (x, y, z) is a unit vector
    std::array<Vec3, 8> directions;
    for (std::size_t i = 0; i < 8; ++i) {
        const std::array<std::array<double, 2>, 4> turned{{{x, y}, {-x, y}, {x, -y}, {-x, -y}}};
        directions[i] =
            turned[i % 4][0] * axes.first + turned[i % 4][1] * axes.second + (i < 4 ? z : -z) * axes.up;
    }
    return directions;
}

Vec3 camera_place(const Vec3& center, double radius, const Camera& camera) {
    return center + (Camera::radii_away * radius) * camera.away;
}

}  // namespace allide::detail::report
