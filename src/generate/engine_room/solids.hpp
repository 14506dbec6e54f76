// The closed solids of which the parts of an engine room consist. All lengths are in millimetres.
//
// Vertices lie on a lattice of 1/128 mm. Such coordinates are exact in single precision up to 131 m, so that
// every file format preserves the mesh to the last bit.
#pragma once

#include <allide/mesh.hpp>

#include <span>
#include <vector>

namespace allide::mesh::ship {

enum Axis : int { x_axis, y_axis, z_axis };

double component(const Vec3& v, int axis);
void set_component(Vec3& v, int axis, double value);
Vec3 sum(const Vec3& a, const Vec3& b);
// `base` moved by `length` along an axis.
Vec3 moved(Vec3 base, int axis, double length);

struct Solid {
    std::vector<Vec3> vertices = {};
    std::vector<TriangleIndices> triangles = {};

    // Adds another closed surface, which becomes part of the same solid.
    Solid& operator+=(const Solid& other);
};
Box bounds_of(const Solid& solid);

Solid block(const Vec3& lo, const Vec3& hi);

// A point of an outline that is rotated about an axis: its position along the axis and its distance from it.
struct ProfilePoint {
    double along = 0, radius = 0;
};
using Profile = std::vector<ProfilePoint>;
// The solid of revolution about the axis through `origin`. The profile must start and end on the axis, that
// is, with radius 0.
Solid turned(const Vec3& origin, Axis axis, std::span<const ProfilePoint> profile, unsigned around);
// The same for a closed profile that does not touch the axis, as for rings and collars.
Solid turned_loop(const Vec3& origin, Axis axis, std::span<const ProfilePoint> loop, unsigned around);

// A cylinder that starts at `from` and extends along the axis, or against it if the length is negative.
Solid rod(const Vec3& from, Axis axis, double length, double radius, unsigned around);
Solid collar(const Vec3& from, Axis axis, double length, double inner, double outer, unsigned around);
Solid torus(const Vec3& centre, Axis axis, double radius, double thickness, unsigned around, unsigned across);
// A cylinder with domed ends that starts at `from` and extends along the axis.
Solid vessel(const Vec3& from, Axis axis, double length, double radius, double dome, unsigned around,
             unsigned rings);

// A signed direction along an axis.
struct Direction {
    Axis axis = x_axis;
    double sign = 1;
};
// A quarter of a torus that leads a pipe from direction `in` to direction `out`. The centre lines of the two
// pipes meet at `corner`.
Solid elbow(const Vec3& corner, Direction in, Direction out, double bend, double radius, unsigned around,
            unsigned along);

struct PlanePoint {
    double u = 0, v = 0;
};
// A convex polygon extruded from lo to hi along `axis`. u and v are coordinates on the two axes that follow
// `axis` in the cycle x, y, z.
Solid prism(Axis axis, double lo, double hi, std::span<const PlanePoint> polygon);
// A rectangular plate perpendicular to `axis` with a round hole in its middle.
Solid holed_plate(Axis axis, double lo, double hi, PlanePoint from, PlanePoint to, double hole,
                  unsigned around);
// The solid between two strips a and b, each given by an outer and an inner line of points.
Solid lofted(std::span<const Vec3> outer_a, std::span<const Vec3> inner_a, std::span<const Vec3> outer_b,
             std::span<const Vec3> inner_b);

}  // namespace allide::mesh::ship
