#include "bench_options.hpp"

#include <CLI/CLI.hpp>

namespace allide::cli {

CLI::Option* add_bench_options(CLI::App& verb, BenchRequest& request) {
    CLI::Option* const name =
        verb.add_option("NAME", request.name, "Experiment to run")->required()->type_name("");
    verb.add_flag("--full", request.full, "Use the papers' own sizes and step counts: takes hours")
        ->group("Size");
    verb.add_flag("--quick", request.quick, "Use small sizes and rough times: takes seconds")->group("Size");
    verb.add_option("--models", request.models,
                    "Read scanned models from DIR; generated bodies replace those that are missing")
        ->type_name("DIR")
        ->group("Size");
    verb.add_option("-o,--output", request.folder, "Write CSV files, plots and a page into DIR")
        ->type_name("DIR")
        ->group("Output");
    verb.add_flag("--json", request.json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "Exit code 0: completed; 130: interrupted, completed experiments are written.\n"
        "Example: allide bench paper-004 -o results");
    return name;
}

}  // namespace allide::cli
