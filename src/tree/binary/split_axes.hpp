// Directions along which a volume's group may be split, longest extent first.
#pragma once

#include "tree/binary/divide.hpp"
#include "volume/box/aabb.hpp"
#include "volume/box/obb.hpp"
#include "volume/box/sphere.hpp"
#include "volume/kdop/kdop.hpp"

namespace allide::tree {

std::vector<SplitAxis> split_axes(const volume::Obb& box, const Group& group);
std::vector<SplitAxis> split_axes(const volume::Aabb& box, const Group& group);
// A sphere has the same extent in all directions, so the extents of the triangle centres are used.
std::vector<SplitAxis> split_axes(const volume::Sphere& sphere, const Group& group);
template <int K>
std::vector<SplitAxis> split_axes(const volume::Kdop<K>& dop, const Group& group);

}  // namespace allide::tree
