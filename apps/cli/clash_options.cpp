#include "clash_options.hpp"

#include "arguments.hpp"
#include "choices.hpp"
#include "index_file.hpp"
#include "names.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>

namespace allide::cli {

namespace {

// Empty without --bcf-scale: the scale then follows from the report's units.
std::optional<double> parse_bcf_scale(const ClashRequest& request) {
    if (!request.bcf_scale) return std::nullopt;
    const double scale = parse_length("--bcf-scale", *request.bcf_scale);
    if (scale == 0) throw Refusal("--bcf-scale: expected a number above 0");
    return scale;
}

constexpr std::array all_kinds{ClashKind::duplicate, ClashKind::contained, ClashKind::hard, ClashKind::touch,
                               ClashKind::clearance};

// Parses kinds separated by commas.
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

}  // namespace

unsigned parse_threads(const std::optional<std::string>& text) {
    const std::uint64_t threads = text ? parse_count("--threads", *text) : 0;
    if (threads > 4096) throw Refusal("--threads: expected at most 4096");
    return static_cast<unsigned>(threads);
}

ClashTask check_request(const ClashRequest& request) {
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

void return_freed_memory() {
#ifdef __GLIBC__
    // The heap grows and shrinks by megabytes, so that data of single clashes do not move its end.
    ::mallopt(M_TOP_PAD, 4 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 128 * 1024);
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

void add_clash_options(CLI::App& verb, ClashRequest& request) {
    const char *const limits = "Limits", *const filter = "Filter", *const input = "Input",
                      *const resources = "Resources", *const bcf = "BCF files";
    add_text(verb, "--clearance", request.clearance, "D", "Report parts at most D apart, too")->group(limits);
    add_text(verb, "--touch", request.touch, "E", "Report a gap or depth of at most E as touch")
        ->group(limits);
    add_text(verb, "--rules", request.rules, "FILE",
             "Read groups of parts, limits and ignored pairs from this TOML or JSON file")
        ->group(limits);
    add_text(verb, "--depth-error", request.depth_error, "R",
             "Compute bounds of depths with a relative width of at most R, from 0.001 to 0.5 (default: 0.1)")
        ->group(limits);
    verb.add_flag(
            "--estimate-sag", request.estimate_sag,
            "Estimate how far the triangles of curved parts are from their surfaces, and report clashes "
            "that are no deeper as touch")
        ->group(limits);
    add_text(verb, "--baseline", request.baseline, "FILE",
             "Compare with this JSON report and test only changed parts")
        ->group(filter);
    add_text(verb, "--kinds", request.kinds, "K,K", "Report only clashes of these kinds")->group(filter);
    verb.add_option("--between", request.between,
                    "Test only pairs of which one part matches each pattern: a group, part name, IFC class, "
                    "storey or type; may be repeated")
        ->type_name("PATTERN PATTERN")
        ->expected(2)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false)
        ->group(filter);
    add_text(verb, "--min-depth", request.min_depth, "D", "Leave out clashes that are less than D deep")
        ->group(filter);
    add_text(verb, "--min-volume", request.min_volume, "V",
             "Leave out clashes with less than V of common volume")
        ->group(filter);
    add_reading_options(verb, request.reading);
    add_text(verb, "--units", request.units, "U", "Label lengths with unit U (default: as the files say)")
        ->group(input);
    add_text(verb, "--up", request.up, "X,Y,Z",
             "Take this direction as vertical in views and grid (default: as the files say, else z)")
        ->group(input);
    verb.add_flag("--strict", request.strict, "Fail if any part of the scene cannot be read")->group(input);
    add_text(verb, "--threads", request.threads, "N", "Use at most N threads (0: one per core)")
        ->group(resources);
    add_text(verb, "--memory-limit", request.memory_limit, "N",
             "Use about N bytes of memory; the rest stays on disk")
        ->group(resources);
    add_text(verb, "--bcf-scale", request.bcf_scale, "S",
             "Write S metres per unit of length (default: as the units say)")
        ->group(bcf);
    accept_only(verb.add_option("--bcf-version", request.bcf_version, "Write this version (default: 2.1)")
                    ->type_name("V")
                    ->group(bcf),
                {"2.1", "3.0"});
    add_text(verb, "--bcf-kinds", request.bcf_kinds, "K,K",
             "Write topics for clashes of these kinds (default: hard,clearance)")
        ->group(bcf);
    add_text(verb, "--bcf-limit", request.bcf_limit, "N", "Write at most N topics, the worst clashes")
        ->group(bcf);
}

}  // namespace allide::cli
