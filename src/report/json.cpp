#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/utf8.hpp"

#include <allide/report.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace allide {

namespace {

template <typename... Format>
std::string digits(Format... number_and_format) {
    char buffer[64];
    const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, number_and_format...);
    return {buffer, end.ptr};
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
        const std::size_t length = base::utf8_length(text);
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
    if (levels_.empty()) return base::expect(!is_begun(), "JsonWriter: the document is complete");
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
    // Readers that distinguish integers from reals would read "-0" as the integer 0, without a sign.
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
    base::expect(levels_.empty() && is_begun(), "JsonWriter: the document is not complete");
    base::expect(!has_pieces_, "JsonWriter: the document was taken in pieces");
    return text_;
}

std::string JsonWriter::take_piece() {
    has_pieces_ = is_begun();
    return std::exchange(text_, {});
}

}  // namespace allide
