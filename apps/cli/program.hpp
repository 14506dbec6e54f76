// The command `allide` as a whole.
#pragma once

#include "arguments.hpp"

#include <functional>

namespace allide::cli {

// The work of a verb whose words have been parsed. Returns the exit code.
using Job = std::function<int()>;

// Each function defines one verb. If parsing finds that verb, it stores the verb's work in `job`.
void add_info(CLI::App& program, Job& job);
void add_collide(CLI::App& program, Job& job);
void add_distance(CLI::App& program, Job& job);
void add_predict(CLI::App& program, Job& job);
void add_robot(CLI::App& program, Job& job);
void add_ray(CLI::App& program, Job& job);
void add_nearest(CLI::App& program, Job& job);
void add_contains(CLI::App& program, Job& job);
void add_frustum(CLI::App& program, Job& job);
void add_clash(CLI::App& program, Job& job);
void add_plan(CLI::App& program, Job& job);
void add_unit(CLI::App& program, Job& job);
void add_merge(CLI::App& program, Job& job);
void add_index(CLI::App& program, Job& job);
void add_verify(CLI::App& program, Job& job);
void add_generate(CLI::App& program, Job& job);
void add_torture(CLI::App& program, Job& job);
void add_demo(CLI::App& program, Job& job);
// `words` are all words of the command line; those after the verb are passed on to allide-bench.
void add_bench(CLI::App& program, Job& job, const Words& words);

// Runs the command with these words, which follow "allide" on the command line. Returns the exit code. Throws
// a Refusal for bad input or usage.
int run_command(const Words& words);
// Like run_command(), but a failure is printed as one line and returned as an exit code.
int run_program(const Words& words);

}  // namespace allide::cli
