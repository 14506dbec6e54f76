#include "predict.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <allide/index.hpp>
#include <allide/predict.hpp>

#include <limits>

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

template <typename Get>
auto of_impact(Get get) {
    return [get](const Prediction& self) {
        return self.impact ? std::optional(get(*self.impact)) : std::nullopt;
    };
}

nb::tuple state_of(const Prediction& p) {
    nb::object impact = nb::none();
    if (p.impact) {
        const Impact& i = *p.impact;
        const int features = i.features ? static_cast<int>(*i.features) : -1;
        impact = nb::make_tuple(i.t_lo, i.t_hi, i.triangle_a, i.triangle_b, features, point_from(i.point));
    }
    return nb::make_tuple(static_cast<int>(p.outcome), p.free_until, impact, p.delta, p.triangle_tests);
}

Prediction prediction_from(const nb::tuple& state) {
    Prediction p{.outcome = static_cast<Outcome>(nb::cast<int>(state[0])),
                 .free_until = nb::cast<double>(state[1]),
                 .impact = {},
                 .delta = nb::cast<double>(state[3]),
                 .triangle_tests = nb::cast<std::uint64_t>(state[4])};
    const nb::object impact = state[2];
    if (impact.is_none()) return p;
    Impact i{.t_lo = nb::cast<double>(impact[0]),
             .t_hi = nb::cast<double>(impact[1]),
             .triangle_a = nb::cast<std::uint32_t>(impact[2]),
             .triangle_b = nb::cast<std::uint32_t>(impact[3]),
             .features = {},
             .point = point_of(nb::object(impact[5]), "point")};
    if (const int features = nb::cast<int>(impact[4]); features >= 0)
        i.features = static_cast<Features>(features);
    p.impact = i;
    return p;
}

std::string repr_of(const Prediction& self) {
    std::string text =
        "Prediction('" + std::string(name_of(self.outcome)) + "', free_until=" + text_of(self.free_until);
    if (self.impact) text += ", t_lo=" + text_of(self.impact->t_lo) + ", t_hi=" + text_of(self.impact->t_hi);
    return text + ")";
}

void bind_prediction(nb::module_& module) {
    nb::class_<Prediction>(module, "Prediction", "When a moving model first touches another one; certified.",
                           nb::dynamic_attr())
        .def_prop_ro(
            "outcome", [](const Prediction& self) { return std::string(name_of(self.outcome)); },
            "\"clear\", \"impact\", \"touching_at_start\" or \"undecided\" (a graze).",
            nb::sig(
                "def outcome(self) -> Literal[\"clear\", \"impact\", \"touching_at_start\", \"undecided\"]"))
        .def_ro("free_until", &Prediction::free_until, "No contact at any time before this.")
        .def_prop_ro("t_lo", of_impact([](const Impact& i) { return i.t_lo; }),
                     "Start of the bracket of the first contact, or None.")
        .def_prop_ro("t_hi", of_impact([](const Impact& i) { return i.t_hi; }),
                     "End of the bracket of the first contact, or None.")
        .def_prop_ro("triangle_a", of_impact([](const Impact& i) { return i.triangle_a; }))
        .def_prop_ro("triangle_b", of_impact([](const Impact& i) { return i.triangle_b; }))
        .def_prop_ro(
            "features",
            [](const Prediction& self) -> std::optional<std::string> {
                if (!self.impact || !self.impact->features) return std::nullopt;
                return std::string(name_of(*self.impact->features));
            },
            "\"vertex-face\", \"face-vertex\" or \"edge-edge\", a's first; None with a clearance.")
        .def_prop_ro("point", of_impact([](const Impact& i) { return point_from(i.point); }),
                     "Contact point in the world, rounded; or None.", nb::rv_policy::automatic)
        .def_ro("delta", &Prediction::delta,
                "Upper bound on the gap or depth that is in doubt; 0 if nothing is.")
        .def_ro("triangle_tests", &Prediction::triangle_tests)
        .def("__repr__", &repr_of)
        .def("__getstate__", &state_of)
        .def("__setstate__", [](Prediction& self, const nb::tuple& state) {
            new (&self) Prediction(prediction_from(state));
        });
    using Intervals = Array<double, -1, 4>;
    nb::class_<ContactIntervals>(module, "ContactIntervals", "Time intervals in which two surfaces touch.")
        .def_prop_ro(
            "intervals",
            [](nb::handle_t<ContactIntervals> self) {
                const auto& intervals = nb::inst_ptr<ContactIntervals>(self)->intervals;
                return view_of<Intervals>(intervals.data(), intervals.size(), self);
            },
            "float64[n, 4]: t0_lo, t0_hi, t1_lo, t1_hi; sorted and disjoint.")
        .def_prop_ro(
            "undecided",
            [](nb::handle_t<ContactIntervals> self) {
                const auto& intervals = nb::inst_ptr<ContactIntervals>(self)->undecided;
                return view_of<Intervals>(intervals.data(), intervals.size(), self);
            },
            "float64[n, 4]: intervals of possible contact.")
        .def_ro("complete", &ContactIntervals::complete)
        .def_ro("known_until", &ContactIntervals::known_until,
                "Every interval that begins before this time is listed.")
        .def("__len__", [](const ContactIntervals& self) { return self.intervals.size(); })
        .def("__repr__", [](const ContactIntervals& self) {
            return "ContactIntervals(" + std::to_string(self.intervals.size()) + " intervals, " +
                   std::to_string(self.undecided.size()) + " undecided)";
        });
}

