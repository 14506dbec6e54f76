#include "query/clash/crossing_triangles.hpp"

#include <algorithm>
#include <bit>

namespace allide::query {
namespace {

bool is_one_of(std::span<const std::uint32_t> sorted, std::uint32_t triangle) {
    return std::binary_search(sorted.begin(), sorted.end(), triangle);
}
bool bounds_or_is_wall(const SolidSurface& surface, std::uint32_t triangle) {
    return surface.bounding(triangle) == triangle || is_one_of(surface.walls(), triangle);
}
bool bounds_or_is_sheet(const SolidSurface& surface, std::uint32_t triangle) {
    return surface.bounding(triangle) == triangle || is_one_of(surface.sheets(), triangle);
}

}  // namespace

kernel::CornerSet spanned(kernel::Features one, kernel::Features other) {
    return static_cast<kernel::CornerSet>(std::countr_zero(one) | std::countr_zero(other));
}

bool is_crossing(PairMeetings& meetings, std::size_t contact) {
    if (!meetings.may_cross(contact) || !meetings.has_segment(contact)) return false;
    const auto [corners, has_area] = meetings.of(contact);
    return !has_area && spanned(corners[0].a, corners[1].a) == whole_face &&
           spanned(corners[0].b, corners[1].b) == whole_face;
}

std::vector<std::size_t> contacts_that_bound(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                             std::span<const Contact> contacts) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (surface_a.bounding(contacts[i].triangle_a) == contacts[i].triangle_a &&
            surface_b.bounding(contacts[i].triangle_b) == contacts[i].triangle_b)
            numbers.push_back(i);
    return numbers;
}

PairCrossing find_crossing(const SolidSurface& surface_a, const SolidSurface& surface_b,
                           PairMeetings& meetings) {
    const std::span<const Contact> contacts = meetings.contacts();
    const std::vector<std::size_t> pairs = contacts_that_bound(surface_a, surface_b, contacts);
    // Another triangle of a part that runs along the common segment is in contact with the same triangle of
    // the other part, and tangled with its own one. Where there is none, each of the two triangles alone
    // parts inside from outside next to some point of the segment.
    const auto is_clear = [&](std::size_t crossing) {
        const auto [a, b] = contacts[crossing];
        return std::none_of(pairs.begin(), pairs.end(), [&, a = a, b = b](std::size_t i) {
            const auto [other_a, other_b] = contacts[i];
            return (other_b == b && other_a != a && surface_a.are_tangled(a, other_a)) ||
                   (other_a == a && other_b != b && surface_b.are_tangled(b, other_b));
        });
    };
    PairCrossing found;
    // Where shells are tangled all over, it is better to look for that.
    std::size_t tries_left = 16;
    for (const std::size_t i : pairs) {
        if (!is_crossing(meetings, i)) continue;
        found = {true, is_clear(i)};
        if (found.clear || --tries_left == 0) break;
    }
    return found;
}

bool sheeted_ones_cross(const SolidSurface& surface_a, const SolidSurface& surface_b,
                        PairMeetings& meetings) {
    if (surface_a.walls().empty() && surface_b.walls().empty()) return false;
    // Which walls are sheets is asked only where something crosses.
    for (std::size_t i = 0; i < meetings.contacts().size(); ++i) {
        const auto [a, b] = meetings.contacts()[i];
        if (!bounds_or_is_wall(surface_a, a) || !bounds_or_is_wall(surface_b, b) || !is_crossing(meetings, i))
            continue;
        if (surface_a.sheets().empty() && surface_b.sheets().empty()) return false;
        if (bounds_or_is_sheet(surface_a, a) && bounds_or_is_sheet(surface_b, b)) return true;
    }
    return false;
}

}  // namespace allide::query
