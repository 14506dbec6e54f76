// Batches: one query for many poses, rays or points, on all cores.
#include "batches.hpp"

#include "errors.hpp"
#include "index.hpp"
#include "module.hpp"
#include "probe.hpp"
#include "surface.hpp"

#include <allide/extra/batches.hpp>
#include <allide/extra/index_batches.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <iterator>
#include <limits>

namespace allide::python {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();

// The results of a batch as arrays, one entry per query: distances, ray hits, nearest triangles.
struct Distances {
    std::vector<double> value, lower, upper;
    std::vector<std::uint32_t> triangle_a, triangle_b;
    std::vector<Vec3> point_a, point_b;

    explicit Distances(const std::vector<Distance>& all) {
        for (const Distance& d : all) {
            value.push_back(d.value);
            lower.push_back(d.lower);
            upper.push_back(d.upper);
            const ClosestPair pair =
                d.closest.value_or(ClosestPair{no_triangle, no_triangle, {nan, nan, nan}, {nan, nan, nan}});
            triangle_a.push_back(pair.triangle_a);
            triangle_b.push_back(pair.triangle_b);
            point_a.push_back(pair.point_a);
            point_b.push_back(pair.point_b);
        }
    }
};

struct Hits {
    std::vector<std::uint8_t> hit;
    std::vector<double> t;
    std::vector<Vec3> point;
    std::vector<std::uint32_t> triangle;

    explicit Hits(const std::vector<std::optional<Hit>>& all) {
        for (const std::optional<Hit>& found : all) {
            const Hit one = found.value_or(Hit{infinity, {nan, nan, nan}, no_triangle});
            hit.push_back(found ? 1 : 0);
            t.push_back(one.t);
            point.push_back(one.point);
            triangle.push_back(one.triangle);
        }
    }
};

struct NearestMany {
    std::vector<double> distance, lower, upper;
    std::vector<Vec3> point;
    std::vector<std::uint32_t> triangle;

