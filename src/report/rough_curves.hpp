// Contact curves for small pictures, in floating point. Takes a quarter of the time of contact_regions().
#pragma once

#include <allide/scene.hpp>

#include <cstddef>
#include <vector>

namespace allide::detail::report {

// The segments in which triangles of the two objects cross, each as a polyline of two points. Uses at most
// `most` contacts, evenly chosen. Triangles that touch without crossing give no segment.
std::vector<std::vector<Vec3>> rough_curves(const Scene& scene, const Clash& clash, std::size_t most);

}  // namespace allide::detail::report
