// Coordinates by axis number, and operations on boxes.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace allide::index {

// The coordinate of `v` on axis 0, 1 or 2.
inline double along(const Vec3& v, unsigned axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
inline double& along(Vec3& v, unsigned axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

inline Vec3 lower_of(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3 upper_of(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
// The smallest box that contains both boxes.
inline Box united_boxes(const Box& a, const Box& b) {
    return {lower_of(a.lo, b.lo), upper_of(a.hi, b.hi)};
}
// The largest magnitude of a coordinate of the box.
inline double largest_coordinate(const Box& box) {
    return std::max({std::abs(box.lo.x), std::abs(box.lo.y), std::abs(box.lo.z), std::abs(box.hi.x),
                     std::abs(box.hi.y), std::abs(box.hi.z)});
}
// True if the closed boxes have a common point.
inline bool boxes_meet(const Box& a, const Box& b) {
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
           b.lo.z <= a.hi.z;
}
// True if `inner` lies inside `outer`; false if any coordinate is NaN.
inline bool contains_box(const Box& outer, const Box& inner) {
    return outer.lo.x <= inner.lo.x && outer.lo.y <= inner.lo.y && outer.lo.z <= inner.lo.z &&
           inner.hi.x <= outer.hi.x && inner.hi.y <= outer.hi.y && inner.hi.z <= outer.hi.z;
}

}  // namespace allide::index
