#include "query/clash/triangle_regions.hpp"

#include <algorithm>

namespace allide::query {

TriangleRegions::TriangleRegions(const SolidSurface& inner, const SolidSurface& outer, bool inner_is_a,
                                 ContactIntersections& intersections,
                                 std::span<const std::uint32_t> region_of, std::size_t regions)
    : inner_(inner),
      outer_(outer),
      inner_is_a_(inner_is_a),
      intersections_(intersections),
      region_of_(region_of),
      regions_(regions) {
    sets_.emplace_back();
    if (regions_ == 1) sets_.push_back({0});
}

void TriangleRegions::group_contacts() {
    grouped_ = true;
    const std::span<const Contact> contacts = intersections_.contacts();
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        const auto [a, b] = contacts[i];
        const std::uint32_t mine = inner_is_a_ ? a : b, other = inner_is_a_ ? b : a;
        if (outer_.bounding(other) == other) by_triangle_.emplace_back(mine, i);
    }
    std::sort(by_triangle_.begin(), by_triangle_.end());
}

std::span<const TriangleRegions::TriangleContact> TriangleRegions::contacts_of(std::uint32_t triangle) {
    if (!grouped_) group_contacts();
    const auto first = std::lower_bound(by_triangle_.begin(), by_triangle_.end(), std::pair(triangle, 0u));
    auto last = first;
    while (last != by_triangle_.end() && last->first == triangle) ++last;
    return {first, last};
}

std::uint32_t TriangleRegions::set_of(const std::vector<std::uint32_t>& regions) {
    if (regions.empty()) return 0;
    if (regions_ == 1) return 1;
    const auto [known, is_new] =
        number_of_set_.try_emplace(regions, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(regions);
    return known->second;
}

std::uint32_t TriangleRegions::of_triangle(std::uint32_t triangle) {
    if (regions_ <= 1) return static_cast<std::uint32_t>(regions_);
    const auto contacts = contacts_of(triangle);
    return contacts.empty() ? of_untouched(triangle) : of_contacts(contacts, false);
}

std::uint32_t TriangleRegions::of_convex_piece(std::uint32_t triangle) {
    if (regions_ <= 1) return static_cast<std::uint32_t>(regions_);
    const auto contacts = contacts_of(triangle);
    if (contacts.empty()) return of_untouched(triangle);
    const std::uint32_t some = of_contacts(contacts, true);
    return some != 0 ? some : of_contacts(contacts, false);
}

std::uint32_t TriangleRegions::of_contacts(std::span<const TriangleContact> contacts, bool only_segments) {
    DepthRecord::Regions out;
    for (const auto& [triangle, contact] : contacts)
        if (!only_segments || intersections_.has_segment(contact)) out.push_back(region_of_[contact]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return set_of(out);
}

base::JoinedSets& TriangleRegions::components() {
    if (!components_) {
        std::vector<bool> untouched(inner_.model().mesh().triangles().size(), false);
        for (std::uint32_t t = 0; t < untouched.size(); ++t)
            untouched[t] = inner_.bounding(t) == t && contacts_of(t).empty();
        components_.emplace(inner_.connected(untouched));
    }
    return *components_;
}

std::uint32_t TriangleRegions::of_untouched(std::uint32_t triangle) {
    if (inner_.bounding(triangle) != triangle) return 0;
    if (!components_known_) find_component_regions();
    const auto found = set_of_component_.find(components().of(triangle));
    return found == set_of_component_.end() ? 0 : found->second;
}

// For each component of triangles without contact, finds the contact regions of the triangles next to it.
void TriangleRegions::find_component_regions() {
    components_known_ = true;
    std::map<std::uint32_t, DepthRecord::Regions> found;
    base::JoinedSets& sets = components();
    for (std::size_t i = 0; i < by_triangle_.size(); ++i) {
        const std::uint32_t t = by_triangle_[i].first;
        if (inner_.bounding(t) != t) continue;
        const std::uint32_t region = region_of_[by_triangle_[i].second];
        const auto note = [&](std::uint32_t next) {
            if (contacts_of(next).empty()) found[sets.of(next)].push_back(region);
        };
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t other = inner_.other_triangle_at_edge(t, k, (k + 1) % 3);
            if (other != SolidSurface::none) {
                note(other);
                continue;
            }
            for (const std::uint32_t next : inner_.triangles_at_edge(t, k, (k + 1) % 3)) note(next);
        }
    }
    for (auto& [component, regions] : found) {
        std::sort(regions.begin(), regions.end());
        regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
        set_of_component_[component] = set_of(regions);
    }
}

}  // namespace allide::query
