// Operations on axis-aligned boxes (allide::Box): closed sets of points, empty if lo exceeds hi on any axis.
#pragma once

#include "base/infinity.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <span>

namespace allide::kernel {

// Contains no point; the start for grow().
inline constexpr Box empty_box{{base::infinity, base::infinity, base::infinity},
                               {-base::infinity, -base::infinity, -base::infinity}};

inline bool is_empty(const Box& box) {
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z);
}

// Enlarges the box to contain the point.
inline void grow(Box& box, const Vec3& p) {
    box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
    box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
}
// Enlarges the box to contain the other box.
inline void grow(Box& box, const Box& other) {
    box.lo = {std::min(box.lo.x, other.lo.x), std::min(box.lo.y, other.lo.y), std::min(box.lo.z, other.lo.z)};
    box.hi = {std::max(box.hi.x, other.hi.x), std::max(box.hi.y, other.hi.y), std::max(box.hi.z, other.hi.z)};
}

// The smallest box that contains all points; empty_box if there are none.
inline Box box_of(std::span<const Vec3> points) {
    Box box = empty_box;
    for (const Vec3& p : points) grow(box, p);
    return box;
}

// The common points of two boxes, possibly empty.
inline Box intersection(const Box& a, const Box& b) {
    return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
            {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}

// True if two boxes that are not empty share a point; touching boxes do.
inline bool overlaps(const Box& a, const Box& b) {
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
           b.lo.z <= a.hi.z;
}

inline bool contains(const Box& box, const Vec3& p) {
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y && box.lo.z <= p.z &&
           p.z <= box.hi.z;
}
// True if every point of `inner`, which is not empty, lies in `outer`.
inline bool contains(const Box& outer, const Box& inner) {
    return contains(outer, inner.lo) && contains(outer, inner.hi);
}

// The centre, rounded; halving first avoids overflow.
inline Vec3 center(const Box& box) {
    return {0.5 * box.lo.x + 0.5 * box.hi.x, 0.5 * box.lo.y + 0.5 * box.hi.y,
            0.5 * box.lo.z + 0.5 * box.hi.z};
}

// The edge lengths hi − lo, rounded.
inline Vec3 extent(const Box& box) {
    return {box.hi.x - box.lo.x, box.hi.y - box.lo.y, box.hi.z - box.lo.z};
}

}  // namespace allide::kernel
