// A table of results, printed as aligned text, CSV or Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allide::bench {

// `always`: every run, on any machine, must produce the same cells; a test compares them.
enum class Repeats { never, always };

struct Table {
    std::string name;                  // name of its CSV file, without the extension
    std::string caption;               // a full sentence, printed with the table
    std::vector<std::string> columns;  // headings, with units
    std::vector<std::vector<std::string>> rows = {};
    Repeats repeats = Repeats::never;

    // Throws a PreconditionError if the row has another number of cells than the table has columns.
    void add(std::vector<std::string> row);
};

std::string as_text(const Table& table);
std::string as_csv(const Table& table);
std::string as_markdown(const Table& table);

// Formats a number with the given number of significant digits, without an exponent from 1e-4 to 1e15.
std::string cell(double value, int digits = 3);
std::string cell(std::uint64_t value);
inline std::string cell(int value) {
    return cell(static_cast<std::uint64_t>(value));
}
// A cell for a number that the paper does not give or that does not apply.
inline std::string no_cell() {
    return "–";
}

}  // namespace allide::bench
