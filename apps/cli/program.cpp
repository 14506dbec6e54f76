#include "program.hpp"

#include "choices.hpp"
#include "command_line.hpp"
#include "completion.hpp"
#include "help.hpp"
#include "manual.hpp"
#include "names.hpp"
#include "output.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

Words verb_names(const CLI::App& program) {
    Words names;
    for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

void check_verb(const CLI::App& program, const Words& words) {
    const Words names = verb_names(program);
    if (words.empty())
        throw Refusal(
            fmt::format("expected a verb ({}), found nothing; see allide --help", fmt::join(names, ", ")));
    const std::string& first = words.front();
    if (first == "-h" || first == "--help" || first == "--version") return;
    if (std::find(names.begin(), names.end(), first) != names.end()) return;
    const Words options{"--help", "--version"};
    throw Refusal(fmt::format("expected a verb ({}), found '{}'{}; see allide --help", fmt::join(names, ", "),
                              first, suggestion(first, first.starts_with('-') ? options : names)));
}

void describe(CLI::App& program) {
    program.require_subcommand(1);
    program.set_help_flag("-h,--help", "Show this help and exit");
    program.set_version_flag(
        "--version", [] { return version_text("allide"); },
        "Show the version and the instruction set in use, and exit");
    program.footer(
        "Exit codes: 0 no contact, 1 contact, 2 bad input or usage, 3 internal failure, 130 interrupted.\n"
        "`allide help VERB` shows the options of a verb and an example.\n"
        "Example: allide collide a.stl b.obj --pose-b 0,0,1.5,1,0,0,0 --json");
}

void add_help(CLI::App& program, Job& job) {
    const auto name = std::make_shared<std::string>();
    CLI::App& verb = *program.add_subcommand("help", "Show the help of a verb");
    CLI::Option* const choice =
        verb.add_option("VERB", *name, "Verb to explain; without one, all verbs are listed")->type_name("");
    accept_only(choice, verb_names(program));  // includes "help", since that verb is defined by now
    verb.footer("Example: allide help collide");
    verb.callback([name, &program, &job] {
        job = [name, &program] {
            print(name->empty() ? help_text(describe_program(program))
                                : help_text(describe_verb(*program.get_subcommand(*name))));
            return done;
        };
    });
}

void group_verbs(CLI::App& program, const std::string& group, std::initializer_list<const char*> verbs) {
    for (const char* verb : verbs) program.get_subcommand(verb)->group(group);
}

void add_verbs(CLI::App& program, Job& job, const Words& words) {
    add_collide(program, job);
    add_distance(program, job);
    add_predict(program, job);
    add_robot(program, job);
    add_info(program, job);
    add_ray(program, job);
    add_nearest(program, job);
    add_contains(program, job);
    add_frustum(program, job);
    add_clash(program, job);
    add_index(program, job);
    add_verify(program, job);
    add_plan(program, job);
    add_unit(program, job);
    add_merge(program, job);
    add_generate(program, job);
    add_torture(program, job);
    add_demo(program, job);
    add_bench(program, job, words);
    add_help(program, job);
    group_verbs(program, "Two meshes", {"collide", "distance", "predict"});
    group_verbs(program, "One mesh", {"info", "ray", "nearest", "contains", "frustum"});
    group_verbs(program, "Robots", {"robot"});
    group_verbs(program, "Assemblies", {"clash", "index", "verify", "plan", "unit", "merge"});
    group_verbs(program, "Other", {"generate", "torture", "demo", "bench", "help"});
}

// `--generate KIND` prints the manual page or a completion script. Used by the build; not in the help.
int generate_text(CLI::App& program, const Words& words) {
    const Words kinds{"man", "bash", "zsh", "fish"};
    const std::string kind = words.size() > 1 ? words[1] : "";
    const ProgramText text = describe_program(program);
    if (kind == "man")
        print(manual_page(text));
    else if (kind == "bash")
        print(bash_completion(text));
    else if (kind == "zsh")
        print(zsh_completion(text));
    else if (kind == "fish")
        print(fish_completion(text));
    else
        throw Refusal(fmt::format("--generate: {}", unknown_name(kind, kinds)));
    return done;
}

}  // namespace

int run_command(const Words& words) {
    CLI::App program("Exact collision detection for arbitrary polygon soups", "allide");
    Job job;
    describe(program);
    add_verbs(program, job, words);
    if (!words.empty() && words.front() == "--generate") return generate_text(program, words);
    check_verb(program, words);
    if (!parse_words(program, words)) return done;
    checked_target();
    return job();
}

int run_program(const Words& words) {
    return exit_code_of([&] { return run_command(words); });
}

}  // namespace allide::cli
