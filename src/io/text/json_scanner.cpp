#include "io/text/json_scanner.hpp"

#include "base/numbers.hpp"
#include "base/utf8.hpp"
#include "io/file/failure.hpp"
#include "io/file/page_release.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace allide::io {
namespace {

constexpr std::size_t deepest = 32;  // greatest nesting depth of values that are kept

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The value of a hexadecimal digit; 16 for any other character.
std::uint32_t hex_value(char c) {
    if (is_digit(c)) return static_cast<std::uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<std::uint32_t>(c - 'a' + 10);
    return c >= 'A' && c <= 'F' ? static_cast<std::uint32_t>(c - 'A' + 10) : 16;
}

bool is_high_surrogate(std::uint32_t unit) {
    return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low_surrogate(std::uint32_t unit) {
    return unit >= 0xdc00 && unit < 0xe000;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        add(0xe0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3f));
    } else {
        add(0xf0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3f));
        add(0x80 | (code >> 6 & 0x3f));
    }
    add(0x80 | (code & 0x3f));
}

}  // namespace

JsonScanner::JsonScanner(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                         std::uint32_t* places, PageReleaser* releaser)
    : begin_(text.data()),
      at_(text.data()),
      end_(text.data() + text.size()),
      released_at_(at_),
      releaser_(releaser),
      start_(start),
      keys_(keys),
      places_(places) {}

std::size_t JsonScanner::run() {
    skip_blanks();
    read_value();
    while (!open_.empty()) {
        step();
        release_read_text();
    }
    skip_blanks();
    while (next_is('\0')) ++at_;  // some programs pad the JSON chunk of a GLB file with zeros
    if (at_ != end_) fail();
    return size_;
}

void JsonScanner::release_read_text() {
    constexpr std::ptrdiff_t interval = std::ptrdiff_t{1} << 20;
    if (releaser_ == nullptr || at_ - released_at_ < interval) return;
    releaser_->release();
    released_at_ = at_;
}

// Reads the next item of the innermost open object or array, or its closing bracket.
void JsonScanner::step() {
    skip_blanks();
    if (next_is(open_.back() ? '}' : ']')) return close();
    if (!is_first_) {
        expect(',');
        skip_blanks();
    }
    if (open_.back()) read_key();
    read_value();
}

void JsonScanner::read_key() {
    const char* quote = at_;
    expect('"');
    --at_;
    read_text();
    std::string_view name(quote + 1, static_cast<std::size_t>(at_ - quote) - 2);
    skip_blanks();
    expect(':');
    skip_blanks();
    if (skipped_ > 0) return;
    const std::string resolved = name.find('\\') == std::string_view::npos ? std::string() : unescaped(name);
    if (!resolved.empty()) name = resolved;
    const auto found = std::lower_bound(keys_.begin(), keys_.end(), name);
    skip_next_value_ = found == keys_.end() || *found != name;
    key_ = skip_next_value_ ? no_key : static_cast<std::uint32_t>(found - keys_.begin());
}

void JsonScanner::read_value() {
    if (at_ == end_) fail();
    switch (*at_) {
        case '{':
            return open('}');
        case '[':
            return open(']');
        case '"':
            keep();
            read_text();
            break;
        case 't':
            keep();
            read_word("true");
            break;
        case 'f':
            keep();
            read_word("false");
            break;
        case 'n':
            keep();
            read_word("null");
            break;
        default:
            keep();
            read_number();
    }
    is_first_ = false;
}

bool JsonScanner::keep() {
    const std::uint32_t key = std::exchange(key_, no_key);
    if (skipped_ > 0 || std::exchange(skip_next_value_, false)) return false;
    const bool is_bracket = *at_ == '{' || *at_ == '[';
    if (is_bracket && kept_.size() == deepest) return false;
    if (key != no_key) {
        put(key);
        ++kept_.back().members;
    }
    put(static_cast<std::uint32_t>(at_ - begin_));
    return true;
}

void JsonScanner::open(char closing) {
    const bool kept = keep();
    ++at_;
    if (next_is(closing)) {
        ++at_;
        is_first_ = false;
        return;
    }
    if (kept) {
        kept_.push_back({size_});
        put(0);
    } else {
        ++skipped_;
    }
    open_.push_back(closing == '}');
    is_first_ = true;
}

void JsonScanner::close() {
    ++at_;
    is_first_ = false;
    const bool was_object = open_.back();
    open_.pop_back();
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    const OpenValue closed = kept_.back();
    kept_.pop_back();
    if (places_ == nullptr) return;
    if (was_object && closed.members > keys_.size()) drop_repeated_members(closed);
    places_[closed.length_at] = static_cast<std::uint32_t>(size_ - (closed.length_at - 1));
}

