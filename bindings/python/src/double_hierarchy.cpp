// The hierarchy of outer and inner boxes (allide/extra/double_hierarchy.hpp).
#include "convex.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"

#include <allide/extra/double_hierarchy.hpp>

namespace allide::python {
namespace {

std::string_view name_of(DecidedBy decided_by) {
    switch (decided_by) {
        case DecidedBy::outer_boxes:
            return "outer_boxes";
        case DecidedBy::inner_boxes:
            return "inner_boxes";
        case DecidedBy::faces:
            return "faces";
        case DecidedBy::containment:
            return "containment";
    }
    return "faces";
}

}  // namespace

void bind_double_hierarchy(nb::module_& module) {
    nb::class_<OrientedBox>(module, "OrientedBox", "The points with |axes[k] · (x − center)| ≤ half[k].")
        .def_prop_ro(
            "center", [](const OrientedBox& self) { return point_from(self.center); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "axes",
            [](const OrientedBox& self) {
                return rows_from<Array<double, -1, 3>>(std::vector<Vec3>(self.axes.begin(), self.axes.end()));
            },
            nb::rv_policy::automatic)
        .def_ro("half", &OrientedBox::half)
        .def("volume", &OrientedBox::volume);
    nb::class_<DoubleNode>(module, "DoubleNode", "A node of a DoubleHierarchy.")
        .def_prop_ro("piece",
                     [](const DoubleNode& self) {
                         return std::string(self.piece == Piece::interior ? "interior" : "exterior");
                     })
        .def_ro("depth", &DoubleNode::depth)
        .def_ro("children", &DoubleNode::children, "Node indices; both 0 for a leaf.")
        .def_ro("outer", &DoubleNode::outer, "Contains the piece.")
        .def_ro("inner", &DoubleNode::inner,
                "Certainly lies in the body; `half` is 0 if there is no inner box.")
        .def_ro("log_volume_gap", &DoubleNode::log_volume_gap)
        .def_ro("faces", &DoubleNode::faces)
        .def_prop_ro("is_leaf", &DoubleNode::is_leaf);
    nb::class_<DoubleHierarchy>(
        module, "DoubleHierarchy",
        "A tree of outer and inner boxes of a convex polyhedron (Arcila, Dinás, Bañón 2008).")
        .def(
            "__init__",
            [](DoubleHierarchy* self, const Body& body, std::uint32_t depth) {
                new (self) DoubleHierarchy(
                    value_of(run_short([&] { return DoubleHierarchy::build(body.body, {.depth = depth}); })));
            },
            "body"_a, "depth"_a = 4u, "Of a polytope with volume; the depth is at most 12.")
        .def_prop_ro(
            "nodes",
            [](const DoubleHierarchy& self) {
                return std::vector<DoubleNode>(self.nodes().begin(), self.nodes().end());
            },
            "The root is first.");
    nb::class_<DoubleAnswer>(module, "DoubleAnswer", "Whether two bodies share a point, and what decided it.")
        .def_ro("share", &DoubleAnswer::share)
        .def_prop_ro("decided_by",
                     [](const DoubleAnswer& self) { return std::string(name_of(self.decided_by)); })
        .def_ro("depth", &DoubleAnswer::depth)
        .def_ro("outer_tests", &DoubleAnswer::outer_tests)
        .def_ro("inner_tests", &DoubleAnswer::inner_tests)
        .def_ro("face_tests", &DoubleAnswer::face_tests)
        .def("__bool__", [](const DoubleAnswer& self) { return self.share; });
    module.def(
        "overlap_solid",
        [](const DoubleHierarchy& a, const DoubleHierarchy& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, bool inner_boxes) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return run_short([&] {
                return overlap_solid(a, at_a, b, at_b, inner_boxes ? InnerBoxes::used : InnerBoxes::ignored);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "inner_boxes"_a = true, "Whether two convex polyhedra share a point, by their hierarchies.");
    nb::class_<InscribedBox>(module, "InscribedBox", "The largest box found inside half-spaces.")
        .def_ro("box", &InscribedBox::box)
        .def_ro("log_volume_gap", &InscribedBox::log_volume_gap)
        .def_ro("steps", &InscribedBox::steps);
    module.def(
        "largest_box",
        [](const ArrayArgument& planes, const ArrayArgument& inside, const ArrayArgument& axes) {
            const std::vector<HalfSpace> of = half_spaces_of(planes, "planes");
            const std::vector<Vec3> along = points_of(axes, "axes");
            if (along.size() != 3)
                refuse("axes: expected an array of shape (3, 3), found (" + std::to_string(along.size()) +
                       ", 3)");
            return largest_box(of, point_of(inside, "inside"), {along[0], along[1], along[2]});
        },
        "planes"_a, "inside"_a, "axes"_a, "The largest box inside the half-spaces, along the given axes.");
}

}  // namespace allide::python
