// How reading an index gives up. What is read lies many small functions deep; an exception carries the Error
// to the room's edge, where it becomes a Result. It never leaves the room.
#pragma once

#include <allide/result.hpp>

#include <string>
#include <utility>

namespace allide::index {

struct Damage {
    Error error;
};

[[noreturn]] inline void give_up(Error error) {
    throw Damage{std::move(error)};
}

// Bytes that are not what was written. Who knows the file and the page adds them: at_page() of page.hpp.
[[noreturn]] inline void damaged(std::string what) {
    give_up({.code = ErrorCode::bad_syntax, .message = std::move(what)});
}

// What `work` returns, or the Error that it gave up with.
template <typename Work>
auto as_result(Work&& work) -> Result<decltype(work())> {
    try {
        return work();
    } catch (Damage& damage) {
        return std::move(damage.error);
    }
}

}  // namespace allide::index
