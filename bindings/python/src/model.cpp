#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

// The keyword arguments of Model(…); volumes, builders and realignments have the names of the command line.
struct BuildArguments {
    std::string volume = "default", builder = "default", realign = "default", leaf_volumes = "stored",
                hulls = "all";
    double inflation = 0;
    std::string inner_volumes = "none";

    BuildOptions options() const {
        return {
            .volume = value_of(volume_from_name(volume), "volume"),
            .builder = value_of(builder_from_name(builder), "builder"),
            .realign = value_of(realign_from_name(realign), "realign"),
            .leaf_volumes = named<LeafVolumes>(
                "leaf_volumes", leaf_volumes, {{"stored", LeafVolumes::stored}, {"none", LeafVolumes::none}}),
            .hulls = named<HullNodes>("hulls", hulls, {{"all", HullNodes::all}, {"root", HullNodes::root}}),
            .inflation = inflation,
            .inner_volumes =
                named<InnerVolumes>("inner_volumes", inner_volumes,
                                    {{"none", InnerVolumes::none}, {"boxes", InnerVolumes::boxes}})};
    }
};

Model build(const Mesh& mesh, const BuildOptions& options) {
    constexpr std::size_t large = 50'000;  // triangles; a larger build takes longer than some milliseconds
    if (mesh.triangles().size() < large)
        return value_of(run_short([&] { return Model::build(mesh, options); }));
    return value_of(run_long([mesh, options] { return Model::build(mesh, options); }));
}

Mesh mesh_from(const nb::object& source, const nb::object& triangles) {
    if (triangles.is_none()) return mesh_of(source);
    MeshData data{.vertices = points_of(source, "vertices"),
                  .triangles = triangles_of(triangles, "triangles")};
    return value_of(run_short([&] { return Mesh::from(std::move(data)); }));
}

// The mesh's array `name`, such as its vertices: a view of the mesh's memory, without a copy.
nb::object array_of_mesh(const Model& model, const char* name) {
    const nb::object mesh = nb::cast(model.mesh());
    return nb::getattr(mesh, name);
}

std::string repr_of(const Model& model) {
    return "Model(" + std::to_string(model.mesh().triangles().size()) + " triangles)";
}

#define ALLIDE_BUILD_PARAMETERS                                                        \
    const std::string &volume, const std::string &builder, const std::string &realign, \
        const std::string &leaf_volumes, const std::string &hulls, double inflation,   \
        const std::string &inner_volumes
#define ALLIDE_BUILD_NAMES                                                                   \
    nb::kw_only(), "volume"_a = "default", "builder"_a = "default", "realign"_a = "default", \
                   "leaf_volumes"_a = "stored", "hulls"_a = "all", "inflation"_a = 0.0,      \
                   "inner_volumes"_a = "none"
#define ALLIDE_BUILD_OPTIONS \
    BuildArguments{volume, builder, realign, leaf_volumes, hulls, inflation, inner_volumes}.options()

void bind_tree_info(nb::module_& module) {
    nb::class_<TreeInfo>(module, "TreeInfo", "The size of a tree.")
        .def_ro("nodes", &TreeInfo::nodes)
        .def_ro("leaves", &TreeInfo::leaves)
        .def_ro("depth", &TreeInfo::depth, "Depth of the deepest leaf; a single node has depth 0.")
        .def_ro("leaves_at_depth", &TreeInfo::leaves_at_depth)
        .def_ro("volume_bytes", &TreeInfo::volume_bytes)
        .def_ro("realign_bytes", &TreeInfo::realign_bytes)
        .def_ro("triangle_bytes", &TreeInfo::triangle_bytes)
        .def_ro("bytes", &TreeInfo::bytes, "All three, without the mesh's own vertices and indices.");
    nb::class_<TreeQuality>(module, "TreeQuality", "Measures of a tree's quality after Zachmann (1998).")
        .def_ro("total_volume", &TreeQuality::total_volume)
        .def_ro("sibling_overlap", &TreeQuality::sibling_overlap);
    nb::class_<TreeAge>(module, "TreeAge", "The efficiency of a tree that was built for other positions.")
        .def_ro("cost", &TreeAge::cost,
                "The expected cost of a query relative to a new tree's: 1 is as good as new.")
        .def_ro("rebuild_suggested", &TreeAge::rebuild_suggested,
                "Queries may take more than twice as long.");
}

