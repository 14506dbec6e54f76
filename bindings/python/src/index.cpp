#include "index.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "predict.hpp"
#include "scene.hpp"
#include "surface.hpp"

#include <allide/index.hpp>

namespace allide::python {
namespace {

void bind_index_info(nb::module_& module) {
    nb::class_<IndexInfo>(module, "IndexInfo", "Facts on the first page of an index.")
        .def_ro("triangles", &IndexInfo::triangles)
        .def_ro("objects", &IndexInfo::objects)
        .def_ro("shapes", &IndexInfo::shapes)
        .def_ro("levels", &IndexInfo::levels)
        .def_ro("inner_nodes", &IndexInfo::inner_nodes)
        .def_ro("leaves", &IndexInfo::leaves)
        .def_ro("split_trees", &IndexInfo::split_trees)
        .def_ro("split_depth", &IndexInfo::split_depth)
        .def_ro("blurred_split_trees", &IndexInfo::blurred_split_trees)
        .def_ro("bytes", &IndexInfo::bytes)
        .def_ro("block_size", &IndexInfo::block_size)
        .def_ro("blocks", &IndexInfo::blocks)
        .def_ro("segments", &IndexInfo::segments, "1, and one more for every append.")
        .def_ro("unfinished_bytes", &IndexInfo::unfinished_bytes,
                "Bytes after the last block that an interrupted append has left; they are ignored.")
        .def_ro("leaf_bytes", &IndexInfo::leaf_bytes)
        .def_ro("format_version", &IndexInfo::format_version)
        .def_ro("source_digest", &IndexInfo::source_digest)
        .def_ro("root_digest", &IndexInfo::root_digest)
        .def_ro("bounds", &IndexInfo::bounds)
        .def("__repr__", [](const IndexInfo& self) {
            return "IndexInfo(" + std::to_string(self.triangles) + " triangles, " +
                   std::to_string(self.objects) + " objects)";
        });
    nb::class_<IndexedObject>(module, "IndexedObject", "An object of an indexed scene.")
        .def_ro("id", &IndexedObject::id)
        .def_ro("name", &IndexedObject::name)
        .def("__repr__", [](const IndexedObject& self) {
            return "IndexedObject(" + std::to_string(self.id) + ", '" + self.name + "')";
        });
    nb::class_<IndexedPart>(module, "IndexedPart", "An object without its triangles.")
        .def_ro("object", &IndexedPart::object)
        .def_ro("box", &IndexedPart::box)
        .def_ro("triangles", &IndexedPart::triangles)
        .def_ro("digest", &IndexedPart::digest)
        .def_ro("traits", &IndexedPart::traits);
}

void bind_index_answers(nb::module_& module) {
    nb::class_<IndexDistance>(module, "IndexDistance", "The distance to the nearest object.")
        .def_ro("distance", &IndexDistance::distance)
        .def_ro("object", &IndexDistance::object, "The nearest, or None.");
    nb::class_<NearObject>(module, "NearObject", "An object and its distance.")
        .def_ro("object", &NearObject::object)
        .def_ro("distance", &NearObject::distance);
    nb::class_<LeafTimes>(module, "LeafTimes",
                          "The times at which the mover may meet the contents of a leaf.")
        .def_ro("leaf", &LeafTimes::leaf)
        .def_ro("t0", &LeafTimes::t0)
        .def_ro("t1", &LeafTimes::t1)
        .def_prop_ro("spans", [](const LeafTimes& self) {
            std::vector<std::pair<double, double>> spans;
            for (const LeafSpan& span : self.spans) spans.emplace_back(span.t0, span.t1);
            return spans;
        });
    nb::class_<IndexSearch>(module, "IndexSearch", "Statistics of a prediction, step by step.")
        .def_ro("leaves", &IndexSearch::leaves)
        .def_ro("leaves_after_step", &IndexSearch::leaves_after_step)
        .def_ro("objects_after_step", &IndexSearch::objects_after_step)
        .def_ro("block_size", &IndexSearch::block_size)
        .def_ro("blocks", &IndexSearch::blocks)
        .def_ro("blocks_read", &IndexSearch::blocks_read)
        .def_ro("bytes_read", &IndexSearch::bytes_read)
        .def_ro("leaf_intervals", &IndexSearch::leaf_intervals);
    nb::class_<IndexPrediction>(module, "IndexPrediction",
                                "The answer of predict() for the scene as one body.")
        .def_ro("prediction", &IndexPrediction::prediction)
        .def_ro("object", &IndexPrediction::object, "The object that is touched, or None if clear.")
        .def_ro("search", &IndexPrediction::search)
        .def("__repr__", [](const IndexPrediction& self) {
            return "IndexPrediction('" + std::string(name_of(self.prediction.outcome)) + "')";
        });
}

void bind_index_class(nb::module_& module) {
    nb::class_<OpenIndex>(module, "Index",
                          "A scene on disk. Made by Index.build, opened by Index(file); queries read only "
                          "the pages that they need.")
        .def(
            "__init__",
            [](OpenIndex* self, const PathArgument& file, std::uint64_t memory_limit) {
                const std::filesystem::path path = path_of(file);
                new (self) OpenIndex{value_of(Index::open(path, {.memory_limit = memory_limit})), path};
            },
            "file"_a, "memory_limit"_a = std::uint64_t{1} << 30,
            "Opens an index; `memory_limit` bounds the cache of pages, in bytes.")
        .def_static(
            "build",
            [](const std::vector<std::filesystem::path>& scenes, const PathArgument& file,
               std::uint64_t leaf_bytes, std::optional<std::uint64_t> memory_limit, unsigned threads,
               std::optional<double> sag, const ProgressArgument& progress) {
                const std::filesystem::path path = path_of(file);
                return value_of(run_job(progress, [&](Job& job) {
                    return Index::build(scenes, path,
                                        {.leaf_bytes = leaf_bytes,
                                         .memory_limit = memory_limit,
                                         .threads = threads,
                                         .load = {.sag = sag},
                                         .progress = job.stoppable()});
                }));
            },
            "scenes"_a, "file"_a, nb::kw_only(), "leaf_bytes"_a = std::uint64_t{65536},
            "memory_limit"_a.none() = nb::none(), "threads"_a = 0u, "sag"_a.none() = nb::none(),
            "progress"_a.none() = nb::none(), "Reads the scenes part by part and writes the index.")
        .def_static(
            "append",
            [](const std::vector<std::filesystem::path>& scenes, const PathArgument& file,
               std::optional<std::uint64_t> memory_limit, unsigned threads, std::optional<double> sag,
               const ProgressArgument& progress) {
                const std::filesystem::path path = path_of(file);
                return value_of(run_job(progress, [&](Job& job) {
                    return Index::append(scenes, path,
                                         {.memory_limit = memory_limit,
                                          .threads = threads,
                                          .load = {.sag = sag},
                                          .progress = job.stoppable()});
                }));
            },
            "scenes"_a, "file"_a, nb::kw_only(), "memory_limit"_a.none() = nb::none(), "threads"_a = 0u,
            "sag"_a.none() = nb::none(), "progress"_a.none() = nb::none(),
            "Adds the parts of the scenes to an index without rewriting it; numbers of parts continue.")
        .def_static(
            "join",
            [](const std::vector<std::filesystem::path>& parts, const PathArgument& file,
               std::uint64_t leaf_bytes, std::optional<std::uint64_t> memory_limit, unsigned threads,
               const ProgressArgument& progress) {
                const std::filesystem::path path = path_of(file);
                return value_of(run_job(progress, [&](Job& job) {
                    return Index::join(parts, path,
                                       {.leaf_bytes = leaf_bytes,
                                        .memory_limit = memory_limit,
                                        .threads = threads,
                                        .progress = job.stoppable()});
                }));
            },
            "parts"_a, "file"_a, nb::kw_only(), "leaf_bytes"_a = std::uint64_t{65536},
            "memory_limit"_a.none() = nb::none(), "threads"_a = 0u, "progress"_a.none() = nb::none(),
            "Joins indexes of parts of a list of scenes, in this order, into the index of the whole list.")
        .def_static(
            "verify",
            [](const PathArgument& file) {
                return value_of(run_long([path = path_of(file)] { return Index::verify(path); }));
            },
            "file"_a, "Reads every byte; the error names the first page that is damaged.")
        .def_static(
            "recognises", [](const PathArgument& file) { return Index::recognises(path_of(file)); }, "file"_a,
            "True if the first bytes or the extension say that this is an index.")
        .def_prop_ro("info", [](const OpenIndex& self) { return self.index.info(); })
        .def_prop_ro("file", [](const OpenIndex& self) { return self.file.string(); })
        .def(
            "parts",
            [](const OpenIndex& self) { return value_of(run_short([&] { return parts_of(self.index); })); },
            "All objects, by id.")
        .def(
            "model",
            [](const OpenIndex& self, std::uint32_t id) {
                return value_of(run_short([&] { return model_of(self.index, id); }));
            },
            "id"_a, "The model of one object, in the coordinates of the scene.")
        .def(
            "clashes",
            [](const OpenIndex& self, double clearance, double touch, bool regions, unsigned threads,
               const nb::object& filter, std::uint64_t memory_limit, const ProgressArgument& progress) {
                std::shared_ptr<Callback> callback;
                if (!filter.is_none()) callback = std::make_shared<Callback>(filter);
                auto found = run_job(progress, [&](Job& job) {
                    IndexClashOptions options{
                        .pairs = {.clearance = clearance,
                                  .touch = touch,
                                  .detail = regions ? ClashDetail::regions : ClashDetail::summary,
                                  .threads = threads,
                                  .progress = job.stoppable()},
                        .memory_limit = memory_limit};
                    if (callback)
                        options.filter = [&](ObjectId a, ObjectId b) { return callback->call(true, a, b); };
                    return clashes(self.index, options);
                });
                if (callback) callback->rethrow();
                return value_of(std::move(found));
            },
            "clearance"_a = 0.0, "touch"_a = 0.0, nb::kw_only(), "regions"_a = false, "threads"_a = 0u,
            "filter"_a.none() = nb::none(), "memory_limit"_a = std::uint64_t{1} << 28,
            "progress"_a.none() = nb::none(),
            nb::sig(
                "def clashes(self, clearance: float = 0.0, touch: float = 0.0, *, regions: bool = False, "
                "threads: int "
                "= 0, filter: typing.Callable[[ObjectId, ObjectId], bool] | None = None, memory_limit: int = "
                "268435456, progress: Progress = None) -> Clashes"),
            "All clashes between two objects: the same that a Scene of all objects finds.")
        .def("__len__", [](const OpenIndex& self) { return self.index.info().objects; })
        .def("__repr__", [](const OpenIndex& self) { return "Index('" + self.file.string() + "')"; })
        .def("__getstate__", [](const OpenIndex& self) { return self.file.string(); })
        .def("__setstate__", [](OpenIndex& self, const std::string& file) {
            new (&self) OpenIndex{value_of(Index::open(file)), file};
        });
}

void bind_index_verbs(nb::module_& module) {
    module.def(
        "collides",
        [](const SurfaceArgument& part, const OpenIndex& scene, const PoseArgument& pose) {
            return value_of(ask(part, pose_of(pose, "pose"),
                                [&](const Placed& placed) { return collides(placed, scene.index); }));
        },
        "part"_a, "scene"_a, "pose"_a.none() = nb::none(),
        "Does the part touch the surface of any object of the index?");
    module.def(
        "touched_objects",
        [](const SurfaceArgument& part, const OpenIndex& scene, const PoseArgument& pose) {
            return value_of(ask(part, pose_of(pose, "pose"),
                                [&](const Placed& placed) { return touched_objects(placed, scene.index); }));
        },
        "part"_a, "scene"_a, "pose"_a.none() = nb::none(),
        "All objects whose surfaces the part touches, by id.");
    module.def(
        "distance",
        [](const SurfaceArgument& part, const OpenIndex& scene, const PoseArgument& pose) {
            return value_of(ask(part, pose_of(pose, "pose"),
                                [&](const Placed& placed) { return distance(placed, scene.index); }));
        },
        "part"_a, "scene"_a, "pose"_a.none() = nb::none(),
        "The distance to the nearest object of the index.");
    module.def(
        "objects_within",
        [](const SurfaceArgument& part, const OpenIndex& scene, double clearance, const PoseArgument& pose) {
            return value_of(ask(part, pose_of(pose, "pose"), [&](const Placed& placed) {
                return objects_within(placed, scene.index, clearance);
            }));
        },
        "part"_a, "scene"_a, "clearance"_a, "pose"_a.none() = nb::none(),
        "All objects at most `clearance` from the part, by id.");
}

#define ALLIDE_INDEX_PARAMETERS                                                                             \
    const SurfaceArgument &mover, const OpenIndex &scene, const Motion &motion, const PoseArgument &pose_a, \
        const PoseArgument &pose_b, double clearance, double tolerance, std::string_view search,            \
        bool split_trees, std::optional<std::size_t> max_intervals
#define ALLIDE_INDEX_NAMES                                                                            \
    "mover"_a, "scene"_a, "motion"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), \
                                      "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(),       \
                                      "search"_a = "tree", "split_trees"_a = true,                    \
                                      "max_intervals"_a.none() = nb::none()

void bind_index_motion(nb::module_& module) {
    const auto run = [](nb::handle mover, const OpenIndex& scene, const Motion& motion,
                        const PoseArgument& pose_a, const PoseArgument& pose_b, double clearance,
                        double tolerance, std::string_view search, bool split_trees,
                        std::optional<std::size_t> max_intervals, auto query) {
        const Motion along = started(motion, pose_a, "pose_a");
        const IndexPredictOptions options{
            .tolerance = tolerance,
            .clearance = clearance,
            .scene = pose_of(pose_b, "pose_b"),
            .split_trees = split_trees ? SplitTrees::used : SplitTrees::ignored,
            .search = search_of(search),
            .max_intervals = max_intervals.value_or(std::numeric_limits<std::size_t>::max())};
        const Model model = Side(mover).snapshot();
        return value_of(run_short([&] { return query(model.along(along), scene.index, options); }));
    };
    module.def(
        "predict",
        [run](ALLIDE_INDEX_PARAMETERS) {
            return run(mover, scene, motion, pose_a, pose_b, clearance, tolerance, search, split_trees,
                       max_intervals,
                       [](const Moving& a, const Index& b, const IndexPredictOptions& options) {
                           return predict(a, b, options);
                       });
        },
        ALLIDE_INDEX_NAMES, "When does the mover first touch any object of the index?");
    module.def(
        "contact_intervals",
        [run](ALLIDE_INDEX_PARAMETERS) {
            return run(mover, scene, motion, pose_a, pose_b, clearance, tolerance, search, split_trees,
                       max_intervals,
                       [](const Moving& a, const Index& b, const IndexPredictOptions& options) {
                           return contact_intervals(a, b, options);
                       });
        },
        ALLIDE_INDEX_NAMES, "Every time interval in which the mover touches at least one object.");
    module.def(
        "objects_met",
        [run](ALLIDE_INDEX_PARAMETERS) {
            return run(mover, scene, motion, pose_a, pose_b, clearance, tolerance, search, split_trees,
                       max_intervals,
                       [](const Moving& a, const Index& b, const IndexPredictOptions& options) {
                           return objects_met(a, b, options);
                       });
        },
        ALLIDE_INDEX_NAMES, "The objects that the mover may meet at any time of the motion, by id.");
}

}  // namespace

void bind_index(nb::module_& module) {
    bind_index_info(module);
    bind_index_answers(module);
    bind_index_class(module);
    bind_index_verbs(module);
    bind_index_motion(module);
}

}  // namespace allide::python
