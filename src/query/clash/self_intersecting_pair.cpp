#include "query/clash/self_intersecting_pair.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace allide::query {
namespace {

using kernel::operator-;

// True if all corners of `other` that the triangles do not share are strictly on one side of the plane of
// `one`.
bool lies_on_one_side(const SurfaceTriangle& one, const SurfaceTriangle& other) {
    const kernel::SideOfPlane plane(one.corners);
    int side = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        if (one.has(other.positions[k])) continue;
        const int height = plane.of(other.corners[k]);
        if (height == 0 || height * side < 0) return false;
        side = height;
    }
    return true;
}

// True if, seen along some coordinate axis, all of `other` is beyond an edge of `one`, apart from corners
// that it shares with that edge.
bool is_beyond_an_edge(const SurfaceTriangle& one, const SurfaceTriangle& other) {
    const std::array<Vec3, 3>&mine = one.corners, &corners = other.corners;
    const Vec3 normal = kernel::cross(mine[1] - mine[0], mine[2] - mine[0]);
    const std::array<double, 3> sizes{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    // The axis along which the triangle is largest first: there, rounding rarely leaves a doubt.
    const auto first = static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    for (std::size_t n = 0; n < 3; ++n) {
        const std::size_t axis = (first + n) % 3;
        const int turn = kernel::orientation_seen_along(axis, mine[0], mine[1], mine[2]);
        for (std::size_t i = 0; i < 3 && turn != 0; ++i) {
            const std::size_t j = (i + 1) % 3;
            bool beyond = true;
            for (std::size_t k = 0; k < 3 && beyond; ++k)
                beyond = other.positions[k] == one.positions[i] || other.positions[k] == one.positions[j] ||
                         kernel::orientation_seen_along(axis, mine[i], mine[j], corners[k]) == -turn;
            if (beyond) return true;
        }
        if (turn != 0) return false;
    }
    return false;
}

}  // namespace

SelfIntersectingPair::Common SelfIntersectingPair::common_positions(const SurfaceTriangle& one,
                                                                    const SurfaceTriangle& other) {
    Common common;
    for (const std::uint32_t place : one.positions)
        if (other.has(place)) {
            common.least = std::min(common.least, place);
            ++common.count;
        }
    return common;
}

SelfIntersectingPair::Found SelfIntersectingPair::test(const SurfaceTriangle& one,
                                                       const SurfaceTriangle& other,
                                                       std::size_t common) const {
    if (lies_on_one_side(one, other) || lies_on_one_side(other, one)) return Found::nothing;
    if (is_beyond_an_edge(one, other) || is_beyond_an_edge(other, one)) return Found::nothing;
    const kernel::TriangleIntersection meeting = finder_.intersection(one.corners, other.corners);
    if (meeting.corners.size() < (common == 2 ? 3u : 2u)) return Found::nothing;
    return meeting.has_area ? Found::flush : Found::crossing;
}

unsigned SelfIntersectingPair::corners_around_intersection(const SurfaceTriangle& one,
                                                           const SurfaceTriangle& other) const {
    constexpr unsigned all_corners = 7;
    const kernel::TriangleIntersection meeting = finder_.intersection(one.corners, other.corners);
    if (meeting.has_area) return all_corners;
    unsigned between = 0;
    for (const kernel::TriangleIntersection::Corner& corner : meeting.corners)
        between |= static_cast<unsigned>(std::countr_zero(corner.a));
    return between;
}

}  // namespace allide::query
