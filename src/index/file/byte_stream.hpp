// Encoding of numbers in an index: little-endian; floating-point numbers are stored as their bits. Reading
// past the end of a record, or a count that exceeds the rest of the record, throws IndexFailure.
#pragma once

#include "index/file/index_failure.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::index {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

class ByteWriter {
  public:
    template <std::unsigned_integral Number>
    void put(Number value) {
        std::array<std::byte, sizeof(Number)> digits;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            digits[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
        put(ByteView(digits));
    }
    void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void put(float value) { put(std::bit_cast<std::uint32_t>(value)); }
    void put(const Vec3& v) {
        put(v.x);
        put(v.y);
        put(v.z);
    }
    void put(const Box& box) {
        put(box.lo);
        put(box.hi);
    }
    void put(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void put_text(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        put(std::as_bytes(std::span(text)));
    }
    void pad_to(std::size_t alignment) {
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
    }

    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

    std::size_t size() const { return bytes_.size(); }
    const Bytes& bytes() const { return bytes_; }
    Bytes take() { return std::move(bytes_); }

  private:
    Bytes bytes_;
};

class ByteReader {
  public:
    explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

    template <std::unsigned_integral Number>
    Number number() {
        const ByteView digits = take(sizeof(Number));
        Number value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            value = static_cast<Number>(value | static_cast<Number>(digits[i]) << (8 * i));
        return value;
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }
    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }
    double real() { return std::bit_cast<double>(u64()); }
    float real32() { return std::bit_cast<float>(u32()); }
    Vec3 vec() {
        const double x = real(), y = real(), z = real();
        return {x, y, z};
    }
    Box box() {
        const Vec3 lo = vec(), hi = vec();
        return {lo, hi};
    }
    // Reads the number of items that follow, each of at least `bytes_each` bytes. Throws if that many cannot
    // fit into the rest of the record, so that a damaged count cannot cause a large allocation.
    std::size_t count(std::size_t bytes_each) {
        const std::uint32_t items = u32();
        if (items > rest() / bytes_each) throw_damaged("expected a count that fits into its record");
        return items;
    }
    std::string text() {
        const ByteView letters = take(count(1));
        return {reinterpret_cast<const char*>(letters.data()), letters.size()};
    }
    ByteView take(std::size_t count) {
        if (count > rest()) throw_damaged("expected more bytes in a record");
        const ByteView taken = bytes_.subspan(at_, count);
        at_ += count;
        return taken;
    }
    void skip_to(std::size_t alignment) { take((alignment - at_ % alignment) % alignment); }
    std::size_t rest() const { return bytes_.size() - at_; }
    std::size_t at() const { return at_; }
    void expect_end() const {
        if (rest() != 0) throw_damaged("expected the end of a record, found more bytes");
    }

  private:
    ByteView bytes_;
    std::size_t at_ = 0;
};

}  // namespace allide::index
