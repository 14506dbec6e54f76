#include "scene.hpp"

#include "batches.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "shape.hpp"

#include <allide/extra/batches.hpp>

#include <nanobind/operators.h>

namespace allide::python {
namespace {

std::string text_of_id(const ObjectId& id) {
    return "ObjectId(" + std::to_string(id.number) +
           (id.generation ? ", generation=" + std::to_string(id.generation) : "") + ")";
}

// Runs work(scene) without the GIL, while no other thread has access to the scene.
template <typename Work>
auto with_lock(LockedScene& self, const Work& work) {
    const nb::gil_scoped_release released;
    const std::lock_guard lock(self.mutex);
    return interruptible([&] { return work(self.scene); });
}
// The same for a query, which may call the Python filter; an exception of the filter is raised afterwards.
template <typename Work>
auto ask_scene(LockedScene& self, const Work& work) {
    std::shared_ptr<Callback> filter;
    auto answer = with_lock(self, [&](Scene& of) {
        filter = self.filter;
        return work(of);
    });
    if (filter) filter->rethrow();
    return answer;
}
// The same for a query about two scenes, which may be one and the same.
template <typename Work>
auto with_both(LockedScene& self, LockedScene& other, const Work& work) {
    std::array<std::shared_ptr<Callback>, 2> filters;
    auto answer = run_short([&] {
        std::unique_lock first(self.mutex, std::defer_lock), second(other.mutex, std::defer_lock);
        if (&self == &other)
            first.lock();
        else
            std::lock(first, second);
        filters = {self.filter, other.filter};
        return work(self.scene, other.scene);
    });
    for (const auto& filter : filters)
        if (filter) filter->rethrow();
    return answer;
}

void bind_object_ids(nb::module_& module) {
    nb::class_<ObjectId>(
        module, "ObjectId",
        "Identifies an object of one scene; the id of a removed object never names a new one.")
        .def(nb::init<std::uint32_t, std::uint32_t>(), "number"_a = 0u, "generation"_a = 0u)
        .def_ro("number", &ObjectId::number)
        .def_ro("generation", &ObjectId::generation)
        .def("__index__", [](const ObjectId& self) { return self.number; })
        .def(nb::self == nb::self)
        .def(
            "__lt__", [](const ObjectId& a, const ObjectId& b) { return a < b; }, nb::is_operator())
        .def("__hash__",
             [](const ObjectId& self) { return nb::hash(nb::make_tuple(self.number, self.generation)); })
        .def("__repr__", &text_of_id)
        .def("__getstate__", [](const ObjectId& self) { return std::pair(self.number, self.generation); })
        .def("__setstate__", [](ObjectId& self, const std::pair<std::uint32_t, std::uint32_t>& state) {
            new (&self) ObjectId{state.first, state.second};
        });
    nb::class_<CandidatePair>(module, "CandidatePair",
                              "Two objects whose boxes are within the clearance of their groups.")
        .def_ro("a", &CandidatePair::a)
        .def_ro("b", &CandidatePair::b)
        .def_ro("clearance", &CandidatePair::clearance);
    nb::class_<ObjectPair>(module, "ObjectPair", "Two objects, a < b.")
        .def_ro("a", &ObjectPair::a)
        .def_ro("b", &ObjectPair::b)
        .def(
            "__iter__", [](const ObjectPair& self) { return nb::iter(nb::make_tuple(self.a, self.b)); },
            nb::sig("def __iter__(self) -> typing.Iterator[ObjectId]"))
        .def(nb::self == nb::self)
        .def("__hash__",
             [](const ObjectPair& self) {
                 return nb::hash(
                     nb::make_tuple(self.a.number, self.a.generation, self.b.number, self.b.generation));
             })
        .def("__repr__", [](const ObjectPair& self) {
            return "ObjectPair(" + text_of_id(self.a) + ", " + text_of_id(self.b) + ")";
        });
    nb::class_<FilteredPair>(module, "FilteredPair", "Two objects that are left out of an answer.")
        .def_ro("a", &FilteredPair::a)
        .def_ro("b", &FilteredPair::b)
        .def_prop_ro(
            "reason", [](const FilteredPair& self) { return std::string(name_of(self.reason)); },
            "\"pair\", \"groups\", \"masks\" or \"filter\": the first that applies.")
        .def("__repr__", [](const FilteredPair& self) {
            return "FilteredPair(" + text_of_id(self.a) + ", " + text_of_id(self.b) + ", '" +
                   std::string(name_of(self.reason)) + "')";
        });
    nb::class_<ObjectContacts>(module, "ObjectContacts",
                               "Two objects, a < b, and their triangles or other elements that touch.")
        .def_ro("a", &ObjectContacts::a)
        .def_ro("b", &ObjectContacts::b)
        .def_prop_ro(
            "pairs",
            [](nb::handle_t<ObjectContacts> self) {
                const auto& pairs = nb::inst_ptr<ObjectContacts>(self)->pairs;
                return view_of<Pairs>(pairs.data(), pairs.size(), self);
            },
            "uint32[k, 2], ascending.");
}

// The lists of a result as Python lists, and its length.
template <typename Result>
void bind_list(nb::class_<Result>& result) {
    result.def("__len__", &Result::size).def("__bool__", [](const Result& self) { return !self.empty(); });
}

void bind_touching(nb::module_& module) {
    nb::class_<Collisions> collisions(module, "Collisions", "Pairs of objects that touch, ascending.");
    collisions.def_ro("pairs", &Collisions::pairs)
        .def_ro("undecided", &Collisions::undecided, "The pairs of curved bodies that touch or nearly do.")
        .def_ro("filtered", &Collisions::filtered,
                "The pairs that were left out although their boxes are near.")
        .def(
            "__iter__", [](const Collisions& self) { return nb::iter(nb::cast(self.pairs)); },
            nb::sig("def __iter__(self) -> typing.Iterator[ObjectPair]"))
        .def("__repr__",
             [](const Collisions& self) { return "Collisions(" + std::to_string(self.size()) + " pairs)"; });
    bind_list(collisions);
    nb::class_<TouchingObjects> touching(module, "TouchingObjects", "Objects that touch a shape, ascending.");
    touching.def_ro("objects", &TouchingObjects::objects)
        .def_ro("undecided", &TouchingObjects::undecided, "The objects that touch or nearly do.")
        .def_ro("filtered", &TouchingObjects::filtered,
                "The objects that were left out although their boxes are near.")
        .def(
            "__iter__", [](const TouchingObjects& self) { return nb::iter(nb::cast(self.objects)); },
            nb::sig("def __iter__(self) -> typing.Iterator[ObjectId]"))
        .def("__repr__", [](const TouchingObjects& self) {
            return "TouchingObjects(" + std::to_string(self.size()) + " objects)";
        });
    bind_list(touching);
}

void bind_scene_distances(nb::module_& module) {
    nb::class_<ObjectDistance>(module, "ObjectDistance",
                               "Two objects, their names and distance; the name of a single shape is empty.")
        .def_ro("a", &ObjectDistance::a)
        .def_ro("b", &ObjectDistance::b)
        .def_ro("name_a", &ObjectDistance::name_a)
        .def_ro("name_b", &ObjectDistance::name_b)
        .def_ro("distance", &ObjectDistance::distance)
        .def("__float__", [](const ObjectDistance& self) { return self.distance.value; })
        .def("__repr__", [](const ObjectDistance& self) {
            return "ObjectDistance(" + text_of_id(self.a) + ", " + text_of_id(self.b) + ", " +
                   text_of(self.distance.value) + ")";
        });
    nb::class_<MinDistance>(module, "MinDistance", "The smallest distance of two objects.")
        .def_ro("closest", &MinDistance::closest, "The two objects, or None if there is no pair to measure.")
        .def_ro("filtered", &MinDistance::filtered,
                "The pairs that were left out although they may be as close.");
    nb::class_<SceneDistances>(module, "SceneDistances",
                               "The distances of all pairs that are near each other.")
        .def_ro("list", &SceneDistances::list, "Ascending in (a, b).")
        .def_ro("filtered", &SceneDistances::filtered)
        .def("__len__", [](const SceneDistances& self) { return self.list.size(); });
    nb::class_<ObjectHit>(module, "ObjectHit", "An object that a ray hits.")
        .def_ro("object", &ObjectHit::object)
        .def_ro("hit", &ObjectHit::hit)
        .def("__repr__", [](const ObjectHit& self) {
            return "ObjectHit(" + text_of_id(self.object) + ", t=" + text_of(self.hit.t) + ")";
        });
}

#define ALLIDE_OBJECT_PARAMETERS                                                                 \
    const PoseArgument &pose, const std::string &name, const std::string &group, double padding, \
        std::uint32_t category, std::uint32_t mask
#define ALLIDE_OBJECT_NAMES                                                                        \
    "pose"_a.none() = nb::none(), nb::kw_only(), "name"_a = "", "group"_a = "", "padding"_a = 0.0, \
    "category"_a = std::uint32_t{1}, "mask"_a = std::numeric_limits<std::uint32_t>::max()

void bind_scene_objects(nb::class_<LockedScene>& scene) {
    scene
        .def(
            "add",
            [](LockedScene& self, const ShapeArgument& object, ALLIDE_OBJECT_PARAMETERS) {
                const Pose at = pose_of(pose, "pose");
                const ObjectOptions options{name, group, padding, category, mask};
                if (nb::isinstance<Model>(object)) {
                    const Model& model = *nb::inst_ptr<Model>(object);
                    return with_lock(
                        self, [&](Scene& of) { return self.enter(of.add(model, at, options), options); });
                }
                BoundShape shape = shape_of(object);
                return with_lock(self, [&](Scene& of) {
                    const ObjectId id = self.enter(of.add(shape.shape, at, options), options);
                    self.shapes.insert_or_assign(id, std::make_shared<const BoundShape>(std::move(shape)));
                    return id;
                });
            },
            "object"_a, ALLIDE_OBJECT_NAMES,
            R"(Adds a model, a convex body or another shape; objects of one model share it.

`padding` enlarges the object on all sides for contacts and clearances, not for distances. Two objects are tested against
each other if each one's `mask` has a bit of the other one's `category`.)")
        .def(
            "add_mesh",
            [](LockedScene& self, const MeshArgument& mesh, ALLIDE_OBJECT_PARAMETERS) {
                const Mesh added = mesh_of(mesh);
                const Pose at = pose_of(pose, "pose");
                const ObjectOptions options{name, group, padding, category, mask};
                return value_of(with_lock(self, [&](Scene& of) {
                    Result<ObjectId> id = of.add_mesh(added, at, options);
                    if (id) self.added_as_mesh.insert(self.enter(*id, options));
                    return id;
                }));
            },
            "mesh"_a, ALLIDE_OBJECT_NAMES,
            "Adds an object whose model is built by the first query that needs it.")
        .def(
            "move",
            [](LockedScene& self, const ObjectId& id, const PoseArgument& pose) {
                const Pose at = pose_of(pose, "pose");
                with_lock(self, [&](Scene& of) { of.move(id, at); });
            },
            "id"_a, "pose"_a)
        .def(
            "move_many",
            [](LockedScene& self, const std::vector<ObjectId>& ids, const PosesArgument& poses) {
                const std::vector<Pose> all = poses_of(poses, "poses");
                if (all.size() != ids.size())
                    refuse("poses: expected as many as ids, " + std::to_string(ids.size()) + ", found " +
                           std::to_string(all.size()));
                with_lock(self, [&](Scene& of) {
                    for (std::size_t i = 0; i < ids.size(); ++i) of.move(ids[i], all[i]);
                });
            },
            "ids"_a, "poses"_a, "Moves many objects at once.")
        .def(
            "remove",
            [](LockedScene& self, const ObjectId& id) {
                with_lock(self, [&](Scene& of) {
                    of.remove(id);
                    self.leave(id);
                });
            },
            "id"_a)
        .def(
            "has",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.has(id); });
            },
            "id"_a)
        .def("__contains__",
             [](LockedScene& self, const ObjectId& id) {
                 return with_lock(self, [&](Scene& of) { return of.has(id); });
             })
        .def("__len__",
             [](LockedScene& self) { return with_lock(self, [](Scene& of) { return of.size(); }); })
        .def("__bool__", [](LockedScene&) { return true; })
        .def_prop_ro(
            "objects",
            [](LockedScene& self) { return with_lock(self, [](Scene& of) { return of.objects(); }); },
            "All ids, ascending.")
        .def(
            "name",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return std::string(of.name(id)); });
            },
            "id"_a)
        .def(
            "group",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.group(id); });
            },
            "id"_a)
        .def(
            "model",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.model(id); });
            },
            "id"_a)
        .def(
            "is_mesh",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.is_mesh(id); });
            },
            "id"_a, "True if the object was added as a model or a mesh; only these have model() and mesh().")
        .def(
            "shape",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) {
                    const auto found = self.shapes.find(id);
                    return found == self.shapes.end() ? BoundShape{of.shape(id), {}, {}, {}} : *found->second;
                });
            },
            "id"_a, "The object's Shape, of whatever kind.")
        .def(
            "padding",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.padding(id); });
            },
            "id"_a)
        .def(
            "mesh",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.mesh(id); });
            },
            "id"_a)
        .def(
            "pose",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.pose(id); });
            },
            "id"_a)
        .def(
            "box",
            [](LockedScene& self, const ObjectId& id) {
                return with_lock(self, [&](Scene& of) { return of.box(id); });
            },
            "id"_a, "A tight bounding box in world coordinates.")
        .def("__repr__", [](LockedScene& self) {
            return "Scene(" + std::to_string(with_lock(self, [](Scene& of) { return of.size(); })) +
                   " objects)";
        });
}

