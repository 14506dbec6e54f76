// Where numbers come from: the commit, the machine and the day.
#pragma once

#include <string>

namespace allide::bench {

struct Origin {
    std::string commit;    // with "+" if files were changed since; "unknown" outside a repository
    std::string compiler;  // and its version
    std::string machine;   // processor and number of cores
    std::string target;    // the instruction set in use
    std::string date;      // of the run, in UTC
};

Origin origin();

}  // namespace allide::bench
