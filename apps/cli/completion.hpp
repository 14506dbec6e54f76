// Completion scripts for shells.
#pragma once

#include "definitions.hpp"

#include <string>

namespace allide::cli {

// Each completes verbs, options, names out of lists, and files.
std::string bash_completion(const ProgramText& program);
std::string zsh_completion(const ProgramText& program);
std::string fish_completion(const ProgramText& program);

}  // namespace allide::cli
