// The triangle nearest to a point, for queries that ask about many points close to each other.
#pragma once

#include "query/probe/placed_surface.hpp"

#include <cstdint>
#include <optional>

namespace allide::query {

struct NearestPlace {
    Nearest nearest;
    std::uint32_t place = 0;  // the triangle's position in tree order
};

// The answer of `nearest`. `likely`, a triangle by its position in tree order, is measured first: the search
// is faster if it is close, and the answer is the same whatever it is.
std::optional<NearestPlace> nearest_one(const PlacedSurface& model, const kernel::PointTester& tester,
                                        const Vec3& point, Search search,
                                        std::optional<std::uint32_t> likely = std::nullopt);

}  // namespace allide::query
