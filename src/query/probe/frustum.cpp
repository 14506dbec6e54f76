// Finds the triangles in an intersection of half-spaces.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/probe/placed_surface.hpp"

#include <algorithm>
#include <cmath>

namespace allide {

std::vector<std::uint32_t> triangles_in(const Placed& placed_model, std::span<const HalfSpace> region,
                                        const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    std::vector<kernel::Plane> planes;
    for (const HalfSpace& half : region) {
        base::expect(kernel::finite(half.normal) && std::isfinite(half.offset),
                     "a half-space must be finite");
        planes.push_back({half.normal, half.offset});
    }
    const query::PlacedSurface model(placed_model);
    const kernel::RegionTester tester(placed_model.pose(), planes);
    std::vector<std::uint32_t> found;
    const auto some = [&](tree::PlaceRange places) {
        for (std::uint32_t place = places.first; place < places.first + places.count; ++place)
            if (tester.meets(model.corners(place))) found.push_back(model.number(place));
    };
    const auto all = [&](tree::PlaceRange places) {
        for (std::uint32_t place = places.first; place < places.first + places.count; ++place)
            found.push_back(model.number(place));
    };
    if (options.search == Search::brute_force)
        some({0, model.size()});
    else
        traverse::walk_region(model.view(), tester, some, all);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model,
                                                          std::span<const std::vector<HalfSpace>> regions,
                                                          const BatchOptions& options) {
    return query::answer_in_parallel<std::vector<std::uint32_t>>(regions.size(), options, [&](std::size_t i) {
        return triangles_in(model, std::span<const HalfSpace>(regions[i]));
    });
}

}  // namespace allide