void bind_model_class(nb::module_& module) {
    nb::class_<Model>(module, "Model",
                      R"(A mesh with the bounding volume tree that makes its queries fast. Immutable.

Build a model once, then query it at any pose and from any number of threads.

>>> a = allide.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
>>> b = allide.Model([[0, 0, -1], [0, 0, 1], [1, 1, 0]], [[0, 1, 2]])
>>> allide.collides(a, b)
True
>>> allide.collides(a, b, pose_b=allide.Pose.translation([3, 0, 0]))
False)")
        .def(
            "__init__", [](Model* self) { new (self) Model(); }, "No triangles: it touches nothing.")
        .def(
            "__init__",
            [](Model* self, const MeshArgument& source, const OptionalArrayArgument& triangles,
               ALLIDE_BUILD_PARAMETERS) {
                const BuildOptions options = ALLIDE_BUILD_OPTIONS;
                new (self) Model(build(mesh_from(source, triangles), options));
            },
            "source"_a, "triangles"_a.none() = nb::none(), ALLIDE_BUILD_NAMES,
            R"(From vertices (float64[n, 3]) and triangles (integers [m, 3]); or from a Mesh, a file's name, or any object
with vertices and faces: trimesh.Trimesh, trimesh.Scene, open3d and meshio meshes.

`volume`, `builder`, `realign` and the rest choose the engine; no answer depends on them.)")
        .def_prop_ro("mesh", &Model::mesh, "The Mesh.")
        .def_prop_ro(
            "vertices", [](const Model& self) { return array_of_mesh(self, "vertices"); }, "float64[n, 3].",
            nb::sig("def vertices(self) -> NDArray[numpy.float64]"))
        .def_prop_ro(
            "triangles", [](const Model& self) { return array_of_mesh(self, "triangles"); }, "uint32[m, 3].",
            nb::sig("def triangles(self) -> NDArray[numpy.uint32]"))
        .def_prop_ro(
            "faces", [](const Model& self) { return array_of_mesh(self, "triangles"); },
            "The triangles, under the name that other libraries use.",
            nb::sig("def faces(self) -> NDArray[numpy.uint32]"))
        .def_prop_ro(
            "bounds",
            [](const Model& self) -> std::optional<Box> {
                Box box = Box::empty();
                for (const TriangleIndices& triangle : self.mesh().triangles())
                    for (const std::uint32_t corner : triangle) box.grow(self.mesh().vertices()[corner]);
                if (box.is_empty()) return std::nullopt;
                return box;
            },
            "The Box of all triangles, or None.")
        .def_prop_ro(
            "inner_boxes",
            [](const Model& self) {
                return std::vector<Box>(self.inner_boxes().begin(), self.inner_boxes().end());
            },
            "Boxes inside the mesh, the largest first; empty unless inner_volumes=\"boxes\".")
        .def("tree", &Model::tree, "The size of the tree.")
        .def("tree_quality", &Model::tree_quality, nb::call_guard<nb::gil_scoped_release>(),
             "Measures of the tree's quality.")
        .def(
            "__len__", [](const Model& self) { return self.mesh().triangles().size(); },
            "The number of triangles.")
        .def("__bool__", [](const Model& self) { return !self.mesh().triangles().empty(); })
        .def("__copy__", [](const Model& self) { return self; })
        .def(
            "__deepcopy__", [](const Model& self, nb::handle) { return self; }, "memo"_a)
        .def("__repr__", &repr_of)
        .def("__getstate__",
             [](const Model& self) -> nb::object {
                 // Pickles the built model if the file format can store it, otherwise only the mesh, from
                 // which the model is built again.
                 const Result<std::string> saved = run_short([&] { return saved_model_bytes(self); });
                 if (saved) return nb::bytes(saved->data(), saved->size());
                 return nb::cast(self.mesh());
             })
        .def("__setstate__",
             [](Model& self, const nb::object& state) {
                 if (nb::isinstance<Mesh>(state)) {
                     new (&self) Model(build(nb::cast<Mesh>(state), {}));
                     return;
                 }
                 const auto saved = nb::cast<nb::bytes>(state);
                 const std::span bytes(reinterpret_cast<const std::byte*>(saved.c_str()), saved.size());
                 new (&self) Model(value_of(read_saved_model(bytes, "pickle")));
             })
        .def(
            "save",
            [](const Model& self, const PathArgument& file) {
                const auto error = run_long([self, path = path_of(file)] { return save_model(self, path); });
                if (error) raise(*error);
            },
            "file"_a,
            "Writes the mesh and its tree to a file, which load() reads many times faster than it builds "
            "them.");
    const auto names_in = [](auto all) {
        std::vector<std::string> names;
        for (const auto one : all) names.emplace_back(name_of(one));
        return names;
    };
    module.def(
        "all_volumes", [names_in] { return names_in(all_volumes()); },
        "The bounding volumes that a Model can be built with, by name.");
    module.def(
        "all_realigns", [names_in] { return names_in(all_realigns()); },
        "How a k-DOP of one model can be enclosed in a k-DOP along the other model's directions.");
    module.def(
        "all_builders", [names_in] { return names_in(all_builders()); },
        "How sets of triangles can be divided into two when a tree is built.");
    module.def(
        "save_model",
        [](const Model& model, const PathArgument& file) {
            const std::filesystem::path path = path_of(file);
            if (const auto error = run_short([&] { return save_model(model, path); })) raise(*error);
        },
        "model"_a, "file"_a,
        "Writes a model with its tree, so that load_saved_model() and load() need not build it again.");
    module.def(
        "saved_model_bytes",
        [](const Model& model) {
            const std::string bytes = value_of(run_short([&] { return saved_model_bytes(model); }));
            return nb::bytes(bytes.data(), bytes.size());
        },
        "model"_a, R"(The bytes of such a file.

>>> cube = allide.Model(allide.generate("cube"))
>>> len(allide.read_saved_model(allide.saved_model_bytes(cube), "cube"))
12)");
    module.def(
        "load_saved_model",
        [](const PathArgument& file) {
            return value_of(run_long([path = path_of(file)] { return load_saved_model(path); }));
        },
        "file"_a,
        "Reads a file of save_model(). Queries on it give the same answers in the same order. The file must "
        "not be "
        "changed while the model lives; replacing it is allowed.");
    module.def(
        "read_saved_model",
        [](const nb::bytes& bytes, const std::string& name) {
            const std::span data(static_cast<const std::byte*>(bytes.data()), bytes.size());
            return value_of(run_short([&] { return read_saved_model(data, name); }));
        },
        "bytes"_a, "name"_a, "The same from memory; `name` stands for the file in messages.");
    module.def(
        "load",
        [](const PathArgument& file, const std::optional<double>& sag, ALLIDE_BUILD_PARAMETERS) {
            const BuildOptions options = ALLIDE_BUILD_OPTIONS;
            return value_of(run_long([path = path_of(file), options, load = LoadOptions{.sag = sag}] {
                return load_model(path, options, load);
            }));
        },
        "file"_a, "sag"_a = nb::none(), ALLIDE_BUILD_NAMES,
        R"(Reads a mesh file (STL, OBJ, OFF, PLY, glTF; STEP and others where their readers are installed) and builds its Model.

`sag` is the largest allowed distance between triangles and curved surfaces, for formats that have them.

>>> allide.load("missing.obj")
Traceback (most recent call last):
    ...
allide.AllideError: missing.obj: cannot open the file: No such file or directory)");
    module.attr("load_model") = module.attr("load");
    module.def(
        "build_models",
        [](const std::vector<Part>& parts, unsigned threads) {
            std::vector<Result<Model>> built =
                run_long([parts, threads] { return build_models(parts, threads); });
            std::vector<Model> models;
            for (std::size_t i = 0; i < built.size(); ++i)
                models.push_back(value_of(std::move(built[i]), parts[i].name));
            return models;
        },
        "parts"_a, "threads"_a = 0u, "One model per part, built in parallel.");
}

