#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"

#include <allide/mesh.hpp>
#include <allide/model.hpp>

#include <nanobind/operators.h>
#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

using SharedPoints = Array<const double, -1, 3>;
using SharedTriangles = Array<const std::uint32_t, -1, 3>;

Mesh mesh_from_arrays(const ArrayArgument& vertices, const ArrayArgument& triangles,
                      const std::optional<std::vector<std::string>>& part_names, const nb::object& part_of,
                      const std::string& source) {
    MeshData data{.vertices = points_of(vertices, "vertices"),
                  .triangles = triangles_of(triangles, "triangles"),
                  .part_names = part_names.value_or(std::vector<std::string>{}),
                  .source = source};
    if (!part_of.is_none()) data.part_of = indices_of(part_of, "part_of");
    return value_of(run_short([&] { return Mesh::from(std::move(data)); }));
}

std::vector<std::uint32_t> parts_by_triangle(const Mesh& mesh) {
    std::vector<std::uint32_t> parts(mesh.triangles().size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) parts[i] = mesh.part_of(i);
    return parts;
}

using Colours = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::array<double, 3>>>;
using Traits = std::vector<std::pair<double, std::optional<std::array<double, 3>>>>;

std::array<double, 3> numbers_of(const Colour& colour) {
    return {colour.red, colour.green, colour.blue};
}

nb::tuple state_of(const Mesh& mesh, nb::handle self) {
    Traits traits;
    for (std::uint32_t i = 0; i < mesh.part_names().size(); ++i) {
        const PartTraits of = mesh.part_traits(i);
        traits.emplace_back(of.sag, of.colour ? std::optional(numbers_of(*of.colour)) : std::nullopt);
    }
    Colours colours;
    for (const ColouredTriangles& run : mesh.coloured_triangles())
        colours.emplace_back(run.first, run.count, numbers_of(run.colour));
    std::vector<std::uint32_t> parts;
    if (mesh.part_names().size() > 1) parts = parts_by_triangle(mesh);
    return nb::make_tuple(view_of<SharedPoints>(mesh.vertices().data(), mesh.vertices().size(), self),
                          view_of<SharedTriangles>(mesh.triangles().data(), mesh.triangles().size(), self),
                          std::vector<std::string>(mesh.part_names().begin(), mesh.part_names().end()),
                          rows_from<Indices>(std::move(parts)), traits, colours, mesh.source());
}

Mesh mesh_from_state(const nb::tuple& state) {
    MeshData data{.vertices = points_of(state[0], "vertices"),
                  .triangles = triangles_of(state[1], "triangles"),
                  .part_names = nb::cast<std::vector<std::string>>(state[2]),
                  .part_of = indices_of(state[3], "part_of"),
                  .source = nb::cast<std::string>(state[6])};
    for (const auto& [sag, colour] : nb::cast<Traits>(state[4]))
        data.part_traits.push_back(
            {sag, colour ? std::optional(Colour{(*colour)[0], (*colour)[1], (*colour)[2]}) : std::nullopt});
    for (const auto& [first, count, colour] : nb::cast<Colours>(state[5]))
        data.coloured.push_back({first, count, {colour[0], colour[1], colour[2]}});
    return value_of(Mesh::from(std::move(data)));
}

std::string repr_of(const Mesh& mesh) {
    const std::string source = mesh.source().empty() ? "" : ", source='" + mesh.source() + "'";
    return "Mesh(" + std::to_string(mesh.vertices().size()) + " vertices, " +
           std::to_string(mesh.triangles().size()) + " triangles, " +
           std::to_string(mesh.part_names().size()) + " parts" + source + ")";
}

