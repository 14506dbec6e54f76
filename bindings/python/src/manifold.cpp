// Contact manifolds and signed distances (allide/manifold.hpp), signed distances of points and slices
// (allide/probe.hpp), and predictions of convex bodies (allide/predict.hpp).
#include "convex.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "predict.hpp"
#include "probe.hpp"
#include "shape.hpp"
#include "surface.hpp"

#include <allide/manifold.hpp>
#include <allide/predict.hpp>
#include <allide/probe.hpp>

#include <nanobind/stl/array.h>

namespace allide::python {
namespace {

ManifoldDepth depth_of(std::string_view name) {
    return named<ManifoldDepth>("depth", name,
                                {{"region", ManifoldDepth::region}, {"surfaces", ManifoldDepth::surfaces}});
}

// The results of a batch of signed distances. A point without a result has NaN and the largest triangle
// number.
struct SignedDistances {
    std::vector<double> value, lower, upper;
    std::vector<std::uint32_t> triangle;
    std::vector<Vec3> point, gradient, normal;

    explicit SignedDistances(const std::vector<std::optional<SignedDistance>>& all) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        SignedDistance none{nan, nan, nan, {nan, nan, nan}, ~0u, {}, {}};
        for (const auto& found : all) {
            const SignedDistance& d = found ? *found : none;
            value.push_back(d.value);
            lower.push_back(d.lower);
            upper.push_back(d.upper);
            triangle.push_back(d.triangle);
            point.push_back(d.point);
            gradient.push_back(d.gradient);
            normal.push_back(d.normal);
        }
    }
};

template <typename Rows, typename Class, typename Element>
auto column(std::vector<Element> Class::*member) {
    return [member](nb::handle_t<Class> self) {
        const auto& elements = nb::inst_ptr<Class>(self)->*member;
        return view_of<Rows>(elements.data(), elements.size(), self);
    };
}
template <typename Class>
auto vec3(Vec3 Class::*member) {
    return [member](const Class& self) { return point_from(self.*member); };
}

void bind_signed_distance(nb::module_& module) {
    nb::class_<SignedDistance>(module, "SignedDistance",
                               "The distance of a point from a surface: negative inside; certified.")
        .def_ro("value", &SignedDistance::value)
        .def_ro("lower", &SignedDistance::lower)
        .def_ro("upper", &SignedDistance::upper)
        .def_ro("triangle", &SignedDistance::triangle)
        .def_prop_ro("point", vec3(&SignedDistance::point), "The nearest point of the surface.",
                     nb::rv_policy::automatic)
        .def_prop_ro("gradient", vec3(&SignedDistance::gradient),
                     "The direction in which the value grows fastest.", nb::rv_policy::automatic)
        .def_prop_ro("normal", vec3(&SignedDistance::normal), "The unit normal of the triangle.",
                     nb::rv_policy::automatic)
        .def("__float__", [](const SignedDistance& self) { return self.value; })
        .def("__repr__", [](const SignedDistance& self) {
            return "SignedDistance(" + text_of(self.value) + ", triangle=" + std::to_string(self.triangle) +
                   ")";
        });
    nb::class_<SignedDistances>(module, "SignedDistances", "The signed distances of many points, as arrays.")
        .def_prop_ro("value", column<Numbers>(&SignedDistances::value))
        .def_prop_ro("lower", column<Numbers>(&SignedDistances::lower))
        .def_prop_ro("upper", column<Numbers>(&SignedDistances::upper))
        .def_prop_ro("triangle", column<Indices>(&SignedDistances::triangle))
        .def_prop_ro("point", column<Points>(&SignedDistances::point))
        .def_prop_ro("gradient", column<Points>(&SignedDistances::gradient))
        .def_prop_ro("normal", column<Points>(&SignedDistances::normal))
        .def("__len__", [](const SignedDistances& self) { return self.value.size(); });
    nb::class_<PairSignedDistance>(module, "PairSignedDistance",
                                   "The distance of two shapes: negative where they overlap; certified.")
        .def_ro("value", &PairSignedDistance::value)
        .def_ro("lower", &PairSignedDistance::lower)
        .def_ro("upper", &PairSignedDistance::upper)
        .def_prop_ro("point_a", vec3(&PairSignedDistance::point_a), nb::rv_policy::automatic)
        .def_prop_ro("point_b", vec3(&PairSignedDistance::point_b), nb::rv_policy::automatic)
        .def_prop_ro("direction", vec3(&PairSignedDistance::direction),
                     "A direction in which moving a increases the distance; 0 if unknown.",
                     nb::rv_policy::automatic)
        .def("__float__", [](const PairSignedDistance& self) { return self.value; })
        .def("__repr__", [](const PairSignedDistance& self) {
            return "PairSignedDistance(" + text_of(self.value) + ", lower=" + text_of(self.lower) +
                   ", upper=" + text_of(self.upper) + ")";
        });
    module.def(
        "signed_distance",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            return run_short([&] { return signed_distance(first, second); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "The distance of two convex bodies, or minus their penetration depth.");
    module.def(
        "signed_distance",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double depth_error) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return signed_distance(first, second, {.depth_error = depth_error});
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "depth_error"_a = 0.1, "The distance of two models, or minus their local interference depth.");
    module.def(
        "signed_distance",
        [](const Body& a, const SurfaceArgument& b, const PoseArgument& pose_a, const PoseArgument& pose_b,
           double depth_error) {
            const PlacedBody body = a.body.at(pose_of(pose_a, "pose_a"));
            return ask(b, pose_of(pose_b, "pose_b"), [&](const Placed& model) {
                return signed_distance(body, model, {.depth_error = depth_error});
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "depth_error"_a = 0.1, "The distance of a convex body and a model, or minus their depth.");
    module.def(
        "signed_distance",
        [](const ShapeArgument& a, const ShapeArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double depth_error) {
            const PlacedShape first = placed_shape_of(a, pose_a, "pose_a"),
                              second = placed_shape_of(b, pose_b, "pose_b");
            return run_short([&] { return signed_distance(first, second, {.depth_error = depth_error}); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "depth_error"_a = 0.1, "The signed distance of any two shapes: the least of all pairs of elements.");
    module.def(
        "signed_distance",
        [](const ArrayArgument& point, const SurfaceArgument& model, const PoseArgument& pose,
           std::string_view rule, std::string_view search) {
            const Pose at = pose_of(pose, "pose");
            const Vec3 from = point_of(point, "point");
            const SignedDistanceOptions options{.rule = rule_of(rule), .search = search_of(search)};
            return ask(model, at,
                       [&](const Placed& placed) { return signed_distance(from, placed, options); });
        },
        "point"_a, "model"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "rule"_a = "odd",
        "search"_a = "tree",
        R"(The distance of a point from a model: negative inside; None if the model has no triangles.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.signed_distance([0, 0, 0.75], cube).value
-0.25
>>> allide.signed_distance([0, 0, 3], cube).gradient.tolist()
[0.0, 0.0, 1.0])");
    module.def(
        "signed_distances",
        [](const SurfaceArgument& model, const ArrayArgument& points, const PoseArgument& pose,
           std::string_view rule, unsigned threads, const ProgressArgument& progress) {
            const std::vector<Vec3> all = points_of(points, "points");
            const Pose at = pose_of(pose, "pose");
            const InsideRule how = rule_of(rule);
            const Model of = Side(model).snapshot();
            try {
                return run_job(progress, [&](Job& job) {
                    job.all = all.size();
                    return SignedDistances(signed_distances(
                        of.at(at), all, how, BatchOptions{.threads = threads, .progress = job.throwing()}));
                });
            } catch (const Job::Stopped&) {
                refuse("stopped by the progress callback");
            }
        },
        "model"_a, "points"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "rule"_a = "odd",
        "threads"_a = 0u, "progress"_a.none() = nb::none(),
        R"(The signed distances of many points, in parallel, as arrays.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.signed_distances(cube, [[0, 0, 0], [3, 0, 0]]).value.tolist()
[-1.0, 2.0])");
}

void bind_slice(nb::module_& module) {
    nb::class_<SliceCurve>(module, "SliceCurve", "A curve in which a plane cuts a mesh.")
        .def_prop_ro("points", column<Points>(&SliceCurve::points), "float64[n, 3], in order.")
        .def_prop_ro("triangles", column<Indices>(&SliceCurve::triangles),
                     "uint32[k]: the triangle from each point to the next.")
        .def_ro("closed", &SliceCurve::closed)
        .def("__len__", [](const SliceCurve& self) { return self.points.size(); });
    nb::class_<Slice>(module, "Slice", "The curves in which a plane cuts a mesh, with exact topology.")
        .def_ro("curves", &Slice::curves)
        .def_prop_ro("coplanar", column<Indices>(&Slice::coplanar), "The triangles that lie in the plane.");
    module.def(
        "slice",
        [](const SurfaceArgument& model, const ArrayArgument& normal, double offset, const PoseArgument& pose,
           std::string_view side, std::string_view search) {
            const Pose at = pose_of(pose, "pose");
            const HalfSpace plane{point_of(normal, "normal"), offset};
            const SliceOptions options{.side = slice_side_of(side), .search = search_of(search)};
            return ask(model, at, [&](const Placed& placed) { return slice(placed, plane, options); });
        },
        "model"_a, "normal"_a, "offset"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "side"_a = "below",
        "search"_a = "tree",
        R"(The curves in which the plane normal · x = offset cuts a model.

>>> cube = allide.Model(allide.generate("cube"))
>>> [curve.closed for curve in allide.slice(cube, [0, 0, 1], 0.5).curves]
[True])");
}

void bind_manifolds(nb::module_& module) {
    nb::class_<ManifoldPoint>(module, "ManifoldPoint", "A pair of surface points opposite each other.")
        .def_prop_ro("point_a", vec3(&ManifoldPoint::point_a), nb::rv_policy::automatic)
        .def_prop_ro("point_b", vec3(&ManifoldPoint::point_b), nb::rv_policy::automatic)
        .def_ro("depth", &ManifoldPoint::depth, "How far a must move along the normal until they meet.")
        .def_ro("triangle_a", &ManifoldPoint::triangle_a)
        .def_ro("triangle_b", &ManifoldPoint::triangle_b)
        .def_ro("barycentric_a", &ManifoldPoint::barycentric_a)
        .def_ro("barycentric_b", &ManifoldPoint::barycentric_b)
        .def_ro("feature", &ManifoldPoint::feature,
                "The same from step to step while the same features meet.");
    nb::class_<ContactManifold>(module, "ContactManifold", "A region in which two shapes touch or overlap.")
        .def_prop_ro("normal", vec3(&ContactManifold::normal), "The direction in which a moves away from b.",
                     nb::rv_policy::automatic)
        .def_ro("depth_lower", &ContactManifold::depth_lower)
        .def_ro("depth_upper", &ContactManifold::depth_upper)
        .def_ro("points", &ContactManifold::points)
        .def_prop_ro(
            "patches",
            [](const ContactManifold& self) {
                nb::list all;
                for (const auto& patch : self.patches) all.append(rows_from<Points>(std::vector(patch)));
                return all;
            },
            "The polygons in which flush faces lie on each other, each float64[n, 3].")
        .def_ro("contacts", &ContactManifold::contacts)
        .def("__len__", [](const ContactManifold& self) { return self.points.size(); })
        .def("__repr__", [](const ContactManifold& self) {
            return "ContactManifold(normal=" + text_of(self.normal) + ", depth=" + text_of(self.depth_upper) +
                   ", " + std::to_string(self.points.size()) + " points)";
        });
    module.def(
        "contact_manifold",
        [](const Body& a, const Body& b, const PoseArgument& pose_a, const PoseArgument& pose_b,
           std::size_t points, double margin, double flush) {
            const PlacedBody first = a.body.at(pose_of(pose_a, "pose_a")),
                             second = b.body.at(pose_of(pose_b, "pose_b"));
            const ManifoldOptions options{.points = points, .margin = margin, .flush = flush};
            return run_short([&] { return contact_manifold(first, second, options); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "points"_a = std::size_t{4}, "margin"_a = 0.0, "flush"_a = 1e-3,
        R"(The contact manifold of two convex bodies, or None if they are farther apart than the margin.

>>> box = allide.ConvexBody.box([1, 1, 1])
>>> m = allide.contact_manifold(box, box, pose_a=allide.Pose.translation([0, 0, 1.75]))
>>> m.normal.tolist(), round(m.depth_upper, 9), len(m.points)
([0.0, 0.0, 1.0], 0.25, 4))");
    module.def(
        "contact_manifolds",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::size_t points, double flush, std::string_view depth) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ManifoldOptions options{.points = points, .flush = flush, .depth = depth_of(depth)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return contact_manifolds(first, second, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "points"_a = std::size_t{4}, "flush"_a = 1e-3, "depth"_a = "region",
        R"(The manifolds of two models, one per region of connected contacts.

The depth of a region separates its own pairs of triangles or, with depth="surfaces", the whole surfaces.)");
    module.def(
        "contact_manifolds",
        [](const Body& a, const SurfaceArgument& b, const PoseArgument& pose_a, const PoseArgument& pose_b,
           std::size_t points, double flush) {
            const PlacedBody body = a.body.at(pose_of(pose_a, "pose_a"));
            return ask(b, pose_of(pose_b, "pose_b"), [&](const Placed& model) {
                return contact_manifolds(body, model, {.points = points, .flush = flush});
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "points"_a = std::size_t{4}, "flush"_a = 1e-3,
        "The manifolds of a convex body and a model, one per group of triangles that push it the same way.");
    module.def(
        "contact_manifolds",
        [](const ShapeArgument& a, const ShapeArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::size_t points, double margin, double flush,
           std::string_view depth) {
            const PlacedShape first = placed_shape_of(a, pose_a, "pose_a"),
                              second = placed_shape_of(b, pose_b, "pose_b");
            const ManifoldOptions options{
                .points = points, .margin = margin, .flush = flush, .depth = depth_of(depth)};
            return run_short([&] { return contact_manifolds(first, second, options); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "points"_a = std::size_t{4}, "margin"_a = 0.0, "flush"_a = 1e-3, "depth"_a = "region",
        R"(The manifolds of any two shapes but planes: one per region of a mesh, and one per other pair of elements.

>>> ball = allide.ConvexBody.sphere(1)
>>> found = allide.contact_manifolds(ball, allide.ConvexBody.half_space([0, 0, 1], 0.0), allide.Pose.translation([0, 0, 0.75]))
>>> found[0].normal.tolist(), round(found[0].depth_upper, 9)
([0.0, 0.0, 1.0], 0.25))");
    module.def(
        "matching_points",
        [](const ContactManifold& before, const ContactManifold& now, double distance) {
            return run_short([&] { return matching_points(before, now, distance); });
        },
        "before"_a, "now"_a, "distance"_a,
        "For each point of `now` the number of the point of `before` that continues, or None.");
}

template <typename Get>
auto of_impact(Get get) {
    return [get](const BodyPrediction& self) {
        return self.impact ? std::optional(get(*self.impact)) : std::nullopt;
    };
}

void bind_body_prediction(nb::module_& module) {
    nb::class_<BodyPrediction>(module, "BodyPrediction",
                               "When a moving convex body first touches; certified.")
        .def_prop_ro(
            "outcome", [](const BodyPrediction& self) { return std::string(name_of(self.outcome)); },
            "\"clear\", \"impact\", \"touching_at_start\" or \"undecided\" (a graze).")
        .def_ro("free_until", &BodyPrediction::free_until)
        .def_prop_ro("t_lo", of_impact([](const BodyImpact& i) { return i.t_lo; }))
        .def_prop_ro("t_hi", of_impact([](const BodyImpact& i) { return i.t_hi; }))
        .def_prop_ro("body_a", of_impact([](const BodyImpact& i) { return i.body_a; }),
                     "The number of a's element, such as a part of a compound, or None.")
        .def_prop_ro("body_b", of_impact([](const BodyImpact& i) { return i.body_b; }))
        .def_prop_ro("triangle",
                     [](const BodyPrediction& self) {
                         return self.impact ? self.impact->triangle : std::optional<std::uint32_t>();
                     })
        .def_prop_ro("point", of_impact([](const BodyImpact& i) { return point_from(i.point); }),
                     nb::rv_policy::automatic)
        .def_prop_ro("normal", of_impact([](const BodyImpact& i) { return point_from(i.normal); }),
                     "The direction from a to b.", nb::rv_policy::automatic)
        .def_ro("delta", &BodyPrediction::delta)
        .def_ro("steps", &BodyPrediction::steps)
        .def("__repr__", [](const BodyPrediction& self) {
            return "BodyPrediction('" + std::string(name_of(self.outcome)) +
                   "', free_until=" + text_of(self.free_until) + ")";
        });
    module.def(
        "predict",
        [](const Body& a, const Body& b, const Motion& motion, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double clearance, double tolerance,
           const std::optional<Motion>& motion_b) {
            const PredictOptions options{.tolerance = tolerance, .clearance = clearance};
            const Motion way_a = started(motion, pose_a, "pose_a"),
                         way_b = started(motion_b.value_or(Motion()), pose_b, "pose_b");
            return run_long([first = a.body, second = b.body, way_a, way_b, options] {
                return predict(first.along(way_a), second.along(way_b), options);
            });
        },
        "a"_a, "b"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "motion_b"_a.none() = nb::none(),
        R"(When do two convex bodies first share a point? Certified.

>>> ball = allide.ConvexBody.sphere(1)
>>> p = allide.predict(ball, ball, allide.Motion.linear([8, 0, 0]), pose_b=allide.Pose.translation([6, 0, 0]))
>>> p.outcome, p.t_lo <= 0.5 <= p.t_hi
('impact', True))");
    module.def(
        "predict",
        [](const Body& a, const SurfaceArgument& b, const Motion& motion, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double clearance, double tolerance,
           const std::optional<Motion>& motion_b) {
            const PredictOptions options{.tolerance = tolerance, .clearance = clearance};
            const Motion way_a = started(motion, pose_a, "pose_a"),
                         way_b = started(motion_b.value_or(Motion()), pose_b, "pose_b");
            return run_long([first = a.body, second = Side(b).snapshot(), way_a, way_b, options] {
                return predict(first.along(way_a), second.along(way_b), options);
            });
        },
        "a"_a, "b"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "motion_b"_a.none() = nb::none(),
        "When does a moving convex body first touch a model? Certified.");
    module.def(
        "predict",
        [](const ShapeArgument& a, const ShapeArgument& b, const Motion& motion, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double clearance, double tolerance,
           const std::optional<Motion>& motion_b) {
            const PredictOptions options{.tolerance = tolerance, .clearance = clearance};
            const MovingShape first{shape_of(a).shape, started(motion, pose_a, "pose_a")};
            const Shape second = shape_of(b).shape;
            if (motion_b) {
                const MovingShape other{second, started(*motion_b, pose_b, "pose_b")};
                return run_long([first, other, options] { return predict(first, other, options); });
            }
            return run_long([first, other = second.at(pose_of(pose_b, "pose_b")), options] {
                return predict(first, other, options);
            });
        },
        "a"_a, "b"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "motion_b"_a.none() = nb::none(),
        "When do two shapes of any kind first touch? Certified.");
}

}  // namespace

void bind_manifold(nb::module_& module) {
    bind_signed_distance(module);
    bind_slice(module);
    bind_manifolds(module);
    bind_body_prediction(module);
}

}  // namespace allide::python
