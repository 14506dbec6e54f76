// Walks through a text file word by word and knows the line it is in.
#pragma once

#include "io/file/failure.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::io {

// What differs between the text formats. Lines end with LF, CR LF or CR in all of them.
struct TextRules {
    bool hash_comments = false;        // # starts a comment that ends with the line
    bool backslash_continues = false;  // a backslash before the line end joins two lines
};

class TextCursor {
  public:
    TextCursor(std::string_view text, std::string_view file, TextRules rules);

    bool at_end() const { return at_ == end_; }
    // Skips blanks within the line, then says whether nothing more (or only a comment) stands in it.
    bool line_is_done();
    // Goes to the start of the next line.
    void next_line();
    // Skips blanks, line ends and comments, then says whether the file is done.
    bool file_is_done();

    // The next word of the line, empty if the line is done. Words end at blanks only, or at a comment.
    std::string_view word();
    // The rest of the line without the blanks around it, comments included; joined lines are joined by a
    // blank.
    std::string rest_of_line();
    // The next number in the line; `missing` is the message for a line without one.
    double number(const char* missing);
    // A whole number at this very place, held within ±2⁶²; fails unless there is a digit.
    std::int64_t integer();
    // Steps over the character if it stands here.
    bool skip(char c);
    bool next_is(char c) const { return at_ != end_ && *at_ == c; }
    // Whether a word may end here.
    bool word_ends() const { return word_ends_at(at_); }
    // The whole word around this place, for messages.
    std::string_view word_here() const;

    // Moves on within the line, e.g. behind a keyword that runs into the next word.
    void advance(std::size_t characters) { at_ += characters; }
    std::uint64_t line() const { return line_; }
    std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
    [[noreturn]] void fail(ErrorCode code, std::string message) const;
    [[noreturn]] void fail(std::string message) const { fail(ErrorCode::bad_syntax, std::move(message)); }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
    static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
    bool word_ends_at(const char* at) const;
    // The length of a backslash with its line end, 0 if there is none here.
    std::size_t continuation_at(const char* at) const;
    void skip_blanks();
    void skip_comment();
    void skip_line_end();

    const char* begin_;
    const char* at_;
    const char* end_;
    std::uint64_t line_ = 1;
    std::string_view file_;
    TextRules rules_;
};

// Whether two words are equal when ASCII letters of either case count the same; `lower` is in lower case.
bool same_word(std::string_view word, std::string_view lower);

// The text behind a UTF-8 byte order mark, which some editors put in front.
std::string_view without_mark(std::string_view text);

}  // namespace allide::io
