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

bool is_crossing(ContactIntersections& intersections, std::size_t contact) {
    if (!intersections.may_cross(contact) || !intersections.has_segment(contact)) return false;
    const auto [corners, has_area] = intersections.of(contact);
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
                           ContactIntersections& intersections) {
    const std::span<const Contact> contacts = intersections.contacts();
    const std::vector<std::size_t> pairs = contacts_that_bound(surface_a, surface_b, contacts);
    // If another triangle of part A runs along the common segment, it touches the same triangle of B and
    // intersects A's crossing triangle; likewise for B. If there is no such triangle, then next to some point
    // of the segment each of the two triangles alone separates inside from outside.
    const auto is_alone = [&](std::size_t crossing) {
        const auto [a, b] = contacts[crossing];
        return std::none_of(pairs.begin(), pairs.end(), [&, a = a, b = b](std::size_t i) {
            const auto [other_a, other_b] = contacts[i];
            return (other_b == b && other_a != a && surface_a.self_intersect(a, other_a)) ||
                   (other_a == a && other_b != b && surface_b.self_intersect(b, other_b));
        });
    };
    PairCrossing found;
    // Limits the cost where shells of one part cross each other everywhere.
    std::size_t tries_left = 16;
    for (const std::size_t i : pairs) {
        if (!is_crossing(intersections, i)) continue;
        found = {true, is_alone(i)};
        if (found.alone || --tries_left == 0) break;
    }
    return found;
}

bool sheets_cross_other_part(const SolidSurface& surface_a, const SolidSurface& surface_b,
                             ContactIntersections& intersections) {
    if (surface_a.walls().empty() && surface_b.walls().empty()) return false;
    // Finding the sheets is costly, so it waits until something crosses.
    for (std::size_t i = 0; i < intersections.contacts().size(); ++i) {
        const auto [a, b] = intersections.contacts()[i];
        if (!bounds_or_is_wall(surface_a, a) || !bounds_or_is_wall(surface_b, b) ||
            !is_crossing(intersections, i))
            continue;
        if (surface_a.sheets().empty() && surface_b.sheets().empty()) return false;
        if (bounds_or_is_sheet(surface_a, a) && bounds_or_is_sheet(surface_b, b)) return true;
    }
    return false;
}

}  // namespace allide::query
