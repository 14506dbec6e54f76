// Where measured numbers come from: commit, machine and date.
#pragma once

#include <string>

namespace allide::bench {

struct Origin {
    std::string commit;    // hash; ends in "+" if files have changed since; "unknown" outside a repository
    std::string compiler;  // compiler with its version
    std::string machine;   // processor and number of cores
    std::string target;    // the instruction set in use
    std::string date;      // date of the run, in UTC
};

Origin origin();

}  // namespace allide::bench
