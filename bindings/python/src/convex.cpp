// Convex bodies, tested with each other and with models (allide/convex.hpp, allide/query.hpp section 6).
#include "convex.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "query_cache.hpp"
#include "shape.hpp"
#include "surface.hpp"

#include <allide/query.hpp>

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

std::string_view name_of(BodyKind kind) {
    switch (kind) {
        case BodyKind::polytope:
            return "polytope";
        case BodyKind::sphere:
            return "sphere";
        case BodyKind::capsule:
            return "capsule";
        case BodyKind::cylinder:
            return "cylinder";
        case BodyKind::cone:
            return "cone";
        case BodyKind::ellipsoid:
            return "ellipsoid";
        case BodyKind::half_space:
            return "half_space";
    }
    return "polytope";
}

std::string_view name_of(Certificate certificate) {
    switch (certificate) {
        case Certificate::direction:
            return "direction";
        case Certificate::simplex:
            return "simplex";
        case Certificate::points:
            return "points";
        case Certificate::exact:
            return "exact";
        case Certificate::none:
            return "none";
    }
    return "none";
}

// Prefix of the makers of rounded bodies, whose arguments are those of the original body followed by the
// radius.
constexpr std::string_view rounded_prefix = "rounded ";

// Called without the GIL, which it must not acquire.
Result<ConvexBody> build_body(const std::string& maker, std::span<const double> n) {
    const auto number = [&](std::size_t i) {
        return i < n.size() ? n[i] : throw std::out_of_range("numbers of a body");
    };
    if (maker == "box") return ConvexBody::box({number(0), number(1), number(2)});
    if (maker == "sphere") return ConvexBody::sphere(number(0));
    if (maker == "capsule") return ConvexBody::capsule(number(0), number(1));
    if (maker == "cylinder") return ConvexBody::cylinder(number(0), number(1));
    if (maker == "cone") return ConvexBody::cone(number(0), number(1));
    if (maker == "ellipsoid") return ConvexBody::ellipsoid({number(0), number(1), number(2)});
    if (maker == "half_space") return ConvexBody::half_space({{number(0), number(1), number(2)}, number(3)});
    if (maker.starts_with(rounded_prefix)) {
        if (n.empty()) throw std::out_of_range("numbers of a body");
        const Result<ConvexBody> inner =
            build_body(maker.substr(rounded_prefix.size()), n.first(n.size() - 1));
        return inner ? inner->rounded(n.back()) : inner;
    }
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < n.size(); i += 3) points.push_back({n[i], n[i + 1], n[i + 2]});
    return ConvexBody::from_points(points);
}

Body make_body(const std::string& maker, std::vector<double> numbers) {
    Result<ConvexBody> body = run_short([&] { return build_body(maker, numbers); });
    return {value_of(std::move(body)), maker, std::move(numbers)};
}

std::vector<double> numbers_from(std::span<const Vec3> points) {
    std::vector<double> numbers;
    for (const Vec3& p : points) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    return numbers;
}
std::vector<double> numbers_from(const Vec3& p) {
    return {p.x, p.y, p.z};
}

}  // namespace

Body body_from(const ConvexBody& body) {
    std::string maker;
    std::vector<double> numbers;
    const Vec3& extent = body.extent();
    double rounding = body.radius();
    switch (body.kind()) {
        case BodyKind::polytope:
            maker = "points", numbers = numbers_from(body.vertices());
            break;
        case BodyKind::sphere:
            maker = "sphere", numbers = {std::exchange(rounding, 0)};
            break;
        case BodyKind::capsule:
            maker = "capsule", numbers = {std::exchange(rounding, 0), body.vertices().back().z};
            break;
        case BodyKind::cylinder:
        case BodyKind::cone:
            maker = name_of(body.kind()), numbers = {extent.x, extent.z};
            break;
        case BodyKind::ellipsoid:
            maker = "ellipsoid", numbers = numbers_from(extent);
            break;
        case BodyKind::half_space:
            maker = "half_space", numbers = numbers_from(body.planes()[0].normal);
            numbers.push_back(body.planes()[0].offset);
            break;
    }
    if (rounding != 0) {
        maker.insert(0, rounded_prefix);
        numbers.push_back(rounding);
    }
    return {body, std::move(maker), std::move(numbers)};
}