    explicit NearestMany(const std::vector<std::optional<Nearest>>& all) {
        for (const std::optional<Nearest>& found : all) {
            const Nearest one =
                found.value_or(Nearest{infinity, infinity, infinity, {nan, nan, nan}, no_triangle});
            distance.push_back(one.distance);
            lower.push_back(one.lower);
            upper.push_back(one.upper);
            point.push_back(one.point);
            triangle.push_back(one.triangle);
        }
    }
};

struct Locations {
    std::vector<PointLocation> all;
    std::vector<std::uint8_t> that_are(PointLocation location) const {
        std::vector<std::uint8_t> bytes;
        bytes.reserve(all.size());
        for (const PointLocation one : all) bytes.push_back(one == location ? 1 : 0);
        return bytes;
    }
};

// Returns the getter of a property: an array that views a vector member of the object without a copy.
template <typename Result, typename Owner, typename Element>
auto shared(std::vector<Element> Owner::*member) {
    return [member](nb::handle_t<Owner> self) {
        const auto& elements = nb::inst_ptr<Owner>(self)->*member;
        return view_of<Result>(elements.data(), elements.size(), self);
    };
}

void bind_distances(nb::module_& module) {
    nb::class_<Distances>(module, "Distances", "Distances for many poses, as arrays; see Distance.")
        .def_prop_ro("value", shared<Numbers>(&Distances::value), "float64[k]")
        .def_prop_ro("lower", shared<Numbers>(&Distances::lower), "float64[k]")
        .def_prop_ro("upper", shared<Numbers>(&Distances::upper), "float64[k]")
        .def_prop_ro("triangle_a", shared<Indices>(&Distances::triangle_a),
                     "uint32[k]; 2³² − 1 if a model has no triangles.")
        .def_prop_ro("triangle_b", shared<Indices>(&Distances::triangle_b), "uint32[k]")
        .def_prop_ro("point_a", shared<Points>(&Distances::point_a), "float64[k, 3]")
        .def_prop_ro("point_b", shared<Points>(&Distances::point_b), "float64[k, 3]")
        .def("__len__", [](const Distances& self) { return self.value.size(); });
    nb::class_<Hits>(module, "Hits", "The first hits of many rays, as arrays; see Hit.")
        .def_prop_ro("hit", shared<Bools>(&Hits::hit), "bool[k]: whether the ray hits.")
        .def_prop_ro("t", shared<Numbers>(&Hits::t), "float64[k]; infinite where nothing is hit.")
        .def_prop_ro("point", shared<Points>(&Hits::point), "float64[k, 3]; NaN where nothing is hit.")
        .def_prop_ro("triangle", shared<Indices>(&Hits::triangle), "uint32[k]; 2³² − 1 where nothing is hit.")
        .def("__len__", [](const Hits& self) { return self.t.size(); });
    nb::class_<NearestMany>(module, "NearestMany",
                            "The nearest triangles of many points, as arrays; see Nearest.")
        .def_prop_ro("distance", shared<Numbers>(&NearestMany::distance), "float64[k]")
        .def_prop_ro("lower", shared<Numbers>(&NearestMany::lower), "float64[k]")
        .def_prop_ro("upper", shared<Numbers>(&NearestMany::upper), "float64[k]")
        .def_prop_ro("point", shared<Points>(&NearestMany::point), "float64[k, 3]")
        .def_prop_ro("triangle", shared<Indices>(&NearestMany::triangle), "uint32[k]")
        .def("__len__", [](const NearestMany& self) { return self.distance.size(); });
    nb::class_<Locations>(module, "Locations", "Where many points are, as arrays.")
        .def_prop_ro(
            "inside", [](const Locations& self) { return bools_from(self.that_are(PointLocation::inside)); },
            "bool[k]", nb::rv_policy::automatic)
        .def_prop_ro(
            "boundary",
            [](const Locations& self) { return bools_from(self.that_are(PointLocation::boundary)); },
            "bool[k]", nb::rv_policy::automatic)
        .def_prop_ro(
            "outside",
            [](const Locations& self) { return bools_from(self.that_are(PointLocation::outside)); },
            "bool[k]", nb::rv_policy::automatic)
        .def_prop_ro(
            "open", [](const Locations& self) { return bools_from(self.that_are(PointLocation::open)); },
            "bool[k]: true if the mesh is not closed, so that the question has no answer.",
            nb::rv_policy::automatic)
        .def("__getitem__",
             [](const Locations& self, std::ptrdiff_t i) {
                 const auto size = static_cast<std::ptrdiff_t>(self.all.size());
                 if (i < -size || i >= size) throw nb::index_error();
                 return verdict_of(self.all[static_cast<std::size_t>(i < 0 ? i + size : i)]);
             })
        .def("__len__", [](const Locations& self) { return self.all.size(); });
}

// Parameters that choose the search of each query, as in collides(), contacts() and distance().
#define ALLIDE_SEARCH_PARAMETERS std::string_view search, bool realign_cache
#define ALLIDE_SEARCH_NAMES "search"_a = "tree", "realign_cache"_a = true

#define ALLIDE_BATCH_NAMES nb::kw_only(), "threads"_a = 0u, "progress"_a.none() = nb::none()

void bind_pose_batches(nb::module_& module) {
    module.def(
        "collides_many",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PosesArgument& poses,
           const PoseArgument& pose_a, unsigned threads, const ProgressArgument& progress) {
            PoseSequence all(poses, "poses");
            const Pose at_a = pose_of(pose_a, "pose_a");
            const Model first = Side(a).snapshot(), second = Side(b).snapshot();
            return bools_from(run_pose_batch<std::vector<std::uint8_t>>(
                progress, threads, all,
                [&](std::span<const Pose> some, const BatchOptions& options) {
                    return collides_many(first.at(at_a), second, some, options);
                },
                AppendBytes()));
        },
        "a"_a, "b"_a, "poses"_a, "pose_a"_a.none() = nb::none(), ALLIDE_BATCH_NAMES,
        R"(collides(a, b) for b at each of the poses, in parallel: bool[k].

`poses` is an array of shape (k, 4, 4) or (k, 3, 4), a pair (positions[k, 3], quaternions[k, 4]), or a sequence of
poses. `progress` is a function of (done, all) that may return False to stop, a tqdm bar, or True.

>>> cube = allide.Model(allide.generate("cube"))
>>> poses = [allide.Pose.translation([x, 0, 0]) for x in (1, 2, 3)]
>>> allide.collides_many(cube, cube, poses)
array([ True,  True, False]))");
    module.def(
        "collides_many",
        [](const OpenIndex& scene, const SurfaceArgument& part, const PosesArgument& poses, double clearance,
           unsigned threads, const ProgressArgument& progress) {
            PoseSequence all(poses, "poses");
            const Model of = Side(part).snapshot();
            return bools_from(run_pose_batch<std::vector<std::uint8_t>>(
                progress, threads, all,
                [&](std::span<const Pose> some, const BatchOptions& options) {
                    return value_of(collides_many(scene.index, of, some, clearance, options));
                },
                AppendBytes()));
        },
        "scene"_a, "part"_a, "poses"_a, "clearance"_a = 0.0, ALLIDE_BATCH_NAMES,
        "Does the part, at each of the poses, come within the clearance of any object of the index? bool[k], "
        "in parallel.");
    module.def(
        "distance_within_many",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PosesArgument& poses, double limit,
           const PoseArgument& pose_a, unsigned threads, const ProgressArgument& progress,
           ALLIDE_SEARCH_PARAMETERS) {
            PoseSequence all(poses, "poses");
            const CollideOptions each{.search = search_of(search),
                                      .realign_cache = realign_cache_of(realign_cache)};
            const Pose at_a = pose_of(pose_a, "pose_a");
            const Model first = Side(a).snapshot(), second = Side(b).snapshot();
            return bools_from(run_pose_batch<std::vector<std::uint8_t>>(
                progress, threads, all,
                [&](std::span<const Pose> some, const BatchOptions& options) {
                    return distance_within_many(first.at(at_a), second, some, limit, each, options);
                },
                AppendBytes()));
        },
        "a"_a, "b"_a, "poses"_a, "limit"_a, "pose_a"_a.none() = nb::none(), ALLIDE_BATCH_NAMES,
        ALLIDE_SEARCH_NAMES,
        "Is the distance at most `limit`, for b at each of the poses? bool[k], decided exactly, in "
        "parallel.");
    module.def(
        "contacts_many",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PosesArgument& poses,
           const PoseArgument& pose_a, std::optional<std::size_t> limit, unsigned threads,
           const ProgressArgument& progress, ALLIDE_SEARCH_PARAMETERS) {
            PoseSequence all(poses, "poses");
            const Pose at_a = pose_of(pose_a, "pose_a");
            const Model first = Side(a).snapshot(), second = Side(b).snapshot();
            const ContactOptions each{.limit = limit.value_or(std::numeric_limits<std::size_t>::max()),
                                      .search = search_of(search),
                                      .realign_cache = realign_cache_of(realign_cache)};
            return run_pose_batch<std::vector<Contacts>>(
                progress, threads, all,
                [&](std::span<const Pose> some, const BatchOptions& options) {
                    return contacts_many(first.at(at_a), second, some, each, options);
                },
                AppendAnswers());
        },
        "a"_a, "b"_a, "poses"_a, "pose_a"_a.none() = nb::none(), "limit"_a.none() = nb::none(),
        ALLIDE_BATCH_NAMES, ALLIDE_SEARCH_NAMES,
        "contacts(a, b) for b at each of the poses, in parallel: a list of Contacts.");
    module.def(
        "distance_many",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PosesArgument& poses,
           const PoseArgument& pose_a, double gap, unsigned threads, const ProgressArgument& progress,
           ALLIDE_SEARCH_PARAMETERS) {
            PoseSequence all(poses, "poses");
            const DistanceOptions each{
                .gap = gap, .search = search_of(search), .realign_cache = realign_cache_of(realign_cache)};
            const Pose at_a = pose_of(pose_a, "pose_a");
            const Model first = Side(a).snapshot(), second = Side(b).snapshot();
            const auto found = run_pose_batch<std::vector<Distance>>(
                progress, threads, all,
                [&](std::span<const Pose> some, const BatchOptions& options) {
                    return distance_many(first.at(at_a), second, some, each, options);
                },
                AppendAnswers());
            return run_short([&] { return Distances(found); });
        },
        "a"_a, "b"_a, "poses"_a, "pose_a"_a.none() = nb::none(), nb::kw_only(), "gap"_a = 1e-12,
        "threads"_a = 0u, "progress"_a.none() = nb::none(), ALLIDE_SEARCH_NAMES,
        "distance(a, b) for b at each of the poses, in parallel, as arrays.");
}

