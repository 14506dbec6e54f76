#include "definitions.hpp"

#include "choices.hpp"

#include <algorithm>
#include <cctype>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

constexpr std::string_view example = "Example: ";
constexpr const char* default_group = "Options";

std::string first_or_empty(const std::vector<std::string>& names, const char* dashes) {
    return names.empty() ? "" : dashes + names.front();
}

// The placeholder of an option's value: "V" for CLI11's type name "V:aabb obb", which lists the valid values.
std::string placeholder(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

OptionText describe_option(CLI::Option& option) {
    OptionText text;
    text.short_name = first_or_empty(option.get_snames(), "-");
    text.long_name = first_or_empty(option.get_lnames(), "--");
    if (option.get_positional()) text.argument = option.get_name(true);
    if (option.get_items_expected_max() > 0) text.value = placeholder(option);
    text.meaning = one_line(option.get_description());
    text.group = option.get_positional() ? "Arguments" : option.get_group();
    text.choices = choices_of(option);
    text.required = option.get_required();
    text.repeatable = option.get_expected_max() > 1;
    return text;
}

std::string usage_of(const VerbText& verb, const std::string& command) {
    std::string usage = command;
    for (const OptionText& option : verb.options) {
        if (!option.is_argument()) continue;
        const std::string name = option.argument + (option.repeatable ? "..." : "");
        usage += option.required ? " " + name : " [" + name + "]";
    }
    for (const OptionText& option : verb.options)
        if (!option.is_argument() && option.required)
            usage += fmt::format(" {} {}", option.names().front(), option.value);
    return usage + " [OPTIONS]";
}

// Splits the text below the options (CLI11's footer) into notes and examples. A line that starts with a
// lower-case letter continues the note before it. Indented lines after an "Example: " line are examples too.
void split_footer(const std::string& footer, VerbText& verb) {
    bool in_examples = false;
    for (const std::string& line : CLI::detail::split(footer, '\n')) {
        const bool indented = line.starts_with("  ");
        if (line.starts_with(example)) {
            verb.examples.push_back(line.substr(example.size()));
            in_examples = true;
        } else if (in_examples && indented) {
            verb.examples.push_back(line.substr(line.find_first_not_of(' ')));
        } else if (!verb.notes.empty() && !line.empty() &&
                   std::islower(static_cast<unsigned char>(line[0])) != 0) {
            verb.notes.back() += (verb.notes.back().ends_with(' ') ? "" : " ") + line;
        } else if (!line.empty()) {
            verb.notes.push_back(line);
        }
    }
}

VerbText describe(CLI::App& app, const std::string& command) {
    VerbText verb{.name = app.get_name(), .group = app.get_group(), .summary = app.get_description()};
    for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; }))
        if (!option->get_group().empty()) verb.options.push_back(describe_option(*option));
    split_footer(app.get_footer(), verb);
    verb.usage = usage_of(verb, command);
    return verb;
}

}  // namespace

bool OptionText::takes_file() const {
    if (!choices.empty()) return false;
    return value == "FILE" || (is_argument() && (argument == "FILE" || argument == "SCENE"));
}

Words OptionText::names() const {
    Words names;
    for (const std::string& name : {short_name, long_name})
        if (!name.empty()) names.push_back(name);
    return names;
}

VerbText describe_verb(CLI::App& verb) {
    const CLI::App* const program = verb.get_parent();
    return describe(verb, program != nullptr ? program->get_name() + " " + verb.get_name() : verb.get_name());
}

ProgramText describe_program(CLI::App& program) {
    ProgramText text{.all = describe(program, program.get_name())};
    text.all.usage = program.get_name() + " VERB [ARGUMENTS] [OPTIONS]";
    for (CLI::App* verb : program.get_subcommands([](CLI::App*) { return true; }))
        text.verbs.push_back(describe_verb(*verb));
    return text;
}

Words groups_of(const std::vector<OptionText>& options) {
    Words groups;
    bool has_default = false;
    for (const OptionText& option : options) {
        if (option.group == default_group)
            has_default = true;
        else if (std::find(groups.begin(), groups.end(), option.group) == groups.end())
            groups.push_back(option.group);
    }
    if (has_default) groups.emplace_back(default_group);
    return groups;
}

}  // namespace allide::cli
