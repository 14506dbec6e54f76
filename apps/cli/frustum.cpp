#include "arguments.hpp"
#include "output.hpp"
#include "probe.hpp"
#include "program.hpp"

#include <allide/io.hpp>
#include <allide/probe.hpp>
#include <allide/report.hpp>

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct FrustumRequest : ProbeRequest {
    std::string planes;
};

std::string as_json(const std::vector<std::uint32_t>& triangles) {
    JsonWriter json;
    json.begin_object();
    json.key("triangles").begin_array();
    for (const std::uint32_t triangle : triangles) json.value(std::uint64_t{triangle});
    json.end_array().end_object();
    return json.text() + '\n';
}

std::string as_text(const std::vector<std::uint32_t>& triangles) {
    std::string text =
        fmt::format("{} triangle{} the region{}\n", triangles.size(),
                    triangles.size() == 1 ? " meets" : "s meet", triangles.empty() ? "." : ":");
    for (const std::uint32_t triangle : triangles) text += fmt::format("  {}\n", triangle);
    return text;
}

int cull(const FrustumRequest& request) {
    const std::vector<HalfSpace> planes = value_or_refuse(load_planes(request.planes), request.planes);
    if (planes.empty())
        throw Refusal(fmt::format("{}: expected at least one plane, found none", request.planes));
    const PlacedModel model(request);
    const std::vector<std::uint32_t> triangles =
        triangles_in(model.placed(), std::span<const HalfSpace>(planes));
    print(request.json ? as_json(triangles) : as_text(triangles));
    return done;
}

}  // namespace

void add_frustum(CLI::App& program, Job& job) {
    const auto request = std::make_shared<FrustumRequest>();
    CLI::App& verb =
        *program.add_subcommand("frustum", "List the triangles that meet a region bounded by planes");
    add_probe_options(verb, *request);
    verb.add_option("--planes", request->planes, "Planes, one per line: a,b,c,d; inside is ax + by + cz <= d")
        ->required()
        ->type_name("FILE")
        ->group("Query");
    verb.footer(
        "The region may be unbounded: one plane bounds a half-space, four a beam.\n"
        "Exit code 0: answered.\n"
        "Example: allide frustum hall.glb --planes view.txt --json");
    verb.callback([request, &job] { job = [request] { return cull(*request); }; });
}

}  // namespace allide::cli
