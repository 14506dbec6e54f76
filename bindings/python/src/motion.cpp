#include "errors.hpp"
#include "module.hpp"

#include <allide/motion.hpp>

namespace allide::python {
namespace {

// Binds Screw and MotionSegment, the elements of Motion.segments.
void bind_segment(nb::module_& module) {
    nb::class_<Screw>(module, "Screw",
                      "A rotation about an axis combined with a shift along it, both proportional to time.")
        .def_prop_ro(
            "point", [](const Screw& self) { return point_from(self.point); }, nb::rv_policy::automatic)
        .def_prop_ro(
            "axis", [](const Screw& self) { return point_from(self.axis); }, nb::rv_policy::automatic)
        .def_ro("angle", &Screw::angle)
        .def_ro("advance", &Screw::advance);
    nb::class_<MotionSegment>(module, "MotionSegment",
                              "One screw or translation of a motion, exactly as queries use it.")
        .def_ro("t0", &MotionSegment::t0)
        .def_ro("t1", &MotionSegment::t1)
        .def_ro("start", &MotionSegment::start, "The exact pose at t0.")
        .def_ro("screw", &MotionSegment::screw, "Unless is_linear.")
        .def_prop_ro(
            "translation", [](const MotionSegment& self) { return point_from(self.translation); },
            "Over the segment, if is_linear.", nb::rv_policy::automatic)
        .def_ro("is_linear", &MotionSegment::is_linear);
}

std::vector<double> times_for(const nb::object& times, std::size_t count) {
    if (!times.is_none()) return numbers_of(times, "times");
    std::vector<double> even(count);
    for (std::size_t i = 0; i < count; ++i) even[i] = static_cast<double>(i);
    return even;
}

}  // namespace

void bind_motion(nb::module_& module) {
    bind_segment(module);
    nb::class_<Motion>(module, "Motion", R"(A rigid motion over the time from 0 to 1.

>>> turn = allide.Motion.screw(axis=[0, 0, 1], angle=allide.degrees(90), advance=2)
>>> turn.from_(allide.Pose.translation([1, 0, 0])).at(1).position.round(12).tolist()
[0.0, 1.0, 2.0])")
        .def(
            "__init__", [](Motion* self) { new (self) Motion(); }, "At rest.")
        .def_static(
            "screw",
            [](const ArrayArgument& point, const ArrayArgument& axis, const AngleArgument& angle,
               double advance) {
                return Motion::screw({.point = point_of(point, "point"),
                                      .axis = point_of(axis, "axis"),
                                      .angle = angle_of(angle),
                                      .advance = advance});
            },
            "point"_a = std::array{0.0, 0.0, 0.0}, "axis"_a = std::array{0.0, 0.0, 1.0}, "angle"_a = 0.0,
            "advance"_a = 0.0,
            nb::sig("def screw(point: ArrayLike = (0.0, 0.0, 0.0), axis: ArrayLike = (0.0, 0.0, 1.0), angle: "
                    "Angle | float = 0.0, advance: float = 0.0) -> Motion"),
            "A rotation about an axis combined with an advance along it. A plain number is an angle in "
            "radians.")
        .def_static(
            "linear",
            [](const ArrayArgument& translation) {
                return Motion::linear(point_of(translation, "translation"));
            },
            "translation"_a, "Translation by t · translation.")
        .def_static(
            "rotation",
            [](const ArrayArgument& point, const ArrayArgument& axis, const AngleArgument& angle) {
                return Motion::rotation(point_of(point, "point"), point_of(axis, "axis"), angle_of(angle));
            },
            "point"_a, "axis"_a, "angle"_a, "Rotation about the axis through the point.")
        .def_static(
            "path",
            [](const PosesArgument& poses, const OptionalArrayArgument& times) {
                const std::vector<Pose> stops = poses_of(poses, "poses");
                return value_of(Motion::path(stops, times_for(times, stops.size())));
            },
            "poses"_a, "times"_a.none() = nb::none(),
            "Passes through all poses at the given times, which increase strictly and are mapped to 0 … 1 "
            "(evenly "
            "spaced if not given). Consecutive poses are joined by the shortest screw.")
        .def(
            "from_",
            [](const Motion& self, const PoseArgument& start) { return self.from(pose_of(start, "start")); },
            "start"_a,
            "The same motion, with the model at this pose at t = 0. Not for a path, which gives all poses "
            "itself.")
        .def("at", &Motion::at, "t"_a, "The model's pose at time t, rounded.")
        .def_prop_ro(
            "segments",
            [](const Motion& self) {
                return std::vector<MotionSegment>(self.segments().begin(), self.segments().end());
            },
            "The screws and translations that the motion consists of.")
        .def("__copy__", [](const Motion& self) { return self; })
        .def(
            "__deepcopy__", [](const Motion& self, nb::handle) { return self; }, "memo"_a)
        .def("__repr__", [](const Motion& self) {
            return "Motion(" + std::to_string(self.segments().size()) +
                   (self.segments().size() == 1 ? " segment)" : " segments)");
        });
}

}  // namespace allide::python