void bind_scene_settings(nb::class_<LockedScene>& scene) {
    scene
        .def(
            "ignore",
            [](LockedScene& self, const ObjectId& a, const ObjectId& b) {
                with_lock(self, [&](Scene& of) {
                    of.ignore(a, b);
                    self.ignored.insert(std::minmax(a, b));
                });
            },
            "a"_a, "b"_a, "Leaves one pair of objects out of all answers.")
        .def(
            "stop_ignoring",
            [](LockedScene& self, const ObjectId& a, const ObjectId& b) {
                with_lock(self, [&](Scene& of) {
                    of.stop_ignoring(a, b);
                    self.ignored.erase(std::minmax(a, b));
                });
            },
            "a"_a, "b"_a)
        .def(
            "set_padding",
            [](LockedScene& self, const ObjectId& id, double padding) {
                with_lock(self, [&](Scene& of) { of.set_padding(id, padding); });
            },
            "id"_a, "padding"_a)
        .def(
            "set_masks",
            [](LockedScene& self, const ObjectId& id, std::uint32_t category, std::uint32_t mask) {
                with_lock(self, [&](Scene& of) {
                    of.set_masks(id, category, mask);
                    self.masks.insert_or_assign(id, std::pair(category, mask));
                });
            },
            "id"_a, "category"_a, "mask"_a)
        .def(
            "ignore",
            [](LockedScene& self, const std::string& a, const std::string& b) {
                with_lock(self, [&](Scene& of) {
                    of.ignore(a, b);
                    self.settings.push_back({a, b, std::nullopt});
                });
            },
            "group_a"_a, "group_b"_a, "Pairs of these groups are left out of all answers.")
        .def(
            "set_clearance",
            [](LockedScene& self, const std::string& a, const std::string& b, double clearance) {
                with_lock(self, [&](Scene& of) {
                    of.set_clearance(a, b, clearance);
                    self.settings.push_back({a, b, clearance});
                });
            },
            "group_a"_a, "group_b"_a, "clearance"_a,
            "Sets the clearance of a pair of groups; undoes ignore().")
        .def(
            "set_filter",
            [](LockedScene& self, const nb::object& filter) {
                std::shared_ptr<Callback> callback;
                if (!filter.is_none()) callback = std::make_shared<Callback>(filter);
                std::function<bool(ObjectId, ObjectId)> call;
                if (callback)
                    call = [callback](ObjectId a, ObjectId b) { return callback->call(true, a, b); };
                with_lock(self, [&](Scene& of) {
                    of.set_filter(std::move(call));
                    self.filter = std::move(callback);
                });
            },
            "filter"_a.none(),
            nb::sig(
                "def set_filter(self, filter: typing.Callable[[ObjectId, ObjectId], bool] | None) -> None"),
            "Leaves out pairs for which the function returns False. It is called with a < b from any thread, "
            "any number of "
            "times, and must always return the same for a pair.");
}

