// Checks of files that Assimp would answer with a crash, an endless loop or a scene that lacks parts.
#pragma once

#include "reader_main.hpp"

#include <optional>

namespace allide::readers {

// The error to report instead of calling Assimp; empty if the file may be handed to it.
// - COLLADA: anything but integers in <p> or <vcount>. Assimp repeats the last integer until memory is used
// up.
// - 3MF: a <component> that refers to another file of the package, to an object that does not exist, or to an
//   object that contains it. Assimp leaves out the first two without a message and recurses endlessly on the
//   third.
std::optional<Error> reason_to_refuse(const Request& request);

}  // namespace allide::readers
