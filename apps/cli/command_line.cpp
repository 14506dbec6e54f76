#include "command_line.hpp"

#include "help.hpp"
#include "names.hpp"
#include "output.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-';
}

Words option_names(const VerbText& verb) {
    Words all;
    for (const OptionText& option : verb.options)
        for (const std::string& name : option.names()) all.push_back(name);
    return all;
}

// Describes the first word of the command line that is neither an option nor an expected value.
std::string describe_extra(const CLI::App& program, const VerbText& text, const std::string& fallback) {
    const Words extra = program.remaining(true);
    if (extra.empty()) return fallback;
    const std::string& word = extra.front();
    if (!is_option(word))
        return fmt::format("expected '{}', found one more argument: '{}'", text.usage, word);
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("unknown option '{}'{}", name, suggestion(name, option_names(text)));
}

std::string describe_missing(CLI::App& verb, const VerbText& text, const std::string& fallback) {
    for (const CLI::Option* option : verb.get_options([](const CLI::Option*) { return true; }))
        if (option->get_required() && option->count() == 0)
            return fmt::format("expected '{}', found no {}", text.usage,
                               option->get_positional() ? option->get_name(true) : option->get_name());
    return fallback;
}

// Describes an option that was given too often, or without its value.
std::string describe_mismatch(CLI::App& verb, const std::string& fallback) {
    for (const CLI::Option* option : verb.get_options([](const CLI::Option*) { return true; })) {
        if (!option->get_positional() && option->get_expected_max() == 1 && option->count() > 1)
            return fmt::format("{}: expected once, found {} times", option->get_name(), option->count());
        const std::string name = option->get_name();
        if (fallback.starts_with(name + ": ") && fallback.ends_with(" missing"))
            return fmt::format("{}: expected a value, found none", name);
    }
    return fallback;
}

std::string describe_error(CLI::App& program, const CLI::ParseError& error) {
    CLI::App& verb = parsed_verb(program);
    const VerbText text = describe_verb(verb);
    std::string what = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) what = describe_extra(program, text, what);
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) what = describe_missing(verb, text, what);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) what = describe_mismatch(verb, what);
    return fmt::format("{}; see {} --help", what,
                       &verb == &program ? program.get_name() : program.get_name() + ' ' + verb.get_name());
}

}  // namespace

CLI::App& parsed_verb(CLI::App& program) {
    const auto verbs = program.get_subcommands();
    return verbs.empty() ? program : *verbs.front();
}

bool parse_words(CLI::App& program, const Words& words) {
    Words reversed = join_negative_values(words, program);
    std::reverse(reversed.begin(), reversed.end());
    try {
        program.parse(std::move(reversed));
        return true;
    } catch (const CLI::CallForHelp&) {
        CLI::App& verb = parsed_verb(program);
        const bool whole = &verb == &program && !program.get_subcommands({}).empty();
        print(whole ? help_text(describe_program(program)) : help_text(describe_verb(verb)));
    } catch (const CLI::CallForVersion& text) {
        print(fmt::format("{}\n", text.what()));
    } catch (const CLI::ParseError& error) {
        throw Refusal(describe_error(program, error));
    }
    return false;
}

int exit_code_of(const std::function<int()>& work) {
    try {
        const int code = work();
        flush_output();
        return code;
    } catch (const Refusal& refusal) {
        print_message(refusal.what());
        return refused;
    } catch (const std::bad_alloc&) {
        print_message("internal failure: out of memory");
        return failed;
    } catch (const std::exception& failure) {
        print_message(fmt::format("internal failure: {}", failure.what()));
        return failed;
    }
}

std::string checked_target() {
    try {
        return active_target();
    } catch (const PreconditionError& error) {
        throw Refusal(error.what());
    }
}

std::string version_text(const std::string& program) {
    return fmt::format("{} {} ({})", program, version(), checked_target());
}

}  // namespace allide::cli
