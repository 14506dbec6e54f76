// Options whose values are names out of a list. The list is kept in the option's CLI11 definition, where
// parser, help, manual page and completions find it.
#pragma once

#include "arguments.hpp"

#include <string>

namespace CLI {
class Option;
}

namespace allide::cli {

// Accepts only these names. Any other value ends parsing with an error that lists them and suggests the
// nearest.
CLI::Option* accept_only(CLI::Option* option, const Words& names);

// Accepts any value; help and completions offer these.
CLI::Option* offer(CLI::Option* option, const Words& names);

// The names given by one of the above; empty for an option without such a list.
Words choices_of(CLI::Option& option);

// Names of enumerators for which name_of() is defined.
template <typename Values>
Words names_of(const Values& values) {
    Words names;
    for (const auto value : values) names.emplace_back(name_of(value));
    return names;
}

}  // namespace allide::cli
