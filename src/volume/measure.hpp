// Volume (called content) of a bounding volume and of the intersection of two, in cubic model units. The
// results are rounded and are used for statistics only.
#pragma once

#include "volume/box/aabb.hpp"
#include "volume/box/obb.hpp"
#include "volume/box/sphere.hpp"
#include "volume/kdop/kdop.hpp"

namespace allide::volume {

double content(const Obb& box);
double content(const Aabb& box);
double content(const Sphere& sphere);
template <int K>
double content(const Kdop<K>& dop);

double common_content(const Obb& a, const Obb& b);
double common_content(const Aabb& a, const Aabb& b);
double common_content(const Sphere& a, const Sphere& b);
template <int K>
double common_content(const Kdop<K>& a, const Kdop<K>& b);

}  // namespace allide::volume
