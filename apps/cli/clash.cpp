#include "arguments.hpp"
#include "index_file.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "progress.hpp"
#include "reading.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>

namespace allide::cli {

namespace {

struct ClashRequest {
    std::vector<std::string> files, outputs;
    std::optional<std::string> clearance, touch, rules, baseline, threads, units, memory_limit, bcf_scale;
    ReadingRequest reading;
    bool json = false, strict = false;
};

bool is_bcf(const std::string& file) {
    return file.ends_with(".bcf") || file.ends_with(".bcfzip");
}

// BCF lengths are metres. Units are only a label, so nothing is converted without --bcf-scale.
double parse_bcf_scale(const ClashRequest& request) {
    if (request.bcf_scale) {
        const double scale = parse_length("--bcf-scale", *request.bcf_scale);
        if (scale == 0) throw Refusal("--bcf-scale: expected a number above 0");
        return scale;
    }
    const bool writes_bcf = std::any_of(request.outputs.begin(), request.outputs.end(), is_bcf);
    if (writes_bcf && request.units && *request.units != "m")
        complain(fmt::format(
            "programs that read BCF take its lengths for metres; these are written in {}, unless --bcf-scale "
            "gives the metres per unit",
            *request.units));
    return 1;
}

unsigned parse_threads(const std::optional<std::string>& text) {
    const std::uint64_t threads = text ? parse_count("--threads", *text) : 0;
    if (threads > 4096) throw Refusal("--threads: at most 4096 are possible");
    return static_cast<unsigned>(threads);
}

std::optional<double> parse_limit(std::string_view option, const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    return parse_length(option, *text);
}

// Everything that a user gives, checked before any scene is read.
struct ClashTask {
    ClashReportOptions report;
    ClashLoadOptions load;
    double bcf_scale = 1;
};

ClashTask check_request(const ClashRequest& request) {
    for (const std::string& file : request.outputs)
        if (!ClashReport::can_save(file))
            throw Refusal(
                fmt::format("-o {}: expected a name that ends in .html, .json, .csv or .bcf", file));
    ClashTask task;
    task.load.load = load_options(request.reading);
    task.bcf_scale = parse_bcf_scale(request);
    if (request.rules) task.report.rules = value_or_refuse(ClashRules::load(*request.rules), *request.rules);
    task.report.clearance = parse_limit("--clearance", request.clearance);
    task.report.touch = parse_limit("--touch", request.touch);
    task.report.threads = task.load.threads = parse_threads(request.threads);
    task.report.units = request.units.value_or("");
    if (request.baseline)
        task.report.baseline = value_or_refuse(ClashBaseline::load(*request.baseline), *request.baseline);
    if (request.memory_limit) task.load.memory_limit = memory_for_index(request.memory_limit);
    return task;
}

// Parts come and go by the thousand: freed memory is returned to the system at once.
void return_freed_memory() {
#ifdef __GLIBC__
    ::mallopt(M_TRIM_THRESHOLD, 128 * 1024);
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

// Shows a bar and stops the work on Ctrl-C.
auto progress_callback(ProgressBar& bar, const FinishStepOnInterrupt& interrupt) {
    return [&](std::size_t done, std::size_t all) {
        bar.show(done, all);
        return !interrupt.interrupted();
    };
}

ClashScene load_scene(const ClashRequest& request, ClashTask& task, const FinishStepOnInterrupt& interrupt) {
    ProgressBar bar(request.memory_limit ? "bytes of the scene" : "files");
    task.load.progress = progress_callback(bar, interrupt);
    const std::vector<std::filesystem::path> files(request.files.begin(), request.files.end());
    const ClashScene scene = value_or_refuse(ClashScene::load(files, task.load), "the scene");
    for (const std::string& warning : scene.warnings()) complain(warning);
    const bool has_nothing = scene.parts().empty();
    if (!scene.unreadable().empty() && !interrupt.interrupted() && (request.strict || has_nothing))
        throw Refusal(scene.unreadable().front().message);
    for (const UnreadableInput& one : scene.unreadable()) complain(one.message);
    return scene;
}

ClashReport find_clashes(const ClashScene& scene, ClashTask& task, const FinishStepOnInterrupt& interrupt) {
    ProgressBar bar("pairs");
    task.report.progress = progress_callback(bar, interrupt);
    return value_or_refuse(ClashReport::of(scene, task.report), "the scene");
}

// After Ctrl-C the pictures that are left are not drawn, and every later output is marked as partial.
void write_outputs(const ClashRequest& request, const ClashTask& task, const FinishStepOnInterrupt& interrupt,
                   ClashReport& report) {
    for (const std::string& file : request.outputs) {
        ProgressBar bar("pictures of " + file);
        const auto progress = progress_callback(bar, interrupt);
        ClashSaveOptions options;
        options.page.progress = options.bcf.progress = progress;
        options.bcf.scale = task.bcf_scale;
        if (const auto error = report.save(file, options)) throw Refusal(error->text());
        report.partial = report.partial || interrupt.interrupted();
    }
    print(request.json ? report.json() : report.text());
}

int clash(const ClashRequest& request) {
    const Timed clock;
    return_freed_memory();
    ClashTask task = check_request(request);
    const FinishStepOnInterrupt interrupt;
    const ClashScene scene = load_scene(request, task, interrupt);
    ClashReport report = find_clashes(scene, task, interrupt);
    report.partial = report.partial || interrupt.interrupted();
    report.seconds = clock.seconds();
    write_outputs(request, task, interrupt, report);
    if (interrupt.interrupted()) return interrupted_code;
    if (!report.unreadable.empty()) return refused;
    return report.has_open_clashes() ? contact : nothing_touches;
}

void add_clash_text(CLI::App& verb, const char* name, std::optional<std::string>& value, const char* type,
                    const char* help) {
    verb.add_option(name, value, help)->type_name(type);
}

}  // namespace

void add_clash(CLI::App& program, Job& job) {
    const auto request = std::make_shared<ClashRequest>();
    CLI::App& verb = *program.add_subcommand("clash", "All clashes of the parts of a whole assembly");
    verb.add_option("SCENE", request->files, "Files in any format that allide reads; each part is an object")
        ->required()
        ->type_name("");
    add_clash_text(verb, "--clearance", request->clearance, "D", "Parts at most D apart clash too");
    add_clash_text(verb, "--touch", request->touch, "E", "A gap or a depth of at most E is a touch");
    add_clash_text(verb, "--rules", request->rules, "FILE",
                   "Groups, tolerances and pairs to ignore: TOML or JSON");
    add_clash_text(
        verb, "--baseline", request->baseline, "FILE",
        "An earlier JSON report: says what is new, persisting or resolved, and tests only what changed");
    verb.add_option("-o", request->outputs,
                    "Also write the report to a .html, .json, .csv or .bcf file; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    add_reading_options(verb, request->reading);
    add_clash_text(verb, "--threads", request->threads, "N", "At most N threads; 0: one a core");
    add_clash_text(verb, "--memory-limit", request->memory_limit, "N",
                   "Work in about N bytes of memory, and on the disk");
    add_clash_text(verb, "--units", request->units, "U", "What the files' lengths are in; only a label");
    add_clash_text(verb, "--bcf-scale", request->bcf_scale, "S",
                   "Multiply the coordinates of a .bcf file, which means metres: 0.001 for millimetres");
    verb.add_flag("--strict", request->strict, "Refuse the scene if any part of it cannot be read");
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer(
        "Kinds: duplicate, contained, hard, touch, clearance; docs/clash.md says what they mean.\n"
        "Exit code 0: no clash that is not approved or resolved; 1: there are; 2: something could not be "
        "read,\n"
        "the report of the rest is written; 130: interrupted, what was done is written.\n"
        "Example: allide clash ducts.glb structure.glb --clearance 0.05 -o report.html -o report.json");
    verb.callback([request, &job] { job = [request] { return clash(*request); }; });
}

}  // namespace allide::cli