void bind_note(nb::module_& module) {
    nb::class_<Note>(module, "Note", "An irregularity that a reader met and did not treat as an error.")
        .def_ro("message", &Note::message)
        .def_ro("line", &Note::line, "In a text file, counted from 1; or None.")
        .def_ro("triangle", &Note::triangle, "The first one concerned, counted from 0; or None.")
        .def("__repr__", [](const Note& self) { return "Note('" + self.message + "')"; });
    nb::class_<PartTraits>(module, "PartTraits",
                           "Properties of a part that a file gives in addition to its triangles.")
        .def_ro("sag", &PartTraits::sag,
                "Largest distance of the triangles from the curved surfaces that they approximate.")
        .def_prop_ro(
            "colour",
            [](const PartTraits& self) -> std::optional<std::array<double, 3>> {
                if (!self.colour) return std::nullopt;
                return numbers_of(*self.colour);
            },
            "(red, green, blue) from 0 to 1, or None.");
    nb::class_<ColouredTriangles>(module, "ColouredTriangles",
                                  "Consecutive triangles with a colour of their own: a face of a STEP file.")
        .def_ro("first", &ColouredTriangles::first)
        .def_ro("count", &ColouredTriangles::count)
        .def_prop_ro(
            "colour", [](const ColouredTriangles& self) { return numbers_of(self.colour); },
            "(red, green, blue) from 0 to 1.");
}

void bind_mesh_class(nb::module_& module) {
    nb::class_<Mesh>(module, "Mesh",
                     R"(Vertices, triangles, and the named parts that the triangles belong to. Immutable.

Any polygon soup is a mesh. Made from arrays, or from any object of another library with vertices and faces
(trimesh, open3d, meshio), or from a file's name.

>>> mesh = allide.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
>>> mesh
Mesh(3 vertices, 1 triangles, 1 parts)
>>> mesh.triangles
array([[0, 1, 2]], dtype=uint32))")
        .def(
            "__init__", [](Mesh* self) { new (self) Mesh(); }, "No triangles.")
        .def(
            "__init__", [](Mesh* self, const MeshArgument& source) { new (self) Mesh(mesh_of(source)); },
            "source"_a, "From a mesh, a model, a file's name, or an object of trimesh, open3d or meshio.")
        .def(
            "__init__",
            [](Mesh* self, const ArrayArgument& vertices, const ArrayArgument& triangles,
               const std::optional<std::vector<std::string>>& part_names,
               const OptionalArrayArgument& part_of, const std::string& source) {
                new (self) Mesh(mesh_from_arrays(vertices, triangles, part_names, part_of, source));
            },
            "vertices"_a, "triangles"_a, nb::kw_only(), "part_names"_a = nb::none(),
            "part_of"_a.none() = nb::none(), "source"_a = "",
            "From float64[n, 3] and integers [m, 3]; `part_of` has one part number per triangle.")
        .def_prop_ro(
            "vertices",
            [](nb::handle_t<Mesh> self) {
                const auto vertices = nb::inst_ptr<Mesh>(self)->vertices();
                return view_of<SharedPoints>(vertices.data(), vertices.size(), self);
            },
            "float64[n, 3]; a view of the mesh's memory.")
        .def_prop_ro(
            "triangles",
            [](nb::handle_t<Mesh> self) {
                const auto triangles = nb::inst_ptr<Mesh>(self)->triangles();
                return view_of<SharedTriangles>(triangles.data(), triangles.size(), self);
            },
            "uint32[m, 3]; a view of the mesh's memory.")
        .def_prop_ro(
            "faces",
            [](nb::handle_t<Mesh> self) {
                const auto triangles = nb::inst_ptr<Mesh>(self)->triangles();
                return view_of<SharedTriangles>(triangles.data(), triangles.size(), self);
            },
            "The triangles, under the name that other libraries use.")
        .def_prop_ro(
            "part_names",
            [](const Mesh& self) {
                return std::vector<std::string>(self.part_names().begin(), self.part_names().end());
            },
            "The names of the parts.")
        .def_prop_ro(
            "part_of", [](const Mesh& self) { return rows_from<Indices>(parts_by_triangle(self)); },
            "uint32[m]: the part of each triangle.", nb::rv_policy::automatic)
        .def("part_traits", &Mesh::part_traits, "part"_a, "What the file says about a part.")
        .def_prop_ro(
            "coloured_triangles",
            [](const Mesh& self) {
                const auto runs = self.coloured_triangles();
                return std::vector<ColouredTriangles>(runs.begin(), runs.end());
            },
            "Runs of triangles with colours of their own.")
        .def(
            "colour_of",
            [](const Mesh& self, std::uint32_t triangle) -> std::optional<std::array<double, 3>> {
                const auto colour = self.colour_of(triangle);
                if (!colour) return std::nullopt;
                return numbers_of(*colour);
            },
            "triangle"_a, "The triangle's own colour, or else its part's, or None.")
        .def_prop_ro(
            "notes",
            [](const Mesh& self) { return std::vector<Note>(self.notes().begin(), self.notes().end()); },
            "What the reader left out, or kept although it is unusual.")
        .def_prop_ro("source", &Mesh::source, "The file that the mesh came from; may be empty.")
        .def(
            "__len__", [](const Mesh& self) { return self.triangles().size(); }, "The number of triangles.")
        .def("__bool__", [](const Mesh& self) { return !self.triangles().empty(); })
        .def("__copy__", [](const Mesh& self) { return self; })
        .def(
            "__deepcopy__", [](const Mesh& self, nb::handle) { return self; }, "memo"_a)
        .def("__repr__", &repr_of)
        .def("__getstate__",
             [](nb::handle_t<Mesh> self) { return state_of(*nb::inst_ptr<Mesh>(self), self); })
        .def("__setstate__",
             [](Mesh& self, const nb::tuple& state) { new (&self) Mesh(mesh_from_state(state)); });
}

