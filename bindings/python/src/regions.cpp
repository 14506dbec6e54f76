// Contact regions and the clash of two parts (allide/query.hpp, sections 4 and 5).
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
    nb::class_<PairClash>(module, "PairClash", "The clash between two parts.")
        .def_prop_ro(
            "kind", [](const PairClash& self) { return std::string(name_of(self.kind)); },
            "\"duplicate\", \"contained\", \"hard\", \"touch\" or \"clearance\".")
        .def_ro("distance", &PairClash::distance, "0 unless it is a clearance or a touch with a gap.")
        .def_ro("depth", &PairClash::depth, "Upper bound of the penetration depth.")
        .def_ro("depth_lower", &PairClash::depth_lower, "Lower bound of the penetration depth.")
        .def_ro("shallow", &PairClash::shallow,
                "A hard clash whose depth is below 1e-6 of the larger diagonal.")
        .def_ro("contacts", &PairClash::contacts, "Number of triangle pairs that touch.")
        .def_prop_ro(
            "point", [](const PairClash& self) { return point_from(self.point); }, nb::rv_policy::automatic)
        .def("__repr__", [](const PairClash& self) {
            return "PairClash('" + std::string(name_of(self.kind)) + "', distance=" + text_of(self.distance) +
                   ", depth=" + text_of(self.depth) + ")";
        });
    module.def(
        "find_clash",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double clearance, double touch) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return run_long([first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b, clearance,
                             touch] {
                return find_clash(first.at(at_a), second.at(at_b), {.clearance = clearance, .touch = touch});
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), "clearance"_a = 0.0,
        "touch"_a = 0.0,
        R"(The clash between two parts, or None.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.find_clash(cube, cube, pose_b=allide.Pose.translation([2, 0, 0])).kind
'touch')");
}

}  // namespace

void bind_regions(nb::module_& module) {
    bind_contact_regions(module);
    bind_pair_clash(module);
}

}  // namespace allide::python
