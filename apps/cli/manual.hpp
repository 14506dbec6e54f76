// The manual page allide(1).
#pragma once

#include "definitions.hpp"

#include <string>

namespace allide::cli {

// In the format of groff's "man" macros.
std::string manual_page(const ProgramText& program);

}  // namespace allide::cli
