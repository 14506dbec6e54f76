// The arguments and results of calls in the module's memory: a stream of 8-byte slots. Each value begins with
// a slot of a tag and a count; js/values.js has the same list of tags.
#pragma once

#include <allide/geometry.hpp>
#include <allide/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allide::wasm {

enum class Tag : std::uint32_t {
    nothing,
    no,
    yes,
    number,   // a double follows
    text,     // `count` bytes of UTF-8
    list,     // `count` values
    object,   // `count` pairs of a key's number and a value
    doubles,  // `count` doubles, as a typed array
    floats,
    indices,  // 32-bit unsigned integers
    bytes,
    tuple,  // `count` doubles, as a plain array
    error,  // an object that becomes an AllideError
};

// Carries an Error to JavaScript as an exception.
class Failed : public std::exception {
  public:
    explicit Failed(Error error) : error(std::move(error)) {}
    Error error;
};

template <typename T>
T value_of(Result<T> result) {
    if (!result.has_value()) throw Failed(std::move(result).error());
    return std::move(result).value();
}

// Reads arguments one after the other. js/values.js wrote them, so a wrong tag is a defect of this package.
class Arguments {
  public:
    explicit Arguments(const std::uint64_t* begin) : at_(begin) {}

    bool is_nothing() const { return tag() == Tag::nothing; }
    // Returns true if the next argument has a value; otherwise skips it.
    bool has_value();
    bool truth();
    double number();
    std::uint32_t index() { return static_cast<std::uint32_t>(number()); }
    std::string_view text();
    std::span<const double> doubles();
    std::span<const std::uint32_t> indices();
    std::span<const std::byte> bytes();
    // Begins to read a list and returns the number of its values.
    std::size_t list();
    Vec3 point();
    // Reads a pose; the identity if none is given.
    Pose pose();
    double number_or(double fallback) { return has_value() ? number() : fallback; }
    std::optional<double> optional_number();

  private:
    Tag tag() const { return static_cast<Tag>(static_cast<std::uint32_t>(*at_)); }
    std::size_t open(Tag expected);
    const std::uint64_t* at_;
};

// Writes results one after the other.
class Results {
  public:
    void nothing() { open(Tag::nothing, 0); }
    void truth(bool value) { open(value ? Tag::yes : Tag::no, 0); }
    void number(double value);
    void text(std::string_view value);
    void list(std::size_t count) { open(Tag::list, count); }
    void object(std::size_t count) { open(Tag::object, count); }
    // The key of the next value of an object, a literal.
    Results& key(const char* name);
    void doubles(std::span<const double> values);
    void floats(std::span<const float> values);
    void indices(std::span<const std::uint32_t> values);
    void bytes(std::string_view values);
    void tuple(std::span<const double> values);
    void point(const Vec3& value) { tuple(std::span(&value.x, 3)); }
    void points(std::span<const Vec3> values) { doubles({&values.data()->x, 3 * values.size()}); }
    void pose(const Pose& value) { doubles(value.matrix()); }
    void error(const Error& error);
    void failure(std::string_view code, std::string_view message);

    const std::uint64_t* data() const { return slots_.data(); }
    void clear();

  private:
    void open(Tag tag, std::size_t count) {
        slots_.push_back(static_cast<std::uint64_t>(tag) | static_cast<std::uint64_t>(count) << 32);
    }
    void raw(const void* data, std::size_t bytes);
    std::vector<std::uint64_t> slots_;
};

// The text of a key's number; empty for a number that no result has used.
std::string_view key_text(std::uint32_t number);

}  // namespace allide::wasm
