// Errors as values. A function that can fail because of its input returns a Result<T>: either a T, or an
// Error that says what was wrong and where. A caller's mistake throws PreconditionError instead.
//
//     const Result<Model> model = load_model("bolt.obj");
//     if (!model) std::puts(model.error().text().c_str());    // bolt.obj:12: a vertex needs three numbers
//     const Model plate = load_model("plate.obj").value();     // throws if there is no model
#pragma once

#include <allide/detail/export.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ALLIDE_EXPORT allide {

// The kind of an error.
enum class ErrorCode {
    // A file does not exist, is a directory, or cannot be read or written.
    cannot_open,
    // The bytes are in no format that allide reads.
    unknown_format,
    // The format is known, but the file is malformed or truncated.
    bad_syntax,
    // A face refers to a vertex that does not exist.
    bad_index,
    not_finite,  // NaN or infinity where a finite number is expected
    // A pose is not a rotation followed by a translation.
    not_rigid,
    // The input has more elements than allide can number or store.
    too_large,
    // An option or a name is outside its range.
    bad_argument,
};

// Says what went wrong and where. Places that do not apply are empty.
struct Error {
    ErrorCode code = ErrorCode::bad_argument;
    // One sentence without the place, such as "a vertex needs three numbers".
    std::string message = {};
    std::string file = {};
    // The line of a text file, counted from 1.
    std::optional<std::uint64_t> line = {};
    // The offset from the start of the file, in bytes.
    std::optional<std::uint64_t> byte = {};
    // The number of the vertex, counted from 0.
    std::optional<std::uint64_t> vertex = {};
    // The number of the triangle, counted from 0.
    std::optional<std::uint64_t> triangle = {};

    // Place and message in one line: "bolt.obj:12: a vertex needs three numbers".
    std::string text() const;
};

// Thrown for a caller's mistake: a broken precondition, value() of a failed Result, error() of a successful
// one.
class PreconditionError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

namespace detail {
[[noreturn]] void throw_no_value(const Error& error);
[[noreturn]] void throw_no_error();
}  // namespace detail

// A T, or the Error that prevented it.
//
// Two mistakes do not compile. `load_model("bolt.obj")->at_rest()` would refer into a Result that is gone at
// the end of the line: a temporary Result has no `->`, and its value() is a value, not a reference. `if
// (collides(part, index))` would ask whether the question could be answered, not for the answer: a
// Result<bool> does not convert to bool; write has_value() for the one and value() for the other.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    // True if there is a value.
    bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept requires(!std::same_as<T, bool>) { return has_value(); }

    // The value. Throws PreconditionError with the error's text if there is none.
    const T& value() const& {
        check();
        return std::get<0>(state_);
    }
    T value() && {
        check();
        return std::get<0>(std::move(state_));
    }
    T value() const&& { return static_cast<const Result&>(*this).value(); }
    const T& operator*() const& { return value(); }
    T operator*() && { return std::move(*this).value(); }
    T operator*() const&& { return value(); }
    const T* operator->() const& { return &value(); }
    const T* operator->() const&& = delete;

    // The error. Throws PreconditionError if there is a value.
    const Error& error() const& {
        if (has_value()) detail::throw_no_error();
        return std::get<1>(state_);
    }
    Error error() && {
        if (has_value()) detail::throw_no_error();
        return std::get<1>(std::move(state_));
    }

  private:
    void check() const {
        if (!has_value()) detail::throw_no_value(std::get<1>(state_));
    }
    std::variant<T, Error> state_;
};

// ---- The version of allide, and the instruction set that it runs on.

// The version, such as "0.1.0".
std::string_view version();

// The instruction sets that this machine can run, best first: {"avx2", "sse4", "scalar"}.
std::vector<std::string> targets();
// The instruction set in use: the best one, or the one that the environment variable ALLIDE_TARGET names.
// Throws PreconditionError if the named one is not in targets().
std::string active_target();

}  // namespace allide
