#include "report/clash/filter.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

bool matches_part(const std::string& pattern, const AssemblyPart& part) {
    if (matches(pattern, part.group) || matches(pattern, part.name)) return true;
    return std::any_of(part.attributes.begin(), part.attributes.end(),
                       [&](const PartAttribute& attribute) { return matches(pattern, attribute.value); });
}

std::vector<bool> matching_parts(const std::string& pattern, const std::vector<AssemblyPart>& parts) {
    std::vector<bool> matching(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) matching[i] = matches_part(pattern, parts[i]);
    return matching;
}

bool has_none(const std::vector<bool>& flags) {
    return std::find(flags.begin(), flags.end(), true) == flags.end();
}

}  // namespace

PairFilter::PairFilter(const ClashFilter& filter, const Rules& rules, const std::vector<AssemblyPart>& parts)
    : filter_(&filter), rules_(&rules), parts_(&parts) {
    for (const auto& [one, other] : filter.between)
        between_.push_back({matching_parts(one, parts), matching_parts(other, parts)});
}

bool PairFilter::wants_pair(std::uint32_t a, std::uint32_t b) const {
    if (between_.empty()) return true;
    return std::any_of(between_.begin(), between_.end(), [&](const Sides& sides) {
        return (sides.one[a] && sides.other[b]) || (sides.one[b] && sides.other[a]);
    });
}

bool PairFilter::wants(std::uint32_t a, std::uint32_t b, const PairClash& clash) const {
    const auto& kinds = filter_->kinds;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), clash.kind) == kinds.end()) return false;
    if (filter_->min_depth > 0 && (!clash.depth || clash.depth->upper < filter_->min_depth)) return false;
    if (filter_->min_volume > 0 && (!clash.volume || clash.volume->upper < filter_->min_volume)) return false;
    return wants_pair(a, b) && !rules_->drops((*parts_)[a], (*parts_)[b], clash.kind);
}

std::vector<std::string> PairFilter::unused_patterns() const {
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < between_.size(); ++i) {
        if (has_none(between_[i].one)) unused.push_back(filter_->between[i].one);
        if (has_none(between_[i].other)) unused.push_back(filter_->between[i].other);
    }
    return unused;
}

std::string text_of(const ClashFilter& filter) {
    std::string text;
    for (const auto& [one, other] : filter.between)
        text += fmt::format("between '{}' and '{}'; ", one, other);
    if (!filter.kinds.empty()) text += "kinds";
    for (const ClashKind kind : filter.kinds) text += fmt::format(" {}", name_of(kind));
    if (!filter.kinds.empty()) text += "; ";
    if (filter.min_depth > 0) text += fmt::format("depth at least {}; ", filter.min_depth);
    if (filter.min_volume > 0) text += fmt::format("volume at least {}; ", filter.min_volume);
    return text.empty() ? text : text.substr(0, text.size() - 2);
}

}  // namespace allide::detail::report
