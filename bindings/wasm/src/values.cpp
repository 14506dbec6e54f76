#include "values.hpp"

#include <array>
#include <cstring>
#include <unordered_map>

namespace allide::wasm {
namespace {

std::vector<const char*>& keys() {
    static std::vector<const char*> names;
    return names;
}

// Returns the number of a key, which is looked up by address. Equal literals of different files may therefore
// have different numbers.
std::uint32_t number_of_key(const char* name) {
    static std::unordered_map<const char*, std::uint32_t> numbers;
    const auto [place, is_new] = numbers.try_emplace(name, static_cast<std::uint32_t>(keys().size()));
    if (is_new) keys().push_back(name);
    return place->second;
}

std::size_t slots_for(std::size_t bytes) {
    return (bytes + 7) / 8;
}

std::string_view code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::cannot_open:
            return "cannot_open";
        case ErrorCode::unknown_format:
            return "unknown_format";
        case ErrorCode::bad_syntax:
            return "bad_syntax";
        case ErrorCode::bad_index:
            return "bad_index";
        case ErrorCode::not_finite:
            return "not_finite";
        case ErrorCode::not_rigid:
            return "not_rigid";
        case ErrorCode::too_large:
            return "too_large";
        case ErrorCode::bad_argument:
            break;
    }
    return "bad_argument";
}

}  // namespace

std::string_view key_text(std::uint32_t number) {
    return number < keys().size() ? keys()[number] : "";
}

// ---- Arguments

std::size_t Arguments::open(Tag expected) {
    if (tag() != expected) throw PreconditionError("a call has another argument than the function expects");
    return static_cast<std::size_t>(*at_++ >> 32);
}

bool Arguments::has_value() {
    if (!is_nothing()) return true;
    ++at_;
    return false;
}

bool Arguments::truth() {
    const bool value = tag() == Tag::yes;
    open(value ? Tag::yes : Tag::no);
    return value;
}

double Arguments::number() {
    open(Tag::number);
    double value;
    std::memcpy(&value, at_++, sizeof value);
    return value;
}

std::optional<double> Arguments::optional_number() {
    if (!has_value()) return std::nullopt;
    return number();
}

std::string_view Arguments::text() {
    const std::size_t size = open(Tag::text);
    const auto* letters = reinterpret_cast<const char*>(at_);
    at_ += slots_for(size);
    return {letters, size};
}

std::span<const double> Arguments::doubles() {
    const std::size_t count = open(Tag::doubles);
    const auto* numbers = reinterpret_cast<const double*>(at_);
    at_ += count;
    return {numbers, count};
}

std::span<const std::uint32_t> Arguments::indices() {
    const std::size_t count = open(Tag::indices);
    const auto* numbers = reinterpret_cast<const std::uint32_t*>(at_);
    at_ += slots_for(4 * count);
    return {numbers, count};
}

std::span<const std::byte> Arguments::bytes() {
    const std::size_t count = open(Tag::bytes);
    const auto* first = reinterpret_cast<const std::byte*>(at_);
    at_ += slots_for(count);
    return {first, count};
}

std::size_t Arguments::list() {
    return open(Tag::list);
}

Vec3 Arguments::point() {
    const auto numbers = doubles();
    if (numbers.size() != 3) throw PreconditionError("a point needs three numbers");
    return {numbers[0], numbers[1], numbers[2]};
}

Pose Arguments::pose() {
    if (!has_value()) return {};
    const auto numbers = doubles();
    std::array<double, 12> rows{};
    if (numbers.size() != rows.size()) throw PreconditionError("a pose needs 12 numbers");
    std::ranges::copy(numbers, rows.begin());
    return value_of(Pose::from_matrix(rows));
}

// ---- Results

void Results::raw(const void* data, std::size_t bytes) {
    const std::size_t before = slots_.size();
    slots_.resize(before + slots_for(bytes));
    if (bytes != 0) std::memcpy(slots_.data() + before, data, bytes);
}

void Results::number(double value) {
    open(Tag::number, 0);
    raw(&value, sizeof value);
}

void Results::text(std::string_view value) {
    open(Tag::text, value.size());
    raw(value.data(), value.size());
}

Results& Results::key(const char* name) {
    slots_.push_back(number_of_key(name));
    return *this;
}

void Results::doubles(std::span<const double> values) {
    open(Tag::doubles, values.size());
    raw(values.data(), values.size_bytes());
}

void Results::floats(std::span<const float> values) {
    open(Tag::floats, values.size());
    raw(values.data(), values.size_bytes());
}

void Results::indices(std::span<const std::uint32_t> values) {
    open(Tag::indices, values.size());
    raw(values.data(), values.size_bytes());
}

void Results::bytes(std::string_view values) {
    open(Tag::bytes, values.size());
    raw(values.data(), values.size());
}

void Results::tuple(std::span<const double> values) {
    open(Tag::tuple, values.size());
    raw(values.data(), values.size_bytes());
}

void Results::error(const Error& error) {
    const auto place = [&](const char* name, const std::optional<std::uint64_t>& number) {
        key(name);
        number ? this->number(static_cast<double>(*number)) : nothing();
    };
    open(Tag::error, 7);
    key("code").text(code_of(error.code));
    key("message").text(error.text());
    key("file").text(error.file);
    place("line", error.line);
    place("byte", error.byte);
    place("vertex", error.vertex);
    place("triangle", error.triangle);
}

void Results::failure(std::string_view code, std::string_view message) {
    open(Tag::error, 2);
    key("code").text(code);
    key("message").text(message);
}

void Results::clear() {
    slots_.clear();
    constexpr std::size_t kept = std::size_t{1} << 17;  // the memory of larger results is freed
    if (slots_.capacity() > kept) std::vector<std::uint64_t>().swap(slots_);
}

}  // namespace allide::wasm
