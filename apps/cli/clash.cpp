#include "arguments.hpp"
#include "clash_baseline.hpp"
#include "clash_index.hpp"
#include "clash_report.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "progress.hpp"
#include "reading.hpp"

#include <allide/scene.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

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

struct ClashTask {
    ClashLimits limits;
    ClashRules rules;
    std::optional<ClashBaseline> baseline;
    unsigned threads = 0;
    double bcf_scale = 1;
};

// Everything that can be refused is, before files are read.
void check_output(const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    for (const char* known : {".html", ".json", ".csv", ".bcf", ".bcfzip"})
        if (extension == known) return;
    throw Refusal(fmt::format("-o {}: the name must end in .html, .json, .csv or .bcf", file));
}

bool is_bcf(const std::string& file) {
    return file.ends_with(".bcf") || file.ends_with(".bcfzip");
}

// BCF means metres. Units are only a label, so that nothing is converted that was not asked for.
double understand_bcf_scale(const ClashRequest& request) {
    if (request.bcf_scale) {
        const double scale = parse_length("--bcf-scale", *request.bcf_scale);
        if (scale == 0) throw Refusal("--bcf-scale: a number above 0 is needed");
        return scale;
    }
    const bool writes_bcf = std::any_of(request.outputs.begin(), request.outputs.end(), is_bcf);
    if (writes_bcf && request.units && *request.units != "m")
        complain(fmt::format(
            "programs that read BCF take its lengths for metres; these are written in {}, unless --bcf-scale "
            "says how many metres one is",
            *request.units));
    return 1;
}

ClashTask understand(const ClashRequest& request) {
    ClashTask task;
    for (const std::string& file : request.outputs) check_output(file);
    load_options(request.reading);  // refuses a sag that is none
    task.bcf_scale = understand_bcf_scale(request);
    if (request.rules) task.rules = ClashRules::load(*request.rules);
    task.limits = task.rules.own_limits();
    if (request.clearance) task.limits.clearance = parse_length("--clearance", *request.clearance);
    if (request.touch) task.limits.touch = parse_length("--touch", *request.touch);
    if (request.threads) {
        const std::uint64_t threads = parse_count("--threads", *request.threads);
        if (threads > 4096) throw Refusal("--threads: more than 4096 are not possible");
        task.threads = static_cast<unsigned>(threads);
    }
    if (request.baseline) {
        task.baseline = ClashBaseline::load(*request.baseline);
        task.baseline->compare_settings(task.limits, task.rules.digest());
    }
    return task;
}

// The parts that can be tested, in a scene; its objects' numbers and the parts' differ where some cannot.
class ClashScene {
  public:
    // With an index the parts' models are in it, and their numbers are the objects'.
    ClashScene(const std::vector<ClashPartInfo>& parts, const ClashTask& task, const ClashIndex* index)
        : parts_(parts), task_(task), index_(index) {
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            if (!parts[i].model) continue;
            if (!index) scene_.add(*parts[i].model, {}, {.name = parts[i].name, .group = parts[i].group});
            part_of_.push_back(i);
        }
        scene_.set_filter([this](ObjectId a, ObjectId b) { return limits(a, b).has_value(); });
    }

    std::uint32_t part_of(ObjectId id) const { return part_of_[id.number]; }
    const ClashPartInfo& part(ObjectId id) const { return parts_[part_of(id)]; }
    std::optional<ClashLimits> limits(ObjectId a, ObjectId b) const {
        return task_.rules.limits(part(a), part(b), task_.limits);
    }
    bool is_known(ObjectId a, ObjectId b) const {
        return task_.baseline && task_.baseline->knows(part(a), part(b));
    }

    Clashes clashes(const FinishStepOnInterrupt& interrupt) {
        ProgressBar bar("pairs");
        const ClashOptions options{.clearance = task_.rules.largest_limit(task_.limits),
                                   .detail = ClashDetail::regions,
                                   .threads = task_.threads,
                                   .limits = [this](ObjectId a, ObjectId b) { return *limits(a, b); },
                                   .wanted = [this](ObjectId a, ObjectId b) { return !is_known(a, b); },
                                   .progress =
                                       [&](std::size_t done, std::size_t all) {
                                           bar.show(done, all);
                                           return !interrupt.interrupted();
                                       }};
        if (!index_) return scene_.clashes(options);
        const auto filter = [this](ObjectId a, ObjectId b) { return limits(a, b).has_value(); };
        return value_or_refuse(
            allide::clashes(index_->index,
                            {.pairs = options, .filter = filter, .memory_limit = index_->memory_limit}),
            "the scene");
    }

  private:
    const std::vector<ClashPartInfo>& parts_;
    const ClashTask& task_;
    const ClashIndex* index_;
    Scene scene_;
    std::vector<std::uint32_t> part_of_;  // by object
};

std::array<std::int64_t, 2> square_of(const ClashGrid& grid, const Vec3& point) {
    const std::array<double, 3> x{point.x, point.y, point.z};
    const auto square = [&](std::size_t axis) {
        return static_cast<std::int64_t>(std::clamp(std::floor(x[axis] / grid.size), -0x1p62, 0x1p62));
    };
    return {square(grid.first_axis), square(grid.second_axis)};
}

ClashRow row_of(const Clash& clash, const ClashScene& scene) {
    const ClashPartInfo &a = scene.part(clash.a), &b = scene.part(clash.b);
    ClashRow row;
    row.key = clash_key(a.identity, b.identity);
    row.a = a.name;
    row.b = b.name;
    row.a_id = scene.part_of(clash.a);
    row.b_id = scene.part_of(clash.b);
    row.clash = clash;
    row.group = group_pair(a.group, b.group);
    row.regions = clash.regions;
    return row;
}

