// The command line as plain data, extracted from its CLI11 definition. Help, manual page and shell
// completions are written from it, so that they name the same verbs, options and values as the parser.
#pragma once

#include "arguments.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allide::cli {

// An option, a flag or a positional argument.
struct OptionText {
    std::string short_name = {};  // such as "-o"; empty if there is none
    std::string long_name = {};   // such as "--output"; empty if there is none
    std::string argument = {};    // "SCENE": the name of a positional argument; empty for an option
    std::string value = {};       // "FILE": the placeholder of an option's value; empty for a flag
    std::string meaning = {};
    std::string group = {};
    Words choices = {};  // the possible values; empty: any value
    bool required = false, repeatable = false;

    bool is_argument() const { return !argument.empty(); }
    bool takes_value() const { return is_argument() || !value.empty(); }
    bool takes_file() const;
    bool takes_folder() const { return value == "DIR"; }
    // The short name and the long name, in the order in which the help shows them.
    Words names() const;
};

struct VerbText {
    std::string name = {}, group = {}, summary = {};
    std::string usage = {};  // such as "allide collide A B [OPTIONS]"
    std::vector<OptionText> options = {};
    Words notes = {};     // further paragraphs of the help
    Words examples = {};  // command lines shown as examples
};

// The whole program. `all` describes the options and notes that belong to the program itself, not to a verb.
struct ProgramText {
    VerbText all = {};
    std::vector<VerbText> verbs = {};
};

// Describe a verb or a whole program. Hidden options, those whose CLI11 group is "", are left out.
VerbText describe_verb(CLI::App& verb);
ProgramText describe_program(CLI::App& program);

// The names of all groups in order of their first use; the default group, "Options", comes last.
Words groups_of(const std::vector<OptionText>& options);

}  // namespace allide::cli
