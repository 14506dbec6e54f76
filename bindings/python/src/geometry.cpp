#include "errors.hpp"
#include "module.hpp"

#include <allide/geometry.hpp>

#include <nanobind/operators.h>
#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

Matrix matrix_from(const Pose& pose) {
    const auto numbers = pose.matrix_4x4();
    double* data = nullptr;
    const nb::capsule owner = keep<double>(std::vector<double>(numbers.begin(), numbers.end()), data);
    return Matrix(data, {4, 4}, owner);
}

std::string repr_of(const Pose& pose) {
    const auto [w, x, y, z] = pose.quaternion();
    return "Pose(position=" + text_of(pose.position()) + ", quaternion=(" + text_of(w) + ", " + text_of(x) +
           ", " + text_of(y) + ", " + text_of(z) + "))";
}

void bind_angle(nb::module_& module) {
    nb::class_<Angle>(module, "Angle", "An angle; degrees(90) or radians(0.5) make one.")
        .def_prop_ro("in_radians", &Angle::in_radians, "The angle in radians.")
        .def_prop_ro("in_degrees", &Angle::in_degrees, "The angle in degrees, rounded.")
        .def("__float__", &Angle::in_radians, "The angle in radians.")
        .def(nb::self == nb::self)
        .def("__hash__", [](const Angle& self) { return nb::hash(nb::float_(self.in_radians())); })
        .def("__repr__", [](const Angle& self) { return "radians(" + text_of(self.in_radians()) + ")"; })
        .def("__getstate__", &Angle::in_radians)
        .def("__setstate__", [](Angle& self, double state) { new (&self) Angle(radians(state)); });
    module.def("degrees", &degrees, "value"_a, R"(An angle in degrees.

>>> allide.Pose.rotation([0, 0, 1], allide.degrees(90)).apply([1, 0, 0]).round(12).tolist()
[0.0, 1.0, 0.0])");
    module.def(
        "radians", [](double value) { return radians(value); }, "value"_a, "An angle in radians.");
}

void bind_pose(nb::module_& module) {
    nb::class_<Pose>(module, "Pose",
                     R"(The position and orientation of a model: the map x → R x + t of 12 doubles.

Made from a 4×4 or 3×4 matrix, from (position, quaternion wxyz), or by the functions below. A pose is finite
and rigid: every entry of RᵀR − I is at most 1e-6, and det R > 0; other matrices raise AllideError. Queries use
the 12 numbers exactly as given. Wherever a pose is expected, the matrix or the pair may be passed itself.

>>> pose = allide.Pose.translation([1, 2, 3]) * allide.Pose.rotation([0, 0, 1], allide.degrees(180))
>>> pose.position.tolist()
[1.0, 2.0, 3.0]
>>> pose == allide.Pose(pose.matrix)
True)")
        .def(
            "__init__", [](Pose* self) { new (self) Pose(); }, "The identity.")
        .def(
            "__init__",
            [](Pose* self, const PoseArgument& value) { new (self) Pose(pose_of(value, "pose")); }, "value"_a,
            "From another pose, a 4×4 or 3×4 matrix, or (position, quaternion wxyz).")
        .def(
            "__init__",
            [](Pose* self, const ArrayArgument& position, const ArrayArgument& quaternion) {
                new (self) Pose(pose_of(nb::make_tuple(position, quaternion), "pose"));
            },
            "position"_a, "quaternion"_a, "From a position and a quaternion (w, x, y, z) of length 1.")
        .def_static("identity", &Pose::identity, "The pose that moves nothing.")
        .def_static(
            "translation",
            [](const ArrayArgument& offset) { return Pose::translation(point_of(offset, "offset")); },
            "offset"_a, "A shift.")
        .def_static(
            "rotation",
            [](const ArrayArgument& axis, const AngleArgument& angle) {
                return Pose::rotation(point_of(axis, "axis"), angle_of(angle));
            },
            "axis"_a, "angle"_a,
            "A right-handed rotation about an axis through the origin, of any length but zero. A plain "
            "number is "
            "an angle in radians.")
        .def(
            "translated",
            [](const Pose& self, const ArrayArgument& offset) {
                return self.translated(point_of(offset, "offset"));
            },
            "offset"_a, "This pose followed by a shift in the world.")
        .def_prop_ro("matrix", &matrix_from, "The 4×4 matrix, exactly.", nb::rv_policy::automatic)
        .def_prop_ro(
            "position", [](const Pose& self) { return point_from(self.position()); },
            "The translation t, exactly.", nb::rv_policy::automatic)
        .def_prop_ro(
            "quaternion", [](const Pose& self) { return self.quaternion(); },
            "The rotation as a unit quaternion (w, x, y, z) with w ≥ 0, rounded.",
            nb::sig("def quaternion(self) -> tuple[float, float, float, float]"))
        .def_prop_ro(
            "axis_angle",
            [](const Pose& self) {
                const AxisAngle turn = self.axis_angle();
                return nb::make_tuple(point_from(turn.axis), turn.angle);
            },
            "The rotation as (axis, Angle), by 0 … 180 degrees, rounded.",
            nb::sig("def axis_angle(self) -> tuple[NDArray[numpy.float64], Angle]"), nb::rv_policy::automatic)
        .def(
            "apply",
            [](const Pose& self, const ArrayArgument& point) {
                return point_from(self.apply(point_of(point, "point")));
            },
            "point"_a, "R x + t, rounded.")
        .def(
            "apply_to_vector",
            [](const Pose& self, const ArrayArgument& vector) {
                return point_from(self.apply_to_vector(point_of(vector, "vector")));
            },
            "vector"_a, "R v, rounded: a direction is not shifted.")
        .def("inverse", &Pose::inverse,
             "The inverse map, rounded. Not the transpose, which is the inverse only of an orthonormal R.")
        .def(
            "__mul__", [](const Pose& a, const Pose& b) { return a * b; }, nb::is_operator(),
            "The map x → a(b(x)), rounded.")
        .def(
            "__matmul__", [](const Pose& a, const Pose& b) { return a * b; }, nb::is_operator(),
            "The map x → a(b(x)), rounded.")
        .def(
            "__array__",
            [](const Pose& self, const nb::object& dtype, const nb::object& copy) {
                const nb::object array = nb::cast(matrix_from(self));
                return dtype.is_none() && !copy.is_none()
                           ? array
                           : array.attr("astype")(dtype.is_none() ? array.attr("dtype") : dtype);
            },
            "dtype"_a = nb::none(), "copy"_a = nb::none(),
            nb::sig("def __array__(self, dtype: typing.Any = None, copy: bool | None = None) -> "
                    "NDArray[typing.Any]"))
        .def(nb::self == nb::self)
        .def("__hash__",
             [](const Pose& self) {
                 return nb::hash(nb::bytes(reinterpret_cast<const char*>((self * Pose()).matrix().data()),
                                           sizeof(double) * 12));
             })
        .def("__repr__", &repr_of)
        .def("__getstate__", [](const Pose& self) { return self.matrix(); })
        .def("__setstate__", [](Pose& self, const std::array<double, 12>& rows) {
            new (&self) Pose(value_of(Pose::from_matrix(rows)));
        });
}

