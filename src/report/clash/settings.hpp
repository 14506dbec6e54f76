// A file of settings, in TOML or JSON, as one tree whose values know their lines.
#pragma once

#include <allide/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allide::detail::report {

struct Setting {
    enum class Kind { null, flag, number, text, list, table };
    Kind kind = Kind::null;  // null: also a date or time of TOML, which no setting has
    std::size_t line = 1;    // counted from 1
    bool flag = false;
    double number = 0;
    std::string text = {};
    std::vector<Setting> items = {};  // items of a list
    // Entries of a table, in the order of the file.
    std::vector<std::pair<std::string, Setting>> members = {};

    // The member with this key of a table; null if there is none.
    const Setting* find(std::string_view key) const;
};

// A settings document and the name of its file.
struct SettingsText {
    std::string name = {}, text = {};
};

// An error in a settings file, thrown within this room; load() and parse() of the public types return it.
struct SettingsFailure {
    Error error;
};
[[noreturn]] void fail_at_line(std::string_view file, std::size_t line, std::string_view message);

// Both throw a SettingsFailure. A byte order mark at the start is skipped.
Setting parse_json_settings(std::string_view text, std::string_view file);
Setting parse_toml_settings(std::string_view text, std::string_view file);

// The text without its byte order mark.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace allide::detail::report
