#include "arguments.hpp"
#include "output.hpp"
#include "probe.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/io.hpp>
#include <allide/probe.hpp>
#include <allide/report.hpp>

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct NearestRequest : ProbeRequest {
    std::string point;
    std::optional<std::string> count;
};

void write(JsonWriter& json, const Nearest& found) {
    json.key("distance").value(found.distance);
    json.key("lower").value(found.lower);
    json.key("upper").value(found.upper);
    json.key("point").value(found.point);
    json.key("triangle").value(std::uint64_t{found.triangle});
}

std::string as_json(const std::vector<Nearest>& found, bool listed) {
    JsonWriter json;
    json.begin_object();
    write(json, found.front());
    if (listed) {
        json.key("nearest").begin_array();
        for (const Nearest& one : found) {
            json.begin_object();
            write(json, one);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return json.text() + '\n';
}

std::string as_text(const std::vector<Nearest>& found, bool listed) {
    std::string text = fmt::format("Triangle {} is nearest: {:.17g} away, at {}.\n", found.front().triangle,
                                   found.front().distance, point_text(found.front().point));
    if (listed)
        for (const Nearest& one : found) text += fmt::format("  {:.17g} {}\n", one.distance, one.triangle);
    return text;
}

int find_nearest(const NearestRequest& request) {
    const Vec3 point = value_or_refuse(parse_point(request.point), "--point");
    const std::uint64_t count = request.count ? parse_count("--count", *request.count) : 1;
    if (count == 0) throw Refusal("--count: expected at least 1, found 0");
    if (is_shape_file(request.file)) {
        if (request.count) throw Refusal("--count: expected a mesh, found a shape file (.json or .bt)");
        return measure_to_shape(request, point);
    }
    const PlacedModel model(request);
    const std::vector<Nearest> found = nearest_triangles(model.placed(), point, count);
    const bool listed = request.count.has_value();
    print(request.json ? as_json(found, listed) : as_text(found, listed));
    return done;
}

}  // namespace

void add_nearest(CLI::App& program, Job& job) {
    const auto request = std::make_shared<NearestRequest>();
    CLI::App& verb =
        *program.add_subcommand("nearest", "Find the point of a surface that is nearest to a given point");
    add_probe_options(verb, *request);
    verb.add_option("--point", request->point, "Measure from point P: x,y,z")
        ->required()
        ->type_name("P")
        ->group("Query");
    verb.add_option("--count", request->count, "List the N nearest triangles, the nearest first")
        ->type_name("N")
        ->group("Query");
    verb.footer(
        "Of several triangles at the same distance, the one with the smallest number is printed.\n"
        "FILE may be a shape (.json or .bt): its elements stand for the triangles, and the distance is 0\n"
        "inside a solid.\n"
        "Exit code 0: answered.\n"
        "Example: allide nearest bolt.stl --point 0,0,10 --json");
    verb.callback([request, &job] { job = [request] { return find_nearest(*request); }; });
}

}  // namespace allide::cli
