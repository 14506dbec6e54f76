// One writer per format. Each returns the whole file as a string, or an Error without a file name.
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

// Appends the shortest decimal text that reads back as the same double.
void append_number(std::string& text, double value);

// One name per part, fit for a line of text: without control characters and surrounding blanks. Empty if the
// mesh has a single part named after its source, because a copy should be named after its own file.
std::vector<std::string> printable_names(const Mesh& mesh);
// The same names, made distinct and non-empty.
std::vector<std::string> distinct_names(const Mesh& mesh);

}  // namespace allide::io