// The converted arguments that predict() and contact_intervals() share. a follows `motion`; b follows along_b
// or, if that is not given, rests at pose_b.
struct Course {
    Course(nb::handle a, nb::handle b, const Motion& motion, const PoseArgument& pose_a,
           const PoseArgument& pose_b, const std::optional<Motion>& along_b)
        : first(Side(a).snapshot()),
          second(Side(b).snapshot()),
          motion_a(started(motion, pose_a, "pose_a")),
          motion_b(along_b ? std::optional(started(*along_b, pose_b, "pose_b")) : std::nullopt),
          at_b(pose_of(pose_b, "pose_b")) {}

    Model first, second;
    Motion motion_a;
    std::optional<Motion> motion_b;
    Pose at_b;
};

}  // namespace

Motion started(const Motion& motion, const PoseArgument& pose, const char* argument) {
    return pose.is_none() ? motion : motion.from(pose_of(pose, argument));
}

void bind_predict(nb::module_& module) {
    bind_prediction(module);
    module.def(
        "predict",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const Motion& motion,
           const PoseArgument& pose_a, const PoseArgument& pose_b, double clearance, double tolerance,
           const std::optional<Motion>& motion_b, std::string_view search) {
            const PredictOptions options{
                .tolerance = tolerance, .clearance = clearance, .search = search_of(search)};
            const Course course(a, b, motion, pose_a, pose_b, motion_b);
            nb::object found = nb::cast(run_long([course, options] {
                const Moving mover = course.first.along(course.motion_a);
                return course.motion_b ? predict(mover, course.second.along(*course.motion_b), options)
                                       : predict(mover, course.second.at(course.at_b), options);
            }));
            if (!motion_b) remember(found, a, b, nb::cast(course.motion_a), nb::cast(course.at_b));
            return found;
        },
        "a"_a, "b"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "motion_b"_a.none() = nb::none(),
        "search"_a = "tree",
        nb::sig("def predict(a: Model | DeformableModel, b: Model | DeformableModel, motion: Motion, pose_a: "
                "PoseLike | None = None, pose_b: PoseLike | None = None, clearance: float = 0.0, tolerance: "
                "float = 1e-9, *, motion_b: Motion | None = None, search: str = 'tree') -> Prediction"),
        R"(When does a, following the motion from `pose_a`, first touch b? Certified.

With `clearance`, coming within that distance counts as contact. `tolerance` is the largest width of the time bracket.
`motion_b` moves b as well.

>>> cube = allide.Model(allide.generate("cube"))
>>> p = allide.predict(cube, cube, allide.Motion.linear([8, 0, 0]), pose_b=allide.Pose.translation([6, 0.5, 0.25]))
>>> p.outcome, p.t_lo <= 0.5 <= p.t_hi
('impact', True))");
    module.def(
        "contact_intervals",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const Motion& motion,
           const PoseArgument& pose_a, const PoseArgument& pose_b, double clearance, double tolerance,
           const std::optional<Motion>& motion_b, std::string_view search,
           std::optional<std::size_t> max_intervals) {
            const PredictOptions options{
                .tolerance = tolerance,
                .clearance = clearance,
                .search = search_of(search),
                .max_intervals = max_intervals.value_or(std::numeric_limits<std::size_t>::max())};
            return run_long([course = Course(a, b, motion, pose_a, pose_b, motion_b), options] {
                const Moving mover = course.first.along(course.motion_a);
                return course.motion_b
                           ? contact_intervals(mover, course.second.along(*course.motion_b), options)
                           : contact_intervals(mover, course.second.at(course.at_b), options);
            });
        },
        "a"_a, "b"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "motion_b"_a.none() = nb::none(),
        "search"_a = "tree", "max_intervals"_a.none() = nb::none(),
        "All time intervals in which the two surfaces touch, with the arguments of predict().");
}

}  // namespace allide::python
