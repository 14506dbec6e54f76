#include "arguments.hpp"
#include "output.hpp"
#include "program.hpp"

#include <allide/io.hpp>
#include <allide/report.hpp>
#include <allide/shapes.hpp>

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct GenerateRequest {
    std::string shape, file;
    std::string triangles, seed = "1";
    bool triangles_given = false, json = false;
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

int generate_file(const GenerateRequest& request) {
    const Shape shape = value_or_refuse(shape_from_name(request.shape), "");
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
    return names;
}

}  // namespace

void add_generate(CLI::App& program, Job& job) {
    const auto request = std::make_shared<GenerateRequest>();
    CLI::App& verb =
        *program.add_subcommand("generate", "Write a body within the cube from -1 to 1 to a file");
    verb.add_option("SHAPE", request->shape, shape_names())->required()->type_name("");
    CLI::Option* const triangles =
        verb.add_option("--triangles", request->triangles, "Number of triangles, met within 5 %")
            ->type_name("N");
    verb.add_option("--seed", request->seed, "For noisy-torus and soup: another number, another body")
        ->type_name("S");
    verb.add_option("-o,--output", request->file, "The file: .stl or .obj")->required()->type_name("FILE");
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer("Example: allide generate torus --triangles 12544 -o torus.stl");
    verb.callback([request, triangles, &job] {
        request->triangles_given = triangles->count() > 0;
        job = [request] { return generate_file(*request); };
    });
}

}  // namespace allide::cli
