// The manual page allide(1).
#pragma once

#include "definitions.hpp"

#include <string>

namespace allide::cli {

// The manual page in the format of groff's "man" macros.
std::string manual_page(const ProgramText& program);

}  // namespace allide::cli
