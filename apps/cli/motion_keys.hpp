// Warnings about unknown keys of a motion file, such as "pitch" for "advance".
#pragma once

#include <string>

namespace allide::cli {

// Prints one line per unknown key on standard error, with file and line. The file has already been read
// successfully as a motion; unknown keys do not change the answer.
void warn_about_unknown_keys(const std::string& motion_file);

}  // namespace allide::cli
