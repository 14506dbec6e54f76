#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"

#include <allide/extra/mesh_bytes.hpp>
#include <allide/io.hpp>
#include <allide/motion.hpp>

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

std::span<const std::byte> bytes_of(const nb::bytes& bytes) {
    return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

std::string_view name_of(MeshFormat format) {
    switch (format) {
        case MeshFormat::stl:
            return "stl";
        case MeshFormat::stl_ascii:
            return "stl_ascii";
        case MeshFormat::obj:
            return "obj";
        case MeshFormat::off:
            return "off";
        case MeshFormat::ply:
            return "ply";
        case MeshFormat::glb:
            return "glb";
    }
    return "obj";
}

MeshFormat format_of(std::string_view name) {
    return named<MeshFormat>("format", name,
                             {{"stl", MeshFormat::stl},
                              {"stl_ascii", MeshFormat::stl_ascii},
                              {"obj", MeshFormat::obj},
                              {"off", MeshFormat::off},
                              {"ply", MeshFormat::ply},
                              {"glb", MeshFormat::glb}});
}

void bind_mesh_files(nb::module_& module) {
    module.def(
        "load_mesh",
        [](const PathArgument& file, const std::optional<double>& sag) {
            return value_of(run_long([path = path_of(file), sag] { return load_mesh(path, {.sag = sag}); }));
        },
        "file"_a, "sag"_a = nb::none(),
        "Reads STL, OBJ, OFF, PLY or glTF; STEP and the formats of Assimp where their readers are "
        "installed.");
    module.def(
        "read_mesh",
        [](const nb::bytes& bytes, const std::string& name, const std::optional<double>& sag) {
            const auto view = bytes_of(bytes);
            return value_of(run_short([&] { return read_mesh(view, name, {.sag = sag}); }));
        },
        "bytes"_a, "name"_a, "sag"_a = nb::none(),
        "The same from memory; `name` stands for the file in messages and gives the extension.");
    module.def(
        "save_mesh",
        [](const MeshArgument& mesh, const PathArgument& file, const std::optional<std::string>& format) {
            const Mesh written = mesh_of(mesh);
            const std::filesystem::path path = path_of(file);
            std::optional<MeshFormat> chosen;
            if (format) chosen = format_of(*format);
            const MeshFormat used = value_of(run_short(
                [&] { return chosen ? save_mesh(written, path, *chosen) : save_mesh(written, path); }));
            return std::string(name_of(used));
        },
        "mesh"_a, "file"_a, "format"_a = nb::none(),
        "Writes STL, OBJ, OFF, PLY or GLB, chosen by the extension unless a format is given. Returns the "
        "format.");
    module.def(
        "mesh_bytes",
        [](const MeshArgument& mesh, std::string_view format) {
            const Mesh written = mesh_of(mesh);
            const MeshFormat chosen = format_of(format);
            const std::string bytes = value_of(run_short([&] { return mesh_bytes(written, chosen); }));
            return nb::bytes(bytes.data(), bytes.size());
        },
        "mesh"_a, "format"_a, R"(The bytes of the file that save_mesh() would write.

>>> cube = allide.generate("cube")
>>> len(allide.read_mesh(allide.mesh_bytes(cube, "glb"), "cube.glb"))
12)");
}

void bind_assembly(nb::module_& module) {
    nb::class_<Instance>(module, "Instance", "A mesh at a place of its own.")
        .def_ro("name", &Instance::name)
        .def_ro("mesh", &Instance::mesh, "Number in Assembly.meshes.")
        .def_prop_ro(
            "matrix",
            [](const Instance& self) {
                double* data = nullptr;
                const nb::capsule owner =
                    keep<double>(std::vector<double>(self.matrix.begin(), self.matrix.end()), data);
                return Array<double, 3, 4>(data, {3, 4}, owner);
            },
            "The affine map to the assembly, 3×4; it may scale, shear and mirror.", nb::rv_policy::automatic)
        .def_ro("first_triangle", &Instance::first_triangle)
        .def_ro("traits", &Instance::traits)
        .def_ro("parent", &Instance::parent)
        .def_prop_ro(
            "attributes",
            [](const Instance& self) {
                nb::dict found;
                for (const PartAttribute& one : self.attributes) found[one.name.c_str()] = one.value;
                return found;
            },
            "Properties that the file gives to the part, such as storey, class and guid in IFC files.",
            nb::sig("def attributes(self) -> dict[str, str]"));
    nb::class_<MissingPart>(module, "MissingPart",
                            "A part of a file without geometry, or with broken geometry.")
        .def_ro("name", &MissingPart::name)
        .def_ro("message", &MissingPart::message)
        .def_ro("has_failed", &MissingPart::has_failed)
        .def("__repr__", [](const MissingPart& self) { return "MissingPart('" + self.name + "')"; });
    nb::class_<Assembly>(module, "Assembly", "Meshes and their instances.")
        .def_ro("meshes", &Assembly::meshes)
        .def_ro("instances", &Assembly::instances)
        .def_ro("source", &Assembly::source)
        .def_ro("notes", &Assembly::notes)
        .def_ro("missing", &Assembly::missing, "Parts of the file that are in no instance.")
        .def_ro("unit", &Assembly::unit, "The unit of length that the file states, such as \"mm\", or \"\".")
        .def_prop_ro(
            "up",
            [](const Assembly& self) { return self.up ? std::optional(point_from(*self.up)) : std::nullopt; },
            "The vertical direction that the file states, or None.", nb::rv_policy::automatic)
        .def(
            "flattened",
            [](const Assembly& self) { return value_of(run_short([&] { return self.flattened(); })); },
            "All instances as one mesh.");
    module.def(
        "load_assembly",
        [](const PathArgument& file, const std::optional<double>& sag) {
            return value_of(
                run_long([path = path_of(file), sag] { return load_assembly(path, {.sag = sag}); }));
        },
        "file"_a, "sag"_a = nb::none(), "Reads a file in which several instances share one mesh.");
    module.def(
        "read_assembly",
        [](const nb::bytes& bytes, const std::string& name, const std::optional<double>& sag) {
            const auto view = bytes_of(bytes);
            return value_of(run_short([&] { return read_assembly(view, name, {.sag = sag}); }));
        },
        "bytes"_a, "name"_a, "sag"_a = nb::none(), "The same from memory.");
    module.def(
        "inspect_file",
        [](const PathArgument& file, const std::optional<double>& sag) {
            auto inspected = run_long([path = path_of(file), sag]() -> Result<std::vector<PartInfo>> {
                const Result<FileInspection> contents = inspect_file(path, {.sag = sag});
                if (!contents) return contents.error();
                std::vector<PartInfo> parts;
                contents->for_each_part([&](const PartInfo& part) { parts.push_back(part); });
                return parts;
            });
            return value_of(std::move(inspected));
        },
        "file"_a, "sag"_a = nb::none(), "Counts and defects of the mesh in a file, part by part.");
}

void bind_text(nb::module_& module) {
    module.def(
        "parse_pose", [](const std::string& text) { return value_of(parse_pose(text)); }, "text"_a,
        "\"tx,ty,tz,qw,qx,qy,qz\", or 12 numbers, row-major [R|t].");
    module.def(
        "load_poses", [](const PathArgument& file) { return value_of(load_poses(path_of(file))); }, "file"_a,
        "One pose per line.");
    module.def(
        "load_motion", [](const PathArgument& file) { return value_of(load_motion(path_of(file))); },
        "file"_a, "A motion in JSON.");
    module.def(
        "read_motion",
        [](const std::string& text, const std::string& name) { return value_of(read_motion(text, name)); },
        "text"_a, "name"_a = "motion", R"(The same from memory.

>>> allide.read_motion('{"type": "linear", "translation": [0, 0, 5]}').at(1).position.tolist()
[0.0, 0.0, 5.0])");
    module.def(
        "parse_point", [](const std::string& text) { return point_from(value_of(parse_point(text))); },
        "text"_a, "\"x,y,z\".");
    module.def(
        "load_points",
        [](const PathArgument& file) { return rows_from<Points>(value_of(load_points(path_of(file)))); },
        "file"_a, "float64[n, 3]: one point per line.");
    module.def(
        "load_planes",
        [](const PathArgument& file) {
            return rows_from<Array<double, -1, 4>>(value_of(load_planes(path_of(file))));
        },
        "file"_a, "float64[n, 4]: \"a,b,c,d\" per line for a x + b y + c z ≤ d.");
}

void bind_glb_writer(nb::module_& module) {
    const auto check = [](const std::optional<Error>& error) {
        if (error) raise(*error);
    };
    nb::class_<GlbWriter>(
        module, "GlbWriter",
        "Writes a scene that is too large for memory as a GLB, mesh by mesh. A context manager: "
        "the file appears when the block ends without an exception.")
        .def(
            "__init__",
            [](GlbWriter* self, const PathArgument& file) {
                new (self) GlbWriter(value_of(GlbWriter::create(path_of(file))));
            },
            "file"_a)
        .def(
            "add",
            [check](GlbWriter& self, const MeshArgument& mesh) {
                const Mesh added = mesh_of(mesh);
                check(run_short([&] { return self.add(added); }));
            },
            "mesh"_a)
        .def("finish", [check](GlbWriter& self) { check(run_short([&] { return self.finish(); })); })
        .def(
            "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> GlbWriter"))
        .def(
            "__exit__",
            [check](GlbWriter& self, nb::handle type, nb::handle, nb::handle) {
                if (type.is_none()) check(run_short([&] { return self.finish(); }));
            },
            "type"_a.none(), "value"_a.none(), "traceback"_a.none());
}

}  // namespace

void bind_io(nb::module_& module) {
    bind_mesh_files(module);
    bind_assembly(module);
    bind_text(module);
    bind_glb_writer(module);
}

}  // namespace allide::python
