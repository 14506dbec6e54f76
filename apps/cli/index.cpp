#include "arguments.hpp"
#include "index_file.hpp"
#include "index_info.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"
#include "progress.hpp"
#include "reading.hpp"

#include <allide/index.hpp>
#include <allide/report.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct IndexRequest {
    std::vector<std::string> scenes;
    std::string file;
    std::optional<std::string> leaf_bytes, memory_limit, threads;
    ReadingRequest reading;
    bool json = false;
};

struct VerifyRequest {
    std::string file;
    bool json = false;
};

IndexBuildOptions index_build_options(const IndexRequest& request) {
    IndexBuildOptions options;
    options.load = load_options(request.reading);
    if (request.leaf_bytes) options.leaf_bytes = parse_count("--leaf-bytes", *request.leaf_bytes);
    if (options.leaf_bytes == 0) throw Refusal("--leaf-bytes: a leaf has at least 1 byte, not 0");
    if (request.memory_limit) options.memory_limit = memory_to_build_in(*request.memory_limit);
    if (request.threads)
        options.threads =
            static_cast<unsigned>(std::min<std::uint64_t>(parse_count("--threads", *request.threads), 1024));
    return options;
}

void print_index_answer(const std::string& file, const IndexInfo& info, double seconds, bool json) {
    if (!json) return print(index_text(file, info));
    JsonWriter out;
    out.begin_object();
    write_index_info(out, file, info);
    out.key("seconds").value(seconds);
    out.end_object();
    print(out.text() + '\n');
}

// Of a build that was given up there is nothing: not a byte of the new file is left.
void print_given_up(const std::string& file, double seconds) {
    JsonWriter out;
    out.begin_object();
    out.key("file").value(file);
    out.key("partial").value(true);
    out.key("seconds").value(seconds);
    out.end_object();
    print(out.text() + '\n');
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// An index in the place of its own scene would be all that is left of it.
void keep_scenes(const IndexRequest& request) {
    for (const std::string& scene : request.scenes) {
        std::error_code ignored;
        if (std::filesystem::equivalent(scene, request.file, ignored))
            throw Refusal(fmt::format("{}: the index would take the place of its own scene", request.file));
    }
}

// Ctrl-C gives up between two parts: the old file, if there is one, stays as it was.
int build_index_file(const IndexRequest& request) {
    const auto begin = std::chrono::steady_clock::now();
    if (request.file.empty()) throw Refusal("-o: the index needs a name, not an empty one");
    IndexBuildOptions options = index_build_options(request);
    keep_scenes(request);
    const std::vector<std::filesystem::path> scenes(request.scenes.begin(), request.scenes.end());
    const FinishStepOnInterrupt interrupt;
    std::optional<Result<IndexInfo>> info;
    {
        ProgressBar bar("steps");
        options.progress = [&](std::uint64_t steps, std::uint64_t all) {
            bar.show(steps, all);
            return !interrupt.interrupted();
        };
        info = Index::build(scenes, request.file, options);
    }
    if (interrupt.interrupted() && !*info) {
        if (request.json) print_given_up(request.file, seconds_since(begin));
        return interrupted_code;
    }
    print_index_answer(request.file, value_or_refuse(*std::move(info), request.file), seconds_since(begin),
                       request.json);
    return done;
}

int verify_index_file(const VerifyRequest& request) {
    const auto begin = std::chrono::steady_clock::now();
    const IndexInfo info = value_or_refuse(Index::verify(request.file), request.file);
    if (request.json)
        print_index_answer(request.file, info, seconds_since(begin), true);
    else
        print(fmt::format("{}: all {} pages are as they were written\n", request.file, info.blocks));
    return done;
}

}  // namespace

void add_index(CLI::App& program, Job& job) {
    const auto request = std::make_shared<IndexRequest>();
    CLI::App& verb =
        *program.add_subcommand("index", "Write an index of scenes, which may be larger than memory");
    verb.add_option("SCENE", request->scenes, fmt::format("Assemblies: {}", formats_read))
        ->required()
        ->type_name("");
    verb.add_option("-o,--output", request->file, "The index, by custom with the extension .allide")
        ->required()
        ->type_name("FILE");
    verb.add_option("--leaf-bytes", request->leaf_bytes,
                    "The most that a leaf of several parts takes, rounded up to pages of 4096 bytes; 65536 "
                    "by default")
        ->type_name("N");
    verb.add_option("--memory-limit", request->memory_limit, "Memory to work in, in bytes")->type_name("N");
    verb.add_option("--threads", request->threads, "At most so many; 0, the default: one a core")
        ->type_name("N");
    add_reading_options(verb, request->reading);
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer(
        "The index appears whole or not at all, with the same bytes for the same scenes. `predict` asks it,\n"
        "`info` says how large its tree is, `verify` whether it is undamaged.\n"
        "Example: allide index ship.glb -o ship.allide");
    verb.callback([request, &job] { job = [request] { return build_index_file(*request); }; });
}

void add_verify(CLI::App& program, Job& job) {
    const auto request = std::make_shared<VerifyRequest>();
    CLI::App& verb = *program.add_subcommand("verify", "Is every byte of an index as it was written?");
    verb.add_option("FILE", request->file, "An index that `allide index` wrote")->required()->type_name("");
    verb.add_flag("--json", request->json, "Answer in JSON");
    verb.group("Verbs");
    verb.footer(
        "Exit code 0: undamaged; 2: a byte is changed, missing or too much, with the page.\n"
        "Example: allide verify ship.allide");
    verb.callback([request, &job] { job = [request] { return verify_index_file(*request); }; });
}

}  // namespace allide::cli
