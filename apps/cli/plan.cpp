// The verbs `plan`, `unit` and `merge`: a clash report in units of work, for several machines.
#include "arguments.hpp"
#include "clash_options.hpp"
#include "clash_output.hpp"
#include "index_file.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "progress.hpp"

#include <allide/extra/clash_plan.hpp>
#include <allide/index.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct PlanCommand {
    std::vector<std::string> indexes;
    std::string plan;
    std::optional<std::string> unit_count;
    ClashRequest request;
    bool json = false;
};

struct UnitCommand {
    std::string plan, unit, folder;
    std::optional<std::string> index, threads, memory_limit;
    bool json = false;
};

struct MergeCommand {
    std::string plan, folder;
    std::vector<std::string> outputs;
    std::optional<std::string> index, memory_limit, coverage;
    bool resume = false, json = false;
};

std::string plan_number(const ClashPlanInfo& plan) {
    return fmt::format("{:016x}", plan.id);
}

// The costs of the median and of the largest unit; 0 without units.
std::pair<std::uint64_t, std::uint64_t> typical_costs(const ClashPlanInfo& plan) {
    std::vector<std::uint64_t> costs;
    for (const ClashUnit& unit : plan.units) costs.push_back(unit.cost);
    std::sort(costs.begin(), costs.end());
    if (costs.empty()) return {0, 0};
    return {costs[costs.size() / 2], costs.back()};
}

void print_plan(const PlanCommand& command, const ClashPlanInfo& plan, double seconds) {
    const auto [median, largest] = typical_costs(plan);
    if (!command.json)
        return print(
            fmt::format("{}: plan {}\n"
                        "{} units, {} pairs to test of {} near each other\n"
                        "triangles per unit: {} in the median, {} at most\n",
                        command.plan, plan_number(plan), plan.units.size(), plan.pairs, plan.candidate_pairs,
                        median, largest));
    JsonWriter out;
    out.begin_object();
    out.key("plan").value(command.plan);
    out.key("id").value(plan_number(plan));
    out.key("version").value(plan.version);
    out.key("index").value(plan.index);
    out.key("index_digest").value(fmt::format("{:016x}", plan.index_digest));
    out.key("units").value(std::uint64_t{plan.units.size()});
    out.key("candidate_pairs").value(plan.candidate_pairs);
    out.key("pairs").value(plan.pairs);
    out.key("cost").value(plan.cost);
    out.key("median_cost").value(median);
    out.key("largest_cost").value(largest);
    out.key("seconds").value(seconds);
    out.end_object();
    print(out.text() + '\n');
}

// The index that is planned: the only one, or one that joins all of them, written next to the plan.
std::string index_of(const PlanCommand& command) {
    for (const std::string& index : command.indexes) {
        if (!is_index_file(index))
            throw Refusal(fmt::format("{}: expected an index; `allide index` writes one", index));
        std::error_code ignored;
        if (std::filesystem::equivalent(index, command.plan, ignored))
            throw Refusal(fmt::format("-o {}: expected another file than the index, which it would overwrite",
                                      command.plan));
    }
    if (command.indexes.size() == 1) return command.indexes.front();
    std::string joined = command.plan + ".allide";
    IndexBuildOptions options;
    if (command.request.memory_limit)
        options.memory_limit = memory_to_build_in(*command.request.memory_limit);
    const std::vector<std::filesystem::path> parts(command.indexes.begin(), command.indexes.end());
    value_or_refuse(Index::join(parts, joined, options), joined);
    return joined;
}

int make_plan(const PlanCommand& command) {
    const Timed clock;
    return_freed_memory();
    const std::string index = index_of(command);
    const ClashTask task = check_request(command.request);
    ClashPlanOptions options{.report = task.report, .bcf = task.bcf};
    if (command.unit_count) options.units = parse_count("--unit-count", *command.unit_count);
    if (task.load.memory_limit) options.memory_limit = *task.load.memory_limit / 2;
    const ClashPlanInfo plan = value_or_refuse(plan_clashes(index, command.plan, options), command.plan);
    print_plan(command, plan, clock.seconds());
    return done;
}

