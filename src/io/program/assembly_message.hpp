// What a reader program sends back: an assembly, or why there is none. The bytes are those of this machine
// and this version; the two programs were built together.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>

namespace allide::io {

// Meshes of one part each, as reader programs make them.
std::string packed(const Result<Assembly>& result);
// Throws Failure if the bytes are not whole, as those of a program that died are not.
Result<Assembly> unpacked(std::string_view bytes, const std::string& file);

}  // namespace allide::io
