// What the program says: answers on standard output, messages on standard error.
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

// Bad input or usage: ends the program with exit code 2 and this one line.
class Refusal : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Writes to standard output; refuses to go on when that fails, so that no lost answer looks like success.
void print(std::string_view text);
void flush_output();

// All of it or nothing: a reader never meets half a file. Refuses to go on when that fails.
void write_whole(const std::string& file, std::string_view bytes);

// "bolt.stl" of "parts/bolt.stl".
std::string file_name_of(const std::string& path);

// "2026-01-31 12:00 UTC", now.
std::string time_for_people();
// "2026-01-31T12:00:00Z", now.
std::string time_for_programs();

// "allide: message" on standard error, on one line whatever the message holds.
void complain(std::string_view message);

}  // namespace allide::cli
