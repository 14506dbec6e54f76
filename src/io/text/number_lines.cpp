#include "io/text/number_lines.hpp"

#include "base/numbers.hpp"
#include "io/file/failure.hpp"

#include <algorithm>

namespace allide::io {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

Error bad(std::string message) {
    return {.code = ErrorCode::bad_syntax, .message = std::move(message), .file = {}};
}

// Removes the next field from the text and returns it: all characters up to a blank or a comma.
std::string_view take_field(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view field = text.substr(0, text.find_first_of(" \t\r\n\v\f,"));
    text.remove_prefix(field.size());
    return field;
}

// Skips one separator. Returns true if it contained a comma, in which case another field must follow.
bool take_separator(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty() || text.front() != ',') return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

Result<std::vector<double>> numbers_of(std::string_view text, std::string_view what) {
    if (text.find_first_not_of(blanks) == std::string_view::npos)
        return bad("expected " + std::string(what) + ", found no numbers");
    std::vector<double> numbers;
    bool more = true;
    while (more || !text.empty()) {
        const std::string_view field = take_field(text);
        if (field.empty()) return bad("expected a number before or after a comma, found none");
        const auto [value, end] = base::parse_number(field.data(), field.data() + field.size());
        if (end != field.data() + field.size()) return bad("expected a number, found " + quoted(field));
        numbers.push_back(value);
        more = take_separator(text);
    }
    return numbers;
}

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    const std::size_t line_end = text.substr(0, 2) == "\r\n" ? 2 : 1;
    text.remove_prefix(std::min(line_end, text.size()));
    return line;
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(blanks) == std::string_view::npos;
}

}  // namespace allide::io