void bind_part_info(nb::module_& module) {
    nb::class_<PartInfo>(module, "PartInfo",
                         "Contents and defects of one part; vertices are compared by position.")
        .def_ro("name", &PartInfo::name)
        .def_ro("vertices", &PartInfo::vertices, "Distinct positions that the part's triangles use.")
        .def_ro("triangles", &PartInfo::triangles)
        .def_ro("bounds", &PartInfo::bounds, "The Box of the finite positions, or None.")
        .def_ro("degenerate", &PartInfo::degenerate,
                "Triangles with coincident or exactly collinear corners.")
        .def_ro("duplicate", &PartInfo::duplicate, "Triangles that repeat the positions of an earlier one.")
        .def_ro("nonfinite", &PartInfo::nonfinite, "Positions with an infinite or NaN coordinate.")
        .def_ro("open_edges", &PartInfo::open_edges, "Edges of exactly one triangle.")
        .def_ro("nonmanifold_edges", &PartInfo::nonmanifold_edges, "Edges of more than two triangles.")
        .def_ro("closed", &PartInfo::closed, "There are triangles, and neither open nor non-manifold edges.")
        .def_ro("traits", &PartInfo::traits)
        .def_ro("coloured", &PartInfo::coloured, "Runs of triangles with colours of their own.")
        .def("__repr__", [](const PartInfo& self) {
            return "PartInfo('" + self.name + "', " + std::to_string(self.triangles) + " triangles, " +
                   (self.closed ? "closed" : "open") + ")";
        });
    module.def(
        "inspect",
        [](const MeshArgument& mesh) {
            const Mesh of = mesh_of(mesh);
            return run_long([of] { return inspect(of); });
        },
        "mesh"_a, R"(Counts and defects of a mesh, part by part.

>>> allide.inspect(allide.generate("cube"))[0].closed
True)");
    module.def(
        "digest_of",
        [](const MeshArgument& mesh) {
            const Mesh of = mesh_of(mesh);
            return run_short([&] { return digest_of(of); });
        },
        "mesh"_a, "A digest of all triangles by position, whatever their order and numbering.");
}

void bind_parts(nb::module_& module) {
    nb::class_<Part>(module, "Part", "A part of a mesh as a mesh of its own.")
        .def_ro("name", &Part::name)
        .def_ro("mesh", &Part::mesh)
        .def_ro("traits", &Part::traits)
        .def("__repr__", [](const Part& self) {
            return "Part('" + self.name + "', " + std::to_string(self.mesh.triangles().size()) +
                   " triangles)";
        });
    module.def(
        "parts_of",
        [](const MeshArgument& mesh) {
            const Mesh of = mesh_of(mesh);
            return run_short([&] { return parts_of(of); });
        },
        "mesh"_a, "Every part of a mesh that has triangles, in order.");
}

}  // namespace

void bind_mesh(nb::module_& module) {
    bind_note(module);
    bind_mesh_class(module);
    bind_part_info(module);
    bind_parts(module);
}

}  // namespace allide::python
