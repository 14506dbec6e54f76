#include "motion_keys.hpp"

#include "output.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace allide::cli {
namespace {

bool is_known(const std::string& type, const std::string& key) {
    using Keys = std::initializer_list<std::string_view>;
    const Keys of_screw{"point", "axis", "angle", "advance"}, of_linear{"translation"},
        of_path{"poses", "times"};
    const Keys& known = type == "screw" ? of_screw : type == "linear" ? of_linear : of_path;
    return key == "type" || std::find(known.begin(), known.end(), key) != known.end();
}

// Line number, from 1, of a key's first occurrence; 1 if it is not found because the file escapes characters.
std::ptrdiff_t line_of(const std::string& text, const std::string& key) {
    const std::size_t place = text.find('"' + key + '"');
    if (place == std::string::npos) return 1;
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
}

// The text of a file that was read before. Empty for a pipe, which has been read to its end by now.
std::string text_again(const std::string& file) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) return "";
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

void warn_about_unknown_keys(const std::string& motion_file) {
    const std::string text = text_again(motion_file);
    const auto motion = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!motion.is_object() || !motion.contains("type") || !motion["type"].is_string()) return;
    const auto type = motion["type"].get<std::string>();
    for (const auto& [key, value] : motion.items())
        if (!is_known(type, key))
            print_message(fmt::format("{}:{}: unknown key '{}' in a motion of type '{}' is ignored",
                                      motion_file, line_of(text, key), key, type));
}

void warn_about_unknown_keys_of_path(const std::string& file) {
    const std::string text = text_again(file);
    const auto path = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!path.is_object()) return;
    for (const auto& [key, value] : path.items())
        if (key != "joints" && key != "waypoints" && key != "times")
            print_message(fmt::format("{}:{}: unknown key '{}' in a trajectory is ignored", file,
                                      line_of(text, key), key));
}

}  // namespace allide::cli
