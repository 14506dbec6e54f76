// Options whose value is a name from a list. The list is stored in the option's CLI11 definition, where
// parser, help, manual page and completions find it.
#pragma once

#include "arguments.hpp"

#include <string>

namespace CLI {
class Option;
}

namespace allide::cli {

// Accepts only these names. Any other value ends parsing with an error that lists them and suggests the
// nearest one.
CLI::Option* accept_only(CLI::Option* option, const Words& names);

// Accepts any value; help and completions suggest these names.
CLI::Option* offer(CLI::Option* option, const Words& names);

// The names given to accept_only() or offer(); empty for an option without a list of names.
Words choices_of(CLI::Option& option);

// The names of the given enumerators, as name_of() returns them.
template <typename Values>
Words names_of(const Values& values) {
    Words names;
    for (const auto value : values) names.emplace_back(name_of(value));
    return names;
}

}  // namespace allide::cli
