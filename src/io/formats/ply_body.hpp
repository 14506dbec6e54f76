// Two readers with the same interface for the rows of a PLY file: PlyText for text with one row per line, and
// PlyBytes for binary numbers of either byte order.
#pragma once

#include "io/formats/ply_header.hpp"
#include "io/text/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace allide::io {

// The current row, for error messages.
struct PlyRow {
    const PlyElement* element = nullptr;
    std::uint64_t number = 0;
};

inline std::string ends_within(const PlyRow& row) {
    return fmt::format("the file ends after {} of the {} rows of element {}", row.number, row.element->count,
                       io::quoted(row.element->name));
}

class PlyText {
  public:
    PlyText(std::string_view bytes, std::string_view file, const PlyHeader& header)
        : cursor_(bytes.substr(header.size), file, {}), lines_before_(header.lines) {}

    static std::size_t smallest(PlyType) { return 2; }  // a digit and a separator
    std::size_t bytes_left() const { return cursor_.bytes_left() + 1; }

    void begin_row(const PlyRow& row) {
        row_ = row;
        if (at_end()) fail(ends_within(row_));
    }
    void end_row() {
        if (!cursor_.line_is_done())
            fail(fmt::format("expected the end of the line after a row of element {}",
                             io::quoted(row_.element->name)));
    }
    double number(PlyType) {
        try {
            return cursor_.number(missing());
        } catch (Failure& failure) {
            fail(failure.error.message);
        }
    }
    std::int64_t integer(PlyType) {
        if (cursor_.line_is_done()) fail(missing());
        try {
            const std::int64_t value = cursor_.integer();
            if (!cursor_.word_ends())
                fail("expected an integer, found " + io::quoted(cursor_.word_at_cursor()));
            return value;
        } catch (Failure& failure) {
            fail(failure.error.message);
        }
    }
    void skip(PlyType, std::uint64_t items) {
        for (; items > 0; --items)
            if (cursor_.word().empty()) fail(missing());
    }

    bool at_end() { return cursor_.file_is_done(); }
    std::uint64_t line() const { return lines_before_ + cursor_.line(); }
    [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::bad_syntax) const {
        io::fail({.code = code, .message = message, .file = {}, .line = line()});
    }

  private:
    static const char* missing() { return "expected more numbers in the row, as its header says"; }

    TextCursor cursor_;
    std::uint64_t lines_before_;
    PlyRow row_;
};

template <std::endian Order>
class PlyBytes {
  public:
    PlyBytes(std::string_view bytes, std::string_view, const PlyHeader& header)
        : begin_(bytes.data()), at_(begin_ + header.size), end_(begin_ + bytes.size()) {}

    static std::size_t smallest(PlyType type) { return size_of(type); }
    // True if take_triangle() can read the list: its count has one byte, its items have four bytes each.
    static bool is_plain(const PlyProperty& list) {
        return list.count_type && size_of(*list.count_type) == 1 && is_integer(list.type) &&
               size_of(list.type) == 4;
    }
    // Reads a list of three items. For any other list it returns false and reads nothing. Negative items
    // become large unsigned numbers.
    bool take_triangle(std::array<std::uint32_t, 3>& corners) {
        constexpr std::size_t size = 1 + 3 * sizeof(std::uint32_t);
        if (bytes_left() < size || *at_ != 3) return false;
        ++at_;
        for (std::uint32_t& corner : corners) corner = next_unchecked<std::uint32_t>();
        return true;
    }
    std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }

    void begin_row(const PlyRow& row) { row_ = row; }
    void end_row() {}
    double number(PlyType type) {
        switch (type) {
            case PlyType::float32:
                return double{std::bit_cast<float>(next<std::uint32_t>())};
            case PlyType::float64:
                return std::bit_cast<double>(next<std::uint64_t>());
            case PlyType::uint64:
                return static_cast<double>(next<std::uint64_t>());
            default:
                return static_cast<double>(integer(type));
        }
    }
    // Unsigned numbers of 2⁶³ or more are clamped to 2⁶³ − 1.
    std::int64_t integer(PlyType type) {
        switch (type) {
            case PlyType::int8:
                return static_cast<std::int8_t>(next<std::uint8_t>());
            case PlyType::uint8:
                return next<std::uint8_t>();
            case PlyType::int16:
                return static_cast<std::int16_t>(next<std::uint16_t>());
            case PlyType::uint16:
                return next<std::uint16_t>();
            case PlyType::int32:
                return static_cast<std::int32_t>(next<std::uint32_t>());
            case PlyType::uint32:
                return next<std::uint32_t>();
            case PlyType::int64:
                return static_cast<std::int64_t>(next<std::uint64_t>());
            default:
                return static_cast<std::int64_t>(
                    std::min<std::uint64_t>(next<std::uint64_t>(), std::numeric_limits<std::int64_t>::max()));
        }
    }
    void skip(PlyType type, std::uint64_t items) {
        if (items > bytes_left() / size_of(type)) fail_at_end();
        at_ += items * size_of(type);
    }

    bool at_end() const { return at_ == end_; }
    std::string_view rest() const { return {at_, bytes_left()}; }
    std::uint64_t line() const { return 0; }
    std::uint64_t byte() const { return static_cast<std::uint64_t>(at_ - begin_); }
    [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::bad_syntax) const {
        io::fail({.code = code, .message = message, .file = {}, .byte = byte()});
    }

  private:
    [[noreturn]] void fail_at_end() {
        at_ = end_;
        fail(ends_within(row_));
    }
    template <typename Bits>
    Bits next() {
        if (bytes_left() < sizeof(Bits)) fail_at_end();
        return next_unchecked<Bits>();
    }
    template <typename Bits>
    Bits next_unchecked() {
        Bits bits;
        std::memcpy(&bits, at_, sizeof bits);
        at_ += sizeof bits;
        if constexpr (Order != std::endian::native) bits = swapped(bits);
        return bits;
    }
    template <typename Bits>
    static Bits swapped(Bits bits) {
        Bits out = 0;
        for (std::size_t i = 0; i < sizeof bits; ++i)
            out = static_cast<Bits>(out << (sizeof bits > 1 ? 8 : 0) | (bits >> (8 * i) & 0xff));
        return out;
    }

    const char *begin_, *at_, *end_;
    PlyRow row_;
};

}  // namespace allide::io
