// Cameras of clash pictures. The page, BCF viewpoints and snapshots use the same cameras.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::detail::report {

// Unit vectors of the world: `up` is the vertical, `first` and `second` span the horizontal plane. If z is
// up, they are x, y, z in the order of the fields; if y is up, they are x, −z, y.
struct ViewAxes {
    Vec3 first{1, 0, 0}, second{0, 1, 0}, up{0, 0, 1};
};
// Requires that `up` is finite and not zero; it need not have unit length.
ViewAxes view_axes(const Vec3& up);

// A camera that looks at the centre of a picture; `away` is the unit direction from the centre to the camera.
struct Camera {
    static constexpr double field_of_view = 60;  // vertical, in degrees
    static constexpr double radii_away = 2.2;    // distance from the centre, in radii of the picture

    Vec3 away, ahead, up, right;
};
// Requires that `away` is not vertical.
Camera camera_from(const Vec3& away, const ViewAxes& axes);

// Unit directions from a picture's centre to the camera, the preferred one first: front right above, then the
// other three diagonal directions above, then the four below.
std::array<Vec3, 8> directions_to_look_from(const ViewAxes& axes);

// The camera's position for a picture whose bounding sphere has this centre and radius.
Vec3 camera_place(const Vec3& center, double radius, const Camera& camera);

}  // namespace allide::detail::report
