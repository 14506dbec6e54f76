#include "arguments.hpp"
#include "certificate.hpp"
#include "distance_answer.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/query.hpp>

#include <memory>

#include <CLI/CLI.hpp>

namespace allide::cli {

namespace {

struct DistanceRequest : PairRequest {
    std::optional<std::string> within, absolute_error, relative_error;
    bool weak = false, explain = false;
};

struct DistanceTask : PairTask {
    std::optional<double> within;
    std::optional<ApproximateOptions> error;
    bool weak = false;
};

DistanceTask understand(const DistanceRequest& request) {
    DistanceTask task{cli::understand(static_cast<const PairRequest&>(request)), std::nullopt, std::nullopt,
                      request.weak};
    if (request.within) task.within = parse_length("--within", *request.within);
    if (request.absolute_error || request.relative_error) task.error.emplace();
    if (request.absolute_error)
        task.error->absolute_error = parse_length("--abs-error", *request.absolute_error);
    if (request.relative_error)
        task.error->relative_error = parse_length("--rel-error", *request.relative_error);
    if (task.error) task.error->realign_cache = task.realign_cache;
    if (task.weak && !task.error)
        throw Refusal("--weak: expected --abs-error or --rel-error too, found neither");
    return task;
}

// Runs all requested queries. `stats` and `seconds` of the answer are those of the last query.
DistanceAnswer ask(const Placed& a, const Placed& b, const DistanceTask& task) {
    DistanceAnswer answer{.pose_a = a.pose(), .pose_b = b.pose()};
    Timed clock;
    if (!task.error) {
        answer.distance = distance(a, b, {.realign_cache = task.realign_cache});
    } else if (task.weak) {
        auto found = weak_approximate_distance(a, b, *task.error);
        answer.distance = found.minimum;
        answer.sequence = std::move(found.sequence);
    } else {
        auto found = approximate_distance(a, b, *task.error);
        answer.distance = found.minimum;
        answer.pairs = std::move(found.pairs);
    }
    answer.stats = answer.distance.stats;
    if (task.within) {
        clock = {};
        const Within within = distance_within(a, b, *task.within, {.realign_cache = task.realign_cache});
        answer.within = within.within;
        answer.stats = within.stats;
    }
    answer.seconds = clock.seconds();
    return answer;
}

int run_distance(const DistanceRequest& request) {
    check_explain(request.explain, request.json);
    if (about_shapes(request)) {
        if (request.explain || request.absolute_error || request.relative_error || request.weak)
            throw Refusal(
                "expected two meshes for --explain, --abs-error, --rel-error and --weak, found a shape file "
                "(.json or .bt)");
        std::optional<double> within;
        if (request.within) within = parse_length("--within", *request.within);
        return measure_shapes(request, within);
    }
    const DistanceTask task = understand(request);
    return answer_poses(request, task, [&](const PosedPair& pair) {
        DistanceAnswer answer = ask(pair.a, pair.b, task);
        answer.pose_number = pair.pose_number;
        const ClosestPair& closest = answer.distance.closest.value();
        answer.part_a = part_at(pair.mesh_a, closest.triangle_a);
        answer.part_b = part_at(pair.mesh_b, closest.triangle_b);
        if (request.explain) answer.certificate = explain_distance(pair.a, pair.b, answer.distance);
        print_answer(request.json ? as_json(answer, request.stats)
                                  : as_text(answer, request.stats, request.file_a, request.file_b));
        return answer.distance.value == 0 || answer.within.value_or(false);
    });
}

}  // namespace

void add_distance(CLI::App& program, Job& job) {
    const auto request = std::make_shared<DistanceRequest>();
    CLI::App& verb = *program.add_subcommand(
        "distance", "Measure the distance between two surfaces, and where they are closest");
    add_pair_options(verb, *request);
    add_text(verb, "--within", request->within, "D",
             "Also decide, exactly, whether the distance is at most D")
        ->group("Query");
    add_text(verb, "--abs-error", request->absolute_error, "E",
             "List all pairs of triangles whose distance exceeds the smallest by at most E")
        ->group("Query");
    add_text(verb, "--rel-error", request->relative_error, "E",
             "List all pairs of triangles whose distance exceeds the smallest by at most E times the "
             "smallest; with --abs-error, the larger excess is allowed")
        ->group("Query");
    verb.add_flag("--weak", request->weak,
                  "List a sequence of pairs instead, each within the error of the best one before it, that "
                  "ends with the closest pair")
        ->group("Query");
    add_explain(verb, request->explain);
    verb.add_flag("--stats", request->stats, "Print the number of tests and the seconds of the last query")
        ->group("Output");
    verb.footer(
        "Exit code 0: no contact; 1: contact, or a distance within D of --within.\n"
        "Example: allide distance bolt.stl plate.obj --within 0.5 --json");
    verb.callback([request, &job] { job = [request] { return run_distance(*request); }; });
}

}  // namespace allide::cli
