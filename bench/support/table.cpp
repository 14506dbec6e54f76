#include "support/table.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// The number of characters, not of bytes: µ and × take two bytes each.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.e+-– ×%") == std::string::npos;
}

std::string padded(const std::string& text, std::size_t to) {
    const std::string blanks(to - width(text), ' ');
    return is_number(text) ? blanks + text : text + blanks;
}

std::vector<std::size_t> column_widths(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        widths.push_back(width(table.columns[c]));
        for (const auto& row : table.rows) widths[c] = std::max(widths[c], width(row[c]));
    }
    return widths;
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c)
        line += fmt::format("{}{}", c == 0 ? "" : ",", csv_cell(cells[c]));
    return line + '\n';
}

std::string markdown_line(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& text : cells) line += fmt::format(" {} |", text);
    return line + '\n';
}

}  // namespace

void Table::add(std::vector<std::string> row) {
    if (row.size() != columns.size())
        throw PreconditionError(
            fmt::format("table {}: {} cells for {} columns", name, row.size(), columns.size()));
    rows.push_back(std::move(row));
}

std::string as_text(const Table& table) {
    const std::vector<std::size_t> widths = column_widths(table);
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t c = 0; c < cells.size(); ++c)
            text += fmt::format("{}{}", c == 0 ? "" : "  ", padded(cells[c], widths[c]));
        while (text.ends_with(' ')) text.pop_back();
        return text + '\n';
    };
    std::string text = table.caption + '\n' + line(table.columns);
    for (const auto& row : table.rows) text += line(row);
    return text;
}

std::string as_csv(const Table& table) {
    std::string text = csv_line(table.columns);
    for (const auto& row : table.rows) text += csv_line(row);
    return text;
}

std::string as_markdown(const Table& table) {
    std::string rule = "|";
    for (std::size_t c = 0; c < table.columns.size(); ++c) rule += "---|";
    std::string text = markdown_line(table.columns) + rule + '\n';
    for (const auto& row : table.rows) text += markdown_line(row);
    return text;
}

std::string cell(double value, int digits) {
    if (!std::isfinite(value)) return no_cell();
    if (value == 0) return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (magnitude < -4 || magnitude >= 15) return fmt::format("{:.{}e}", value, digits - 1);
    return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - magnitude));
}

std::string cell(std::uint64_t value) {
    return fmt::format("{}", value);
}

}  // namespace allide::bench
