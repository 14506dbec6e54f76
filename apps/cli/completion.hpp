// Completion scripts for shells.
#pragma once

#include "definitions.hpp"

#include <string>

namespace allide::cli {

// Each script completes verbs, options, values from a list of names, and files.
std::string bash_completion(const ProgramText& program);
std::string zsh_completion(const ProgramText& program);
std::string fish_completion(const ProgramText& program);

}  // namespace allide::cli
