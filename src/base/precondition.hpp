// Preconditions of the public API, checked in release builds too.
#pragma once

#include <allide/result.hpp>

namespace allide::base {

// Throws PreconditionError unless `holds`.
inline void expect(bool holds, const char* what) {
    if (!holds) throw PreconditionError(what);
}

}  // namespace allide::base
