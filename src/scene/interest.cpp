#include "scene/interest.hpp"

#include <algorithm>

namespace allide::scene {

std::uint32_t Interest::group(std::string_view name) {
    const auto [place, added] = numbers_.try_emplace(std::string(name), groups_.size());
    if (added) groups_.push_back({.name = std::string(name)});
    return place->second;
}

void Interest::rule(std::uint32_t a, std::uint32_t b, std::optional<double> clearance) {
    rules_[key(a, b)] = clearance;
    groups_[a].ruled = groups_[b].ruled = true;
}

void Interest::ignore(std::uint32_t a, std::uint32_t b) {
    rule(a, b, std::nullopt);
}

// `largest` is never lowered, because it only needs to be an upper bound for the search.
void Interest::set_clearance(std::uint32_t a, std::uint32_t b, double clearance) {
    rule(a, b, clearance);
    for (const std::uint32_t group : {a, b})
        groups_[group].largest = std::max(groups_[group].largest, clearance);
}

}  // namespace allide::scene
