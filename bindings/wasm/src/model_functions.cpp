// The functions that make meshes and models from arrays and files, describe them and write them.
#include "objects.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/mesh_bytes.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::wasm {
namespace {

BuildOptions build_options_of(Arguments& arguments) {
    return {.inner_volumes = arguments.truth() ? InnerVolumes::boxes : InnerVolumes::none};
}

void keep_model(const Mesh& mesh, const BuildOptions& options, Results& out) {
    out.number(objects().keep(value_of(Model::build(mesh, options))));
}

// Throws unless the length of the array, which may be any, is a multiple of three.
template <typename T>
void check_triples(std::span<const T> numbers, const char* what, const std::string& name) {
    if (numbers.size() % 3 == 0) return;
    throw Failed({.message = std::string(what) + ": expected three numbers each, found " +
                             std::to_string(numbers.size()) + " numbers",
                  .file = name});
}

// Arguments: vertices, triangles or nothing, part numbers or nothing, part names, name, build options.
void model_from_arrays(Arguments& in, Results& out) {
    const auto numbers = in.doubles();
    std::optional<std::span<const std::uint32_t>> corners, parts;
    if (in.has_value()) corners = in.indices();
    if (in.has_value()) parts = in.indices();
    MeshData data;
    for (std::size_t left = in.list(); left != 0; --left) data.part_names.emplace_back(in.text());
    data.source = in.text();
    const BuildOptions options = build_options_of(in);
    check_triples(numbers, "vertices", data.source);
    data.vertices.resize(numbers.size() / 3);
    for (std::size_t i = 0; i < data.vertices.size(); ++i)
        data.vertices[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    if (corners) {
        check_triples(*corners, "triangles", data.source);
        data.triangles.resize(corners->size() / 3);
        for (std::size_t i = 0; i < data.triangles.size(); ++i)
            data.triangles[i] = {(*corners)[3 * i], (*corners)[3 * i + 1], (*corners)[3 * i + 2]};
    } else {
        if (data.vertices.size() % 3 != 0)
            throw Failed(
                {.message = "vertices: without triangles, expected three vertices per triangle, found " +
                            std::to_string(data.vertices.size()) + " vertices",
                 .file = data.source});
        data.triangles.resize(data.vertices.size() / 3);
        for (std::uint32_t i = 0; i < data.triangles.size(); ++i)
            data.triangles[i] = {3 * i, 3 * i + 1, 3 * i + 2};
    }
    if (parts) data.part_of.assign(parts->begin(), parts->end());
    keep_model(value_of(Mesh::from(std::move(data))), options, out);
}

// Arguments: bytes, name, build options.
void model_from_file(Arguments& in, Results& out) {
    const auto bytes = in.bytes();
    const std::string name(in.text());
    const BuildOptions options = build_options_of(in);
    keep_model(value_of(read_mesh(bytes, name)), options, out);
}

// Arguments: bytes, name.
void model_from_saved(Arguments& in, Results& out) {
    const auto bytes = in.bytes();
    const std::string_view name = in.text();
    out.number(objects().keep(value_of(read_saved_model(bytes, name))));
}

void model_save(Arguments& in, Results& out) {
    out.bytes(value_of(saved_model_bytes(model_of(in))));
}

// Argument: the name of a format. Result: the bytes that save_mesh would write.
void model_write(Arguments& in, Results& out) {
    const Model& model = model_of(in);
    const std::string_view name = in.text();
    for (const auto& [known, format] :
         {std::pair{"stl", MeshFormat::stl}, std::pair{"stl_ascii", MeshFormat::stl_ascii},
          std::pair{"obj", MeshFormat::obj}, std::pair{"ply", MeshFormat::ply},
          std::pair{"glb", MeshFormat::glb}})
        if (name == known) return out.bytes(value_of(mesh_bytes(model.mesh(), format)));
    throw Failed(
        {.message = "format: expected stl, stl_ascii, obj, ply or glb, found '" + std::string(name) + "'"});
}

void model_parts(Arguments& in, Results& out) {
    const std::vector<Part> parts = parts_of(model_of(in).mesh());
    out.list(parts.size());
    for (const Part& part : parts) {
        out.object(2);
        out.key("name").text(part.name);
        out.key("model").number(objects().keep(value_of(Model::build(part.mesh))));
    }
}

void model_vertices(Arguments& in, Results& out) {
    out.points(model_of(in).mesh().vertices());
}

void model_triangles(Arguments& in, Results& out) {
    const auto triangles = model_of(in).mesh().triangles();
    out.indices({triangles.empty() ? nullptr : triangles[0].data(), 3 * triangles.size()});
}

void model_positions(Arguments& in, Results& out) {
    const Mesh& mesh = model_of(in).mesh();
    std::vector<float> positions;
    positions.reserve(9 * mesh.triangles().size());
    for (const TriangleIndices& corners : mesh.triangles())
        for (const std::uint32_t corner : corners) {
            const Vec3& p = mesh.vertices()[corner];
            for (const double x : {p.x, p.y, p.z}) positions.push_back(static_cast<float>(x));
        }
    out.floats(positions);
}

void model_part_of(Arguments& in, Results& out) {
    const Mesh& mesh = model_of(in).mesh();
    std::vector<std::uint32_t> parts(mesh.triangles().size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) parts[i] = mesh.part_of(i);
    out.indices(parts);
}

void write_box(const Box& box, Results& out) {
    out.object(2);
    out.key("lo").point(box.lo);
    out.key("hi").point(box.hi);
}

// Result: counts, names and notes. They never change, so JavaScript asks for them once.
void model_describe(Arguments& in, Results& out) {
    const Mesh& mesh = model_of(in).mesh();
    Box bounds = Box::empty();
    for (const TriangleIndices& corners : mesh.triangles())
        for (const std::uint32_t corner : corners) bounds.grow(mesh.vertices()[corner]);
    out.object(6);
    out.key("triangleCount").number(static_cast<double>(mesh.triangles().size()));
    out.key("vertexCount").number(static_cast<double>(mesh.vertices().size()));
    out.key("source").text(mesh.source());
    out.key("bounds");
    bounds.is_empty() ? out.nothing() : write_box(bounds, out);
    out.key("partNames").list(mesh.part_names().size());
    for (const std::string& name : mesh.part_names()) out.text(name);
    out.key("notes").list(mesh.notes().size());
    for (const Note& note : mesh.notes()) {
        out.object(3);
        out.key("message").text(note.message);
        out.key("line");
        note.line ? out.number(static_cast<double>(*note.line)) : out.nothing();
        out.key("triangle");
        note.triangle ? out.number(static_cast<double>(*note.triangle)) : out.nothing();
    }
}

void model_inspect(Arguments& in, Results& out) {
    const std::vector<PartInfo> parts = inspect(model_of(in).mesh());
    out.list(parts.size());
    for (const PartInfo& part : parts) {
        const auto count = [&](const char* name, std::uint64_t value) {
            out.key(name).number(static_cast<double>(value));
        };
        out.object(10);
        out.key("name").text(part.name);
        count("vertices", part.vertices);
        count("triangles", part.triangles);
        out.key("bounds");
        part.bounds ? write_box(*part.bounds, out) : out.nothing();
        count("degenerate", part.degenerate);
        count("duplicate", part.duplicate);
        count("nonfinite", part.nonfinite);
        count("openEdges", part.open_edges);
        count("nonmanifoldEdges", part.nonmanifold_edges);
        out.key("closed").truth(part.closed);
    }
}

void model_digest(Arguments& in, Results& out) {
    constexpr const char* digits = "0123456789abcdef";
    const std::uint64_t digest = digest_of(model_of(in).mesh());
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[digest >> shift & 15];
    out.text(text);
}

// Arguments: shape, number of triangles, seed.
void model_generate(Arguments& in, Results& out) {
    const GeneratedShape shape = value_of(shape_from_name(in.text()));
    const auto triangles = static_cast<std::uint64_t>(in.number());
    const auto seed = static_cast<std::uint64_t>(in.number());
    keep_model(value_of(generate(shape, {.triangles = triangles, .seed = seed})), {}, out);
}

// Arguments: number of triangles, seed, number of clashes and of clearances.
void model_generate_engine_room(Arguments& in, Results& out) {
    const auto count = [&] { return static_cast<std::uint64_t>(in.number()); };
    EngineRoomOptions options;
    options.triangles = count();
    options.seed = count();
    options.clashes = count();
    options.clearances = count();
    const EngineRoom room = value_of(generate_engine_room(options));
    out.object(2);
    out.key("model");
    keep_model(room.mesh, {}, out);
    out.key("pairs").list(room.pairs.size());
    for (const DeliberatePair& pair : room.pairs) {
        out.object(5);
        out.key("partA").number(pair.part_a);
        out.key("partB").number(pair.part_b);
        out.key("kind").text(pair.kind == PairKind::clash ? "clash" : "clearance");
        out.key("depthOrGap").number(pair.depth_or_gap);
        out.key("direction").point(pair.direction);
    }
}

constexpr NamedFunction functions[] = {
    {"modelFromArrays", model_from_arrays}, {"modelFromFile", model_from_file},
    {"modelVertices", model_vertices},      {"modelTriangles", model_triangles},
    {"modelPositions", model_positions},    {"modelPartOf", model_part_of},
    {"modelDescribe", model_describe},      {"modelDigest", model_digest},
};

// Functions that the small module leaves out.
constexpr NamedFunction more_functions[] = {
    {"modelFromSaved", model_from_saved},
    {"modelSave", model_save},
    {"modelWrite", model_write},
    {"modelParts", model_parts},
    {"modelInspect", model_inspect},
    {"generate", model_generate},
    {"generateEngineRoom", model_generate_engine_room},
};

}  // namespace

std::span<const NamedFunction> model_functions() {
    return functions;
}
std::span<const NamedFunction> more_model_functions() {
    return more_functions;
}

}  // namespace allide::wasm
