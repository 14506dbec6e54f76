#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

std::string head_of(const ProgramText& program, const char* shell) {
    return fmt::format("# {0} completion for {1}, written by '{1} --generate {0}'; do not edit.\n", shell,
                       program.all.name);
}

// Encloses text in single quotes for a POSIX shell.
std::string shell_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

Words verb_names(const ProgramText& program) {
    Words names;
    for (const VerbText& verb : program.verbs) names.push_back(verb.name);
    return names;
}

Words option_names(const VerbText& verb) {
    Words all;
    for (const OptionText& option : verb.options)
        for (const std::string& name : option.names()) all.push_back(name);
    return all;
}

// The kind of suggestions with which a shell completes a value.
enum class Offer { names, files, folders, nothing };

Offer offer_for(const OptionText& option) {
    if (!option.choices.empty()) return Offer::names;
    if (option.takes_file()) return Offer::files;
    if (option.takes_folder()) return Offer::folders;
    return Offer::nothing;
}

std::string bash_offer(const OptionText& option) {
    switch (offer_for(option)) {
        case Offer::names:
            return fmt::format("_allide_offer -W {}",
                               shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
        case Offer::files:
            return "_allide_offer -f";
        case Offer::folders:
            return "_allide_offer -d";
        case Offer::nothing:
            break;
    }
    return ":";
}

// Appends to the bash script's `case`, for each option with a value, "verb option" and its suggestions.
void append_bash_values(std::string& out, const VerbText& verb) {
    for (const OptionText& option : verb.options) {
        if (option.is_argument() || !option.takes_value()) continue;
        Words patterns;
        for (const std::string& name : option.names())
            patterns.push_back(shell_quoted(verb.name + " " + name));
        out += fmt::format("        {}) {}; return ;;\n", fmt::join(patterns, "|"), bash_offer(option));
    }
}

std::string bash_arguments(const VerbText& verb) {
    for (const OptionText& option : verb.options)
        if (option.is_argument()) return bash_offer(option);
    return ":";
}

std::string zsh_text(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_values(const OptionText& option) {
    switch (offer_for(option)) {
        case Offer::names:
            return fmt::format("({})", fmt::join(option.choices, " "));
        case Offer::files:
            return "_files";
        case Offer::folders:
            return "_files -/";
        case Offer::nothing:
            break;
    }
    return " ";
}

// Appends the zsh _arguments specification of an option or argument; only repeatable ones are offered again.
void append_zsh_option(std::string& out, const OptionText& option, std::size_t& position) {
    const std::string meaning = zsh_text(option.meaning);
    if (option.is_argument()) {
        const std::string place = option.repeatable ? "*" : std::to_string(++position);
        out += fmt::format(
            " \\\n                    {}",
            shell_quoted(fmt::format("{}:{}:{}", place, zsh_text(option.argument), zsh_values(option))));
        return;
    }
    for (const std::string& name : option.names()) {
        std::string spec = option.repeatable ? "*" : fmt::format("({})", fmt::join(option.names(), " "));
        spec += name;
        if (option.takes_value()) spec += name.starts_with("--") ? "=" : "";
        spec += fmt::format("[{}]", meaning);
        if (option.takes_value()) spec += fmt::format(":{}:{}", zsh_text(option.value), zsh_values(option));
        out += fmt::format(" \\\n                    {}", shell_quoted(spec));
    }
}

std::string fish_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + '\'';
}

std::string fish_values(const OptionText& option) {
    switch (offer_for(option)) {
        case Offer::names:
            return " -x -a " + fish_quoted(fmt::format("{}", fmt::join(option.choices, " ")));
        case Offer::files:
            return " -r -F";
        case Offer::folders:
            return " -x -a '(__fish_complete_directories)'";
        case Offer::nothing:
            break;
    }
    return " -x";
}

void append_fish_option(std::string& out, const std::string& start, const OptionText& option) {
    if (option.is_argument()) {
        if (offer_for(option) == Offer::names)
            out += fmt::format("{} -f -a {}\n", start,
                               fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
        return;
    }
    out += start;
    if (!option.short_name.empty()) out += " -s " + option.short_name.substr(1);
    if (!option.long_name.empty()) out += " -l " + option.long_name.substr(2);
    if (option.takes_value()) out += fish_values(option);
    out += fmt::format(" -d {}\n", fish_quoted(option.meaning));
}

}  // namespace

std::string bash_completion(const ProgramText& program) {
    std::string out = head_of(program, "bash");
    out +=
        "# Offers the words that `compgen` makes of the arguments and that start with the current word.\n"
        "_allide_offer() {\n"
        "    mapfile -t COMPREPLY < <(compgen \"$@\" -- \"$current\")\n"
        "    if [[ $1 != -W ]]; then compopt -o filenames 2>/dev/null; fi\n"
        "}\n\n"
        "_allide() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    COMPREPLY=()\n"
        "    if [[ $current == = ]]; then\n"
        "        current=\n"
        "    elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then\n"
        "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
        "    fi\n"
        "    if ((COMP_CWORD == 1)); then\n";
    out += fmt::format("        _allide_offer -W '{} {}'\n        return\n    fi\n",
                       fmt::join(verb_names(program), " "), fmt::join(option_names(program.all), " "));
    out += "    case \"${COMP_WORDS[1]} $previous\" in\n";
    for (const VerbText& verb : program.verbs) append_bash_values(out, verb);
    out += "    esac\n    case \"${COMP_WORDS[1]} $current\" in\n";
    for (const VerbText& verb : program.verbs)
        out += fmt::format("        '{0} '-*) _allide_offer -W '{1}' ;;\n        '{0} '*) {2} ;;\n",
                           verb.name, fmt::join(option_names(verb), " "), bash_arguments(verb));
    return out + fmt::format("    esac\n}}\n\ncomplete -F _allide {}\n", program.all.name);
}

std::string zsh_completion(const ProgramText& program) {
    std::string out = fmt::format("#compdef {}\n", program.all.name) + head_of(program, "zsh");
    out +=
        "_allide() {\n"
        "    local curcontext=\"$curcontext\" state line\n"
        "    typeset -A opt_args\n"
        "    _arguments -C";
    std::size_t none = 0;
    for (const OptionText& option : program.all.options) append_zsh_option(out, option, none);
    out +=
        " \\\n                    '1:verb:->verb' '*::argument:->rest'\n"
        "    case $state in\n"
        "        verb)\n"
        "            local -a verbs\n"
        "            verbs=(\n";
    for (const VerbText& verb : program.verbs)
        out += fmt::format("                {}\n", shell_quoted(verb.name + ":" + zsh_text(verb.summary)));
    out +=
        "            )\n"
        "            _describe verb verbs\n"
        "            ;;\n"
        "        rest)\n"
        "            case $words[1] in\n";
    for (const VerbText& verb : program.verbs) {
        std::size_t position = 0;
        out += fmt::format("                {})\n                    _arguments", verb.name);
        for (const OptionText& option : verb.options) append_zsh_option(out, option, position);
        out += "\n                    ;;\n";
    }
    return out + "            esac\n            ;;\n    esac\n}\n\n_allide \"$@\"\n";
}

std::string fish_completion(const ProgramText& program) {
    const std::string& name = program.all.name;
    std::string out = head_of(program, "fish");
    for (const OptionText& option : program.all.options)
        append_fish_option(out, fmt::format("complete -c {} -n __fish_use_subcommand", name), option);
    for (const VerbText& verb : program.verbs)
        out += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d {}\n", name, verb.name,
                           fish_quoted(verb.summary));
    for (const VerbText& verb : program.verbs) {
        const std::string start =
            fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", name, verb.name);
        for (const OptionText& option : verb.options) append_fish_option(out, start, option);
    }
    return out;
}

}  // namespace allide::cli
