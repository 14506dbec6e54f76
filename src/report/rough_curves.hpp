// Contact curves for small pictures, in floating point: a quarter of the time of contact_regions.
#pragma once

#include <allide/scene.hpp>

#include <cstddef>
#include <vector>

namespace allide::detail::report {

// The lines along which triangles of the two objects cross, one polyline of two points each, at most `most`
// of them, taken evenly. Triangles that touch without crossing have none.
std::vector<std::vector<Vec3>> rough_curves(const Scene& scene, const Clash& clash, std::size_t most);

}  // namespace allide::detail::report
