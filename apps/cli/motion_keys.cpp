#include "motion_keys.hpp"

#include "output.hpp"
#include "settings.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include <fmt/format.h>

namespace allide::cli {
namespace {

bool has_meaning(const std::string& type, const std::string& key) {
    using Keys = std::initializer_list<std::string_view>;
    const Keys of_screw{"point", "axis", "angle", "advance"}, of_linear{"translation"},
        of_path{"poses", "times"};
    const Keys& known = type == "screw" ? of_screw : type == "linear" ? of_linear : of_path;
    return key == "type" || std::find(known.begin(), known.end(), key) != known.end();
}

}  // namespace

void complain_of_unknown_keys(const std::string& motion_file) {
    // What comes through a pipe is gone by now.
    std::error_code failure;
    if (!std::filesystem::is_regular_file(motion_file, failure)) return;
    try {
        const Setting motion = parse_json(read_text_file(motion_file), motion_file);
        const Setting* type = motion.find("type");
        if (type == nullptr) return;
        for (const auto& [key, value] : motion.members)
            if (!has_meaning(type->text, key))
                complain(fmt::format("{}:{}: '{}' means nothing in a motion of type '{}' and is passed over",
                                     motion_file, value.line, key, type->text));
    } catch (const Refusal& refusal) {
        // A motion may say a key twice, of which the last counts; these settings may not.
        complain(refusal.what());
    }
}

}  // namespace allide::cli
