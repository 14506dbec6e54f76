#include "scene.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"

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
    return work(self.scene);
}
// The same for a query, which may call the Python filter; an exception of the filter is raised afterwards.
template <typename Work>
auto ask_scene(LockedScene& self, const Work& work) {
    auto answer = with_lock(self, work);
    if (self.filter) self.filter->rethrow();
    return answer;
}

void bind_object_ids(nb::module_& module) {
    nb::class_<ObjectId>(
        module, "ObjectId",
        "Identifies an object of one scene; the id of a removed object never names a new one.")
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
    nb::class_<ObjectContacts>(module, "ObjectContacts",
                               "Two objects, a < b, and their triangles that touch.")
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

void bind_scene_objects(nb::class_<LockedScene>& scene) {
    scene
        .def(
            "add",
            [](LockedScene& self, const Model& model, const PoseArgument& pose, const std::string& name,
               const std::string& group) {
                const Pose at = pose_of(pose, "pose");
                return with_lock(
                    self, [&](Scene& of) { return of.add(model, at, {.name = name, .group = group}); });
            },
            "model"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "name"_a = "", "group"_a = "",
            "Adds an object; objects of one model share it.")
        .def(
            "add_mesh",
            [](LockedScene& self, const MeshArgument& mesh, const PoseArgument& pose, const std::string& name,
               const std::string& group) {
                const Mesh added = mesh_of(mesh);
                const Pose at = pose_of(pose, "pose");
                return value_of(with_lock(self, [&](Scene& of) {
                    Result<ObjectId> id = of.add_mesh(added, at, {.name = name, .group = group});
                    if (id) self.added_as_mesh.insert(*id);
                    return id;
                }));
            },
            "mesh"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "name"_a = "", "group"_a = "",
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
            [](LockedScene& self, const ObjectId& id) { with_lock(self, [&](Scene& of) { of.remove(id); }); },
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
            "All pairs whose surfaces touch, ascending. Meant for the steps of a simulation: a pair without "
            "a changed object is not tested again.")
        .def(
            "contacts",
            [](LockedScene& self, unsigned threads, std::string_view search) {
                const CollidingOptions options{.threads = threads, .search = search_of(search)};
                return ask_scene(self, [&](Scene& of) { return of.contacts(options); });
            },
            nb::kw_only(), "threads"_a = 0u, "search"_a = "tree", "The same pairs with all their contacts.")
        .def(
            "clashes",
            [](LockedScene& self, double clearance, double touch, bool regions, unsigned threads,
               const nb::object& wanted, const ProgressArgument& progress) {
                std::shared_ptr<Callback> callback;
                if (!wanted.is_none()) callback = std::make_shared<Callback>(wanted);
                auto found = run_job(progress, [&](Job& job) {
                    ClashOptions options{.clearance = clearance,
                                         .touch = touch,
                                         .detail = regions ? ClashDetail::regions : ClashDetail::summary,
                                         .threads = threads,
                                         .progress = job.stoppable()};
                    if (callback)
                        options.wanted = [&](ObjectId a, ObjectId b) { return callback->call(true, a, b); };
                    const std::lock_guard lock(self.mutex);
                    return self.scene.clashes(options);
                });
                if (callback) callback->rethrow();
                if (self.filter) self.filter->rethrow();
                return found;
            },
            "clearance"_a = 0.0, "touch"_a = 0.0, nb::kw_only(), "regions"_a = false, "threads"_a = 0u,
            "wanted"_a.none() = nb::none(), "progress"_a.none() = nb::none(),
            nb::sig("def clashes(self, clearance: float = 0.0, touch: float = 0.0, *, regions: bool = False, "
                    "threads: int = 0, "
                    "wanted: typing.Callable[[ObjectId, ObjectId], bool] | None = None, progress: Progress = "
                    "None) -> Clashes"),
            "All clashes between objects. Candidate pairs for which `wanted` returns False are not tested.");
}

}  // namespace

Scene LockedScene::copy() const {
    Scene copied;
    for (const ObjectId id : scene.objects()) {
        const ObjectOptions options{.name = scene.name(id), .group = scene.group(id)};
        if (added_as_mesh.contains(id))
            static_cast<void>(copied.add_mesh(scene.mesh(id), scene.pose(id), options).value());
        else
            copied.add(scene.model(id), scene.pose(id), options);
    }
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
