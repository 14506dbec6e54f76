// Questions about one model (allide/probe.hpp).
#include "probe.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <nanobind/operators.h>

namespace allide::python {
namespace {

// Runs a query with a ray or, if `to` is given, with a segment.
template <typename AskRay, typename AskSegment>
auto ask_line(nb::handle model, const nb::object& origin, const nb::object& direction, const nb::object& to,
              double max_t, const nb::object& pose, const AskRay& ask_ray, const AskSegment& ask_segment) {
    const Pose at = pose_of(pose, "pose");
    const Vec3 from = point_of(origin, "origin");
    if (direction.is_none() == to.is_none())
        refuse("expected either a direction or the end of a segment (to=…)");
    if (!to.is_none()) {
        const Segment segment{from, point_of(to, "to")};
        return ask(model, at, [&](const Placed& placed) { return ask_segment(placed, segment); });
    }
    const Ray ray{from, point_of(direction, "direction"), max_t};
    return ask(model, at, [&](const Placed& placed) { return ask_ray(placed, ray); });
}

#define ALLIDE_LINE_PARAMETERS                                                                         \
    const SurfaceArgument &model, const ArrayArgument &origin, const OptionalArrayArgument &direction, \
        const PoseArgument &pose, const OptionalArrayArgument &to, double max_t, std::string_view search
#define ALLIDE_LINE_NAMES                                                                                   \
    "model"_a, "origin"_a, "direction"_a.none() = nb::none(), "pose"_a.none() = nb::none(), nb::kw_only(),  \
                           "to"_a.none() = nb::none(), "max_t"_a = std::numeric_limits<double>::infinity(), \
                           "search"_a = "tree"

void bind_rays(nb::module_& module) {
    nb::class_<Hit>(module, "Hit", "A triangle that a ray hits.")
        .def_ro("t", &Hit::t, "The smallest t of the common points, in units of the direction.")
        .def_prop_ro(
            "point", [](const Hit& self) { return point_from(self.point); }, nb::rv_policy::automatic)
        .def_ro("triangle", &Hit::triangle)
        .def(nb::self == nb::self)
        .def("__repr__", [](const Hit& self) {
            return "Hit(t=" + text_of(self.t) + ", point=" + text_of(self.point) +
                   ", triangle=" + std::to_string(self.triangle) + ")";
        });
    module.def(
        "first_hit",
        [](ALLIDE_LINE_PARAMETERS) {
            const ProbeOptions options{.search = search_of(search)};
            const auto query = [&](const Placed& placed, const auto& line) {
                return first_hit(placed, line, options);
            };
            return ask_line(model, origin, direction, to, max_t, pose, query, query);
        },
        ALLIDE_LINE_NAMES,
        R"(The triangle that a ray hits first, or None. `to` makes it a segment from `origin`.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.first_hit(cube, [5, 0, 0], [-1, 0, 0]).t
4.0)");
    module.def(
        "all_hits",
        [](ALLIDE_LINE_PARAMETERS) {
            const ProbeOptions options{.search = search_of(search)};
            const auto query = [&](const Placed& placed, const auto& line) {
                return all_hits(placed, line, options);
            };
            return ask_line(model, origin, direction, to, max_t, pose, query, query);
        },
        ALLIDE_LINE_NAMES, "All triangles that are hit, in ascending order of (t, triangle).");
    module.def(
        "any_hit",
        [](ALLIDE_LINE_PARAMETERS) {
            const ProbeOptions options{.search = search_of(search)};
            const auto query = [&](const Placed& placed, const auto& line) {
                return any_hit(placed, line, options);
            };
            return ask_line(model, origin, direction, to, max_t, pose, query, query);
        },
        ALLIDE_LINE_NAMES, "True if some triangle is hit.");
}

void bind_nearest(nb::module_& module) {
    nb::class_<Nearest>(module, "Nearest", "A triangle's distance from a point, with certified bounds.")
        .def_ro("distance", &Nearest::distance)
        .def_ro("lower", &Nearest::lower)
        .def_ro("upper", &Nearest::upper)
        .def_prop_ro(
            "point", [](const Nearest& self) { return point_from(self.point); },
            "The triangle's nearest point.", nb::rv_policy::automatic)
        .def_ro("triangle", &Nearest::triangle)
        .def(nb::self == nb::self)
        .def("__repr__", [](const Nearest& self) {
            return "Nearest(distance=" + text_of(self.distance) +
                   ", triangle=" + std::to_string(self.triangle) + ")";
        });
    module.def(
        "nearest",
        [](const SurfaceArgument& model, const ArrayArgument& point, const PoseArgument& pose,
           std::string_view search) {
            const Pose at = pose_of(pose, "pose");
            const Vec3 from = point_of(point, "point");
            const ProbeOptions options{.search = search_of(search)};
            return ask(model, at, [&](const Placed& placed) { return nearest(placed, from, options); });
        },
        "model"_a, "point"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree",
        "The triangle nearest to a point, or None if the model has no triangles.");
    module.def(
        "nearest_triangles",
        [](const SurfaceArgument& model, const ArrayArgument& point, std::size_t count,
           const PoseArgument& pose, std::string_view search) {
            const Pose at = pose_of(pose, "pose");
            const Vec3 from = point_of(point, "point");
            const ProbeOptions options{.search = search_of(search)};
            return ask(model, at,
                       [&](const Placed& placed) { return nearest_triangles(placed, from, count, options); });
        },
        "model"_a, "point"_a, "count"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree",
        "The `count` nearest triangles, in ascending order of (distance, triangle).");
}

void bind_triangles_in(nb::module_& module) {
    const auto query = [](nb::handle model, const auto& region, const nb::object& pose,
                          std::string_view search) {
        const Pose at = pose_of(pose, "pose");
        const ProbeOptions options{.search = search_of(search)};
        return rows_from<Indices>(
            ask(model, at, [&](const Placed& placed) { return triangles_in(placed, region, options); }));
    };
    module.def(
        "triangles_in",
        [query](const SurfaceArgument& model, const Ball& region, const PoseArgument& pose,
                std::string_view search) { return query(model, region, pose, search); },
        "model"_a, "region"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree",
        "The triangles that share a point with the region, uint32[k], ascending. The region is a Ball, a "
        "Box, or an array of "
        "half-spaces, float64[n, 4] with rows a b c d for a x + b y + c z ≤ d, such as a view frustum.");
    module.def(
        "triangles_in",
        [query](const SurfaceArgument& model, const Box& region, const PoseArgument& pose,
                std::string_view search) { return query(model, region, pose, search); },
        "model"_a, "region"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree");
    module.def(
        "triangles_in",
        [query](const SurfaceArgument& model, const ArrayArgument& region, const PoseArgument& pose,
                std::string_view search) {
            const std::vector<HalfSpace> planes = half_spaces_of(region, "region");
            return query(model, std::span<const HalfSpace>(planes), pose, search);
        },
        "model"_a, "region"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree", R"(
>>> cube = allide.Model(allide.generate("cube"))
>>> len(allide.triangles_in(cube, [[-1, 0, 0, -0.5]]))     # x ≥ 0.5
10)");
}

void bind_inside(nb::module_& module) {
    module.def(
        "contains",
        [](const SurfaceArgument& outer, const SurfaceArgument& inner, const PoseArgument& pose_outer,
           const PoseArgument& pose_inner, std::string_view rule) {
            const Pose at_a = pose_of(pose_outer, "pose_outer"), at_b = pose_of(pose_inner, "pose_inner");
            const ContainsOptions options{.rule = rule_of(rule)};
            return verdict_of(ask(outer, inner, at_a, at_b,
                                  [&](const Placed& a, const Placed& b) { return contains(a, b, options); }));
        },
        "outer"_a, "inner"_a, "pose_outer"_a.none() = nb::none(), "pose_inner"_a.none() = nb::none(),
        nb::kw_only(), "rule"_a = "odd",
        "How a model lies in a closed one: \"inside\" (true), \"outside\" and \"partly\" (false), "
        "\"touching\", \"open\".");
    module.def(
        "contains",
        [](const SurfaceArgument& model, const ArrayArgument& point, const PoseArgument& pose,
           std::string_view rule, std::string_view search) {
            const Pose at = pose_of(pose, "pose");
            const Vec3 where = point_of(point, "point");
            const ContainsOptions options{.rule = rule_of(rule), .search = search_of(search)};
            return verdict_of(
                ask(model, at, [&](const Placed& placed) { return contains(placed, where, options); }));
        },
        "model"_a, "point"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "rule"_a = "odd",
        "search"_a = "tree",
        R"(Where a point is: "inside" and "boundary" (true), "outside" (false), "open" (the mesh has no inside).

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.contains(cube, [0, 0, 0])
Verdict('inside')
>>> bool(allide.contains(cube, [0, 0, 3]))
False)");
    module.def(
        "overlap_solid",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::string_view rule) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ContainsOptions options{.rule = rule_of(rule)};
            return verdict_of(ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return overlap_solid(first, second, options);
            }));
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "rule"_a = "odd",
        "Do two solids, surfaces included, share a point? A part entirely inside another does.");
    module.def(
        "winding_number",
        [](const SurfaceArgument& model, const ArrayArgument& point, const PoseArgument& pose) {
            const Pose at = pose_of(pose, "pose");
            const Vec3 where = point_of(point, "point");
            return ask(model, at, [&](const Placed& placed) { return winding_number(placed, where); });
        },
        "model"_a, "point"_a, "pose"_a.none() = nb::none(),
        "How often the surface winds around the point, rounded.");
    module.def(
        "self_contacts",
        [](const SurfaceArgument& model, std::string_view search) {
            const ProbeOptions options{.search = search_of(search)};
            return rows_from<Pairs>(
                run_long([of = Side(model).snapshot(), options] { return self_contacts(of, options); }));
        },
        "model"_a, nb::kw_only(), "search"_a = "tree",
        "uint32[k, 2]: all pairs of triangles of one mesh that touch although they share no corner, "
        "ascending.");
}

}  // namespace