// The rays of a batch or, if `to` is given, its segments. All arrays must have equal lengths.
struct Lines {
    std::vector<Ray> rays;
    std::vector<Segment> segments;
    std::size_t count = 0;

    Lines(const nb::object& origins, const nb::object& directions, const nb::object& to,
          const nb::object& max_t) {
        const std::vector<Vec3> from = points_of(origins, "origins");
        if (directions.is_none() == to.is_none())
            refuse("expected either directions or the ends of segments (to=…)");
        const bool are_segments = !to.is_none();
        const std::vector<Vec3> other =
            are_segments ? points_of(to, "to") : points_of(directions, "directions");
        if (other.size() != from.size())
            refuse(std::string(are_segments ? "to" : "directions") + ": expected as many as origins, " +
                   std::to_string(from.size()) + ", found " + std::to_string(other.size()));
        count = from.size();
        if (are_segments) {
            for (std::size_t i = 0; i < count; ++i) segments.push_back({from[i], other[i]});
            return;
        }
        const std::vector<double> ends = ends_of(max_t, count);
        for (std::size_t i = 0; i < count; ++i) rays.push_back({from[i], other[i], ends[i]});
    }

    static std::vector<double> ends_of(const nb::object& max_t, std::size_t count) {
        double one = infinity;
        if (max_t.is_none() || nb::try_cast(max_t, one)) return std::vector<double>(count, one);
        std::vector<double> ends = numbers_of(max_t, "max_t");
        if (ends.size() != count)
            refuse("max_t: expected a number or as many as origins, " + std::to_string(count) + ", found " +
                   std::to_string(ends.size()));
        return ends;
    }
};

