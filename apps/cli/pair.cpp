#include "pair.hpp"

#include "arguments.hpp"
#include "choices.hpp"
#include "interrupt.hpp"
#include "output.hpp"

#include <allide/io.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

// Realignment options are only valid with a k-DOP volume.
void check_realignment(const PairRequest& request, Volume volume) {
    if (is_kdop(volume) || !(request.realign || request.no_realign_cache)) return;
    throw Refusal(fmt::format("{}: expected a k-DOP volume (--volume kdop6 to kdop50), found --volume {}",
                              request.realign ? "--realign" : "--no-realign-cache", name_of(volume)));
}

BuildOptions build_options(const PairRequest& request) {
    BuildOptions options;
    if (request.volume) options.volume = value_or_refuse(volume_from_name(*request.volume), "--volume");
    if (request.realign) options.realign = value_or_refuse(realign_from_name(*request.realign), "--realign");
    check_realignment(request, options.volume);
    if (request.builder) options.builder = value_or_refuse(builder_from_name(*request.builder), "--builder");
    return options;
}

// Reports that Ctrl-C ended the work after `answered` poses. Returns the exit code.
int stop_early(const PairRequest& request, std::size_t answered) {
    if (request.json) print("{\"partial\": true}\n");
    flush_output();
    print_message(fmt::format("interrupted after {} poses", answered));
    return interrupted_code;
}

}  // namespace

Pose pose_or_identity(const std::optional<std::string>& text, std::string_view option) {
    return text ? value_or_refuse(parse_pose(*text), option) : Pose::identity();
}

// A file without triangles is refused: the answer "no contact" would hide that the file is probably wrong.
Model load_side(const std::string& file, const BuildOptions& build, const LoadOptions& load) {
    Model model = value_or_refuse(load_model(file, build, load), file);
    if (model.mesh().triangles().empty()) throw Refusal(fmt::format("{}: the file has no triangles", file));
    return model;
}

CLI::Option* add_text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                      const std::string& placeholder, const std::string& help) {
    const auto store = [&target](const std::string& text) { target = text; };
    return verb.add_option_function<std::string>(name, store, help)->type_name(placeholder);
}

CLI::Option* add_two_models(CLI::App& verb, PairRequest& request) {
    verb.add_option("A", request.file_a, fmt::format("First mesh: {}", formats_read))
        ->required()
        ->type_name("FILE");
    verb.add_option("B", request.file_b, "Second mesh")->required()->type_name("FILE");
    add_text(verb, "--pose-a", request.pose_a, "P",
             "Place A at pose P: tx,ty,tz,qw,qx,qy,qz or 12 numbers, row-major [R|t]")
        ->group("Poses");
    add_reading_options(verb, request.reading);
    return add_text(verb, "--pose-b", request.pose_b, "P", "Place B at pose P")->group("Poses");
}

void add_pair_options(CLI::App& verb, PairRequest& request) {
    CLI::Option* const pose_b = add_two_models(verb, request);
    add_text(verb, "--poses", request.poses, "FILE",
             "Answer every pose of B in FILE, one per line, numbered from 0")
        ->excludes(pose_b)
        ->group("Poses");
    accept_only(add_text(verb, "--volume", request.volume, "V", "Use trees of this bounding volume"),
                names_of(all_volumes()))
        ->group("Engine");
    accept_only(add_text(verb, "--builder", request.builder, "B", "Split tree nodes by this rule"),
                names_of(all_builders()))
        ->group("Engine");
    accept_only(add_text(verb, "--realign", request.realign, "R", "Realign k-DOPs by this method"),
                names_of(all_realigns()))
        ->group("Engine");
    verb.add_flag("--no-realign-cache", request.no_realign_cache,
                  "Realign a k-DOP each time it is tested instead of once")
        ->group("Engine");
    verb.add_flag("--json", request.json, "Print JSON instead of text: one line per pose")->group("Output");
}

PairTask understand(const PairRequest& request) {
    PairTask task;
    task.build = build_options(request);
    task.load = load_options(request.reading);
    if (request.no_realign_cache) task.realign_cache = RealignCache::off;
    task.pose_a = pose_or_identity(request.pose_a, "--pose-a");
    task.numbered = request.poses.has_value();
    task.poses_b = task.numbered ? value_or_refuse(load_poses(*request.poses), *request.poses)
                                 : std::vector{pose_or_identity(request.pose_b, "--pose-b")};
    if (task.poses_b.empty())
        throw Refusal(fmt::format("{}: expected at least one pose, found none", *request.poses));
    return task;
}

void print_answer(const std::string& text) {
    print(text);
    flush_output();
}

int answer_poses(const PairRequest& request, const PairTask& task, const AnswerPose& answer) {
    const Model a = load_side(request.file_a, task.build, task.load);
    const Model b = request.file_b == request.file_a ? a : load_side(request.file_b, task.build, task.load);
    const auto pair = [&](const Pose& pose_b, std::optional<std::uint64_t> number) {
        return PosedPair{a.mesh(), b.mesh(), a.at(task.pose_a), b.at(pose_b), number};
    };
    if (!task.numbered) return answer(pair(task.poses_b.front(), std::nullopt)) ? contact : nothing_touches;
    const FinishStepOnInterrupt step;
    int code = nothing_touches;
    for (std::size_t i = 0; i < task.poses_b.size(); ++i) {
        if (step.interrupted()) return stop_early(request, i);
        if (answer(pair(task.poses_b[i], i))) code = contact;
    }
    return code;
}

}  // namespace allide::cli
