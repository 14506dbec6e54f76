// Descriptions of robots, from URDF files or from code (allide/robot.hpp, sections 1 and 4).
#include "convex.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "robot.hpp"
#include "shape.hpp"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>

namespace allide::python {
namespace {

using Limits = std::optional<std::pair<double, double>>;
using Groups = std::map<std::string, std::vector<std::string>>;

JointKind joint_kind_of(std::string_view name) {
    return named<JointKind>("kind", name,
                            {{"fixed", JointKind::fixed},
                             {"revolute", JointKind::revolute},
                             {"continuous", JointKind::continuous},
                             {"prismatic", JointKind::prismatic},
                             {"floating", JointKind::floating}});
}

void bind_links(nb::module_& module) {
    nb::class_<LinkGeometry>(module, "LinkGeometry", "One shape of a link: a mesh or a convex body.")
        .def(
            "__init__",
            [](LinkGeometry* self, const nb::object& shape, const PoseArgument& origin,
               const std::string& name) {
                new (self) LinkGeometry(link_geometry_of(shape, pose_of(origin, "origin"), name));
            },
            "shape"_a, "origin"_a.none() = nb::none(), "name"_a = "",
            nb::sig("def __init__(self, shape: MeshLike | ConvexBody, origin: PoseLike | None = None, name: "
                    "str = '') -> None"))
        .def_prop_ro(
            "shape",
            [](const LinkGeometry& self) {
                if (const auto* body = std::get_if<ConvexBody>(&self.shape))
                    return nb::cast(body_from(*body));
                return nb::cast(std::get<Mesh>(self.shape));
            },
            nb::sig("def shape(self) -> Mesh | ConvexBody"))
        .def_ro("origin", &LinkGeometry::origin, "The shape's place in the link's frame.")
        .def_ro("name", &LinkGeometry::name);
    using Shapes = std::vector<LinkGeometry>;
    nb::class_<LinkDescription>(module, "LinkDescription", "A link: its name and its shapes.")
        .def(
            "__init__",
            [](LinkDescription* self, const std::string& name, const Shapes& collision,
               const Shapes& visual) {
                new (self) LinkDescription{.name = name, .collision = collision, .visual = visual};
            },
            "name"_a, "collision"_a = Shapes(), "visual"_a = Shapes(),
            nb::sig("def __init__(self, name: str, collision: typing.Sequence[LinkGeometry] = (), visual: "
                    "typing.Sequence[LinkGeometry] = ()) -> None"))
        .def_ro("name", &LinkDescription::name)
        .def_ro("collision", &LinkDescription::collision, "The shapes that queries use.")
        .def_ro("visual", &LinkDescription::visual, "The shapes for drawing.");
}

void bind_joints(nb::module_& module) {
    nb::class_<Mimic>(module, "Mimic",
                      "Makes a joint follow another one: value = multiplier · (value of `joint`) + offset.")
        .def(
            "__init__",
            [](Mimic* self, const std::string& joint, double multiplier, double offset) {
                new (self) Mimic{joint, multiplier, offset};
            },
            "joint"_a, "multiplier"_a = 1.0, "offset"_a = 0.0)
        .def_ro("joint", &Mimic::joint)
        .def_ro("multiplier", &Mimic::multiplier)
        .def_ro("offset", &Mimic::offset);
    nb::class_<JointDescription>(module, "JointDescription", "A joint, and the two links that it joins.")
        .def(
            "__init__",
            [](JointDescription* self, const std::string& name, std::string_view kind,
               const std::string& parent, const std::string& child, const PoseArgument& origin,
               const ArrayArgument& axis, const Limits& limits, const std::optional<Mimic>& mimic) {
                JointDescription joint{.name = name,
                                       .kind = joint_kind_of(kind),
                                       .parent = parent,
                                       .child = child,
                                       .origin = pose_of(origin, "origin"),
                                       .axis = point_of(axis, "axis"),
                                       .mimic = mimic};
                if (limits) joint.limits = JointLimits{limits->first, limits->second};
                new (self) JointDescription(std::move(joint));
            },
            "name"_a, "kind"_a, "parent"_a, "child"_a, "origin"_a.none() = nb::none(),
            "axis"_a = std::array<double, 3>{1, 0, 0}, "limits"_a.none() = nb::none(),
            "mimic"_a.none() = nb::none(),
            nb::sig("def __init__(self, name: str, kind: str, parent: str, child: str, origin: PoseLike | "
                    "None = None, axis: ArrayLike = (1.0, 0.0, 0.0), limits: tuple[float, float] | None = "
                    "None, mimic: Mimic | None = None) -> None"),
            "`kind` is \"fixed\", \"revolute\", \"continuous\", \"prismatic\" or \"floating\".")
        .def_ro("name", &JointDescription::name)
        .def_prop_ro("kind", [](const JointDescription& self) { return std::string(name_of(self.kind)); })
        .def_ro("parent", &JointDescription::parent)
        .def_ro("child", &JointDescription::child)
        .def_ro("origin", &JointDescription::origin, "The joint's frame in the parent's frame.")
        .def_prop_ro(
            "axis", [](const JointDescription& self) { return point_from(self.axis); },
            "In the joint's frame.", nb::rv_policy::automatic)
        .def_prop_ro(
            "limits",
            [](const JointDescription& self) -> Limits {
                if (!self.limits) return std::nullopt;
                return std::pair(self.limits->lower, self.limits->upper);
            },
            "(lower, upper), or None.")
        .def_ro("mimic", &JointDescription::mimic);
}

}  // namespace

LinkGeometry link_geometry_of(nb::handle shape, const Pose& origin, const std::string& name) {
    LinkGeometry geometry{.origin = origin, .name = name};
    if (nb::isinstance<Body>(shape))
        geometry.shape = nb::inst_ptr<Body>(shape)->body;
    else
        geometry.shape = mesh_of(shape);
    return geometry;
}

RobotFileOptions robot_file_options_of(const std::optional<std::filesystem::path>& srdf,
                                       const std::vector<std::filesystem::path>& packages, bool visuals,
                                       std::optional<double> sag) {
    return {.srdf = srdf,
            .packages = packages,
            .visuals = visuals ? RobotFileOptions::Visuals::read : RobotFileOptions::Visuals::skip,
            .meshes = {.sag = sag}};
}

void bind_robot_description(nb::module_& module) {
    bind_links(module);
    bind_joints(module);
    using Links = std::vector<LinkDescription>;
    using Joints = std::vector<JointDescription>;
    nb::class_<RobotDescription>(module, "RobotDescription", R"(A tree of links, for Robot.build().

>>> ball = allide.LinkGeometry(allide.ConvexBody.sphere(0.25), allide.Pose.translation([1, 0, 0]))
>>> links = [allide.LinkDescription("base"), allide.LinkDescription("bar", [ball])]
>>> joints = [allide.JointDescription("turn", "revolute", "base", "bar", axis=[0, 0, 1], limits=(-2, 2))]
>>> robot = allide.Robot.build(allide.RobotDescription("bar", links, joints))
>>> robot.joints[0].limits, robot.description.links[1].collision[0].shape.kind
((-2.0, 2.0), 'sphere'))")
        .def(
            "__init__",
            [](RobotDescription* self, const std::string& name, const Links& links, const Joints& joints,
               const std::vector<NamePair>& ignored_pairs, const Groups& groups) {
                new (self) RobotDescription{.name = name,
                                            .links = links,
                                            .joints = joints,
                                            .ignored_pairs = pairs_of(ignored_pairs),
                                            .groups = groups};
            },
            "name"_a, "links"_a, "joints"_a, "ignored_pairs"_a = std::vector<NamePair>(),
            "groups"_a = Groups(),
            nb::sig("def __init__(self, name: str, links: typing.Sequence[LinkDescription], joints: "
                    "typing.Sequence[JointDescription], ignored_pairs: typing.Sequence[tuple[str, str]] = "
                    "(), groups: dict[str, list[str]] = ...) -> None"))
        .def_ro("name", &RobotDescription::name)
        .def_ro("links", &RobotDescription::links)
        .def_ro("joints", &RobotDescription::joints)
        .def_prop_ro(
            "ignored_pairs",
            [](const RobotDescription& self) {
                std::vector<NamePair> pairs;
                for (const auto& [a, b] : self.ignored_pairs) pairs.emplace_back(a, b);
                return pairs;
            },
            "Pairs of links that are not tested.")
        .def_ro("groups", &RobotDescription::groups, "The groups of the SRDF file: names of joints or links.")
        .def("__repr__", [](const RobotDescription& self) {
            return "RobotDescription('" + self.name + "', " + std::to_string(self.links.size()) + " links, " +
                   std::to_string(self.joints.size()) + " joints)";
        });
    module.def(
        "load_robot_description",
        [](const PathArgument& file, const std::optional<std::filesystem::path>& srdf,
           const std::vector<std::filesystem::path>& packages, bool visuals, std::optional<double> sag) {
            const RobotFileOptions options = robot_file_options_of(srdf, packages, visuals, sag);
            return value_of(
                run_long([path = path_of(file), options] { return load_robot_description(path, options); }));
        },
        "file"_a, "srdf"_a.none() = nb::none(), "packages"_a = std::vector<std::filesystem::path>(),
        nb::kw_only(), "visuals"_a = true, "sag"_a.none() = nb::none(),
        nb::sig("def load_robot_description(file: str | os.PathLike[str], srdf: str | os.PathLike[str] | "
                "None = None, packages: typing.Sequence[str | os.PathLike[str]] = (), *, visuals: bool = "
                "True, sag: float | None = None) -> RobotDescription"),
        "Reads the description of a robot, as Robot(file) does. `visuals=False` leaves out the shapes for "
        "drawing.");
}

}  // namespace allide::python
