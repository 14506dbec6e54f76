#include "arguments.hpp"
#include "distance_answer.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"

#include <allide/query.hpp>

#include <memory>

#include <CLI/CLI.hpp>

namespace allide::cli {

namespace {

struct DistanceRequest : PairRequest {
    std::optional<std::string> within, absolute_error, relative_error;
    bool weak = false;
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
    if (task.weak && !task.error) throw Refusal("--weak needs --abs-error or --rel-error");
    return task;
}

// The distance comes with whatever else was asked for; times and tests are those of the last question.
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
    const DistanceTask task = understand(request);
    return answer_poses(request, task, [&](const Placed& a, const Placed& b, auto pose_number) {
        DistanceAnswer answer = ask(a, b, task);
        answer.pose_number = pose_number;
        print_answer(request.json ? as_json(answer, request.stats)
                                  : as_text(answer, request.stats, request.file_a, request.file_b));
        return answer.distance.value == 0 || answer.within.value_or(false);
    });
}

}  // namespace

void add_distance(CLI::App& program, Job& job) {
    const auto request = std::make_shared<DistanceRequest>();
    CLI::App& verb = *program.add_subcommand("distance", "How close do two surfaces come, and where?");
    add_pair_options(verb, *request);
    add_text(verb, "--within", request->within, "D",
             "Also: are they at most this far apart? Decided exactly");
    add_text(verb, "--abs-error", request->absolute_error, "E",
             "List all pairs of triangles farther apart than the closest by at most this length");
    add_text(verb, "--rel-error", request->relative_error, "E",
             "The same by at most this share of the distance; with both, the larger counts");
    verb.add_flag("--weak", request->weak,
                  "With an error: instead, a sequence of pairs, each within the error of the best before it, "
                  "the closest last");
    verb.add_flag("--stats", request->stats, "Tests made and seconds taken by the last question");
    verb.footer(
        "Exit code 0: they are apart; 1: they touch, or are within the distance asked for.\n"
        "Example: allide distance bolt.stl plate.obj --pose-b 0,0,-1.5,1,0,0,0 --within 0.5 --json");
    verb.callback([request, &job] { job = [request] { return run_distance(*request); }; });
}

}  // namespace allide::cli
