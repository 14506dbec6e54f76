#include "arguments.hpp"
#include "output.hpp"
#include "probe.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/io.hpp>
#include <allide/probe.hpp>
#include <allide/report.hpp>

#include <limits>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct RayRequest : ProbeRequest {
    std::string origin, direction;
    std::optional<std::string> max_t;
    bool all = false;
};

double parse_max_t(const std::string& text) {
    // Unlike other lengths, --max-t may be infinite.
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || !(value >= 0))
        throw Refusal(fmt::format("--max-t: expected a non-negative number, found '{}'", text));
    return value;
}

Ray understand(const RayRequest& request) {
    Ray ray{.origin = value_or_refuse(parse_point(request.origin), "--origin"),
            .direction = value_or_refuse(parse_point(request.direction), "--direction")};
    if (ray.direction == Vec3{}) throw Refusal("--direction: expected a vector that is not zero, found zero");
    if (request.max_t) ray.max_t = parse_max_t(*request.max_t);
    return ray;
}

void write_hit(JsonWriter& json, const Hit* hit) {
    json.key("t");
    hit != nullptr ? json.value(hit->t) : json.null();
    json.key("point");
    hit != nullptr ? json.value(hit->point) : json.null();
    json.key("triangle");
    hit != nullptr ? json.value(std::uint64_t{hit->triangle}) : json.null();
}

std::string as_json(const std::vector<Hit>& hits, bool all) {
    JsonWriter json;
    json.begin_object();
    json.key("hit").value(!hits.empty());
    write_hit(json, hits.empty() ? nullptr : &hits.front());
    if (all) {
        json.key("hits").begin_array();
        for (const Hit& hit : hits) {
            json.begin_object();
            write_hit(json, &hit);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return json.text() + '\n';
}

std::string as_text(const std::vector<Hit>& hits, bool all) {
    if (hits.empty()) return "The ray hits nothing.\n";
    const Hit& first = hits.front();
    std::string text = fmt::format("The ray hits triangle {} at t = {:.17g}, {}.\n", first.triangle, first.t,
                                   point_text(first.point));
    if (!all) return text;
    text += fmt::format("{} triangle{} hit:\n", hits.size(), hits.size() == 1 ? " is" : "s are");
    for (const Hit& hit : hits) text += fmt::format("  {:.17g} {}\n", hit.t, hit.triangle);
    return text;
}

int shoot(const RayRequest& request) {
    const Ray ray = understand(request);
    if (is_shape_file(request.file)) return shoot_at_shape(request, ray, request.all);
    const PlacedModel model(request);
    std::vector<Hit> hits;
    if (request.all) {
        hits = all_hits(model.placed(), ray);
    } else if (const auto hit = first_hit(model.placed(), ray)) {
        hits.push_back(*hit);
    }
    print(request.json ? as_json(hits, request.all) : as_text(hits, request.all));
    return done;
}

}  // namespace

void add_ray(CLI::App& program, Job& job) {
    const auto request = std::make_shared<RayRequest>();
    CLI::App& verb =
        *program.add_subcommand("ray", "Find the first triangle that a ray hits, or all of them");
    add_probe_options(verb, *request);
    verb.add_option("--origin", request->origin, "Start the ray at P: x,y,z")
        ->required()
        ->type_name("P")
        ->group("Ray");
    verb.add_option("--direction", request->direction, "Direction of the ray, not zero: x,y,z")
        ->required()
        ->type_name("P")
        ->group("Ray");
    verb.add_option("--max-t", request->max_t, "End the ray at t = T")->type_name("T")->group("Ray");
    verb.add_flag("--all", request->all, "List all triangles that the ray hits, sorted by t")->group("Ray");
    verb.footer(
        "A hit is a point that the ray and the closed triangle share; t counts lengths of the direction.\n"
        "FILE may be a shape (.json or .bt): its elements stand for the triangles.\n"
        "Exit code 0: answered.\n"
        "Example: allide ray bolt.stl --origin 0,0,10 --direction 0,0,-1 --json");
    verb.callback([request, &job] { job = [request] { return shoot(*request); }; });
}

}  // namespace allide::cli
