// One writer a format: the whole file as a string, or an Error without a file.
#pragma once

#include <allide/mesh.hpp>

#include <string>
#include <vector>

namespace allide::io {

Result<std::string> write_stl_binary(const Mesh& mesh);
std::string write_stl_ascii(const Mesh& mesh);
std::string write_obj(const Mesh& mesh);
std::string write_ply(const Mesh& mesh);
Result<std::string> write_glb(const Mesh& mesh);

// The shortest text that reads back as the same double.
void append_number(std::string& text, double value);

// A name a part that survives a line of text: without control characters and blanks around it. Empty when the
// mesh is one part that is only named after its source, since a copy should be named after its own file.
std::vector<std::string> printable_names(const Mesh& mesh);
// The same, each name once and none empty.
std::vector<std::string> distinct_names(const Mesh& mesh);

}  // namespace allide::io
