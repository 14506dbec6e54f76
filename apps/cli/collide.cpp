#include "arguments.hpp"
#include "collide_answer.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>
#include <allide/query.hpp>

#include <chrono>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

// The words as given.
struct CollideRequest {
    std::string file_a, file_b;
    std::optional<std::string> pose_a, pose_b, poses, limit, volume, realign, builder;
    bool all = false, no_realign_cache = false, stats = false, json = false;
};

// The same, understood and checked.
struct CollideTask {
    BuildOptions build;
    RealignCache realign_cache = RealignCache::on;
    std::optional<std::size_t> limit;  // how many contacts to list; empty: none are asked for
    Pose pose_a;
    std::vector<Pose> poses_b;
    bool numbered = false;  // the poses come from a file
};

// Realignments go with k-DOPs.
void check_realignment(const CollideRequest& request, Volume volume) {
    if (is_kdop(volume) || !(request.realign || request.no_realign_cache)) return;
    throw Refusal(fmt::format("{} goes with a k-DOP volume, not with --volume {}",
                              request.realign ? "--realign" : "--no-realign-cache", name_of(volume)));
}

BuildOptions build_options(const CollideRequest& request) {
    BuildOptions options;
    if (request.volume) options.volume = value_or_refuse(volume_from_name(*request.volume), "--volume");
    if (request.realign) options.realign = value_or_refuse(realign_from_name(*request.realign), "--realign");
    check_realignment(request, options.volume);
    if (request.builder) options.builder = value_or_refuse(builder_from_name(*request.builder), "--builder");
    return options;
}

Pose pose_or_identity(const std::optional<std::string>& text, std::string_view option) {
    return text ? value_or_refuse(parse_pose(*text), option) : Pose::identity();
}

CollideTask understand(const CollideRequest& request) {
    CollideTask task;
    task.build = build_options(request);
    if (request.no_realign_cache) task.realign_cache = RealignCache::off;
    if (request.all) task.limit = std::numeric_limits<std::size_t>::max();
    if (request.limit) task.limit = parse_count("--limit", *request.limit);
    task.pose_a = pose_or_identity(request.pose_a, "--pose-a");
    task.numbered = request.poses.has_value();
    task.poses_b = task.numbered ? value_or_refuse(load_poses(*request.poses), *request.poses)
                                 : std::vector{pose_or_identity(request.pose_b, "--pose-b")};
    if (task.poses_b.empty()) throw Refusal(fmt::format("{}: the file has no poses", *request.poses));
    return task;
}

// A file without triangles is a mistake of some kind, and "nothing touches" would hide it.
Model load(const std::string& file, const BuildOptions& options) {
    Model model = value_or_refuse(load_model(file, options), file);
    if (model.mesh().triangles().empty()) throw Refusal(fmt::format("{}: the file has no triangles", file));
    return model;
}

// Runs the query that was asked for and notes its time.
template <typename Query>
auto timed(CollideAnswer& answer, Query query) {
    const auto start = std::chrono::steady_clock::now();
    auto found = query();
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    answer.stats = found.stats;
    return found;
}

void list_contacts(CollideAnswer& answer, const Placed& a, const Placed& b, std::size_t limit,
                   RealignCache cache) {
    answer.listed = timed(answer, [&] { return contacts(a, b, {.limit = limit, .realign_cache = cache}); });
    if (!answer.listed->empty()) answer.witness = first_contact(a, b).witness;
    if (answer.listed->empty() == answer.witness.has_value())
        throw std::logic_error("contacts were found without a first contact");
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
    if (limit) {  // none of them
        answer.listed.emplace();
        answer.listed->complete = !answer.witness;
    }
    return answer;
}

void print_answer(const CollideRequest& request, const CollideAnswer& answer) {
    print(request.json ? as_json(answer, request.stats)
                       : as_text(answer, request.stats, request.file_a, request.file_b));
    flush_output();
}

int stop_early(const CollideRequest& request, std::size_t answered) {
    if (request.json) print("{\"partial\": true}\n");
    flush_output();
    complain(fmt::format("interrupted after {} poses", answered));
    return interrupted_code;
}

int answer_poses(const CollideRequest& request, const CollideTask& task, const Model& a, const Model& b) {
    const FinishStepOnInterrupt step;
    int code = nothing_touches;
    for (std::size_t i = 0; i < task.poses_b.size(); ++i) {
        if (step.interrupted()) return stop_early(request, i);
        CollideAnswer answer = ask(a.at(task.pose_a), b.at(task.poses_b[i]), task);
        if (task.numbered) answer.pose_number = i;
        if (answer.witness) code = contact;
        print_answer(request, answer);
    }
    return code;
}

int collide(const CollideRequest& request) {
    const CollideTask task = understand(request);
    const Model a = load(request.file_a, task.build);
    const Model b = request.file_b == request.file_a ? a : load(request.file_b, task.build);
    if (task.numbered) return answer_poses(request, task, a, b);
    const CollideAnswer answer = ask(a.at(task.pose_a), b.at(task.poses_b.front()), task);
    print_answer(request, answer);
    return answer.witness ? contact : nothing_touches;
}

template <typename Names>
std::string listed_names(const Names& all) {
    std::string names;
    for (const auto each : all) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(each));
    return names;
}

CLI::Option* add_text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                      const std::string& placeholder, const std::string& help) {
    const auto store = [&target](const std::string& text) { target = text; };
    return verb.add_option_function<std::string>(name, store, help)->type_name(placeholder);
}

}  // namespace

void add_collide(CLI::App& program, Job& job) {
    const auto request = std::make_shared<CollideRequest>();
    CLI::App& verb = *program.add_subcommand("collide", "Do two surfaces touch, and where?");
    verb.add_option("A", request->file_a, "The first mesh: STL, OBJ, OFF, PLY, glTF or GLB")
        ->required()
        ->type_name("FILE");
    verb.add_option("B", request->file_b, "The second mesh")->required()->type_name("FILE");
    add_text(verb, "--pose-a", request->pose_a, "P",
             "Where A stands: tx,ty,tz,qw,qx,qy,qz or 12 numbers, row-major [R|t]");
    CLI::Option* const pose_b = add_text(verb, "--pose-b", request->pose_b, "P", "Where B stands");
    add_text(verb, "--poses", request->poses, "FILE",
             "Poses of B, one a line; each is answered, numbered from 0")
        ->excludes(pose_b);
    verb.add_flag("--all", request->all, "List all pairs of touching triangles");
    add_text(verb, "--limit", request->limit, "N",
             "List any N of the pairs, also with --all, and say whether these are all");
    add_text(verb, "--volume", request->volume, "V", "Bounding volume: " + listed_names(all_volumes()));
    add_text(verb, "--realign", request->realign, "R",
             "Realignment, with a k-DOP volume: " + listed_names(all_realigns()));
    add_text(verb, "--builder", request->builder, "B",
             "How the tree is divided: " + listed_names(all_builders()));
    verb.add_flag("--no-realign-cache", request->no_realign_cache,
                  "With a k-DOP volume: realign anew each time");
    verb.add_flag(
        "--stats", request->stats,
        "Tests made and seconds taken by the query: the listing one, or the one for the first contact");
    verb.add_flag("--json", request->json, "Answer in JSON, one line a pose");
    verb.group("Verbs");
    verb.footer(
        "Exit code 0: nothing touches; 1: contact.\n"
        "Example: allide collide bolt.stl plate.obj --pose-b 0,0,-1.5,1,0,0,0 --all --json");
    verb.callback([request, &job] { job = [request] { return collide(*request); }; });
}

}  // namespace allide::cli
