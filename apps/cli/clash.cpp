#include "arguments.hpp"
#include "choices.hpp"
#include "index_file.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "progress.hpp"
#include "reading.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <array>
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
    std::optional<std::string> clearance, touch, rules, baseline, threads, units, memory_limit, bcf_scale,
        depth_error, bcf_kinds, bcf_limit, kinds, min_depth, min_volume, up;
    std::vector<std::string> between;  // two patterns per use of the option
    std::string bcf_version = "2.1";
    ReadingRequest reading;
    bool json = false, strict = false, estimate_sag = false;
};

// Empty without --bcf-scale: the scale then follows from the report's units.
std::optional<double> parse_bcf_scale(const ClashRequest& request) {
    if (!request.bcf_scale) return std::nullopt;
    const double scale = parse_length("--bcf-scale", *request.bcf_scale);
    if (scale == 0) throw Refusal("--bcf-scale: expected a number above 0");
    return scale;
}

constexpr std::array all_kinds{ClashKind::duplicate, ClashKind::contained, ClashKind::hard, ClashKind::touch,
                               ClashKind::clearance};

// Kinds separated by commas.
std::vector<ClashKind> parse_kinds(std::string_view option, std::string_view text) {
    const Words names = names_of(all_kinds);
    std::vector<ClashKind> kinds;
    while (true) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view word = text.substr(0, end);
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end()) throw Refusal(fmt::format("{}: {}", option, unknown_name(word, names)));
        kinds.push_back(all_kinds[static_cast<std::size_t>(found - names.begin())]);
        if (end == text.size()) return kinds;
        text.remove_prefix(end + 1);
    }
}

ClashBcfOptions parse_bcf(const ClashRequest& request) {
    ClashBcfOptions bcf;
    bcf.scale = parse_bcf_scale(request);
    if (request.bcf_version == "3.0") bcf.version = BcfVersion::v3_0;
    if (request.bcf_kinds) bcf.kinds = parse_kinds("--bcf-kinds", *request.bcf_kinds);
    if (request.bcf_limit) bcf.limit = parse_count("--bcf-limit", *request.bcf_limit);
    return bcf;
}

unsigned parse_threads(const std::optional<std::string>& text) {
    const std::uint64_t threads = text ? parse_count("--threads", *text) : 0;
    if (threads > 4096) throw Refusal("--threads: expected at most 4096");
    return static_cast<unsigned>(threads);
}

std::optional<double> parse_limit(std::string_view option, const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    return parse_length(option, *text);
}

ClashFilter parse_filter(const ClashRequest& request) {
    ClashFilter filter;
    if (request.kinds) filter.kinds = parse_kinds("--kinds", *request.kinds);
    for (std::size_t i = 0; i + 1 < request.between.size(); i += 2)
        filter.between.push_back({request.between[i], request.between[i + 1]});
    filter.min_depth = parse_limit("--min-depth", request.min_depth).value_or(0);
    filter.min_volume = parse_limit("--min-volume", request.min_volume).value_or(0);
    return filter;
}

std::optional<Vec3> parse_up(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    const Vec3 up = value_or_refuse(parse_point(*text), "--up");
    if (up == Vec3{0, 0, 0}) throw Refusal("--up: expected a direction, found 0,0,0");
    return up;
}

double parse_depth_error(const std::string& text) {
    const double error = parse_length("--depth-error", text);
    if (!(error >= 1e-3 && error <= 0.5))
        throw Refusal(fmt::format("--depth-error: expected a number from 0.001 to 0.5, found {}", text));
    return error;
}

// Everything that a user gives, checked before any scene is read.
struct ClashTask {
    ClashReportOptions report;
    ClashLoadOptions load;
    ClashBcfOptions bcf;
};

ClashTask check_request(const ClashRequest& request) {
    for (const std::string& file : request.outputs)
        if (!ClashReport::can_save(file))
            throw Refusal(
                fmt::format("-o {}: expected a name that ends in .html, .json, .csv or .bcf", file));
    ClashTask task;
    task.load.load = load_options(request.reading);
    task.bcf = parse_bcf(request);
    if (request.rules) task.report.rules = value_or_refuse(ClashRules::load(*request.rules), *request.rules);
    task.report.clearance = parse_limit("--clearance", request.clearance);
    task.report.touch = parse_limit("--touch", request.touch);
    if (request.estimate_sag) task.report.unknown_sags = UnknownSags::estimated;
    if (request.depth_error) task.report.depth_error = parse_depth_error(*request.depth_error);
    task.report.threads = task.load.threads = parse_threads(request.threads);
    task.report.units = request.units.value_or("");
    task.report.filter = parse_filter(request);
    task.report.up = parse_up(request.up);
    if (request.baseline)
        task.report.baseline = value_or_refuse(ClashBaseline::load(*request.baseline), *request.baseline);
    if (request.memory_limit) task.load.memory_limit = memory_for_index(request.memory_limit);
    return task;
}

