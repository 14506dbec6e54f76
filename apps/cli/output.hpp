// Standard output, standard error, exit codes, and files that are written completely or not at all.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace allide::cli {

enum ExitCode : int {
    nothing_touches = 0,
    done = 0,
    contact = 1,
    refused = 2,
    failed = 3,
    interrupted_code = 130
};

// Thrown for bad input or usage: the program prints the message on one line and exits with code 2.
class Refusal : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The program's name, the prefix of every message on standard error. Each program defines it next to main().
extern const std::string_view program_name;

// Writes to standard output. Throws a Refusal if that fails, so that a lost answer never looks like success.
void print(std::string_view text);
void flush_output();

// Writes a file completely or not at all: a reader never sees half of it, and Ctrl-C is handled after the
// file is complete. Throws a Refusal if it cannot be written.
void write_whole(const std::string& file, std::string_view bytes);

// The last component of a path: "bolt.stl" for "parts/bolt.stl".
std::string file_name_of(const std::string& path);

// The current time as "2026-01-31 12:00 UTC".
std::string time_for_people();
// The current time as "2026-01-31T12:00:00Z".
std::string time_for_programs();

// Prints "allide: message" on standard error, always on one line: line breaks in the message are escaped.
void print_message(std::string_view message);

}  // namespace allide::cli
