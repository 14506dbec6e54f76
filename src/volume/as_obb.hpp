// Encloses any bounding volume in an oriented box, so that trees with different kinds of volumes can be
// traversed together.
#pragma once

#include "volume/box/aabb.hpp"
#include "volume/box/obb.hpp"
#include "volume/box/sphere.hpp"
#include "volume/kdop/kdop.hpp"

namespace allide::volume {

inline const Obb& as_obb(const Obb& box) {
    return box;
}
Obb as_obb(const Aabb& box);
Obb as_obb(const Sphere& sphere);
template <int K>
Obb as_obb(const Kdop<K>& dop);

}  // namespace allide::volume