bool comes_before(const ClashRow& x, const ClashRow& y) {
    const bool there_x = x.a_id && x.b_id, there_y = y.a_id && y.b_id;
    if (there_x != there_y) return there_x;
    if (!there_x) return x.key < y.key;
    return std::pair(*x.a_id, *x.b_id) < std::pair(*y.a_id, *y.b_id);
}

void add_clashes(ClashReport& report, const ClashTask& task, const ClashIndex* index,
                 const FinishStepOnInterrupt& interrupt) {
    ClashScene scene(report.parts, task, index);
    const Clashes found = scene.clashes(interrupt);
    for (const Clash& clash : found) report.rows.push_back(row_of(clash, scene));
    report.candidate_pairs = found.candidate_pairs;
    report.coverage.untested_pairs = found.untested.size();
    report.coverage.tested_pairs = found.tested_pairs;
    report.coverage.carried_pairs = found.candidate_pairs - found.tested_pairs - found.untested.size();
    report.partial = report.partial || !found.untested.empty();
    if (task.baseline) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> untested;
        for (const ObjectPair& pair : found.untested)
            untested.emplace(scene.part_of(pair.a), scene.part_of(pair.b));
        task.baseline->settle(report, [&](std::uint32_t a, std::uint32_t b) {
            const ClashPartInfo &one = report.parts[a], &other = report.parts[b];
            if (!task.rules.limits(one, other, task.limits)) return ClashBaseline::Looked::ignored;
            const bool looked = one.model && other.model && untested.count({a, b}) == 0;
            return looked ? ClashBaseline::Looked::at_it : ClashBaseline::Looked::not_at_it;
        });
    }
    std::sort(report.rows.begin(), report.rows.end(), comes_before);
    if (report.grid)
        for (ClashRow& row : report.rows) row.square = square_of(*report.grid, row.clash.point);
}

std::string as_file(const std::string& file, const ClashRequest& request, const ClashTask& task,
                    const ClashReport& report) {
    if (file.ends_with(".csv")) return as_csv(report);
    if (file.ends_with(".json")) return as_json(report);
    if (file.ends_with(".html")) return as_page(report, request.files);
    return as_bcf(report, task.bcf_scale);
}

// Pages show the parts that clash.
void load_models_of_clashes(ClashReport& report, const Index& index) {
    for (const ClashRow& row : report.rows)
        for (const auto& id : {row.a_id, row.b_id})
            if (id && report.parts[*id].model->mesh().triangles().empty())
                report.parts[*id].model = value_or_refuse(model_of(index, *id), "the scene");
}

void write_outputs(const ClashRequest& request, const ClashTask& task, const ClashReport& report) {
    for (const std::string& file : request.outputs) write_whole(file, as_file(file, request, task, report));
    print(request.json ? as_json(report) : as_summary(report));
}

// With a memory limit the triangles go to `index`.
ClashParts read_files(const ClashRequest& request, const ClashTask& task,
                      const FinishStepOnInterrupt& interrupt, std::optional<ClashIndex>& index) {
    const LoadOptions load = load_options(request.reading);
    ClashParts scene;
    if (request.memory_limit)
        index = index_parts(request.files, load, task.threads, *request.memory_limit, scene);
    if (index) return scene;
    return read_parts(request.files, load, task.threads, [&] { return !interrupt.interrupted(); });
}

ClashReport read_scene(const ClashRequest& request, const ClashTask& task,
                       const FinishStepOnInterrupt& interrupt, std::optional<ClashIndex>& index) {
    ClashReport report;
    ClashParts scene = read_files(request, task, interrupt, index);
    if (!scene.unreadable.empty() && !interrupt.interrupted() && (request.strict || scene.parts.empty()))
        throw Refusal(scene.unreadable.front().message);
    report.parts = std::move(scene.parts);
    if (task.baseline) task.baseline->recognise(report.parts);
    report.unreadable = std::move(scene.unreadable);
    report.partial = !report.unreadable.empty();
    for (ClashPartInfo& part : report.parts)
        if (const auto group = task.rules.group_of(part)) part.group = *group;
    if (task.rules.ignores_siblings()) find_nodes(report.parts);
    for (const Unreadable& one : report.unreadable) complain(one.message);
    report.limits = task.limits;
    report.rules_digest = task.rules.digest();
    report.units = request.units.value_or("");
    report.grid = task.rules.grid();
    report.has_baseline = task.baseline.has_value();
    return report;
}

// Parts come and go by the thousand; what is free is given back at once, not kept for more of them.
void keep_little_free_memory() {
#ifdef __GLIBC__
    ::mallopt(M_TRIM_THRESHOLD, 128 * 1024);
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

int clash(const ClashRequest& request) {
    const Timed clock;
    keep_little_free_memory();
    const ClashTask task = understand(request);
    const FinishStepOnInterrupt interrupt;
    std::optional<ClashIndex> index;
    ClashReport report = read_scene(request, task, interrupt, index);
    add_clashes(report, task, index ? &*index : nullptr, interrupt);
    if (index && !request.outputs.empty()) load_models_of_clashes(report, index->index);
    report.partial = report.partial || interrupt.interrupted();
    report.seconds = clock.seconds();
    write_outputs(request, task, report);
    if (interrupt.interrupted()) return interrupted_code;
    if (!report.unreadable.empty()) return refused;
    return std::any_of(report.rows.begin(), report.rows.end(), counts) ? contact : nothing_touches;
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
