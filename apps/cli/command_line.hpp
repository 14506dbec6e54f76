// Parsing for the programs `allide` and `allide-bench`: CLI11 with error messages of our own.
#pragma once

#include "arguments.hpp"

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

// Parses the words after the program's name. Returns false if they only asked for the help or the version,
// which is then printed. Throws a Refusal that says what was expected and what was found.
bool parse_words(CLI::App& program, const Words& words);

// The subcommand that was parsed; the program itself if there is none.
CLI::App& parsed_verb(CLI::App& program);

// Runs `work` and returns its exit code. An exception becomes one line on standard error and an exit code:
// 2 for a Refusal, 3 for any other.
int exit_code_of(const std::function<int()>& work);

// "allide 0.1.0 (AVX2)": name, version and instruction set in use. Throws a Refusal like checked_target().
std::string version_text(const std::string& program);
// The instruction set in use. Throws a Refusal if ALLIDE_TARGET names one that this machine cannot run.
std::string checked_target();

}  // namespace allide::cli
