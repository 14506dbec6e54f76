// The message by which a reader program sends its result, an Assembly or an Error, to allide. Numbers are in
// this machine's byte order and this version's layout, because both programs come from the same build.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>

namespace allide::io {

// Each mesh must have exactly one part, as the meshes of reader programs do.
std::string encoded(const Result<Assembly>& result);
// `file` is the name used in errors and as the source. Throws Failure if the message is incomplete or
// damaged, as after a crash of the reader program.
Result<Assembly> decoded(std::string_view bytes, const std::string& file);

}  // namespace allide::io
