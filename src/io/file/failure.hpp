// How a reader gives up. A parser is many small functions deep; an exception carries the Error to the room's
// edge, where it becomes a Result. It never leaves the room.
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

// Text of a file as it may stand in a one-line message: shortened, in quotes, without control characters.
std::string quoted(std::string_view text);

}  // namespace allide::io