void bind_scene_queries(nb::class_<LockedScene>& scene) {
    scene
        .def(
            "candidate_pairs",
            [](LockedScene& self, double clearance, unsigned threads, std::string_view search) {
                const PairOptions options{
                    .clearance = clearance, .threads = threads, .search = search_of(search)};
                return ask_scene(self, [&](Scene& of) { return of.candidate_pairs(options); });
            },
            "clearance"_a = 0.0, nb::kw_only(), "threads"_a = 0u, "search"_a = "tree",
            "All pairs whose boxes are within their clearance, ascending.")
        .def(
            "colliding_pairs",
            [](LockedScene& self, unsigned threads, std::string_view search) {
                const CollidingOptions options{.threads = threads, .search = search_of(search)};
                return ask_scene(self, [&](Scene& of) { return of.colliding_pairs(options); });
            },
            nb::kw_only(), "threads"_a = 0u, "search"_a = "tree",
            "All pairs that touch, ascending, paddings included. Meant for the steps of a simulation: a pair "
            "without "
            "a changed object is not tested again.")
        .def(
            "contacts",
            [](LockedScene& self, unsigned threads, std::string_view search) {
                const CollidingOptions options{.threads = threads, .search = search_of(search)};
                return ask_scene(self, [&](Scene& of) { return of.contacts(options); });
            },
            nb::kw_only(), "threads"_a = 0u, "search"_a = "tree", "The same pairs with all their contacts.")
        .def(
            "collisions",
            [](LockedScene& self, double clearance, unsigned threads, std::string_view search) {
                const SceneQueryOptions options{clearance, threads, search_of(search)};
                return ask_scene(self, [&](Scene& of) { return of.collisions(options); });
            },
            "clearance"_a = 0.0, nb::kw_only(), "threads"_a = 0u, "search"_a = "tree",
            "All pairs that touch or are within the clearance, and what filters have left out.")
        .def(
            "collisions",
            [](LockedScene& self, LockedScene& other, double clearance, unsigned threads,
               std::string_view search) {
                const SceneQueryOptions options{clearance, threads, search_of(search)};
                return with_both(self, other,
                                 [&](Scene& of, Scene& to) { return of.collisions(to, options); });
            },
            "other"_a, "clearance"_a = 0.0, nb::kw_only(), "threads"_a = 0u, "search"_a = "tree",
            "The same between the objects of this scene (a) and those of another one (b).")
        .def(
            "colliding_with",
            [](LockedScene& self, const ShapeArgument& shape, const PoseArgument& pose, double clearance,
               std::uint32_t category, std::uint32_t mask, const nb::object& filter) {
                const PlacedShape placed = placed_shape_of(shape, pose, "pose");
                std::shared_ptr<Callback> callback;
                OneToManyOptions options{.clearance = clearance, .category = category, .mask = mask};
                if (!filter.is_none()) {
                    callback = std::make_shared<Callback>(filter);
                    options.filter = [callback](ObjectId object) { return callback->call(true, object); };
                }
                auto found = ask_scene(self, [&](Scene& of) { return of.colliding_with(placed, options); });
                if (callback) callback->rethrow();
                return found;
            },
            "shape"_a, "pose"_a.none() = nb::none(), "clearance"_a = 0.0, nb::kw_only(),
            "category"_a = std::uint32_t{1}, "mask"_a = std::numeric_limits<std::uint32_t>::max(),
            "filter"_a.none() = nb::none(),
            nb::sig(
                "def colliding_with(self, shape: Shape | ConvexBody | Model | DeformableModel, pose: "
                "PoseLike | "
                "None = None, clearance: float = 0.0, *, category: int = 1, mask: int = 4294967295, filter: "
                "typing.Callable[[ObjectId], bool] | None = None) -> TouchingObjects"),
            "All objects that touch a shape, which need not be in the scene.")
        .def(
            "collides_many",
            [](LockedScene& self, const ShapeArgument& shape, const PosesArgument& poses, double clearance,
               unsigned threads, const ProgressArgument& progress) {
                PoseSequence all(poses, "poses");
                const BoundShape asked = shape_of(shape);
                return bools_from(run_pose_batch<std::vector<std::uint8_t>>(
                    progress, threads, all,
                    [&](std::span<const Pose> some, const BatchOptions& options) {
                        const std::lock_guard lock(self.mutex);
                        std::vector<PlacedShape> all;
                        for (const ObjectId& id : self.scene.objects())
                            all.push_back(self.scene.placed_shape(id));
                        return collides_many(all, asked.shape, some, clearance, options);
                    },
                    AppendBytes()));
            },
            "shape"_a, "poses"_a, "clearance"_a = 0.0, nb::kw_only(), "threads"_a = 0u,
            "progress"_a.none() = nb::none(),
            nb::sig("def collides_many(self, shape: Shape | ConvexBody | Model | DeformableModel, poses: "
                    "PosesLike, clearance: float = 0.0, *, threads: int = 0, progress: Progress = None) -> "
                    "NDArray[numpy.bool_]"),
            "Does the shape, at each of the poses, come within the clearance of any object? bool[k], in "
            "parallel. Undecided contacts count; paddings, masks and filters do not apply.")
        .def(
            "closest_pair",
            [](LockedScene& self) { return ask_scene(self, [](Scene& of) { return of.closest_pair(); }); },
            "The closest two objects, which may touch; None if no pair is left.")
        .def(
            "min_distance",
            [](LockedScene& self) { return ask_scene(self, [](Scene& of) { return of.min_distance(); }); },
            "The smallest distance of two objects.")
        .def(
            "min_distance",
            [](LockedScene& self, LockedScene& other) {
                return with_both(self, other, [](Scene& of, Scene& to) { return of.min_distance(to); });
            },
            "other"_a, "The smallest distance of an object to one of another scene.")
        .def(
            "min_distance",
            [](LockedScene& self, const ShapeArgument& shape, const PoseArgument& pose) {
                const PlacedShape placed = placed_shape_of(shape, pose, "pose");
                return ask_scene(self, [&](Scene& of) { return of.min_distance(placed); });
            },
            "shape"_a, "pose"_a.none() = nb::none(), "The smallest distance of an object to a shape.")
        .def(
            "distances",
            [](LockedScene& self, double within, unsigned threads) {
                const SceneDistanceOptions options{within, threads};
                return ask_scene(self, [&](Scene& of) { return of.distances(options); });
            },
            "within"_a, nb::kw_only(), "threads"_a = 0u, "All pairs within a distance, and their distances.")
        .def(
            "first_hit",
            [](LockedScene& self, const ArrayArgument& origin, const ArrayArgument& direction, double max_t) {
                const Ray ray{point_of(origin, "origin"), point_of(direction, "direction"), max_t};
                return ask_scene(self, [&](Scene& of) { return of.first_hit(ray); });
            },
            "origin"_a, "direction"_a, nb::kw_only(), "max_t"_a = std::numeric_limits<double>::infinity(),
            "The object that a ray hits first, or None.")
        .def(
            "all_hits",
            [](LockedScene& self, const ArrayArgument& origin, const ArrayArgument& direction, double max_t) {
                const Ray ray{point_of(origin, "origin"), point_of(direction, "direction"), max_t};
                return ask_scene(self, [&](Scene& of) { return of.all_hits(ray); });
            },
            "origin"_a, "direction"_a, nb::kw_only(), "max_t"_a = std::numeric_limits<double>::infinity(),
            "All elements of all objects that a ray hits, in ascending order of (t, object, element).")
        .def(
            "clashes",
            [](LockedScene& self, double clearance, double touch, bool regions, unsigned threads,
               const nb::object& wanted, const nb::object& limits, std::string_view search,
               const ProgressArgument& progress) {
                std::shared_ptr<Callback> callback, limit, filter;
                if (!wanted.is_none()) callback = std::make_shared<Callback>(wanted);
                if (!limits.is_none()) limit = std::make_shared<Callback>(limits);
                const Search how = search_of(search);
                auto found = run_job(progress, [&](Job& job) {
                    ClashOptions options{.clearance = clearance,
                                         .touch = touch,
                                         .detail = regions ? ClashDetail::regions : ClashDetail::summary,
                                         .threads = threads,
                                         .search = how,
                                         .progress = job.stoppable()};
                    if (callback)
                        options.wanted = [&](ObjectId a, ObjectId b) { return callback->call(true, a, b); };
                    if (limit)
                        options.limits = [&](ObjectId a, ObjectId b) {
                            return limit->call(ClashLimits(), a, b);
                        };
                    const std::lock_guard lock(self.mutex);
                    filter = self.filter;
                    return self.scene.clashes(options);
                });
                for (const auto& called : {callback, limit, filter})
                    if (called) called->rethrow();
                return found;
            },
            "clearance"_a = 0.0, "touch"_a = 0.0, nb::kw_only(), "regions"_a = false, "threads"_a = 0u,
            "wanted"_a.none() = nb::none(), "limits"_a.none() = nb::none(), "search"_a = "tree",
            "progress"_a.none() = nb::none(),
            nb::sig("def clashes(self, clearance: float = 0.0, touch: float = 0.0, *, regions: bool = False, "
                    "threads: int = 0, "
                    "wanted: typing.Callable[[ObjectId, ObjectId], bool] | None = None, "
                    "limits: typing.Callable[[ObjectId, ObjectId], ClashLimits] | None = None, "
                    "search: str = 'tree', progress: Progress = None) -> Clashes"),
            "All clashes between objects. Candidate pairs for which `wanted` returns False are not tested. "
            "`limits` "
            "returns the limits of a pair, in place of `clearance` and `touch`; the clearance of the pair's "
            "groups must "
            "be at least as large.");
}

}  // namespace

