#include "io/text/text.hpp"

#include "base/numbers.hpp"

#include <algorithm>

namespace allide::io {

TextCursor::TextCursor(std::string_view text, std::string_view file, TextRules rules)
    : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), file_(file), rules_(rules) {}

std::size_t TextCursor::continuation_at(const char* at) const {
    if (!rules_.backslash_continues || at == end_ || *at != '\\') return 0;
    if (end_ - at >= 3 && at[1] == '\r' && at[2] == '\n') return 3;
    return end_ - at >= 2 && is_line_end(at[1]) ? 2 : 0;
}

bool TextCursor::word_ends_at(const char* at) const {
    if (at == end_ || is_blank(*at) || is_line_end(*at)) return true;
    return (rules_.hash_comments && *at == '#') || continuation_at(at) != 0;
}

void TextCursor::skip_blanks() {
    while (at_ != end_) {
        if (is_blank(*at_)) {
            ++at_;
        } else if (const std::size_t length = continuation_at(at_)) {
            at_ += length;
            ++line_;
        } else {
            return;
        }
    }
}

void TextCursor::skip_comment() {
    while (at_ != end_ && !is_line_end(*at_)) ++at_;
}

void TextCursor::skip_line_end() {
    check_cancelled_();
    if (at_ == end_) return;
    at_ += *at_ == '\r' && end_ - at_ >= 2 && at_[1] == '\n' ? 2 : 1;
    ++line_;
}

bool TextCursor::line_is_done() {
    skip_blanks();
    return at_ == end_ || is_line_end(*at_) || (rules_.hash_comments && *at_ == '#');
}

void TextCursor::next_line() {
    while (!line_is_done()) ++at_;
    // A backslash at the end of a comment does not continue it, since that would hide a line of data.
    skip_comment();
    skip_line_end();
}

bool TextCursor::file_is_done() {
    while (line_is_done()) {
        if (at_ == end_) return true;
        skip_comment();
        skip_line_end();
    }
    return false;
}

std::string_view TextCursor::word() {
    skip_blanks();
    const char* start = at_;
    while (!word_ends_at(at_)) ++at_;
    return {start, static_cast<std::size_t>(at_ - start)};
}

std::string TextCursor::rest_of_line() {
    skip_blanks();
    std::string rest;
    while (at_ != end_ && !is_line_end(*at_)) {
        if (continuation_at(at_) != 0) {
            skip_blanks();
            rest += ' ';
        } else {
            rest += *at_++;
        }
    }
    while (!rest.empty() && is_blank(rest.back())) rest.pop_back();
    return rest;
}

double TextCursor::number(const char* missing) {
    if (line_is_done()) fail(missing);
    const auto [value, end] = base::parse_number(at_, end_);
    if (end == at_ || !word_ends_at(end)) fail("expected a number, found " + quoted(word_at_cursor()));
    at_ = end;
    return value;
}

std::int64_t TextCursor::integer() {
    constexpr std::int64_t limit = std::int64_t{1} << 62;
    const char* digit = at_;
    const bool negative = digit != end_ && *digit == '-';
    if (digit != end_ && (*digit == '-' || *digit == '+')) ++digit;
    const char* first = digit;
    std::int64_t value = 0;
    for (; digit != end_ && *digit >= '0' && *digit <= '9'; ++digit)
        value = value > limit / 10 - 1 ? limit : value * 10 + (*digit - '0');
    if (digit == first) fail("expected an integer, found " + quoted(word_at_cursor()));
    at_ = digit;
    return negative ? -value : value;
}

bool TextCursor::skip(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
}

std::string_view TextCursor::word_at_cursor() const {
    const char *first = at_, *last = at_;
    while (first != begin_ && !word_ends_at(first - 1)) --first;
    while (!word_ends_at(last)) ++last;
    return {first, static_cast<std::size_t>(last - first)};
}

void TextCursor::fail(ErrorCode code, std::string message) const {
    io::fail({.code = code, .message = std::move(message), .file = std::string(file_), .line = line_});
}

bool same_word(std::string_view word, std::string_view lower) {
    return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

std::string_view skip_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

}  // namespace allide::io