InsideRule rule_of(std::string_view name) {
    return named<InsideRule>("rule", name, {{"odd", InsideRule::odd}, {"winding", InsideRule::winding}});
}

SliceSide slice_side_of(std::string_view name) {
    return named<SliceSide>("side", name, {{"below", SliceSide::below}, {"above", SliceSide::above}});
}

Verdict verdict_of(Containment containment) {
    switch (containment) {
        case Containment::outside:
            return {"outside", Verdict::Truth::no, {}};
        case Containment::inside:
            return {"inside", Verdict::Truth::yes, {}};
        case Containment::partly:
            return {"partly", Verdict::Truth::no, {}};
        case Containment::touching:
            return {"touching", Verdict::Truth::unknown, "the surfaces touch"};
        case Containment::open:
            break;
    }
    return {"open", Verdict::Truth::unknown, "the outer mesh is not closed"};
}

Verdict verdict_of(SolidOverlap overlap) {
    switch (overlap) {
        case SolidOverlap::no:
            return {"no", Verdict::Truth::no, {}};
        case SolidOverlap::yes:
            return {"yes", Verdict::Truth::yes, {}};
        case SolidOverlap::open:
            break;
    }
    return {"open", Verdict::Truth::unknown,
            "the surfaces do not touch, and a mesh that may contain the other is not closed"};
}

Verdict verdict_of(PointLocation location) {
    switch (location) {
        case PointLocation::outside:
            return {"outside", Verdict::Truth::no, {}};
        case PointLocation::inside:
            return {"inside", Verdict::Truth::yes, {}};
        case PointLocation::boundary:
            return {"boundary", Verdict::Truth::yes, {}};
        case PointLocation::open:
            break;
    }
    return {"open", Verdict::Truth::unknown, "the mesh is not closed"};
}

void bind_probe(nb::module_& module) {
    bind_rays(module);
    bind_nearest(module);
    bind_triangles_in(module);
    bind_inside(module);
}

}  // namespace allide::python
