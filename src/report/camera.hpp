// Cameras of clash pictures. The page, BCF viewpoints and snapshots use the same.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::detail::report {

// Unit vectors of the world: `up` is the vertical, the other two span the horizontal plane. For z up they are
// x, y, z; for y up they are x, −z, y.
struct ViewAxes {
    Vec3 first{1, 0, 0}, second{0, 1, 0}, up{0, 0, 1};
};
// Precondition: `up` is finite and not zero; its length has no influence.
ViewAxes view_axes(const Vec3& up);

// A camera that looks at the centre of a picture from the unit direction `away`.
struct Camera {
    static constexpr double field_of_view = 60;  // vertical, in degrees
    static constexpr double radii_away = 2.2;    // distance from the centre

    Vec3 away, ahead, up, right;
};
// Precondition: `away` is not vertical.
Camera camera_from(const Vec3& away, const ViewAxes& axes);

// Directions to look from, the preferred one first: from the front, the right and above, then the other
// corners above, then those below.
std::array<Vec3, 8> directions_to_look_from(const ViewAxes& axes);

// The camera's position for the bounding sphere of a picture.
Vec3 camera_place(const Vec3& center, double radius, const Camera& camera);

}  // namespace allide::detail::report
