// The texts of `--help` and `help`.
#pragma once

#include "definitions.hpp"

#include <string>

namespace allide::cli {

inline constexpr std::size_t help_columns = 80;

// No line is longer than help_columns, unless a single word is longer.
std::string help_text(const VerbText& verb);
std::string help_text(const ProgramText& program);

}  // namespace allide::cli
