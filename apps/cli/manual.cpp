#include "manual.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

// Escapes the characters that have a meaning in roff: backslashes, dashes, quotation marks, and a dot or an
// apostrophe at the start.
std::string roff(const std::string& text) {
    std::string out;
    if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '"')
            out += "\\(dq";
        else if (c == '\'')
            out += "\\(aq";
        else
            out += c;
    }
    return out;
}

// Escapes prose and breaks it into source lines of at most 80 characters; roff fills the lines again.
std::string roff_lines(const std::string& text) {
    std::istringstream words(text);
    std::string out;
    std::size_t used = 0;
    for (std::string word; words >> word;) {
        word = roff(word);
        const bool breaks = used + 1 + word.size() > 80;
        if (used > 0) out += breaks ? '\n' : ' ';
        used = used == 0 || breaks ? word.size() : used + 1 + word.size();
        out += word;
    }
    return out;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// The heading of an option's entry: its names in bold, the placeholder of its value in italics.
std::string tag_of(const OptionText& option) {
    if (option.is_argument())
        return fmt::format("\\fI{}\\fR{}", roff(option.argument), option.repeatable ? "..." : "");
    std::string tag;
    for (const std::string& name : option.names())
        tag += fmt::format("{}\\fB{}\\fR", tag.empty() ? "" : ", ", roff(name));
    if (!option.value.empty()) tag += fmt::format(" \\fI{}\\fR", roff(option.value));
    return tag;
}

void append_options(std::string& out, const std::vector<OptionText>& options) {
    for (const std::string& group : groups_of(options))
        for (const OptionText& option : options) {
            if (option.group != group) continue;
            std::string meaning = option.meaning;
            if (!option.choices.empty()) meaning += fmt::format(": {}", fmt::join(option.choices, ", "));
            out += fmt::format(".TP\n{}\n{}\n", tag_of(option), roff_lines(meaning + '.'));
        }
}

void append_notes(std::string& out, const VerbText& verb) {
    for (const std::string& note : verb.notes)
        out += fmt::format("{}{}\n", out.ends_with(".SH NOTES\n") ? "" : ".PP\n", roff_lines(note));
    if (verb.examples.empty()) return;
    out += ".PP\nExample:\n.PP\n.RS 4\n.nf\n";
    for (const std::string& example : verb.examples) out += roff(example) + '\n';
    out += ".fi\n.RE\n";
}

void append_verb(std::string& out, const VerbText& verb) {
    out += fmt::format(".SS \"{}\"\n{}.\n.PP\n\\fB{}\\fR\n", roff(verb.name), roff_lines(verb.summary),
                       roff(verb.usage));
    append_options(out, verb.options);
    append_notes(out, verb);
}

constexpr const char* environment =
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBALLIDE_TARGET\\fR\n"
    "Use this instruction set instead of the best one of the machine.\n"
    "An unknown name lists the known ones.\n"
    ".TP\n\\fBALLIDE_READERS\\fR\n"
    "Look in this folder first for the programs that read STEP files and the\n"
    "formats of Assimp.\n"
    ".TP\n\\fBTMPDIR\\fR\n"
    "Put temporary files into this folder.\n";

}  // namespace

std::string manual_page(const ProgramText& program) {
    const std::string& name = program.all.name;
    std::string out = fmt::format(".\\\" Written by '{} \\-\\-generate man'; do not edit.\n", name);
    out += fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", upper(name), name, version());
    out += fmt::format(".SH NAME\n{} \\- {}\n", name, roff(program.all.summary));
    out += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR\n", roff(program.all.usage));
    out += ".SH OPTIONS\n";
    append_options(out, program.all.options);
    out += ".SH VERBS\n";
    for (const VerbText& verb : program.verbs) append_verb(out, verb);
    out += ".SH NOTES\n";
    append_notes(out, program.all);
    return out + environment;
}

}  // namespace allide::cli
