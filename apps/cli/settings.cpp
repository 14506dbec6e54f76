#include "settings.hpp"

#include "output.hpp"
#include "settings_text.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace allide::cli {

const Setting* Setting::find(std::string_view key) const {
    for (const auto& [name, value] : members)
        if (name == key) return &value;
    return nullptr;
}

Setting* Setting::find(std::string_view key) {
    for (auto& [name, value] : members)
        if (name == key) return &value;
    return nullptr;
}

void refuse_line(const std::string& file, std::size_t line, std::string_view what) {
    throw Refusal(fmt::format("{}:{}: {}", file, line, what));
}

std::string read_text_file(const std::string& file) {
    std::error_code missing;
    const auto type = std::filesystem::status(file, missing).type();
    const bool open_pipe = type == std::filesystem::file_type::fifo && file.starts_with("/dev/");
    if (std::filesystem::exists(file, missing) && type != std::filesystem::file_type::regular && !open_pipe)
        throw Refusal(fmt::format("{}: cannot be read: expected a regular file", file));
    std::ifstream in(file, std::ios::binary);
    std::string text;
    if (in) text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    if (!in || in.bad()) throw Refusal(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    return text;
}

char SettingsText::take() {
    if (at_end()) refuse("the file ends too early");
    if (text_[at_] == '\n') ++line_;
    return text_[at_++];
}

void SettingsText::skip(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) take();
}

void SettingsText::expect(char c) {
    if (peek() != c || at_end()) refuse(fmt::format("'{}' is missing", c));
    take();
}

bool SettingsText::is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::string SettingsText::quoted() {
    expect('"');
    std::string out;
    while (peek() != '"' || at_end()) {
        if (peek() == '\n') refuse("a string does not end on its line");
        const char c = take();
        if (c == '\\')
            add_escape(out);
        else
            out += c;
    }
    take();
    return out;
}

void SettingsText::add_escape(std::string& out) {
    const char c = take();
    constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = from.find(c); known != std::string_view::npos)
        out += to[known];
    else if (c == 'u')
        add_code_point(out, 4);
    else if (c == 'U')
        add_code_point(out, 8);
    else
        refuse(fmt::format("'\\{}' is no escape", c));
}

unsigned SettingsText::hex(int digits) {
    unsigned value = 0;
    for (int i = 0; i < digits; ++i) {
        const char c = take();
        const bool is_digit = c >= '0' && c <= '9', is_low = c >= 'a' && c <= 'f',
                   is_high = c >= 'A' && c <= 'F';
        if (!is_digit && !is_low && !is_high) refuse("an escape needs hexadecimal digits");
        value = value * 16 + static_cast<unsigned>(is_digit ? c - '0' : is_low ? c - 'a' + 10 : c - 'A' + 10);
    }
    return value;
}

// As UTF-8; JSON writes what needs more than 16 bits as two halves.
void SettingsText::add_code_point(std::string& out, int digits) {
    unsigned code = hex(digits);
    if (code >= 0xd800 && code < 0xdc00 && sees("\\u")) {
        skip(2);
        code = 0x10000 + ((code - 0xd800) << 10) + (hex(4) - 0xdc00);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) refuse("an escape names no character");
    const auto byte = [&out](unsigned value) { out += static_cast<char>(value); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) {
        byte(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            byte(0xe0 | code >> 12);
        } else {
            byte(0xf0 | code >> 18);
            byte(0x80 | (code >> 12 & 0x3f));
        }
        byte(0x80 | (code >> 6 & 0x3f));
    }
    byte(0x80 | (code & 0x3f));
}

double SettingsText::number() {
    std::string word;
    while (is_word(peek()) || peek() == '+' || peek() == '.')
        if (const char c = take(); c != '_') word += c;
    const std::size_t from = word.starts_with('+') ? 1 : 0;
    double value = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data() + from, end, value);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value))
        refuse(word.empty() ? std::string("a value is missing") : fmt::format("'{}' is no value", word));
    return value;
}

}  // namespace allide::cli