// Keeps only the last member of each key. JsonValue::find() searches linearly, so objects must stay small.
void JsonScanner::drop_repeated_members(const OpenValue& object) {
    const std::size_t first = object.length_at + 1;
    std::vector<std::size_t> last(keys_.size(), 0);
    for (std::size_t at = first; at < size_; at = end_of(at + 1)) last[places_[at]] = at;
    std::size_t to = first;
    for (std::size_t at = first; at < size_;) {
        const std::size_t start = at;
        at = end_of(start + 1);
        if (last[places_[start]] != start) continue;
        std::copy(places_ + start, places_ + at, places_ + to);
        to += at - start;
    }
    size_ = to;
}

std::size_t JsonScanner::end_of(std::size_t value) const {
    const char* text = begin_ + places_[value];
    const bool has_contents = (text[0] == '{' && text[1] != '}') || (text[0] == '[' && text[1] != ']');
    return value + (has_contents ? places_[value + 1] : 1);
}

void JsonScanner::read_text() {
    ++at_;
    for (;;) {
        if (at_ == end_) fail();
        const auto c = static_cast<unsigned char>(*at_);
        if (c == '"') break;
        if (c < 0x20) fail();
        if (c == '\\') {
            read_escape();
            continue;
        }
        const std::size_t length =
            c < 0x80 ? 1 : base::utf8_length({at_, static_cast<std::size_t>(end_ - at_)});
        if (length == 0) fail();
        at_ += length;
    }
    ++at_;
}

void JsonScanner::read_escape() {
    ++at_;
    if (at_ == end_) fail();
    const char c = *at_++;
    if (c != 'u') {
        if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) fail();
        return;
    }
    const std::uint32_t unit = read_hex();
    if (is_low_surrogate(unit)) fail();
    if (!is_high_surrogate(unit)) return;
    expect('\\');
    expect('u');
    if (!is_low_surrogate(read_hex())) fail();
}

std::uint32_t JsonScanner::read_hex() {
    std::uint32_t unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        if (at_ == end_ || hex_value(*at_) == 16) fail();
        unit = unit << 4 | hex_value(*at_);
    }
    return unit;
}

void JsonScanner::read_number() {
    const char* first = at_;
    if (next_is('-')) ++at_;
    if (next_is('0')) {
        ++at_;
    } else {
        read_digits();
    }
    const bool is_long = at_ - first > 300;
    if (next_is('.')) {
        ++at_;
        read_digits();
    }
    const bool has_exponent = next_is('e') || next_is('E');
    if (has_exponent) {
        ++at_;
        if (next_is('+') || next_is('-')) ++at_;
        read_digits();
    }
    if ((is_long || has_exponent) && !std::isfinite(base::parse_number(first, at_).value))
        fail("expected a number within the range of doubles, found one out of range");
}

void JsonScanner::read_digits() {
    const char* first = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    if (at_ == first) fail();
}

void JsonScanner::read_word(std::string_view word) {
    for (const char c : word) expect(c);
}

void JsonScanner::skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
}

void JsonScanner::expect(char c) {
    if (!next_is(c)) fail();
    ++at_;
}

void JsonScanner::fail(const char* message) const {
    io::fail({.code = ErrorCode::bad_syntax,
              .message = message,
              .file = {},
              .byte = start_ + static_cast<std::uint64_t>(at_ - begin_)});
}

std::string unescaped(std::string_view inside) {
    const auto unit_at = [&](std::size_t at) {
        std::uint32_t unit = 0;
        for (std::size_t i = 0; i < 4; ++i) unit = unit << 4 | hex_value(inside[at + i]);
        return unit;
    };
    constexpr std::string_view letters = "bfnrt", meanings = "\b\f\n\r\t";
    std::string out;
    for (std::size_t at = 0; at < inside.size();) {
        if (inside[at] != '\\') {
            out += inside[at++];
            continue;
        }
        const char c = inside[at + 1];
        at += 2;
        if (c == 'u') {
            std::uint32_t code = unit_at(at);
            at += 4;
            if (is_high_surrogate(code)) {
                code = 0x10000 + ((code & 0x3ff) << 10) + (unit_at(at + 2) & 0x3ff);
                at += 6;
            }
            append_utf8(out, code);
        } else {
            const auto letter = letters.find(c);
            out += letter == std::string_view::npos ? c : meanings[letter];
        }
    }
    return out;
}

}  // namespace allide::io
