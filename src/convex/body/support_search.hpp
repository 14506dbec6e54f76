// The farthest of many corners in a direction: from the farthest of some seeds along the edges of the hull,
// as long as it goes up. A corner that is surely higher than all its neighbours is the highest of all, since
// the body is convex. Where that is not sure nothing is said: up to rounding there are many tops.
#pragma once

#include "convex/body/few_corners.hpp"

#include <allide/convex.hpp>

#include <optional>

namespace allide::convex {

// Empty for bodies with few corners or without volume.
struct Slopes {
    FewCorners seeds = {};
    std::vector<std::uint32_t> seed_corners = {};  // the numbers of these, filled up as they are
    std::vector<std::uint32_t> first = {};         // neighbours of corner i: from first[i] to first[i + 1]
    std::vector<std::uint32_t> neighbours = {};

    bool there() const { return seeds.there(); }
};

Slopes slopes_of(std::span<const Vec3> corners, std::span<const BodyEdge> edges);

// The number of the highest corner.
std::optional<std::uint32_t> climb(const Slopes& slopes, std::span<const Vec3> corners,
                                   const Vec3& direction);

}  // namespace allide::convex
