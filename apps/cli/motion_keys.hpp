// Warnings about unknown keys of a motion file, such as "pitch" for "advance".
#pragma once

#include <string>

namespace allide::cli {

// Prints one line per unknown key on standard error, with file and line. The file has already been read
// successfully as a motion; unknown keys do not change the answer.
void warn_about_unknown_keys(const std::string& motion_file);

// The same for the file of a trajectory in joint space.
void warn_about_unknown_keys_of_path(const std::string& file);

}  // namespace allide::cli
