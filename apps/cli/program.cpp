#include "program.hpp"

#include "output.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

// Asked before any work: a mistaken ALLIDE_TARGET is the user's, not a failure inside.
std::string checked_target() {
    try {
        return active_target();
    } catch (const PreconditionError& error) {
        throw Refusal(error.what());
    }
}

std::string version_text() {
    return fmt::format("allide {} ({})", version(), checked_target());
}

Words verb_names(const CLI::App& program) {
    Words names;
    for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

void check_verb(const CLI::App& program, const Words& words) {
    const Words names = verb_names(program);
    if (words.empty())
        throw Refusal(fmt::format("a verb is needed: {}; see allide --help", fmt::join(names, ", ")));
    const std::string& first = words.front();
    if (first == "-h" || first == "--help" || first == "--version") return;
    if (first.starts_with('-'))
        throw Refusal(
            fmt::format("'{}' stands before any verb: {}; see allide --help", first, fmt::join(names, ", ")));
    if (std::ranges::find(names, first) == names.end())
        throw Refusal(fmt::format("unknown verb '{}'; known verbs: {}", first, fmt::join(names, ", ")));
}

void describe(CLI::App& program) {
    program.require_subcommand(1);
    program.get_formatter()->label("SUBCOMMAND", "VERB");
    program.set_help_flag("-h,--help", "Show this help and exit");
    program.set_version_flag("--version", version_text,
                             "Show the version and the instruction set in use, and exit");
    program.footer(
        "Exit codes: 0 nothing touches, 1 contact, 2 bad input or usage, 3 internal failure.\n"
        "Example: allide collide a.stl b.obj --pose-b 0,0,1.5,1,0,0,0 --json\n"
        "'allide VERB --help' shows a verb's options and an example.");
}

std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
    const auto verbs = program.get_subcommands();
    return fmt::format("{}; see allide {}--help", error.what(),
                       verbs.empty() ? "" : verbs.front()->get_name() + " ");
}

// False when the words only asked for a text, which is then printed.
bool parse(CLI::App& program, const Words& words) {
    check_verb(program, words);
    Words reversed = join_negative_values(words);
    std::reverse(reversed.begin(), reversed.end());
    try {
        program.parse(std::move(reversed));
        return true;
    } catch (const CLI::CallForHelp&) {
        print(program.help());
    } catch (const CLI::CallForVersion& text) {
        print(fmt::format("{}\n", text.what()));
    } catch (const CLI::ParseError& error) {
        throw Refusal(usage_message(program, error));
    }
    return false;
}

}  // namespace

int run_command(const Words& words) {
    CLI::App program("Exact collision detection for arbitrary polygon soups.", "allide");
    Job job;
    describe(program);
    add_info(program, job);
    add_collide(program, job);
    add_distance(program, job);
    add_predict(program, job);
    add_ray(program, job);
    add_nearest(program, job);
    add_contains(program, job);
    add_frustum(program, job);
    add_clash(program, job);
    add_index(program, job);
    add_verify(program, job);
    add_generate(program, job);
#ifdef ALLIDE_CLI_BENCH
    add_bench(program, job);
#endif
    add_demo(program, job);
    if (!parse(program, words)) return done;
    checked_target();
    return job();
}

int run_program(const Words& words) {
    try {
        const int code = run_command(words);
        flush_output();
        return code;
    } catch (const Refusal& refusal) {
        complain(refusal.what());
        return refused;
    } catch (const std::bad_alloc&) {
        complain("internal failure: out of memory");
        return failed;
    } catch (const std::exception& failure) {
        complain(fmt::format("internal failure: {}", failure.what()));
        return failed;
    }
}

}  // namespace allide::cli
