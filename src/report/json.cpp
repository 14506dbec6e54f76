#include "base/float_environment.hpp"
#include "base/precondition.hpp"

#include <allide/report.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>

namespace allide {

namespace {

template <typename... Format>
std::string digits(Format... number_and_format) {
    char buffer[64];
    const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, number_and_format...);
    return {buffer, end.ptr};
}

// The length of the UTF-8 sequence that `text` begins with, or 0 if it begins with none (RFC 3629: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || text.size() < length) return 0;
    const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
    return length;
}

std::string escaped_control(unsigned char c) {
    switch (c) {
        case '\b':
            return "\\b";
        case '\f':
            return "\\f";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            break;
    }
    constexpr std::string_view hex = "0123456789abcdef";
    return std::string("\\u00") + hex[c >> 4] + hex[c & 15];
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text[0]);
        const std::size_t length = utf8_length(text);
        if (length == 0)
            out += "\ufffd";
        else if (first < 0x20 || first == 0x7f)
            out += escaped_control(first);
        else if (first == '"' || first == '\\')
            (out += '\\') += text[0];
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    out += '"';
}

}  // namespace

void JsonWriter::before_value() {
    if (levels_.empty()) return base::expect(text_.empty(), "JsonWriter: the document is complete");
    Level& level = levels_.back();
    if (level.closing == '}') {
        base::expect(level.awaits_value, "JsonWriter: a value in an object needs a key");
        level.awaits_value = false;
        return;
    }
    if (!level.empty) text_ += ", ";
    level.empty = false;
}

JsonWriter& JsonWriter::begin_object() {
    before_value();
    text_ += '{';
    levels_.push_back({'}', true, false});
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    before_value();
    text_ += '[';
    levels_.push_back({']', true, false});
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    base::expect(!levels_.empty() && levels_.back().closing == '}', "JsonWriter: no object to end");
    base::expect(!levels_.back().awaits_value, "JsonWriter: a key without a value");
    text_ += '}';
    levels_.pop_back();
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    base::expect(!levels_.empty() && levels_.back().closing == ']', "JsonWriter: no array to end");
    text_ += ']';
    levels_.pop_back();
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    base::expect(!levels_.empty() && levels_.back().closing == '}', "JsonWriter: a key outside an object");
    Level& level = levels_.back();
    base::expect(!level.awaits_value, "JsonWriter: a key after a key");
    if (!level.empty) text_ += ", ";
    append_quoted(text_, name);
    text_ += ": ";
    level.empty = false;
    level.awaits_value = true;
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    const base::DefaultFloatEnvironment environment;
    if (!std::isfinite(number)) return null();
    before_value();
    // Readers that tell integers from reals would lose the sign of "-0".
    const bool negative_zero = number == 0 && std::signbit(number);
    text_ += negative_zero ? "-0.0" : digits(number, std::chars_format::general, 17);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    before_value();
    text_ += digits(number);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    before_value();
    text_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    before_value();
    append_quoted(text_, text);
    return *this;
}

JsonWriter& JsonWriter::null() {
    before_value();
    text_ += "null";
    return *this;
}

JsonWriter& JsonWriter::value(const Vec3& point) {
    return begin_array().value(point.x).value(point.y).value(point.z).end_array();
}

JsonWriter& JsonWriter::value(const Pose& pose) {
    begin_array();
    for (const double number : pose.matrix()) value(number);
    return end_array();
}

const std::string& JsonWriter::text() const {
    base::expect(levels_.empty() && !text_.empty(), "JsonWriter: the document is not complete");
    return text_;
}

}  // namespace allide
