#include "arguments.hpp"
#include "choices.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>
#include <allide/report.hpp>

#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

constexpr const char* engine_room = "engine-room";
constexpr std::uint64_t most_in_one_mesh = 10'000'000;

struct GenerateRequest {
    std::string shape, file;
    std::string triangles, seed = "1", clashes = "0", clearances = "0";
    bool triangles_given = false, pairs_given = false, json = false;
};

GenerateOptions shape_options(const GenerateRequest& request) {
    GenerateOptions options;
    options.seed = parse_count("--seed", request.seed);
    if (!request.triangles_given) return options;
    options.triangles = parse_count("--triangles", request.triangles);
    // The library takes 0 as the shape's default count, but on the command line 0 is a mistake.
    if (options.triangles == 0) throw Refusal("--triangles: expected at least 1, found 0");
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

// Totals over all rooms written so far.
struct WrittenRoom {
    std::uint64_t triangles = 0, vertices = 0, parts = 0;
};

// The truth file: a JSON list of the room's deliberate clashes and clearances, written room by room.
class Truth {
  public:
    explicit Truth(const std::string& file) {
        json_.begin_object();
        json_.key("file").value(std::filesystem::path(file).filename().string());
        json_.key("units").value("mm");
        json_.key("pairs").begin_array();
    }
    // `before` is the number of parts in all earlier rooms, since part numbers continue from room to room.
    void add(const EngineRoom& room, std::uint64_t before) {
        for (const DeliberatePair& pair : room.pairs) {
            const bool clash = pair.kind == PairKind::clash;
            json_.begin_object();
            json_.key("a").value(room.mesh.part_names()[pair.part_a - before]);
            json_.key("b").value(room.mesh.part_names()[pair.part_b - before]);
            json_.key("a_id").value(std::uint64_t{pair.part_a});
            json_.key("b_id").value(std::uint64_t{pair.part_b});
            json_.key("kind").value(clash ? "clash" : "clearance");
            json_.key(clash ? "depth" : "gap").value(pair.depth_or_gap);
            json_.key("direction").value(pair.direction);
            json_.end_object();
        }
    }
    std::string text() {
        json_.end_array();
        json_.end_object();
        return json_.text() + '\n';
    }

  private:
    JsonWriter json_;
};

std::string engine_room_json(const GenerateRequest& request, const WrittenRoom& room,
                             const EngineRoomOptions& options, const std::string& truth) {
    JsonWriter json;
    json.begin_object();
    json.key("shape").value(request.shape);
    json.key("triangles").value(room.triangles);
    json.key("vertices").value(room.vertices);
    json.key("parts").value(room.parts);
    json.key("file").value(request.file);
    json.key("truth").value(truth);
    json.key("seed").value(options.seed);
    json.key("clashes").value(options.clashes);
    json.key("clearances").value(options.clearances);
    json.end_object();
    return json.text() + '\n';
}

[[noreturn]] void refuse(Error error, const std::string& place) {
    if (error.file.empty()) error.file = place;
    throw Refusal(error.text());
}

// Thrown when Ctrl-C was pressed between two rooms; the unfinished file has been removed by then.
struct Interrupted {};

// A GLB is written room by room, so that only one room is in memory. Other formats can hold one room only.
WrittenRoom write_engine_rooms(const GenerateRequest& request, const EngineRoomOptions& options,
                               Truth& truth) {
    WrittenRoom written;
    std::optional<GlbWriter> glb;
    const bool is_glb = std::filesystem::path(request.file).extension() == ".glb";
    const FinishStepOnInterrupt interrupt;
    const auto take = [&](const EngineRoom& room) -> std::optional<Error> {
        if (interrupt.interrupted()) throw Interrupted();
        truth.add(room, written.parts);
        written.triangles += room.mesh.triangles().size();
        written.vertices += room.mesh.vertices().size();
        written.parts += room.mesh.part_names().size();
        if (!is_glb) {
            value_or_refuse(save_mesh(room.mesh, request.file), request.file);
            return std::nullopt;
        }
        if (!glb) glb = value_or_refuse(GlbWriter::create(request.file), request.file);
        return glb->add(room.mesh);
    };
    if (!is_glb && options.triangles > most_in_one_mesh)
        throw Refusal(fmt::format("-o {}: expected a .glb file for more than {} triangles", request.file,
                                  most_in_one_mesh));
    if (const auto error = generate_engine_rooms(options, take)) refuse(*error, engine_room);
    if (glb)
        if (const auto error = glb->finish()) refuse(*error, request.file);
    if (interrupt.interrupted()) throw Interrupted();
    return written;
}

int generate_engine_room_file(const GenerateRequest& request) try {
    const EngineRoomOptions options = engine_room_options(request);
    Truth truth(request.file);
    const WrittenRoom room = write_engine_rooms(request, options, truth);
    const std::string list = std::filesystem::path(request.file).replace_extension(".truth.json").string();
    write_whole(list, truth.text());
    print(
        request.json
            ? engine_room_json(request, room, options, list)
            : fmt::format("{}: {} with {} triangles in {} parts; {} clashes and {} clearances listed in {}\n",
                          request.file, request.shape, room.triangles, room.parts, options.clashes,
                          options.clearances, list));
    return done;
} catch (const Interrupted&) {
    return interrupted_code;
}

int generate_file(const GenerateRequest& request) {
    if (request.shape == engine_room) return generate_engine_room_file(request);
    const GeneratedShape shape = value_or_refuse(shape_from_name(request.shape), "");
    if (request.pairs_given)
        throw Refusal(fmt::format("--clashes, --clearances: expected the shape {}, found {}", engine_room,
                                  request.shape));
    const GenerateOptions options = shape_options(request);
    const Mesh mesh = value_or_refuse(generate(shape, options), request.triangles_given ? "--triangles" : "");
    {
        const DelayInterrupt until_complete;
        if (std::filesystem::path(request.file).extension() == ".model") {
            if (const auto error =
                    save_model(value_or_refuse(Model::build(mesh), request.file), request.file))
                refuse(*error, request.file);
        } else {
            value_or_refuse(save_mesh(mesh, request.file), request.file);
        }
    }
    print(request.json ? as_json(request, mesh, options.seed)
                       : fmt::format("{}: {} with {} triangles\n", request.file, request.shape,
                                     mesh.triangles().size()));
    return done;
}

Words shape_names() {
    Words names = names_of(all_shapes());
    names.emplace_back(engine_room);
    return names;
}

}  // namespace