ClashPlan open_plan(const std::string& plan, const std::optional<std::string>& index,
                    const std::optional<std::string>& memory_limit) {
    ClashPlanOpenOptions options;
    if (index) options.index = *index;
    if (memory_limit) options.memory_limit = memory_for_index(memory_limit);
    return value_or_refuse(ClashPlan::open(plan, options), plan);
}

int run_unit(const UnitCommand& command) {
    const Timed clock;
    return_freed_memory();
    ClashUnitOptions options{.threads = parse_threads(command.threads)};
    const std::uint64_t unit = parse_count("K", command.unit);
    const ClashPlan plan = open_plan(command.plan, command.index, command.memory_limit);
    const FinishStepOnInterrupt interrupt;
    std::optional<Result<ClashUnitResult>> run;
    {
        ProgressBar bar("pairs");
        options.progress = progress_callback(bar, interrupt);
        run = plan.run(unit, command.folder, options);
    }
    if (interrupt.interrupted() && !*run) return interrupted_code;
    const ClashUnitResult result = value_or_refuse(*std::move(run), command.plan);
    if (!command.json) {
        print(fmt::format("{}: {} pairs tested, {} clashes\n", result.file.string(), result.pairs,
                          result.clashes));
        return done;
    }
    JsonWriter out;
    out.begin_object();
    out.key("unit").value(unit);
    out.key("file").value(result.file.string());
    out.key("pairs").value(result.pairs);
    out.key("clashes").value(result.clashes);
    out.key("bytes").value(result.bytes);
    out.key("peak_memory").value(peak_memory());
    out.key("seconds").value(clock.seconds());
    out.end_object();
    print(out.text() + '\n');
    return done;
}

void write_numbers(JsonWriter& out, std::string_view name, const std::vector<std::uint64_t>& numbers) {
    out.key(name).begin_array();
    for (const std::uint64_t number : numbers) out.value(number);
    out.end_array();
}

// Prints the units that have to be run, one per line or as JSON.
int list_missing(const MergeCommand& command, const ClashPlan& plan) {
    const ClashUnitStates states = value_or_refuse(plan.check(command.folder), command.folder);
    std::vector<std::uint64_t> missing = states.missing;
    missing.insert(missing.end(), states.damaged.begin(), states.damaged.end());
    std::sort(missing.begin(), missing.end());
    for (const std::uint64_t unit : states.damaged)
        print_message(
            fmt::format("{}: the result is damaged and counts as missing",
                        (std::filesystem::path(command.folder) / ClashPlan::file_name(unit)).string()));
    if (!command.json) {
        std::string lines;
        for (const std::uint64_t unit : missing) lines += fmt::format("{}\n", unit);
        print(lines);
        return done;
    }
    JsonWriter out;
    out.begin_object();
    out.key("id").value(plan_number(plan.info()));
    out.key("units").value(std::uint64_t{plan.info().units.size()});
    out.key("done").value(states.done);
    write_numbers(out, "missing", missing);
    write_numbers(out, "damaged", states.damaged);
    out.end_object();
    print(out.text() + '\n');
    return done;
}

// Lists which unit has tested each pair.
void write_coverage(const std::string& file, const ClashPlan& plan) {
    std::string lines = "a_id,b_id,unit\n";
    for (std::uint64_t unit = 0; unit < plan.info().units.size(); ++unit)
        for (const auto& [a, b] : value_or_refuse(plan.pairs(unit), file))
            lines += fmt::format("{},{},{}\n", a, b, unit);
    write_whole(file, lines);
}

