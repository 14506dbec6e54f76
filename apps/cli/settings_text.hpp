// What readers of settings share: a text, the place in it, and its line.
#pragma once

#include "settings.hpp"

#include <string>
#include <string_view>

namespace allide::cli {

class SettingsText {
  public:
    SettingsText(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    bool sees(std::string_view word) const { return text_.substr(at_).starts_with(word); }
    char take();
    void skip(std::size_t count);
    std::size_t line() const { return line_; }
    [[noreturn]] void refuse(std::string_view what) const { refuse_line(file_, line_, what); }
    // The next character must be this one.
    void expect(char c);

    // A string in double quotes with its escapes, at its first quote.
    std::string quoted();
    double number();
    // A letter, a digit, - or _.
    static bool is_word(char c);

  private:
    void add_escape(std::string& out);
    void add_code_point(std::string& out, int digits);
    unsigned hex(int digits);

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0, line_ = 1;
};

}  // namespace allide::cli