void bind_regions_of_space(nb::module_& module) {
    nb::class_<Box>(module, "Box",
                    "An axis-aligned box: all points from `lo` to `hi`, the boundary included.")
        .def(
            "__init__",
            [](Box* self, const ArrayArgument& lo, const ArrayArgument& hi) {
                new (self) Box{point_of(lo, "lo"), point_of(hi, "hi")};
            },
            "lo"_a, "hi"_a)
        .def_prop_ro(
            "lo", [](const Box& self) { return point_from(self.lo); }, "The lower corner.",
            nb::rv_policy::automatic)
        .def_prop_ro(
            "hi", [](const Box& self) { return point_from(self.hi); }, "The upper corner.",
            nb::rv_policy::automatic)
        .def_prop_ro(
            "center", [](const Box& self) { return point_from(self.center()); }, "The midpoint, rounded.",
            nb::rv_policy::automatic)
        .def_prop_ro(
            "size", [](const Box& self) { return point_from(self.size()); }, "hi − lo, rounded.",
            nb::rv_policy::automatic)
        .def_static("empty", &Box::empty, "The empty box.")
        .def_prop_ro("is_empty", &Box::is_empty, "True if lo exceeds hi in any coordinate.")
        .def(
            "contains",
            [](const Box& self, const ArrayArgument& point) {
                return self.contains(point_of(point, "point"));
            },
            "point"_a)
        .def("overlaps", &Box::overlaps, "other"_a, "True if the boxes share a point.")
        .def("expanded", &Box::expanded, "margin"_a, "The box with every side moved outward by `margin`.")
        .def(nb::self == nb::self)
        .def("__repr__",
             [](const Box& self) { return "Box(lo=" + text_of(self.lo) + ", hi=" + text_of(self.hi) + ")"; })
        .def("__getstate__",
             [](const Box& self) {
                 return std::array{self.lo.x, self.lo.y, self.lo.z, self.hi.x, self.hi.y, self.hi.z};
             })
        .def("__setstate__", [](Box& self, const std::array<double, 6>& n) {
            new (&self) Box{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
        });
    nb::class_<Ball>(module, "Ball", "A closed ball.")
        .def(
            "__init__",
            [](Ball* self, const ArrayArgument& center, double radius) {
                new (self) Ball{point_of(center, "center"), radius};
            },
            "center"_a, "radius"_a)
        .def_prop_ro(
            "center", [](const Ball& self) { return point_from(self.center); }, nb::rv_policy::automatic)
        .def_ro("radius", &Ball::radius)
        .def("__repr__", [](const Ball& self) {
            return "Ball(center=" + text_of(self.center) + ", radius=" + text_of(self.radius) + ")";
        });
    nb::class_<HalfSpace>(module, "HalfSpace", "All points p with normal · p ≤ offset.")
        .def(
            "__init__",
            [](HalfSpace* self, const ArrayArgument& normal, double offset) {
                new (self) HalfSpace{point_of(normal, "normal"), offset};
            },
            "normal"_a, "offset"_a)
        .def_prop_ro(
            "normal", [](const HalfSpace& self) { return point_from(self.normal); }, nb::rv_policy::automatic)
        .def_ro("offset", &HalfSpace::offset)
        .def(nb::self == nb::self)
        .def("__repr__", [](const HalfSpace& self) {
            return "HalfSpace(normal=" + text_of(self.normal) + ", offset=" + text_of(self.offset) + ")";
        });
}

}  // namespace

void bind_geometry(nb::module_& module) {
    bind_angle(module);
    bind_pose(module);
    bind_regions_of_space(module);
}

}  // namespace allide::python