int merge_units(const MergeCommand& command) {
    const Timed clock;
    return_freed_memory();
    for (const std::string& file : command.outputs) expect_report_name(file);
    const ClashPlan plan = open_plan(command.plan, command.index, command.memory_limit);
    if (command.resume) return list_missing(command, plan);
    const FinishStepOnInterrupt interrupt;
    MergedClashes merged = value_or_refuse(plan.merge(command.folder), command.folder);
    ClashReport& report = merged.report;
    for (const std::string& warning : report.warnings) print_message(warning);
    report.partial = report.partial || interrupt.interrupted();
    report.seconds = clock.seconds();
    if (command.coverage) write_coverage(*command.coverage, plan);
    write_reports(command.outputs, command.json, merged.bcf, interrupt, report);
    if (interrupt.interrupted()) return interrupted_code;
    return report.has_open_clashes() ? contact : nothing_touches;
}

void add_index_place(CLI::App& verb, std::optional<std::string>& index) {
    add_text(verb, "--index", index, "FILE", "Read the index from FILE instead of the name in the plan");
}

}  // namespace

void add_plan(CLI::App& program, Job& job) {
    const auto command = std::make_shared<PlanCommand>();
    CLI::App& verb = *program.add_subcommand(
        "plan", "Divide the clash report of an index into units for several machines");
    verb.add_option(
            "INDEX", command->indexes,
            "Index written by `allide index`; several are joined, as by\n`index --join`, in PLAN.allide")
        ->required()
        ->type_name("");
    verb.add_option("-o", command->plan, "Plan to write")->required()->type_name("PLAN");
    add_text(verb, "--unit-count", command->unit_count, "N",
             "Divide into about N units (default: units of 4 million triangles; each pair counts with both "
             "parts)");
    add_clash_options(verb, command->request);
    verb.add_flag("--json", command->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "`unit` runs a unit on any machine; `merge` writes the report that `clash` writes\n"
        "with these options. --threads and --memory-limit are for planning.\n"
        "Example: allide plan plant.allide --clearance 0.05 -o plant.plan");
    verb.callback([command, &job] { job = [command] { return make_plan(*command); }; });
}

void add_unit(CLI::App& program, Job& job) {
    const auto command = std::make_shared<UnitCommand>();
    CLI::App& verb = *program.add_subcommand("unit", "Run one unit of a plan");
    verb.add_option("PLAN", command->plan, "Plan written by `allide plan`")->required()->type_name("");
    verb.add_option("K", command->unit, "Number of the unit, from 0")->required()->type_name("");
    verb.add_option("-o", command->folder, "Folder for the result, the file unit-K.clashes")
        ->required()
        ->type_name("DIR");
    add_index_place(verb, command->index);
    add_text(verb, "--threads", command->threads, "N", "Use at most N threads (0: one per core)");
    add_text(verb, "--memory-limit", command->memory_limit, "N", "Use about N bytes of memory");
    verb.add_flag("--json", command->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "The result appears completely or not at all, with the same bytes for every\n"
        "machine and number of threads, so that a unit may be run again at any time.\n"
        "Example: allide unit plant.plan 17 -o results");
    verb.callback([command, &job] { job = [command] { return run_unit(*command); }; });
}

void add_merge(CLI::App& program, Job& job) {
    const auto command = std::make_shared<MergeCommand>();
    CLI::App& verb = *program.add_subcommand("merge", "Write the clash report of a plan's units");
    verb.add_option("PLAN", command->plan, "Plan written by `allide plan`")->required()->type_name("");
    verb.add_option("DIR", command->folder, "Folder of the units' results")->required()->type_name("");
    add_report_outputs(verb, command->outputs);
    verb.add_flag("--resume", command->resume, "List the units that have to be run, and exit with 0");
    add_text(verb, "--coverage", command->coverage, "FILE",
             "Write which unit has tested each pair: lines of\na_id,b_id,unit");
    add_index_place(verb, command->index);
    add_text(verb, "--memory-limit", command->memory_limit, "N", "Use about N bytes of memory");
    verb.add_flag("--json", command->json, "Print the report as JSON")->group("Output");
    verb.footer(
        "The report is that of `clash`. Exit code 2 names a result that is missing,\n"
        "truncated, changed, or of another plan or version.\n"
        "Example: allide merge plant.plan results -o report.html");
    verb.callback([command, &job] { job = [command] { return merge_units(*command); }; });
}

}  // namespace allide::cli
