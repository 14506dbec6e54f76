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
    bool append = false, join = false;
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
    if (request.append && request.leaf_bytes)
        throw Refusal("--leaf-bytes: expected none with --append, since an index keeps its size of leaves");
    if (options.leaf_bytes == 0) throw Refusal("--leaf-bytes: expected at least 1, found 0");
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

Result<IndexInfo> write_index(const IndexRequest& request, const IndexBuildOptions& options) {
    const std::vector<std::filesystem::path> scenes(request.scenes.begin(), request.scenes.end());
    if (request.append) return Index::append(scenes, request.file, options);
    if (request.join) return Index::join(scenes, request.file, options);
    return Index::build(scenes, request.file, options);
}

// Prints the JSON answer after Ctrl-C. Unfinished files have been removed by then.
void print_cancelled(const std::string& file, double seconds) {
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

// Throws a Refusal if the index would overwrite one of its scenes.
void keep_scenes(const IndexRequest& request) {
    for (const std::string& scene : request.scenes) {
        std::error_code ignored;
        if (std::filesystem::equivalent(scene, request.file, ignored))
            throw Refusal(fmt::format("-o {}: expected another file than the scene, which it would overwrite",
                                      request.file));
    }
}

// Builds the index. Ctrl-C cancels between two parts; an existing index file then stays unchanged.
int build_index_file(const IndexRequest& request) {
    const auto begin = std::chrono::steady_clock::now();
    if (request.file.empty()) throw Refusal("-o: expected the name of a file, found an empty one");
    IndexBuildOptions options = index_build_options(request);
    keep_scenes(request);
    const FinishStepOnInterrupt interrupt;
    std::optional<Result<IndexInfo>> info;
    {
        ProgressBar bar("steps");
        options.progress = [&](std::uint64_t steps, std::uint64_t all) {
            bar.show(steps, all);
            return !interrupt.interrupted();
        };
        info = write_index(request, options);
    }
    if (interrupt.interrupted() && !*info) {
        if (request.json) print_cancelled(request.file, seconds_since(begin));
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
        print(
            fmt::format("{}: all {} pages are undamaged{}\n", request.file, info.blocks,
                        info.unfinished_bytes == 0
                            ? ""
                            : fmt::format("; the {} bytes after them were left by an interrupted append, and "
                                          "are ignored",
                                          info.unfinished_bytes)));
    return done;
}

}  // namespace

void add_index(CLI::App& program, Job& job) {
    const auto request = std::make_shared<IndexRequest>();
    CLI::App& verb =
        *program.add_subcommand("index", "Write an index of scenes that may be larger than memory");
    verb.add_option("SCENE", request->scenes,
                    fmt::format("Files of the scene: {}; indexes with --join", formats_read))
        ->required()
        ->type_name("");
    verb.add_option("-o,--output", request->file, "Index to write; its name should end in .allide")
        ->required()
        ->type_name("FILE")
        ->group("Output");
    CLI::Option* append = verb.add_flag("--append", request->append,
                                        "Add the scenes to the index FILE, without rewriting it; numbers of "
                                        "parts continue");
    CLI::Option* join =
        verb.add_flag("--join", request->join,
                      "Join indexes of parts of a list of scenes, in this order, into that of "
                      "the whole list");
    append->group("Input")->excludes(join->group("Input"));
    verb.add_option("--leaf-bytes", request->leaf_bytes,
                    "Limit a leaf of several parts to N bytes, rounded up to pages of 4096 (default: 65536)")
        ->type_name("N")
        ->group("Resources");
    verb.add_option("--memory-limit", request->memory_limit, "Use about N bytes of memory")
        ->type_name("N")
        ->group("Resources");
    verb.add_option("--threads", request->threads, "Use at most N threads (0, the default: one per core)")
        ->type_name("N")
        ->group("Resources");
    add_reading_options(verb, request->reading);
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "The file is written completely or not at all, with the same bytes for the same scenes. `predict` "
        "searches it, `info` describes its tree, `verify` finds damage. An interrupted --append leaves the "
        "old "
        "index.\n"
        "Example: allide index ship.glb -o ship.allide\n"
        "         allide index --append crane.glb -o ship.allide\n"
        "         allide index --join bow.allide stern.allide -o ship.allide");
    verb.callback([request, &job] { job = [request] { return build_index_file(*request); }; });
}

void add_verify(CLI::App& program, Job& job) {
    const auto request = std::make_shared<VerifyRequest>();
    CLI::App& verb = *program.add_subcommand("verify", "Check that no byte of an index has changed");
    verb.add_option("FILE", request->file, "Index written by `allide index`")->required()->type_name("");
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "Exit code 0: undamaged; 2: a byte is changed, missing or added; the message names the page.\n"
        "Example: allide verify ship.allide");
    verb.callback([request, &job] { job = [request] { return verify_index_file(*request); }; });
}

}  // namespace allide::cli