ObjectId LockedScene::enter(ObjectId id, const ObjectOptions& options) {
    const ObjectOptions usual;
    if (options.category != usual.category || options.mask != usual.mask)
        masks.emplace(id, std::pair(options.category, options.mask));
    return id;
}

void LockedScene::leave(ObjectId id) {
    added_as_mesh.erase(id);
    shapes.erase(id);
    masks.erase(id);
    std::erase_if(ignored, [&](const auto& pair) { return pair.first == id || pair.second == id; });
}

Scene LockedScene::copy() const {
    Scene copied;
    std::map<ObjectId, ObjectId> copy_of;
    for (const ObjectId id : scene.objects()) {
        ObjectOptions options{.name = scene.name(id), .group = scene.group(id), .padding = scene.padding(id)};
        if (const auto own = masks.find(id); own != masks.end())
            std::tie(options.category, options.mask) = own->second;
        if (added_as_mesh.contains(id))
            copy_of[id] = copied.add_mesh(scene.mesh(id), scene.pose(id), options).value();
        else if (scene.is_mesh(id))
            copy_of[id] = copied.add(scene.model(id), scene.pose(id), options);
        else
            copy_of[id] = copied.add(scene.shape(id), scene.pose(id), options);
    }
    for (const auto& [a, b] : ignored) copied.ignore(copy_of.at(a), copy_of.at(b));
    for (const Setting& setting : settings) {
        if (setting.clearance)
            copied.set_clearance(setting.group_a, setting.group_b, *setting.clearance);
        else
            copied.ignore(setting.group_a, setting.group_b);
    }
    return copied;
}

