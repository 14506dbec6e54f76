// The papers' experiments and the comparison with other engines, rerun: tables on standard output; with -o
// also CSV, plots and a page.
#include "arguments.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"

#include <allide/report.hpp>

#include <filesystem>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>
#include <bench/experiments.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

constexpr const char* all_papers = "papers";

struct BenchRequest {
    std::string name, folder, models = "../shared/models";
    bool full = false, quick = false, json = false;
};

std::string experiment_names() {
    std::string names;
    for (const bench::Experiment& experiment : bench::all_experiments())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", experiment.name);
    return names + ", " + all_papers;
}

std::vector<const bench::Experiment*> chosen(const std::string& name) {
    std::vector<const bench::Experiment*> experiments;
    for (const bench::Experiment& experiment : bench::all_experiments())
        if (name == experiment.name || (name == all_papers && experiment.name.starts_with("paper-")))
            experiments.push_back(&experiment);
    if (experiments.empty())
        throw Refusal(fmt::format("unknown benchmark '{}'; known: {}", name, experiment_names()));
    return experiments;
}

// Made before the first minute is spent: a folder that cannot be is the user's mistake.
void make_folder(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure || !std::filesystem::is_directory(folder))
        throw Refusal(fmt::format("{}: cannot be made a folder", folder));
}

void write_words(JsonWriter& json, const std::vector<std::string>& words) {
    json.begin_array();
    for (const std::string& word : words) json.value(word);
    json.end_array();
}

void write_report(JsonWriter& json, const bench::Report& report) {
    json.begin_object();
    json.key("name").value(report.name());
    json.key("partial").value(report.partial());
    json.key("tables").begin_array();
    for (const bench::Table* table : report.tables()) {
        json.begin_object();
        json.key("name").value(table->name);
        json.key("columns");
        write_words(json, table->columns);
        json.key("rows").begin_array();
        for (const auto& row : table->rows) write_words(json, row);
        json.end_array();
        json.key("repeats").value(table->repeats == bench::Repeats::always);
        json.end_object();
    }
    json.end_array();
    json.key("findings").begin_array();
    for (const bench::Finding& finding : report.findings()) {
        json.begin_object();
        json.key("agrees").value(finding.holds);
        json.key("claim").value(finding.claim);
        json.key("measured").value(finding.measured);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

std::string as_json(const std::vector<bench::Report>& reports) {
    JsonWriter json;
    json.begin_object();
    json.key("experiments").begin_array();
    for (const bench::Report& report : reports) write_report(json, report);
    json.end_array();
    json.end_object();
    return json.text() + '\n';
}

void write_results(const std::vector<bench::Report>& reports, const bench::Settings& settings,
                   const BenchRequest& request) {
    const std::filesystem::path folder = request.folder;
    for (const bench::Report& report : reports) report.write(folder);
    const char* pictures = request.name == "peers" ? "images/peers" : "images/papers";
    bench::write_file(folder / (request.name + ".md"), bench::page_of(reports, settings, pictures));
}

bench::Settings settings_of(const BenchRequest& request, const FinishStepOnInterrupt& step) {
    bench::Settings settings{.models = request.models};
    if (request.full) settings.size = bench::Size::full;
    if (request.quick) settings.size = bench::Size::quick;
    settings.tell = [&step, silent = request.json](std::string_view text) {
        if (step.interrupted()) throw bench::Stopped();
        if (silent) return;
        print(text);
        flush_output();
    };
    return settings;
}

int run_experiments(const BenchRequest& request) {
    const auto experiments = chosen(request.name);
    if (request.full && request.quick) throw Refusal("--full and --quick exclude each other");
    if (!request.folder.empty()) make_folder(request.folder);
    const FinishStepOnInterrupt step;
    const bench::Settings settings = settings_of(request, step);
    std::vector<bench::Report> reports;
    for (const bench::Experiment* experiment : experiments)
        if (reports.empty() || !reports.back().partial())
            reports.push_back(bench::run(*experiment, settings));
    if (!request.folder.empty()) write_results(reports, settings, request);
    if (request.json) print(as_json(reports));
    if (!reports.back().partial()) return done;
    complain(fmt::format("interrupted in {}", reports.back().name()));
    return interrupted_code;
}

}  // namespace

void add_bench(CLI::App& program, Job& job) {
    const auto request = std::make_shared<BenchRequest>();
    CLI::App& verb = *program.add_subcommand(
        "bench", "Rerun a paper's tables and figures, or the race with other engines");
    verb.add_option("NAME", request->name, experiment_names())->required()->type_name("");
    verb.add_flag("--full", request->full,
                  "The paper's own sizes and numbers of steps: hours rather than minutes");
    verb.add_flag("--quick", request->quick, "Seconds rather than minutes: small sizes, rough times");
    verb.add_option("-o,--output", request->folder, "Write CSV files, plots and a page into this folder")
        ->type_name("DIR");
    verb.add_option("--models", request->models,
                    "Scans to use where they are found; else generated bodies stand in")
        ->type_name("DIR");
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer("Example: allide bench paper-004 -o results");
    verb.callback([request, &job] { job = [request] { return run_experiments(*request); }; });
}

}  // namespace allide::cli
