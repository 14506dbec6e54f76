#include "help.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

constexpr std::size_t widest_left = 22;

// Appends the words of `text`, wrapped to lines. The first word starts at column `at`; continuation lines are
// indented by `indent` columns. `line_end` is appended to every line that is broken.
void append_wrapped(std::string& out, const std::string& text, std::size_t at, std::size_t indent,
                    const std::string& line_end = "") {
    std::istringstream words(text);
    bool first = true;
    for (std::string word; words >> word; first = false) {
        if (!first && at + 1 + word.size() + line_end.size() > help_columns) {
            out += line_end + '\n' + std::string(indent, ' ');
            at = indent;
        } else if (!first) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
    }
    out += '\n';
}

std::string left_of(const OptionText& option) {
    if (option.is_argument()) return "  " + option.argument + (option.repeatable ? "..." : "");
    std::string left = fmt::format("  {}", fmt::join(option.names(), ", "));
    if (!option.value.empty()) left += ' ' + option.value;
    return left;
}

std::string meaning_of(const OptionText& option) {
    if (option.choices.empty()) return option.meaning;
    return fmt::format("{}: {}", option.meaning, fmt::join(option.choices, ", "));
}

// One entry of a list: the name on the left, its meaning in a column on the right.
void append_entry(std::string& out, const std::string& left, const std::string& meaning, std::size_t column) {
    out += left;
    if (left.size() + 2 > column)
        out += '\n' + std::string(column, ' ');
    else
        out += std::string(column - left.size(), ' ');
    append_wrapped(out, meaning, column, column);
}

void append_options(std::string& out, const std::vector<OptionText>& options) {
    std::size_t column = 0;
    for (const OptionText& option : options) column = std::max(column, left_of(option).size() + 2);
    column = std::min(column, widest_left);
    for (const std::string& group : groups_of(options)) {
        out += fmt::format("\n{}:\n", group);
        for (const OptionText& option : options)
            if (option.group == group) append_entry(out, left_of(option), meaning_of(option), column);
    }
}

void append_notes(std::string& out, const VerbText& verb) {
    if (!verb.notes.empty()) out += '\n';
    for (const std::string& note : verb.notes) append_wrapped(out, note, 0, 0);
    if (!verb.examples.empty()) out += '\n';
    std::string_view lead = "Example: ";
    for (const std::string& example : verb.examples) {
        out += lead;
        append_wrapped(out, example, lead.size(), lead.size() + 2, " \\");
        lead = "         ";
    }
}

void append_head(std::string& out, const VerbText& verb) {
    append_wrapped(out, verb.summary + ".", 0, 0);
    out += "\nUsage: ";
    append_wrapped(out, verb.usage, 7, 9);
}

void append_verbs(std::string& out, const std::vector<VerbText>& verbs) {
    constexpr std::size_t column = 12;
    Words groups;
    for (const VerbText& verb : verbs)
        if (std::find(groups.begin(), groups.end(), verb.group) == groups.end()) groups.push_back(verb.group);
    for (const std::string& group : groups) {
        out += fmt::format("\n{}:\n", group);
        for (const VerbText& verb : verbs)
            if (verb.group == group) append_entry(out, "  " + verb.name, verb.summary, column);
    }
}

}  // namespace

std::string help_text(const VerbText& verb) {
    std::string out;
    append_head(out, verb);
    append_options(out, verb.options);
    append_notes(out, verb);
    return out;
}

std::string help_text(const ProgramText& program) {
    std::string out;
    append_head(out, program.all);
    append_verbs(out, program.verbs);
    append_options(out, program.all.options);
    append_notes(out, program.all);
    return out;
}

}  // namespace allide::cli
