#include "query/clash/self_crossing_pair.hpp"

#include "kernel/triangle/orientation.hpp"

#include <algorithm>
#include <bit>

namespace allide::query {
namespace {

// All corners of a triangle that are not common are on one side of another's plane.
bool is_beside(const TangleFace& one, const TangleFace& other) {
    const kernel::SideOfPlane plane(one.corners);
    int side = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        if (one.has(other.places[k])) continue;
        const int height = plane.of(other.corners[k]);
        if (height == 0 || height * side < 0) return false;
        side = height;
    }
    return true;
}

// Seen along an axis, all of a triangle is beyond an edge of another, but for corners that it has in common
// with that edge.
bool is_beyond_an_edge(const TangleFace& one, const TangleFace& other) {
    const std::array<Vec3, 3>&mine = one.corners, &corners = other.corners;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int turn = kernel::orientation_seen_along(axis, mine[0], mine[1], mine[2]);
        for (std::size_t i = 0; i < 3 && turn != 0; ++i) {
            const std::size_t j = (i + 1) % 3;
            bool beyond = true;
            for (std::size_t k = 0; k < 3 && beyond; ++k)
                beyond = other.places[k] == one.places[i] || other.places[k] == one.places[j] ||
                         kernel::orientation_seen_along(axis, mine[i], mine[j], corners[k]) == -turn;
            if (beyond) return true;
        }
        if (turn != 0) return false;
    }
    return false;
}

}  // namespace

TangledPair::Common TangledPair::common_places(const TangleFace& one, const TangleFace& other) {
    Common common;
    for (const std::uint32_t place : one.places)
        if (other.has(place)) {
            common.least = std::min(common.least, place);
            ++common.count;
        }
    return common;
}

TangledPair::Found TangledPair::look(const TangleFace& one, const TangleFace& other,
                                     std::size_t common) const {
    if (is_beside(one, other) || is_beside(other, one)) return Found::nothing;
    if (is_beyond_an_edge(one, other) || is_beyond_an_edge(other, one)) return Found::nothing;
    const kernel::Meeting meeting = finder_.meeting(one.corners, other.corners);
    if (meeting.corners.size() < (common == 2 ? 3u : 2u)) return Found::nothing;
    return meeting.has_area ? Found::flush : Found::tangled;
}

unsigned TangledPair::common_lies_between(const TangleFace& one, const TangleFace& other) const {
    constexpr unsigned all_corners = 7;
    const kernel::Meeting meeting = finder_.meeting(one.corners, other.corners);
    if (meeting.has_area) return all_corners;
    unsigned between = 0;
    for (const kernel::Meeting::Corner& corner : meeting.corners)
        between |= static_cast<unsigned>(std::countr_zero(corner.a));
    return between;
}

}  // namespace allide::query