#define ALLIDE_LINES_PARAMETERS                                                                          \
    const SurfaceArgument &model, const ArrayArgument &origins, const OptionalArrayArgument &directions, \
        const PoseArgument &pose, const OptionalArrayArgument &to, const OptionalArrayArgument &max_t,   \
        unsigned threads, const ProgressArgument &progress
#define ALLIDE_LINES_NAMES                                                                                   \
    "model"_a, "origins"_a, "directions"_a.none() = nb::none(), "pose"_a.none() = nb::none(), nb::kw_only(), \
                            "to"_a.none() = nb::none(), "max_t"_a.none() = nb::none(), "threads"_a = 0u,     \
                            "progress"_a.none() = nb::none()

void bind_ray_batches(nb::module_& module) {
    module.def(
        "first_hits",
        [](ALLIDE_LINES_PARAMETERS) {
            const Lines lines(origins, directions, to, max_t);
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, lines.count, [&](const BatchOptions& options) {
                const Placed placed = of.at(at);
                return Hits(to.is_none() ? first_hits(placed, lines.rays, options)
                                         : first_hits(placed, lines.segments, options));
            });
        },
        ALLIDE_LINES_NAMES, R"(The first hits of many rays, in parallel, as arrays. `to` makes them segments.

>>> cube = allide.Model(allide.generate("cube"))
>>> hits = allide.first_hits(cube, [[5, 0, 0], [5, 3, 0]], [[-1, 0, 0], [-1, 0, 0]])
>>> hits.hit.tolist(), hits.t.tolist()
([True, False], [4.0, inf]))");
    module.def(
        "all_hits_many",
        [](ALLIDE_LINES_PARAMETERS) {
            const Lines lines(origins, directions, to, max_t);
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, lines.count, [&](const BatchOptions& options) {
                const Placed placed = of.at(at);
                return to.is_none() ? all_hits(placed, std::span<const Ray>(lines.rays), options)
                                    : all_hits(placed, std::span<const Segment>(lines.segments), options);
            });
        },
        ALLIDE_LINES_NAMES, "All hits of many rays, in parallel: a list of lists of Hit.");
    module.def(
        "any_hits",
        [](ALLIDE_LINES_PARAMETERS) {
            const Lines lines(origins, directions, to, max_t);
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            return bools_from(run_batch(progress, threads, lines.count, [&](const BatchOptions& options) {
                const Placed placed = of.at(at);
                return bytes_from(to.is_none() ? any_hits(placed, lines.rays, options)
                                               : any_hits(placed, lines.segments, options));
            }));
        },
        ALLIDE_LINES_NAMES, "Whether each of many rays hits a triangle, in parallel: bool[k].");
}

