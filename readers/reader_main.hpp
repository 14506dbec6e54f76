// The frame of a reader program: the file's bytes on standard input, its name and the sag as arguments, and
// the parcel with the answer on standard output.
#pragma once

#include <allide/io.hpp>

#include <functional>
#include <string>

namespace allide::readers {

struct Request {
    std::string bytes, name;
    LoadOptions options;
};

// Does not return: the libraries are not given the time to tidy up.
[[noreturn]] void answer(int argc, char** argv,
                         const std::function<Result<Assembly>(const Request& request)>& read);

}  // namespace allide::readers
