// The exception that reports a failure to build or read an index. It carries an Error up to the public
// function, which returns it as a Result. It never leaves the library.
#pragma once

#include <allide/result.hpp>

#include <string>
#include <utility>

namespace allide::index {

struct IndexFailure {
    Error error;
};

[[noreturn]] inline void throw_error(Error error) {
    throw IndexFailure{std::move(error)};
}

// Throws the error for bytes that are not what was written. in_file() and on_page() (page_file.hpp) add the
// file and the page to it.
[[noreturn]] inline void throw_damaged(std::string what) {
    throw_error({.code = ErrorCode::bad_syntax, .message = std::move(what)});
}

// Returns the result of `work`, or the Error that it threw.
template <typename Work>
auto as_result(Work&& work) -> Result<decltype(work())> {
    try {
        return work();
    } catch (IndexFailure& failure) {
        return std::move(failure.error);
    }
}

}  // namespace allide::index
