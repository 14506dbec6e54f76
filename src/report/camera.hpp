// The camera of a clash: from the front, the right and above, as the page opens, at a distance from which the
// bounding sphere of the picture is visible.
#pragma once

#include "report/clash_picture.hpp"

namespace allide::detail::report {

struct Camera {
    static constexpr double field_of_view = 60;          // vertical, in degrees
    static constexpr double radii_away = 2.2;            // distance from the centre
    static constexpr double level = 0.8908707861727149;  // length of `away` projected to the horizontal plane
    static constexpr Vec3 away{0.5345224717036289, -0.7126966289381719, 0.4542568021989426};
    static constexpr Vec3 ahead{-away.x, -away.y, -away.z};
    static constexpr Vec3 up{-away.x * away.z / level, -away.y* away.z / level, level};
    static constexpr Vec3 right{-away.y / level, away.x / level, 0};
};

inline Vec3 camera_place(const ClashPicture& picture) {
    const double distance = Camera::radii_away * picture.radius;
    return {picture.center.x + distance * Camera::away.x, picture.center.y + distance * Camera::away.y,
            picture.center.z + distance * Camera::away.z};
}

}  // namespace allide::detail::report
