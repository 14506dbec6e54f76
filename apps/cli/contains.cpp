#include "arguments.hpp"
#include "choices.hpp"
#include "names.hpp"
#include "output.hpp"
#include "probe.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/io.hpp>
#include <allide/probe.hpp>
#include <allide/report.hpp>

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct ContainsRequest : ProbeRequest {
    std::string points;
    std::string rule = "odd";
};

const Words rules{"odd", "winding"};

InsideRule rule_of(const std::string& name) {
    if (name == "odd") return InsideRule::odd;
    if (name == "winding") return InsideRule::winding;
    throw Refusal(fmt::format("--rule: {}", unknown_name(name, rules)));
}

// A point whose location is known, or one that rounding leaves undecided.
using Location = std::optional<PointLocation>;

std::string_view word_for(Location where) {
    if (!where) return "undecided";
    switch (*where) {
        case PointLocation::inside:
            return "inside";
        case PointLocation::outside:
            return "outside";
        case PointLocation::boundary:
            return "boundary";
        case PointLocation::open:
            break;
    }
    return "open";
}

std::string as_json(const std::vector<Location>& answers) {
    JsonWriter json;
    json.begin_object();
    json.key("inside").begin_array();
    for (const Location where : answers) {
        if (where == PointLocation::inside || where == PointLocation::outside)
            json.value(where == PointLocation::inside);
        else
            json.value(word_for(where));
    }
    json.end_array().end_object();
    return json.text() + '\n';
}

std::string as_text(const std::vector<Vec3>& points, const std::vector<Location>& answers) {
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i)
        text += fmt::format("{} {}\n", point_text(points[i]), word_for(answers[i]));
    return text;
}

int locate(const ContainsRequest& request) {
    const InsideRule rule = rule_of(request.rule);
    const std::vector<Vec3> points = value_or_refuse(load_points(request.points), request.points);
    if (points.empty())
        throw Refusal(fmt::format("{}: expected at least one point, found none", request.points));
    std::vector<Location> answers;
    if (is_shape_file(request.file)) {
        answers = locate_in_shape(request, points, rule);
    } else {
        const PlacedModel model(request);
        for (const PointLocation where : contains_many(model.placed(), points, rule))
            answers.emplace_back(where);
    }
    print(request.json ? as_json(answers) : as_text(points, answers));
    return done;
}

}  // namespace

void add_contains(CLI::App& program, Job& job) {
    const auto request = std::make_shared<ContainsRequest>();
    CLI::App& verb = *program.add_subcommand("contains", "Find out which points are inside a closed surface");
    add_probe_options(verb, *request);
    verb.add_option("--points", request->points, "Points, one per line: x,y,z")
        ->required()
        ->type_name("FILE")
        ->group("Query");
    accept_only(
        verb.add_option(
                "--rule", request->rule,
                "Treat nested shells by this rule (default: odd, where a shell in a shell is a cavity)")
            ->type_name("R")
            ->group("Query"),
        rules);
    verb.footer(
        "The answer for a point is inside, outside, boundary (on a triangle), or open: an edge of the mesh "
        "belongs to an odd number of triangles, so that it has no inside.\n"
        "FILE may be a solid shape (.json or .bt). There, boundary means: on the surface of an element up "
        "to\n"
        "rounding, and inside of none; a point that may or may not touch a curved body is undecided.\n"
        "Exit code 0: answered.\n"
        "Example: allide contains tank.stl --points points.txt --json");
    verb.callback([request, &job] { job = [request] { return locate(*request); }; });
}

}  // namespace allide::cli
