// The program `allide-bench`, which `allide bench` starts: the papers' experiments and the comparison with
// other engines. Tables go to standard output; with -o also CSV files, plots and a page into a folder.
#include <allide/report.hpp>

#include <filesystem>
#include <system_error>

#include <CLI/CLI.hpp>
#include <bench/experiments.hpp>
#include <bench_options.hpp>
#include <choices.hpp>
#include <command_line.hpp>
#include <fmt/format.h>
#include <interrupt.hpp>
#include <output.hpp>

const std::string_view allide::cli::program_name = "allide-bench";

namespace allide::cli {

namespace {

constexpr const char* all_papers = "papers";

Words experiment_names() {
    Words names;
    for (const bench::Experiment& experiment : bench::all_experiments()) names.emplace_back(experiment.name);
    names.emplace_back(all_papers);
    return names;
}

// The experiment with this name, or those of all papers if the name is all_papers.
std::vector<const bench::Experiment*> chosen(const std::string& name) {
    std::vector<const bench::Experiment*> experiments;
    for (const bench::Experiment& experiment : bench::all_experiments())
        if (name == experiment.name || (name == all_papers && experiment.name.starts_with("paper-")))
            experiments.push_back(&experiment);
    return experiments;
}

// Called before the first experiment, so that no time is lost if the folder cannot be created.
void make_folder(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure || !std::filesystem::is_directory(folder))
        throw Refusal(fmt::format("-o {}: cannot create this folder", folder));
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
    settings.on_text = [&step, silent = request.json](std::string_view text) {
        if (step.interrupted()) throw bench::Stopped();
        if (silent) return;
        print(text);
        flush_output();
    };
    return settings;
}

int run_experiments(const BenchRequest& request) {
    const auto experiments = chosen(request.name);
    if (request.full && request.quick) throw Refusal("expected --full or --quick, found both");
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
    print_message(fmt::format("interrupted in {}", reports.back().name()));
    return interrupted_code;
}

int run_bench(const Words& words) {
    CLI::App program("Run the experiments of the papers, or the comparison with other engines",
                     "allide-bench");
    program.set_help_flag("-h,--help", "Show this help and exit");
    program.set_version_flag(
        "--version", [] { return version_text("allide-bench"); },
        "Show the version and the instruction set in use, and exit");
    BenchRequest request;
    accept_only(add_bench_options(program, request), experiment_names());
    if (!parse_words(program, words)) return done;
    checked_target();
    return run_experiments(request);
}

}  // namespace

}  // namespace allide::cli

int main(int argc, char** argv) {
    allide::cli::watch_interrupts();
    const allide::cli::Words words(argv + 1, argv + argc);
    return allide::cli::exit_code_of([&] { return allide::cli::run_bench(words); });
}
