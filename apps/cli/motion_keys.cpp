#include "motion_keys.hpp"

#include "arguments.hpp"
#include "names.hpp"
#include "output.hpp"
#include "settings.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace allide::cli {
namespace {

Words keys_of(const std::string& type) {
    if (type == "screw") return {"type", "point", "axis", "angle", "advance"};
    if (type == "linear") return {"type", "translation"};
    return {"type", "poses", "times"};
}

bool is_known(const std::string& type, const std::string& key) {
    const Words known = keys_of(type);
    return std::find(known.begin(), known.end(), key) != known.end();
}

}  // namespace

void complain_of_unknown_keys(const std::string& motion_file) {
    // A pipe has been consumed by now.
    std::error_code failure;
    if (!std::filesystem::is_regular_file(motion_file, failure)) return;
    try {
        const Setting motion = parse_json(read_text_file(motion_file), motion_file);
        const Setting* type = motion.find("type");
        if (type == nullptr) return;
        for (const auto& [key, value] : motion.members)
            if (!is_known(type->text, key))
                complain(fmt::format("{}:{}: unknown key '{}' in a motion of type '{}' is ignored{}",
                                     motion_file, value.line, key, type->text,
                                     suggestion(key, keys_of(type->text))));
    } catch (const Refusal& refusal) {
        // A motion may repeat a key, and the last one counts; the parser of settings refuses that.
        complain(refusal.what());
    }
}

}  // namespace allide::cli
