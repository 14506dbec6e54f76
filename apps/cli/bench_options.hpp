// Arguments and options of `allide bench`. Both `allide` and `allide-bench` define them: the first for its
// help and completions, the second to run.
#pragma once

#include "arguments.hpp"

#include <string>

namespace allide::cli {

struct BenchRequest {
    std::string name, folder, models = "../shared/models";
    bool full = false, quick = false, json = false;
};

// Adds all positional arguments and options, but no list of valid names for NAME. Returns the option NAME.
CLI::Option* add_bench_options(CLI::App& verb, BenchRequest& request);

}  // namespace allide::cli
