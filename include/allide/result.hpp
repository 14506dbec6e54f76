// Errors as values: Result<T> is a value or an Error that names the file and the place.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace allide {

enum class ErrorCode {
    cannot_open,     // missing, a directory, no permission, or it cannot be written
    unknown_format,  // the bytes are no mesh that allide reads
    bad_syntax,      // a known format, but broken: a word for a number, a truncated file, …
    bad_index,       // a face refers to a vertex that does not exist
    not_finite,      // NaN or infinite where a finite number is needed
    not_rigid,       // a pose that is not a rotation and a translation
    too_large,       // more than allide can number or hold
    bad_argument,    // an option or a name outside its range
};

// What went wrong, and where. A line, vertex or triangle that does not apply is empty.
struct Error {
    ErrorCode code = ErrorCode::bad_argument;
    std::string message = {};  // one sentence without the place, e.g. "a vertex needs three numbers"
    std::string file = {};
    std::optional<std::uint64_t> line = {};      // counted from 1
    std::optional<std::uint64_t> byte = {};      // offset from the start of the file
    std::optional<std::uint64_t> vertex = {};    // counted from 0
    std::optional<std::uint64_t> triangle = {};  // counted from 0

    // One line: "bolt.obj:12: a vertex needs three numbers".
    std::string text() const;
};

// Thrown for a caller's mistake: a broken precondition, or value() of a failed Result.
class PreconditionError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

namespace detail {
[[noreturn]] void throw_bad_access(const Error& error);
}

// A T, or the Error that kept it from being made.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    explicit operator bool() const noexcept { return state_.index() == 0; }
    bool has_value() const noexcept { return state_.index() == 0; }

    // The value; throws PreconditionError with the error's text if there is none.
    const T& value() const& {
        check();
        return std::get<0>(state_);
    }
    T&& value() && {
        check();
        return std::get<0>(std::move(state_));
    }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }

    // The error; only of a Result without a value.
    const Error& error() const { return std::get<1>(state_); }

  private:
    void check() const {
        if (!has_value()) detail::throw_bad_access(error());
    }
    std::variant<T, Error> state_;
};

// ---- Which allide this is, and which instruction set it runs on.

// "0.1.0"
std::string_view version();

// The instruction sets that this machine can run, best first, e.g. {"avx2", "sse4", "scalar"}.
std::vector<std::string> targets();
// The one in use: the best, or the one that the environment variable ALLIDE_TARGET names.
// Throws PreconditionError if that names none of targets().
std::string active_target();

}  // namespace allide