namespace {

void bind_parts_of_bodies(nb::module_& module) {
    nb::class_<BodyEdge>(module, "BodyEdge", "Edge of a polytope.")
        .def_ro("corners", &BodyEdge::corners)
        .def_ro("faces", &BodyEdge::faces);
    nb::class_<MassProperties>(module, "MassProperties",
                               "Mass properties of a solid with density 1, rounded.")
        .def_ro("volume", &MassProperties::volume)
        .def_prop_ro(
            "centroid", [](const MassProperties& self) { return point_from(self.centroid); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "inertia",
            [](const MassProperties& self) {
                double* data = nullptr;
                const nb::capsule owner =
                    keep<double>(std::vector<double>(self.inertia.begin(), self.inertia.end()), data);
                return Array<double, 3, 3>(data, {3, 3}, owner);
            },
            "Inertia tensor about the centroid.", nb::rv_policy::automatic);
}

void bind_body(nb::module_& module) {
    nb::class_<Body>(
        module, "ConvexBody",
        R"(A solid: the hull of points, a box, sphere, capsule, cylinder, cone, ellipsoid or half-space. Immutable.

>>> ball = allide.ConvexBody.sphere(1)
>>> allide.distance(ball, ball, pose_b=allide.Pose.translation([5, 0, 0])).value
3.0)")
        .def_static(
            "from_points",
            [](const ArrayArgument& points) {
                return make_body("points", numbers_from(points_of(points, "points")));
            },
            "points"_a, "Hull of the points, float64[n, 3].")
        .def_static(
            "from_mesh",
            [](const MeshArgument& mesh) {
                ConvexBody body = value_of(ConvexBody::from_mesh(mesh_of(mesh)));
                std::vector<double> corners = numbers_from(body.vertices());
                return Body{std::move(body), "points", std::move(corners)};
            },
            "mesh"_a, "Solid bounded by a closed convex surface; a mesh that is not convex is refused.")
        .def_static(
            "box",
            [](const ArrayArgument& half_sides) {
                return make_body("box", numbers_from(point_of(half_sides, "half_sides")));
            },
            "half_sides"_a, "Box centred at the origin, from −half_sides to half_sides.")
        .def_static(
            "sphere", [](double radius) { return make_body("sphere", {radius}); }, "radius"_a)
        .def_static(
            "capsule",
            [](double radius, double half_length) {
                return make_body("capsule", {radius, half_length});
            },
            "radius"_a, "half_length"_a,
            "All points within `radius` of the segment from −half_length to half_length along z.")
        .def_static(
            "cylinder",
            [](double radius, double half_height) {
                return make_body("cylinder", {radius, half_height});
            },
            "radius"_a, "half_height"_a, "Cylinder about the z axis.")
        .def_static(
            "cone",
            [](double radius, double half_height) {
                return make_body("cone", {radius, half_height});
            },
            "radius"_a, "half_height"_a,
            "Cone about the z axis: base at z = −half_height, apex at half_height.")
        .def_static(
            "ellipsoid",
            [](const ArrayArgument& semi_axes) {
                return make_body("ellipsoid", numbers_from(point_of(semi_axes, "semi_axes")));
            },
            "semi_axes"_a)
        .def_static(
            "half_space",
            [](const ArrayArgument& normal, double offset) {
                const Vec3 n = point_of(normal, "normal");
                return make_body("half_space", {n.x, n.y, n.z, offset});
            },
            "normal"_a, "offset"_a, "All points p with normal · p ≤ offset.")
        .def(
            "rounded",
            [](const Body& self, double radius) {
                std::vector<double> numbers = self.numbers;
                numbers.push_back(radius);
                return make_body(std::string(rounded_prefix) + self.maker, std::move(numbers));
            },
            "radius"_a, R"(All points within `radius` of this body.

>>> allide.ConvexBody.box([1, 1, 1]).rounded(0.5).radius
0.5)")
        .def_prop_ro("kind", [](const Body& self) { return std::string(name_of(self.body.kind())); })
        .def_prop_ro(
            "vertices",
            [](nb::handle_t<Body> self) {
                const auto vertices = nb::inst_ptr<Body>(self)->body.vertices();
                return view_of<Array<const double, -1, 3>>(vertices.data(), vertices.size(), self);
            },
            "Corners of a polytope, centre of a sphere, or ends of a capsule's segment; empty for the other "
            "kinds.")
        .def_prop_ro(
            "radius", [](const Body& self) { return self.body.radius(); },
            "Radius of a sphere or a capsule, or by which another body was rounded; otherwise 0.")
        .def_prop_ro(
            "extent", [](const Body& self) { return point_from(self.body.extent()); },
            "Semi-axes of an ellipsoid; radius, radius and half height of a cylinder or a cone; otherwise 0.",
            nb::rv_policy::automatic)
        .def_prop_ro(
            "faces",
            [](const Body& self) {
                std::vector<std::vector<std::uint32_t>> faces;
                for (const BodyFace& face : self.body.faces()) faces.push_back(face.corners);
                return faces;
            },
            "Corners of each face of a polytope with volume, counter-clockwise seen from outside.")
        .def_prop_ro("edges",
                     [](const Body& self) {
                         return std::vector<BodyEdge>(self.body.edges().begin(), self.body.edges().end());
                     })
        .def_prop_ro(
            "planes",
            [](const Body& self) {
                return std::vector<HalfSpace>(self.body.planes().begin(), self.body.planes().end());
            },
            "One HalfSpace per face.")
        .def(
            "mass", [](const Body& self) { return self.body.mass(); }, "Volume, centroid and inertia.")
        .def("__copy__", [](const Body& self) { return self; })
        .def(
            "__deepcopy__", [](const Body& self, nb::handle) { return self; }, "memo"_a)
        .def("__repr__",
             [](const Body& self) { return "ConvexBody(" + std::string(name_of(self.body.kind())) + ")"; })
        .def("__getstate__", [](const Body& self) { return std::pair(self.maker, self.numbers); })
        .def("__setstate__", [](Body& self, const std::pair<std::string, std::vector<double>>& state) {
            new (&self) Body(make_body(state.first, state.second));
        });
}

void bind_body_results(nb::module_& module) {
    nb::class_<BodyOverlap>(module, "BodyOverlap", "Whether two solids share a point, and the proof.")
        .def_prop_ro(
            "verdict", [](const BodyOverlap& self) { return verdict_of(self.verdict); },
            "\"yes\", \"no\" or \"undecided\".")
        .def_prop_ro(
            "certificate", [](const BodyOverlap& self) { return std::string(name_of(self.certificate)); },
            "\"direction\", \"simplex\", \"points\", \"exact\" or \"none\".")
        .def_ro("bound", &BodyOverlap::bound,
                "If undecided: a translation of at most this length makes the verdict certain.")
        .def("__bool__",
             [](const BodyOverlap& self) {
                 return nb::cast<bool>(nb::cast(verdict_of(self.verdict)).attr("__bool__")());
             })
        .def("__repr__",
             [](const BodyOverlap& self) { return "BodyOverlap('" + verdict_of(self.verdict).name + "')"; });
    nb::class_<BodyDistance>(module, "BodyDistance",
                             "Bounds on the exact distance of two solids; 0 if they share a point.")
        .def_ro("value", &BodyDistance::value)
        .def_ro("lower", &BodyDistance::lower)
        .def_ro("upper", &BodyDistance::upper)
        .def_prop_ro(
            "point_a", [](const BodyDistance& self) { return point_from(self.point_a); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "point_b", [](const BodyDistance& self) { return point_from(self.point_b); },
            nb::rv_policy::automatic)
        .def("__float__", [](const BodyDistance& self) { return self.value; })
        .def("__repr__", [](const BodyDistance& self) {
            return "BodyDistance(" + text_of(self.value) + ", lower=" + text_of(self.lower) +
                   ", upper=" + text_of(self.upper) + ")";
        });
    nb::class_<BodyPenetration>(
        module, "BodyPenetration",
        "Length of the shortest translation of a after which the interiors share no point.")
        .def_ro("lower", &BodyPenetration::lower)
        .def_ro("upper", &BodyPenetration::upper)
        .def_prop_ro(
            "direction", [](const BodyPenetration& self) { return point_from(self.direction); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "point_a", [](const BodyPenetration& self) { return point_from(self.point_a); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "point_b", [](const BodyPenetration& self) { return point_from(self.point_b); },
            nb::rv_policy::automatic)
        .def("__repr__", [](const BodyPenetration& self) {
            return "BodyPenetration(lower=" + text_of(self.lower) + ", upper=" + text_of(self.upper) + ")";
        });
    nb::class_<BodyContacts>(module, "BodyContacts",
                             "The triangles of a model that share a point with a body.")
        .def_prop_ro(
            "triangles",
            [](nb::handle_t<BodyContacts> self) {
                const auto& triangles = nb::inst_ptr<BodyContacts>(self)->triangles;
                return view_of<Indices>(triangles.data(), triangles.size(), self);
            },
            "uint32[k], ascending.")
        .def_prop_ro(
            "undecided",
            [](nb::handle_t<BodyContacts> self) {
                const auto& triangles = nb::inst_ptr<BodyContacts>(self)->undecided;
                return view_of<Indices>(triangles.data(), triangles.size(), self);
            },
            "uint32[k], ascending: those that touch or nearly do.");
    nb::class_<BodyMeshDistance>(module, "BodyMeshDistance",
                                 "Distance between a body and the surface of a model.")
        .def_prop_ro("value", [](const BodyMeshDistance& self) { return self.distance.value; })
        .def_prop_ro("lower", [](const BodyMeshDistance& self) { return self.distance.lower; })
        .def_prop_ro("upper", [](const BodyMeshDistance& self) { return self.distance.upper; })
        .def_prop_ro(
            "point_a", [](const BodyMeshDistance& self) { return point_from(self.distance.point_a); },
            "On the body.", nb::rv_policy::automatic)
        .def_prop_ro(
            "point_b", [](const BodyMeshDistance& self) { return point_from(self.distance.point_b); },
            "On the triangle.", nb::rv_policy::automatic)
        .def_ro("triangle", &BodyMeshDistance::triangle)
        .def("__float__", [](const BodyMeshDistance& self) { return self.distance.value; });
}

void bind_body_verbs(nb::module_& module) {
    module.def(
        "overlap_solid",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b,
           LockedCache* cache) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            return run_short([&] {
                if (!cache) return overlap_solid(first, second);
                const std::lock_guard lock(cache->mutex);
                return overlap_solid(first, second, cache->cache);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "cache"_a.none() = nb::none(),
        "Whether two convex bodies share a point; exact for all kinds except cylinder, cone and ellipsoid.");
    module.def(
        "collides",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            return verdict_of(run_short([&] { return overlap_solid(first, second).verdict; }));
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "Whether two convex bodies, as solids, share a point.");
    module.def(
        "distance",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b,
           LockedCache* cache) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            return run_short([&] {
                if (!cache) return distance(first, second);
                const std::lock_guard lock(cache->mutex);
                return distance(first, second, cache->cache);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "cache"_a.none() = nb::none(), "The distance of two convex bodies, with bounds.");
    module.def(
        "penetration",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            return run_short([&] { return penetration(first, second); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "The penetration depth of two convex bodies.");
}

void bind_body_mesh_verbs(nb::module_& module) {
    module.def(
        "collides",
        [](const Body& body, const SurfaceArgument& model, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const PlacedBody placed = body.body.at(pose_of(pose_a, "pose_a"));
            return verdict_of(ask(model, pose_of(pose_b, "pose_b"),
                                  [&](const Placed& surface) { return collides(placed, surface); }));
        },
        "body"_a, "model"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "Whether a solid body touches the surface of a model.");
    module.def(
        "contacts",
        [](const Body& body, const SurfaceArgument& model, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const PlacedBody placed = body.body.at(pose_of(pose_a, "pose_a"));
            return ask(model, pose_of(pose_b, "pose_b"),
                       [&](const Placed& surface) { return contacts(placed, surface); });
        },
        "body"_a, "model"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "The triangles of a model that share a point with a body.");
    module.def(
        "distance",
        [](const Body& body, const SurfaceArgument& model, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const PlacedBody placed = body.body.at(pose_of(pose_a, "pose_a"));
            return ask(model, pose_of(pose_b, "pose_b"),
                       [&](const Placed& surface) { return distance(placed, surface); });
        },
        "body"_a, "model"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "The distance between a body and the surface of a model; None if the model has no triangles.");
}

}  // namespace

void bind_convex(nb::module_& module) {
    bind_parts_of_bodies(module);
    bind_body(module);
    bind_body_results(module);
    bind_body_verbs(module);
    bind_body_mesh_verbs(module);
}

}  // namespace allide::python