Mesh mesh_now(const LockedDeformable& self) {
    return run_short([&] {
        const std::shared_lock lock(self.mutex);
        return self.model.mesh();
    });
}

void bind_deformable(nb::module_& module) {
    using Locked = LockedDeformable;
    nb::class_<Locked>(module, "DeformableModel", R"(A model whose vertices move; its triangles stay the same.

Refitting the tree takes a fraction of the time of building it, and the model says when a rebuild pays. Queries take
it like a Model.

>>> cube = allide.DeformableModel(allide.generate("cube"))
>>> age = cube.move_vertices(cube.mesh.vertices * 2)
>>> cube.mesh.vertices.max().item()
2.0)")
        .def(
            "__init__",
            [](Locked* self, const MeshArgument& source, const OptionalArrayArgument& triangles,
               const std::string& builder) {
                const Mesh mesh = mesh_from(source, triangles);
                const BuildOptions options{.builder = value_of(builder_from_name(builder), "builder")};
                new (self) Locked(
                    value_of(run_long([mesh, options] { return DeformableModel::build(mesh, options); })));
            },
            "source"_a, "triangles"_a.none() = nb::none(), nb::kw_only(), "builder"_a = "default")
        .def(
            "move_vertices",
            [](Locked& self, const ArrayArgument& positions, unsigned threads) {
                const std::vector<Vec3> points = points_of(positions, "positions");
                return value_of(run_short([&] {
                    const std::unique_lock lock(self.mutex);
                    ++self.version;
                    return self.model.move_vertices(points, {.threads = threads});
                }));
            },
            "positions"_a, "threads"_a = 0u,
            "Moves all vertices, given in the order of the mesh's, and refits the tree.")
        .def_prop_ro(
            "age",
            [](const Locked& self) {
                return run_short([&] {
                    const std::shared_lock lock(self.mutex);
                    return self.model.age();
                });
            },
            "The efficiency of the tree.")
        .def(
            "rebuild",
            [](Locked& self) {
                run_short([&] {
                    const std::unique_lock lock(self.mutex);
                    ++self.version;
                    self.model.rebuild();
                });
            },
            "Builds the whole tree anew.")
        .def(
            "rebuild_worst",
            [](Locked& self) {
                return run_short([&] {
                    const std::unique_lock lock(self.mutex);
                    ++self.version;
                    return self.model.rebuild_worst();
                });
            },
            "Builds the inefficient parts of the tree anew; returns the number of triangles in them.")
        .def_prop_ro("mesh", &mesh_now,
                     "The mesh with its present vertices, which it keeps when the model moves on.")
        .def(
            "tree",
            [](const Locked& self) {
                return run_short([&] {
                    const std::shared_lock lock(self.mutex);
                    return self.model.tree();
                });
            },
            "The size of the tree.")
        .def(
            "snapshot",
            [](const Locked& self) {
                return run_short([&] {
                    const std::shared_lock lock(self.mutex);
                    return self.model.snapshot();
                });
            },
            "A Model that keeps the present state.")
        .def("__len__", [](const Locked& self) { return mesh_now(self).triangles().size(); })
        .def("__repr__",
             [](const Locked& self) {
                 return "DeformableModel(" + std::to_string(mesh_now(self).triangles().size()) +
                        " triangles)";
             })
        .def("__getstate__", &mesh_now)
        .def("__setstate__", [](Locked& self, const Mesh& mesh) {
            new (&self) Locked(value_of(DeformableModel::build(mesh)));
        });
}

void bind_engines(nb::module_& module) {
    const auto names = [](auto values) {
        std::vector<std::string> all;
        for (const auto value : values) all.emplace_back(name_of(value));
        return all;
    };
    module.def(
        "volumes", [names] { return names(all_volumes()); },
        "The bounding volumes that Model can choose from.");
    module.def(
        "realigns", [names] { return names(all_realigns()); }, "The ways to realign k-DOPs.");
    module.def(
        "builders", [names] { return names(all_builders()); }, "The ways to divide a set of triangles.");
}

}  // namespace

void bind_model(nb::module_& module) {
    bind_tree_info(module);
    bind_model_class(module);
    bind_deformable(module);
    bind_engines(module);
}

}  // namespace allide::python
