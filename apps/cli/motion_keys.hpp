// Keys of a motion file that mean nothing: a slip of the pen such as "pitch" for "advance" should be seen.
#pragma once

#include <string>

namespace allide::cli {

// One line on standard error for each, with its place; the answer is the same. For a file that was read as a
// motion.
void complain_of_unknown_keys(const std::string& motion_file);

}  // namespace allide::cli
