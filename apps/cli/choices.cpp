#include "choices.hpp"

#include "names.hpp"

#include <algorithm>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

// Name of the CLI11 validator that stores an option's choices. Its description is the list of choices,
// separated by blanks.
constexpr const char* key = "choices";

}  // namespace

CLI::Option* accept_only(CLI::Option* option, const Words& names) {
    const auto check = [names](std::string& word) {
        return std::find(names.begin(), names.end(), word) != names.end() ? "" : unknown_name(word, names);
    };
    return option->check(CLI::Validator(check, fmt::format("{}", fmt::join(names, " ")), key));
}

CLI::Option* offer(CLI::Option* option, const Words& names) {
    const auto accept = [](std::string&) { return std::string(); };
    return option->check(CLI::Validator(accept, fmt::format("{}", fmt::join(names, " ")), key));
}

Words choices_of(CLI::Option& option) {
    try {
        std::istringstream text(option.get_validator(key)->get_description());
        Words names;
        for (std::string name; text >> name;) names.push_back(name);
        return names;
    } catch (const CLI::OptionNotFound&) {
        return {};
    }
}

}  // namespace allide::cli
