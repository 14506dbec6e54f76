// The main function of a reader program. allide starts it with the file's bytes on standard input and three
// arguments, NAME SAG MEMORY (an empty SAG: the default; MEMORY: the limit in bytes), and takes its answer
// from standard output (io/program/assembly_message.hpp).
#pragma once

#include <allide/io.hpp>

#include <functional>
#include <string>

namespace allide::readers {

struct Request {
    std::string bytes, name;
    LoadOptions options;
};

// Sends the result of `read`, or the Error that it threw, and exits without running the libraries'
// destructors.
[[noreturn]] void reader_main(int argc, char** argv,
                              const std::function<Result<Assembly>(const Request& request)>& read);

}  // namespace allide::readers