void bind_point_batches(nb::module_& module) {
    module.def(
        "nearest_many",
        [](const SurfaceArgument& model, const ArrayArgument& points, const PoseArgument& pose,
           unsigned threads, const ProgressArgument& progress) {
            const std::vector<Vec3> all = points_of(points, "points");
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, all.size(), [&](const BatchOptions& options) {
                return NearestMany(nearest_many(of.at(at), all, options));
            });
        },
        "model"_a, "points"_a, "pose"_a.none() = nb::none(), ALLIDE_BATCH_NAMES,
        "The nearest triangles of many points, in parallel, as arrays.");
    module.def(
        "nearest_triangles_many",
        [](const SurfaceArgument& model, const ArrayArgument& points, std::size_t count,
           const PoseArgument& pose, unsigned threads, const ProgressArgument& progress) {
            const std::vector<Vec3> all = points_of(points, "points");
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, all.size(), [&](const BatchOptions& options) {
                return nearest_triangles_many(of.at(at), all, count, options);
            });
        },
        "model"_a, "points"_a, "count"_a, "pose"_a.none() = nb::none(), ALLIDE_BATCH_NAMES,
        "The `count` nearest triangles of many points, in parallel: a list of lists of Nearest.");
    module.def(
        "contains_many",
        [](const SurfaceArgument& model, const ArrayArgument& points, const PoseArgument& pose,
           std::string_view rule, unsigned threads, const ProgressArgument& progress) {
            const std::vector<Vec3> all = points_of(points, "points");
            const Pose at = pose_of(pose, "pose");
            const InsideRule how = rule_of(rule);
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, all.size(), [&](const BatchOptions& options) {
                return Locations{contains_many(of.at(at), all, how, options)};
            });
        },
        "model"_a, "points"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "rule"_a = "odd",
        "threads"_a = 0u, "progress"_a.none() = nb::none(), R"(Where many points are, in parallel, as arrays.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.contains_many(cube, [[0, 0, 0], [1, 0, 0], [3, 0, 0]]).inside.tolist()
[True, False, False])");
    module.def(
        "triangles_in_many",
        [](const SurfaceArgument& model, const nb::sequence& regions, const PoseArgument& pose,
           unsigned threads, const ProgressArgument& progress) {
            const Pose at = pose_of(pose, "pose");
            const Model of = Side(model).snapshot();
            std::vector<Ball> balls;
            std::vector<Box> boxes;
            std::vector<std::vector<HalfSpace>> planes;
            for (const nb::handle region : regions) {
                if (nb::isinstance<Ball>(region))
                    balls.push_back(*nb::inst_ptr<Ball>(region));
                else if (nb::isinstance<Box>(region))
                    boxes.push_back(*nb::inst_ptr<Box>(region));
                else
                    planes.push_back(half_spaces_of(region, "regions"));
            }
            const std::size_t count = nb::len(regions);
            if (balls.size() != count && boxes.size() != count && planes.size() != count)
                refuse("regions: expected regions of one kind, all Ball, all Box or all half-spaces");
            auto found = run_batch(progress, threads, count, [&](const BatchOptions& options) {
                const Placed placed = of.at(at);
                if (balls.size() == count) return triangles_in_many(placed, balls, options);
                if (boxes.size() == count) return triangles_in_many(placed, boxes, options);
                return triangles_in_many(placed, std::span<const std::vector<HalfSpace>>(planes), options);
            });
            std::vector<Indices> arrays;
            for (auto& triangles : found) arrays.push_back(rows_from<Indices>(std::move(triangles)));
            return arrays;
        },
        "model"_a, "regions"_a, "pose"_a.none() = nb::none(), ALLIDE_BATCH_NAMES,
        "triangles_in() for many regions of one kind, in parallel: a list of uint32 arrays.");
    module.def(
        "slices",
        [](const SurfaceArgument& model, const ArrayArgument& planes, const PoseArgument& pose,
           std::string_view side, unsigned threads, const ProgressArgument& progress) {
            const std::vector<HalfSpace> all = half_spaces_of(planes, "planes");
            const Pose at = pose_of(pose, "pose");
            const SliceSide from = slice_side_of(side);
            const Model of = Side(model).snapshot();
            return run_batch(progress, threads, all.size(), [&](const BatchOptions& options) {
                return slices(of.at(at), all, from, options);
            });
        },
        "model"_a, "planes"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "side"_a = "below",
        "threads"_a = 0u, "progress"_a.none() = nb::none(),
        R"(slice() for many planes, in parallel: a list of Slice. Each row a b c d of `planes` is a plane a x + b y + c z = d.

>>> cube = allide.Model(allide.generate("cube"))
>>> [len(cut.curves) for cut in allide.slices(cube, [[0, 0, 1, 0.5], [0, 0, 1, 3]])]
[1, 0])");
}

}  // namespace

void bind_batches(nb::module_& module) {
    bind_distances(module);
    bind_pose_batches(module);
    bind_ray_batches(module);
    bind_point_batches(module);
}

}  // namespace allide::python
