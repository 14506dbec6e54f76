// A cursor that reads a text file word by word and keeps track of the line number.
#pragma once

#include "base/cancel.hpp"
#include "io/file/failure.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::io {

// Lexical differences between text formats. In all formats, lines end with LF, CR LF or CR.
struct TextRules {
    bool hash_comments = false;        // # starts a comment, which ends with the line
    bool backslash_continues = false;  // a backslash before a line end joins the two lines
};

class TextCursor {
  public:
    TextCursor(std::string_view text, std::string_view file, TextRules rules);

    bool at_end() const { return at_ == end_; }
    // Skips blanks within the line. Returns true if nothing but a comment follows in it.
    bool line_is_done();
    // Goes to the start of the next line.
    void next_line();
    // Skips blanks, line ends and comments. Returns true at the end of the file.
    bool file_is_done();

    // Reads the next word of the line; empty at the end of the line. A word ends at a blank or a comment.
    std::string_view word();
    // Reads the rest of the line, comments included, without surrounding blanks. Lines that a backslash
    // continues are joined by a blank.
    std::string rest_of_line();
    // Reads the next number of the line. Fails with the message `missing` at the end of the line.
    double number(const char* missing);
    // Reads an integer at the cursor, clamped to ±2⁶². Fails if there is no digit.
    std::int64_t integer();
    // Returns true and skips the character if it is the next one.
    bool skip(char c);
    bool next_is(char c) const { return at_ != end_ && *at_ == c; }
    // True if the cursor is at the end of a word.
    bool word_ends() const { return word_ends_at(at_); }
    // The whole word around the cursor, for error messages.
    std::string_view word_at_cursor() const;

    // Moves forward within the line, e.g. past a keyword that directly precedes the next word.
    void advance(std::size_t characters) { at_ += characters; }
    std::uint64_t line() const { return line_; }
    std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
    [[noreturn]] void fail(ErrorCode code, std::string message) const;
    [[noreturn]] void fail(std::string message) const { fail(ErrorCode::bad_syntax, std::move(message)); }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
    static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
    bool word_ends_at(const char* at) const;
    // The length of a backslash and the line end after it, if they are at this position; else 0.
    std::size_t continuation_at(const char* at) const;
    void skip_blanks();
    void skip_comment();
    void skip_line_end();

    base::CancelCheck check_cancelled_;
    const char* begin_;
    const char* at_;
    const char* end_;
    std::uint64_t line_ = 1;
    std::string_view file_;
    TextRules rules_;
};

// True if the word equals `lower`, which is in lower case, ignoring the case of ASCII letters.
bool same_word(std::string_view word, std::string_view lower);

// The text without a leading UTF-8 byte order mark, which some editors add.
std::string_view skip_byte_order_mark(std::string_view text);

}  // namespace allide::io
