#include "arguments.hpp"
#include "output.hpp"
#include "program.hpp"

#include <allide/io.hpp>
#include <allide/report.hpp>
#include <allide/shapes.hpp>

#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

constexpr const char* engine_room = "engine-room";

struct GenerateRequest {
    std::string shape, file;
    std::string triangles, seed = "1", clashes = "0", clearances = "0";
    bool triangles_given = false, pairs_given = false, json = false;
};

ShapeOptions shape_options(const GenerateRequest& request) {
    ShapeOptions options;
    options.seed = parse_count("--seed", request.seed);
    if (!request.triangles_given) return options;
    options.triangles = parse_count("--triangles", request.triangles);
    // The library takes 0 for the shape's own count; on the command line it is a mistake.
    if (options.triangles == 0) throw Refusal("--triangles: a shape has at least 1 triangle, not 0");
    return options;
}

std::string as_json(const GenerateRequest& request, const Mesh& mesh, std::uint64_t seed) {
    JsonWriter json;
    json.begin_object();
    json.key("shape").value(request.shape);
    json.key("triangles").value(std::uint64_t{mesh.triangles().size()});
    json.key("vertices").value(std::uint64_t{mesh.vertices().size()});
    json.key("file").value(request.file);
    json.key("seed").value(seed);
    json.end_object();
    return json.text() + '\n';
}

EngineRoomOptions engine_room_options(const GenerateRequest& request) {
    EngineRoomOptions options;
    options.seed = parse_count("--seed", request.seed);
    if (request.triangles_given) options.triangles = parse_count("--triangles", request.triangles);
    options.clashes = parse_count("--clashes", request.clashes);
    options.clearances = parse_count("--clearances", request.clearances);
    return options;
}

std::string truth_of(const EngineRoom& room, const std::string& file) {
    JsonWriter json;
    json.begin_object();
    json.key("file").value(std::filesystem::path(file).filename().string());
    json.key("units").value("mm");
    json.key("pairs").begin_array();
    for (const DeliberatePair& pair : room.pairs) {
        const bool clash = pair.kind == PairKind::clash;
        json.begin_object();
        json.key("a").value(room.mesh.part_names()[pair.part_a]);
        json.key("b").value(room.mesh.part_names()[pair.part_b]);
        json.key("a_id").value(std::uint64_t{pair.part_a});
        json.key("b_id").value(std::uint64_t{pair.part_b});
        json.key("kind").value(clash ? "clash" : "clearance");
        json.key(clash ? "depth" : "gap").value(pair.depth_or_gap);
        json.key("direction").value(pair.direction);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.text() + '\n';
}

void write_text(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Refusal(file + ": cannot be written");
}

std::string engine_room_json(const GenerateRequest& request, const EngineRoom& room,
                             const EngineRoomOptions& options, const std::string& truth) {
    JsonWriter json;
    json.begin_object();
    json.key("shape").value(request.shape);
    json.key("triangles").value(std::uint64_t{room.mesh.triangles().size()});
    json.key("vertices").value(std::uint64_t{room.mesh.vertices().size()});
    json.key("parts").value(std::uint64_t{room.mesh.part_names().size()});
    json.key("file").value(request.file);
    json.key("truth").value(truth);
    json.key("seed").value(options.seed);
    json.key("clashes").value(options.clashes);
    json.key("clearances").value(options.clearances);
    json.end_object();
    return json.text() + '\n';
}

int generate_engine_room_file(const GenerateRequest& request) {
    const EngineRoomOptions options = engine_room_options(request);
    const EngineRoom room = value_or_refuse(generate_engine_room(options), engine_room);
    value_or_refuse(save_mesh(room.mesh, request.file), request.file);
    const std::string truth = std::filesystem::path(request.file).replace_extension(".truth.json").string();
    write_text(truth, truth_of(room, request.file));
    print(
        request.json
            ? engine_room_json(request, room, options, truth)
            : fmt::format("{}: {} with {} triangles in {} parts; {} clashes and {} clearances listed in {}\n",
                          request.file, request.shape, room.mesh.triangles().size(),
                          room.mesh.part_names().size(), options.clashes, options.clearances, truth));
    return done;
}

Shape known_shape(const std::string& name) {
    const auto shape = shape_from_name(name);
    if (!shape) throw Refusal(fmt::format("{}, {}", shape.error().text(), engine_room));
    return *shape;
}

int generate_file(const GenerateRequest& request) {
    if (request.shape == engine_room) return generate_engine_room_file(request);
    const Shape shape = known_shape(request.shape);
    if (request.pairs_given)
        throw Refusal(
            fmt::format("--clashes and --clearances go with {}, not with {}", engine_room, request.shape));
    const ShapeOptions options = shape_options(request);
    const Mesh mesh = value_or_refuse(generate(shape, options), request.triangles_given ? "--triangles" : "");
    value_or_refuse(save_mesh(mesh, request.file), request.file);
    print(request.json ? as_json(request, mesh, options.seed)
                       : fmt::format("{}: {} with {} triangles\n", request.file, request.shape,
                                     mesh.triangles().size()));
    return done;
}

std::string shape_names() {
    std::string names;
    for (const Shape shape : all_shapes())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(shape));
    return names + ", " + engine_room;
}

}  // namespace

void add_generate(CLI::App& program, Job& job) {
    const auto request = std::make_shared<GenerateRequest>();
    CLI::App& verb = *program.add_subcommand(
        "generate", "Write a body within the cube from -1 to 1, or an engine room in millimetres, to a file");
    verb.add_option("SHAPE", request->shape, shape_names())->required()->type_name("");
    CLI::Option* const triangles =
        verb.add_option("--triangles", request->triangles, "Number of triangles, met within 5 %")
            ->type_name("N");
    verb.add_option("--seed", request->seed,
                    "For noisy-torus, soup and engine-room: another number, another body")
        ->type_name("S");
    CLI::Option* const clashes =
        verb.add_option("--clashes", request->clashes,
                        "For engine-room: so many deliberate clashes, listed in FILE's .truth.json")
            ->type_name("N");
    CLI::Option* const clearances = verb.add_option("--clearances", request->clearances,
                                                    "For engine-room: so many tight clearances, listed too")
                                        ->type_name("N");
    verb.add_option("-o,--output", request->file, "The file: .glb, .ply, .obj or .stl")
        ->required()
        ->type_name("FILE");
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer(
        "Example: allide generate torus --triangles 12544 -o torus.stl\n"
        "         allide generate engine-room --triangles 100000 --seed 1 --clashes 10 -o room.glb");
    verb.callback([request, triangles, clashes, clearances, &job] {
        request->triangles_given = triangles->count() > 0;
        request->pairs_given = clashes->count() + clearances->count() > 0;
        job = [request] { return generate_file(*request); };
    });
}

}  // namespace allide::cli
