// Text files with one item per line, such as a pose, a point or a plane, each given by a few numbers.
#pragma once

#include "io/file/file.hpp"
#include "io/text/text.hpp"

#include <allide/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace allide::io {

// Parses numbers that are separated by commas or blanks. `what` names the item in error messages.
Result<std::vector<double>> numbers_of(std::string_view text, std::string_view what);

// Removes the first line from the text and returns it. Lines end with LF, CR LF or CR.
std::string_view take_line(std::string_view& text);
bool is_blank(std::string_view line);

// Reads one T per line with `parse`. Skips blank lines and comments after #. Errors contain file and line.
template <typename T, typename Parse>
Result<std::vector<T>> read_lines(const std::filesystem::path& file, const Parse& parse) {
    const auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    std::string_view text = skip_byte_order_mark(*bytes);
    std::vector<T> items;
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(text);
        line = line.substr(0, line.find('#'));
        if (is_blank(line)) continue;
        const Result<T> item = parse(line);
        if (!item) {
            Error error = item.error();
            error.file = file.string();
            error.line = number;
            return error;
        }
        items.push_back(*item);
    }
    return items;
}

}  // namespace allide::io
