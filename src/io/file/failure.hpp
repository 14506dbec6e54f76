// The exception by which a reader reports bad input. A parser is many small functions deep; the exception
// carries the Error to the public function, which returns it as a Result. No Failure leaves the library.
#pragma once

#include <allide/result.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace allide::io {

struct Failure {
    Error error;
};

[[noreturn]] inline void fail(Error error) {
    throw Failure{std::move(error)};
}

// Text from a file for a one-line message: in quotes, cut after 40 bytes, non-ASCII and control characters as
// '?'.
std::string quoted(std::string_view text);

}  // namespace allide::io
