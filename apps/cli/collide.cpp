#include "arguments.hpp"
#include "certificate.hpp"
#include "collide_answer.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <limits>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct CollideRequest : PairRequest {
    std::optional<std::string> limit;
    bool all = false, explain = false;
};

struct CollideTask : PairTask {
    std::optional<std::size_t> limit;  // list at most this many contacts; empty: no list requested
};

CollideTask understand(const CollideRequest& request) {
    CollideTask task{cli::understand(static_cast<const PairRequest&>(request)), std::nullopt};
    if (request.all) task.limit = std::numeric_limits<std::size_t>::max();
    if (request.limit) task.limit = parse_count("--limit", *request.limit);
    return task;
}

// Runs the query and stores its wall time and statistics in the answer.
template <typename Query>
auto timed(CollideAnswer& answer, Query query) {
    const Timed clock;
    auto found = query();
    answer.seconds = clock.seconds();
    answer.stats = found.stats;
    return found;
}

void list_contacts(CollideAnswer& answer, const Placed& a, const Placed& b, std::size_t limit,
                   RealignCache cache) {
    answer.listed = timed(answer, [&] { return contacts(a, b, {.limit = limit, .realign_cache = cache}); });
    if (!answer.listed->empty()) answer.witness = witness_of(a, b, answer.listed->pairs.front());
}

void name_parts(CollideAnswer& answer, const Mesh& a, const Mesh& b) {
    if (!answer.witness) return;
    answer.part_a = part_at(a, answer.witness->contact.triangle_a);
    answer.part_b = part_at(b, answer.witness->contact.triangle_b);
    if (answer.listed) answer.part_pairs = contacts_by_part(a, b, *answer.listed);
}

CollideAnswer ask(const Placed& a, const Placed& b, const CollideTask& task) {
    const std::optional<std::size_t>& limit = task.limit;
    CollideAnswer answer;
    answer.pose_a = a.pose();
    answer.pose_b = b.pose();
    if (limit && *limit > 0) {
        list_contacts(answer, a, b, *limit, task.realign_cache);
        return answer;
    }
    answer.witness =
        timed(answer, [&] { return first_contact(a, b, {.realign_cache = task.realign_cache}); }).witness;
    if (limit) {  // --limit 0 asks for an empty list
        answer.listed.emplace();
        answer.listed->complete = !answer.witness;
    }
    return answer;
}

int collide(const CollideRequest& request) {
    check_explain(request.explain, request.json);
    if (about_shapes(request)) {
        if (request.explain)
            throw Refusal("--explain: expected two meshes, found a shape file (.json or .bt)");
        std::optional<std::size_t> limit;
        if (request.all) limit = std::numeric_limits<std::size_t>::max();
        if (request.limit) limit = parse_count("--limit", *request.limit);
        return collide_shapes(request, limit);
    }
    const CollideTask task = understand(request);
    return answer_poses(request, task, [&](const PosedPair& pair) {
        CollideAnswer answer = ask(pair.a, pair.b, task);
        answer.pose_number = pair.pose_number;
        name_parts(answer, pair.mesh_a, pair.mesh_b);
        if (request.explain) answer.certificate = explain_collision(pair.a, pair.b);
        print_answer(request.json ? as_json(answer, request.stats)
                                  : as_text(answer, request.stats, request.file_a, request.file_b));
        return answer.witness.has_value();
    });
}

}  // namespace

void add_collide(CLI::App& program, Job& job) {
    const auto request = std::make_shared<CollideRequest>();
    CLI::App& verb = *program.add_subcommand("collide", "Report whether two surfaces touch, and where");
    add_pair_options(verb, *request);
    verb.add_flag("--all", request->all, "List all pairs of touching triangles")->group("Output");
    add_text(verb, "--limit", request->limit, "N",
             "List at most N pairs of touching triangles, and say whether the list is complete")
        ->group("Output");
    add_explain(verb, request->explain);
    verb.add_flag("--stats", request->stats, "Print the number of tests and the seconds of the query")
        ->group("Output");
    verb.footer(
        "Exit code 0: no contact; 1: contact.\n"
        "Example: allide collide bolt.stl plate.obj --pose-b 0,0,-1,1,0,0,0 --json");
    verb.callback([request, &job] { job = [request] { return collide(*request); }; });
}

}  // namespace allide::cli
