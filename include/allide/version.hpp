// Which allide this is, and which instruction set it runs on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allide {

// "0.1.0"
std::string_view version();

// The instruction sets that this machine can run, best first, e.g. {"avx2", "sse4", "scalar"}.
std::vector<std::string> targets();
// The one in use: the best, or the one that the environment variable ALLIDE_TARGET names.
// Throws PreconditionError if that names none of targets().
std::string active_target();

}  // namespace allide