void add_generate(CLI::App& program, Job& job) {
    const auto request = std::make_shared<GenerateRequest>();
    CLI::App& verb = *program.add_subcommand(
        "generate", "Write a body within the cube [-1, 1]^3, or an engine room in millimetres");
    accept_only(verb.add_option("SHAPE", request->shape, "Shape to write")->required()->type_name(""),
                shape_names());
    CLI::Option* const triangles =
        verb.add_option("--triangles", request->triangles, "Write N triangles, within 5 %")
            ->type_name("N")
            ->group("Shape");
    verb.add_option("--seed", request->seed,
                    "Seed of the random shapes noisy-torus, soup and engine-room (default: 1)")
        ->type_name("S")
        ->group("Shape");
    CLI::Option* const clashes =
        verb.add_option("--clashes", request->clashes,
                        "Put N deliberate clashes into an engine room; FILE's .truth.json lists them")
            ->type_name("N")
            ->group("Shape");
    CLI::Option* const clearances = verb.add_option("--clearances", request->clearances,
                                                    "Put N deliberate tight clearances into an engine room")
                                        ->type_name("N")
                                        ->group("Shape");
    verb.add_option("-o,--output", request->file, "File to write: .glb, .ply, .obj, .stl, or a built .model")
        ->required()
        ->type_name("FILE")
        ->group("Output");
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "The same arguments always write the same bytes.\n"
        "Example: allide generate torus --triangles 12544 -o torus.stl\n"
        "         allide generate engine-room --triangles 100000 -o room.glb");
    verb.callback([request, triangles, clashes, clearances, &job] {
        request->triangles_given = triangles->count() > 0;
        request->pairs_given = clashes->count() + clearances->count() > 0;
        job = [request] { return generate_file(*request); };
    });
}

}  // namespace allide::cli
