// The message in which a reader program sends its result to allide: an Assembly or an Error. The numbers are
// in this machine's byte order and this version's layout, since both programs come from one build.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>

namespace allide::io {

// Each mesh must have one part, as those of reader programs do.
std::string encoded(const Result<Assembly>& result);
// `file` is the name used in errors and as the source. Throws Failure if the message is incomplete or
// damaged, as after a crash of the program.
Result<Assembly> decoded(std::string_view bytes, const std::string& file);

}  // namespace allide::io
