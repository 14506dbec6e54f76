// Text files of one thing a line, each a few numbers: poses, points, planes.
#pragma once

#include "io/file/file.hpp"
#include "io/text/text.hpp"

#include <allide/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace allide::io {

// Numbers separated by commas or blanks; `what` names the thing in messages.
Result<std::vector<double>> numbers_of(std::string_view text, std::string_view what);

// Takes a line off the text; lines end with LF, CR LF or CR.
std::string_view take_line(std::string_view& text);
bool is_blank(std::string_view line);

// One T a line; blank lines and text from # on are skipped. Errors get the file and the line.
template <typename T, typename Parse>
Result<std::vector<T>> read_lines(const std::filesystem::path& file, const Parse& parse) {
    const auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    std::string_view text = without_mark(*bytes);
    std::vector<T> things;
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(text);
        line = line.substr(0, line.find('#'));
        if (is_blank(line)) continue;
        const Result<T> thing = parse(line);
        if (!thing) {
            Error error = thing.error();
            error.file = file.string();
            error.line = number;
            return error;
        }
        things.push_back(*thing);
    }
    return things;
}

}  // namespace allide::io
