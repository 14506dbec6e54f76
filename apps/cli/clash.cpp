#include "clash_options.hpp"
#include "clash_output.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "progress.hpp"

#include <allide/report.hpp>

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct ClashCommand {
    std::vector<std::string> files, outputs;
    ClashRequest request;
    bool json = false;
};

ClashScene load_scene(const ClashCommand& command, ClashTask& task, const FinishStepOnInterrupt& interrupt) {
    ProgressBar bar(command.request.memory_limit ? "bytes of the scene" : "files");
    task.load.progress = progress_callback(bar, interrupt);
    const std::vector<std::filesystem::path> files(command.files.begin(), command.files.end());
    const ClashScene scene = value_or_refuse(ClashScene::load(files, task.load), "the scene");
    for (const std::string& warning : scene.warnings()) print_message(warning);
    const bool has_nothing = scene.parts().empty();
    if (!scene.unreadable().empty() && !interrupt.interrupted() && (command.request.strict || has_nothing))
        throw Refusal(scene.unreadable().front().message);
    for (const UnreadableInput& one : scene.unreadable()) print_message(one.message);
    return scene;
}

ClashReport find_clashes(const ClashScene& scene, ClashTask& task, const FinishStepOnInterrupt& interrupt) {
    ProgressBar bar("pairs");
    task.report.progress = progress_callback(bar, interrupt);
    ClashReport report = value_or_refuse(ClashReport::of(scene, task.report), "the scene");
    for (const std::string& warning : report.warnings) print_message(warning);
    return report;
}

int clash(const ClashCommand& command) {
    const Timed clock;
    return_freed_memory();
    for (const std::string& file : command.outputs) expect_report_name(file);
    ClashTask task = check_request(command.request);
    const FinishStepOnInterrupt interrupt;
    const ClashScene scene = load_scene(command, task, interrupt);
    ClashReport report = find_clashes(scene, task, interrupt);
    report.partial = report.partial || interrupt.interrupted();
    report.seconds = clock.seconds();
    write_reports(command.outputs, command.json, task.bcf, interrupt, report);
    if (interrupt.interrupted()) return interrupted_code;
    if (!report.unreadable.empty()) return refused;
    return report.has_open_clashes() ? contact : nothing_touches;
}

}  // namespace

void add_clash(CLI::App& program, Job& job) {
    const auto command = std::make_shared<ClashCommand>();
    CLI::App& verb = *program.add_subcommand("clash", "Find all clashes between the parts of an assembly");
    verb.add_option("SCENE", command->files, "Files in any format that allide reads, or one\nindex (.allide)")
        ->required()
        ->type_name("");
    add_clash_options(verb, command->request);
    add_report_outputs(verb, command->outputs);
    verb.add_flag("--json", command->json, "Print the report as JSON")->group("Output");
    verb.group("Verbs");
    verb.footer(
        "Kinds: duplicate, contained, hard, touch, clearance (see docs/clash.md).\n"
        "Exit codes: 0 all clashes are approved or resolved, 1 there are others,\n"
        "2 something could not be read (the rest is reported), 130 interrupted (the\n"
        "report of what was done is written).\n"
        "Example: allide clash ducts.glb steel.glb --clearance 0.05 -o report.html");
    verb.callback([command, &job] { job = [command] { return clash(*command); }; });
}

}  // namespace allide::cli
