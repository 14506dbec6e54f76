// The exception by which a reader reports bad input. It carries an Error through the many small functions of
// a parser up to the public function, which returns it as a Result. No Failure leaves the library.
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

// Text from a file, made fit for a one-line message: in quotes, cut after 40 bytes, with '?' for control and
// non-ASCII characters.
std::string quoted(std::string_view text);

}  // namespace allide::io