// Thousands of parts are loaded and freed, so freed memory is returned to the system at once.
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
    for (const std::string& warning : scene.warnings()) print_message(warning);
    const bool has_nothing = scene.parts().empty();
    if (!scene.unreadable().empty() && !interrupt.interrupted() && (request.strict || has_nothing))
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

// After Ctrl-C the pictures that are left are not drawn, and every later output is marked as partial.
void write_outputs(const ClashRequest& request, const ClashTask& task, const FinishStepOnInterrupt& interrupt,
                   ClashReport& report) {
    for (const std::string& file : request.outputs) {
        ProgressBar bar("pictures of " + file);
        const auto progress = progress_callback(bar, interrupt);
        ClashSaveOptions options;
        options.bcf = task.bcf;
        options.page.progress = options.bcf.progress = progress;
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
    CLI::App& verb = *program.add_subcommand("clash", "Find all clashes between the parts of an assembly");
    verb.add_option("SCENE", request->files, "Files in any format that allide reads, or one\nindex (.allide)")
        ->required()
        ->type_name("");
    add_clash_text(verb, "--clearance", request->clearance, "D", "Report parts at most D apart, too");
    add_clash_text(verb, "--touch", request->touch, "E", "Report a gap or depth of at most E as touch");
    add_clash_text(verb, "--depth-error", request->depth_error, "R",
                   "Largest relative width of the bounds of depths,\nfrom 0.001 to 0.5 (default: 0.1)");
    verb.add_flag("--estimate-sag", request->estimate_sag,
                  "Estimate how far the triangles of curved parts are\nfrom their surfaces, and report "
                  "clashes that are\nno deeper as touch");
    add_clash_text(verb, "--rules", request->rules, "FILE", "Groups, limits and ignored pairs: TOML or JSON");
    add_clash_text(verb, "--baseline", request->baseline, "FILE",
                   "Compare with this JSON report and test only\nchanged parts");
    verb.add_option("-o", request->outputs,
                    "Also write the report to this .html, .json, .csv\nor .bcf file; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    add_reading_options(verb, request->reading);
    add_clash_text(verb, "--threads", request->threads, "N", "Use at most N threads (0: one per core)");
    add_clash_text(verb, "--memory-limit", request->memory_limit, "N",
                   "Use about N bytes of memory; the rest stays on disk");
    add_clash_text(verb, "--kinds", request->kinds, "K,K", "Report only clashes of these kinds");
    verb.add_option("--between", request->between,
                    "Test only pairs of parts of which one matches each\npattern: a group, part name, IFC "
                    "class, storey or\ntype; may be repeated")
        ->type_name("PATTERN PATTERN")
        ->expected(2)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    add_clash_text(verb, "--min-depth", request->min_depth, "D",
                   "Leave out clashes that are less than D deep");
    add_clash_text(verb, "--min-volume", request->min_volume, "V",
                   "Leave out clashes with less than V of common volume");
    add_clash_text(verb, "--units", request->units, "U",
                   "Unit of the files' lengths, a label (default: as the\nfiles say)");
    add_clash_text(verb, "--up", request->up, "X,Y,Z",
                   "Vertical direction of views and grid (default: as the\nfiles say, else z)");
    add_clash_text(verb, "--bcf-scale", request->bcf_scale, "S",
                   "Metres per unit in .bcf files (default: as the\nunits say)");
    accept_only(verb.add_option("--bcf-version", request->bcf_version, "Version of .bcf files (default: 2.1)")
                    ->type_name("V"),
                {"2.1", "3.0"});
    add_clash_text(verb, "--bcf-kinds", request->bcf_kinds, "K,K",
                   "Kinds that become topics in .bcf files (default:\nhard,clearance)");
    add_clash_text(verb, "--bcf-limit", request->bcf_limit, "N", "Write at most N topics, the worst clashes");
    verb.add_flag("--strict", request->strict, "Fail if any part of the scene cannot be read");
    verb.add_flag("--json", request->json, "Print the report as JSON");
    verb.group("Verbs");
    verb.footer(
        "Kinds: duplicate, contained, hard, touch, clearance (see docs/clash.md).\n"
        "Exit codes: 0 all clashes are approved or resolved, 1 there are others,\n"
        "2 something could not be read (the rest is reported), 130 interrupted (the\n"
        "report of what was done is written).\n"
        "Example: allide clash ducts.glb steel.glb --clearance 0.05 -o report.html");
    verb.callback([request, &job] { job = [request] { return clash(*request); }; });
}

}  // namespace allide::cli
