#include "arguments.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"
#include "torture_cases.hpp"

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct TortureRequest {
    std::string folder, seed = "1";
    bool json = false;
};

void make_folder(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw Refusal(fmt::format("{}: cannot be created: {}", folder, failure.message()));
}

int write_torture(const TortureRequest& request) {
    const std::uint64_t seed = parse_count("--seed", request.seed);
    const FinishStepOnInterrupt interrupt;
    const torture::Cases cases = torture::all_cases(seed);
    make_folder(request.folder);
    for (const torture::Case& one : cases) {
        if (interrupt.interrupted()) return interrupted_code;
        write_whole((std::filesystem::path(request.folder) / (one.name + ".json")).string(), one.json);
    }
    if (request.json) {
        JsonWriter json;
        json.begin_object();
        json.key("folder").value(request.folder);
        json.key("seed").value(seed);
        json.key("cases").value(std::uint64_t{cases.size()});
        json.end_object();
        print(json.text() + '\n');
    } else {
        print(fmt::format("{}: {} cases\n", request.folder, cases.size()));
    }
    return done;
}

}  // namespace

void add_torture(CLI::App& program, Job& job) {
    const auto request = std::make_shared<TortureRequest>();
    CLI::App& verb =
        *program.add_subcommand("torture", "Write cases that break collision engines, with exact answers");
    verb.add_option("-o,--output", request->folder, "Folder to write to, one JSON file per case")
        ->required()
        ->type_name("DIR")
        ->group("Output");
    verb.add_option("--seed", request->seed, "Seed of the random numbers (default: 1)")
        ->type_name("S")
        ->group("Cases");
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "The same seed always writes the same bytes. scripts/check_torture.py DIR proves the answers\n"
        "without allide, with exact arithmetic.\n"
        "Example: allide torture -o torture");
    verb.callback([request, &job] { job = [request] { return write_torture(*request); }; });
}

}  // namespace allide::cli
