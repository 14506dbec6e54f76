// The command as a whole.
#pragma once

#include "arguments.hpp"

#include <functional>

namespace CLI {
class App;
}

namespace allide::cli {

// What a verb does once its words are understood; gives the exit code.
using Job = std::function<int()>;

// Each adds its verb to the command line; when the verb is chosen, its job is put into `job`.
void add_info(CLI::App& program, Job& job);
void add_collide(CLI::App& program, Job& job);
void add_distance(CLI::App& program, Job& job);
void add_predict(CLI::App& program, Job& job);
void add_ray(CLI::App& program, Job& job);
void add_nearest(CLI::App& program, Job& job);
void add_contains(CLI::App& program, Job& job);
void add_frustum(CLI::App& program, Job& job);
void add_clash(CLI::App& program, Job& job);
void add_index(CLI::App& program, Job& job);
void add_verify(CLI::App& program, Job& job);
void add_generate(CLI::App& program, Job& job);
void add_bench(CLI::App& program, Job& job);  // left out where ALLIDE_BUILD_EXPERIMENTS is off
void add_demo(CLI::App& program, Job& job);

// Understands the words after "allide" and does what they say. Throws a Refusal for bad input or usage.
int run_command(const Words& words);
// The same with every failure told in one line and turned into its exit code.
int run_program(const Words& words);

}  // namespace allide::cli
