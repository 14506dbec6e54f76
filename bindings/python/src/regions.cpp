// Contact regions and the clash of two parts (allide/query.hpp, sections 4 and 5).
#include "clash_fields.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <allide/query.hpp>

namespace allide::python {
namespace {

void bind_contact_regions(nb::module_& module) {
    nb::class_<Polyline>(module, "Polyline",
                         "A curve in the world, within 1e-12·(largest coordinate) of both surfaces.")
        .def_prop_ro(
            "points",
            [](nb::handle_t<Polyline> self) {
                const auto& points = nb::inst_ptr<Polyline>(self)->points;
                return view_of<Points>(points.data(), points.size(), self);
            },
            "float64[n, 3], in the order of the curve; one point where triangles touch in a point.")
        .def_ro("closed", &Polyline::closed,
                "True: the last point connects to the first, which is not repeated.")
        .def("__len__", [](const Polyline& self) { return self.points.size(); });
    nb::class_<ContactRegion>(module, "ContactRegion", "A region of connected contacts.")
        .def_prop_ro(
            "contacts",
            [](nb::handle_t<ContactRegion> self) {
                const auto& pairs = nb::inst_ptr<ContactRegion>(self)->contacts;
                return view_of<Pairs>(pairs.data(), pairs.size(), self);
            },
            "uint32[k, 2], ascending.")
        .def_ro("curves", &ContactRegion::curves, "The intersection segments, joined end to end.")
        .def_ro("flat", &ContactRegion::flat, "The number of contacts that intersect in a polygon.")
        .def_prop_ro(
            "normal",
            [](const ContactRegion& self) {
                return self.normal ? std::optional(point_from(*self.normal)) : std::nullopt;
            },
            "Points out of b if all triangles face outward: moving a along it separates the two where they "
            "barely touch. Or None.",
            nb::rv_policy::automatic)
        .def("__repr__", [](const ContactRegion& self) {
            return "ContactRegion(" + std::to_string(self.contacts.size()) + " contacts, " +
                   std::to_string(self.curves.size()) + " curves)";
        });
    module.def(
        "contact_regions",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return run_long([first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b] {
                return contact_regions(first.at(at_a), second.at(at_b));
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        R"(Where two surfaces meet, as connected regions and curves.

>>> sphere = allide.Model(allide.generate("sphere", triangles=500))
>>> regions = allide.contact_regions(sphere, sphere, pose_b=allide.Pose.translation([1, 0, 0.1]))
>>> len(regions), regions[0].curves[0].closed
(1, True))");
}

void bind_pair_clash(nb::module_& module) {
    nb::class_<PairClash> clash(module, "PairClash", "The clash between two parts.");
    bind_clash_fields(clash, [](const PairClash& self) -> const PairClash& { return self; });
    clash
        .def("__repr__",
             [](const PairClash& self) {
                 return "PairClash('" + std::string(name_of(self.kind)) +
                        "', distance=" + text_of(self.distance) + ")";
             })
        .def("__getstate__", [](const PairClash& self) { return state_of(self); })
        .def("__setstate__",
             [](PairClash& self, const nb::tuple& state) { new (&self) PairClash(clash_from_state(state)); });
    nb::class_<ClashLimits>(module, "ClashLimits", "How close two parts may come; see clash().")
        .def(
            "__init__",
            [](ClashLimits* self, double clearance, double touch, double sag, double depth_error) {
                new (self) ClashLimits{
                    .clearance = clearance, .touch = touch, .sag = sag, .depth_error = depth_error};
            },
            "clearance"_a = 0.0, "touch"_a = 0.0, "sag"_a = 0.0, "depth_error"_a = 0.1)
        .def_ro("clearance", &ClashLimits::clearance)
        .def_ro("touch", &ClashLimits::touch)
        .def_ro("sag", &ClashLimits::sag)
        .def_ro("depth_error", &ClashLimits::depth_error);
    module.def(
        "find_clash",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double clearance, double touch, double sag, double depth_error) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ClashLimits limits{
                .clearance = clearance, .touch = touch, .sag = sag, .depth_error = depth_error};
            return run_long([first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b, limits] {
                return find_clash(first.at(at_a), second.at(at_b), limits);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), "clearance"_a = 0.0,
        "touch"_a = 0.0, "sag"_a = 0.0, "depth_error"_a = 0.1,
        R"(The clash between two parts, or None.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.find_clash(cube, cube, pose_b=allide.Pose.translation([2, 0, 0])).kind
'touch')");
}

void bind_interference(nb::module_& module) {
    nb::class_<Interference> bound(module, "Interference", "How much two parts overlap.");
    bind_overlap_fields(bound, [](const Interference& self) -> const Interference& { return self; });
    bound.def("__repr__", [](const Interference& self) {
        const auto text = [](const auto& bounds) {
            return bounds ? "(" + text_of(bounds->lower) + ", " + text_of(bounds->upper) + ")"
                          : std::string("None");
        };
        return "Interference(depth=" + text(self.depth) + ", volume=" + text(self.volume) + ")";
    });
    module.def(
        "interference",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double depth_error) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return run_long(
                [first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b, depth_error] {
                    return interference(first.at(at_a), second.at(at_b), {.depth_error = depth_error});
                });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), "depth_error"_a = 0.1,
        R"(How deep a point of one part's surface lies inside the other at most, and the volume that they share.

`depth_error` is the largest relative width of the bounds of the depth, from 0.001 to 0.5.

>>> cube = allide.Model(allide.generate("cube"))
>>> found = allide.interference(cube, cube, pose_b=allide.Pose.translation([1.75, 0, 0]))
>>> round(found.depth, 9), round(found.volume[1], 9)
(0.25, 1.0))");
}

}  // namespace

void bind_regions(nb::module_& module) {
    bind_contact_regions(module);
    bind_pair_clash(module);
    bind_interference(module);
}

}  // namespace allide::python
