// A tree of settings as a user's file has it, in TOML or in JSON; every value knows its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allide::cli {

struct Setting {
    enum class Kind { null, flag, number, text, list, table };
    Kind kind = Kind::null;
    std::size_t line = 0;  // counted from 1
    bool flag = false;
    double number = 0;
    std::string text = {};
    std::vector<Setting> items = {};                            // of a list
    std::vector<std::pair<std::string, Setting>> members = {};  // of a table, in the order of the file

    // A table's member; null if there is none.
    const Setting* find(std::string_view key) const;
    Setting* find(std::string_view key);
};

// Both throw a Refusal that names the file and the line of what is broken.
Setting parse_json(std::string_view text, const std::string& file);
// Of TOML: tables, arrays of tables, dotted and quoted keys, strings on one line, numbers, booleans, arrays,
// inline tables. Dates and strings of several lines are refused.
Setting parse_toml(std::string_view text, const std::string& file);

std::string read_text_file(const std::string& file);

// "rules.toml:12: what is wrong"
[[noreturn]] void refuse_line(const std::string& file, std::size_t line, std::string_view what);

}  // namespace allide::cli