void bind_clash_results(nb::module_& module) {
    nb::class_<ClashRegion>(module, "ClashRegion", "A group of connected contacts of a clash.")
        .def_ro("contacts", &ClashRegion::contacts)
        .def_prop_ro(
            "point", [](const ClashRegion& self) { return point_from(self.point); },
            "Centre of its bounding box.", nb::rv_policy::automatic)
        .def_prop_ro(
            "depth",
            [](const ClashRegion& self) {
                return self.depth ? std::optional(std::pair(self.depth->lower, self.depth->upper))
                                  : std::nullopt;
            },
            "Bounds (lower, upper) of its depth, or None.");
    nb::class_<Clash, PairClash>(module, "Clash", "Two objects of a scene, a < b, that clash.")
        .def_ro("a", &Clash::a)
        .def_ro("b", &Clash::b)
        .def_ro("regions", &Clash::regions)
        .def("__repr__", [](const Clash& self) {
            return "Clash(" + text_of_id(self.a) + ", " + text_of_id(self.b) + ", '" +
                   std::string(name_of(self.kind)) + "')";
        });
    nb::class_<Clashes>(module, "Clashes", "Clashes in ascending order of (a, b).")
        .def_ro("list", &Clashes::list)
        .def_ro("candidate_pairs", &Clashes::candidate_pairs)
        .def_ro("tested_pairs", &Clashes::tested_pairs)
        .def_ro("untested", &Clashes::untested, "Empty unless the work was stopped.")
        .def("__len__", &Clashes::size)
        .def("__getitem__", [](const Clashes& self, std::ptrdiff_t i) {
            const auto size = static_cast<std::ptrdiff_t>(self.size());
            if (i < -size || i >= size) throw nb::index_error();
            return self.list[static_cast<std::size_t>(i < 0 ? i + size : i)];
        });
}

void bind_scene(nb::module_& module) {
    bind_object_ids(module);
    bind_touching(module);
    bind_scene_distances(module);
    bind_clash_results(module);
    nb::class_<LockedScene> scene(
        module, "Scene",
        R"(Many objects with poses, names and groups; queries for pairs that are near, touch or clash.

>>> scene = allide.Scene()
>>> cube = allide.Model(allide.generate("cube"))
>>> a, b = scene.add(cube, name="a"), scene.add(cube, allide.Pose.translation([5, 0, 0]), name="b")
>>> scene.colliding_pairs()
[]
>>> scene.move(b, allide.Pose.translation([1.5, 0, 0]))
>>> [(scene.name(c.a), scene.name(c.b), c.kind) for c in scene.clashes()]
[('a', 'b', 'hard')])");
    scene.def(nb::init<>());
    bind_scene_objects(scene);
    bind_scene_settings(scene);
    bind_scene_queries(scene);
}

}  // namespace allide::python
