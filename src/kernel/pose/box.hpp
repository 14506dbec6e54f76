// Functions of axis-aligned boxes (allide::Box) that its members do not provide.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <span>

namespace allide::kernel {

// The smallest box that contains all points; empty if there are none.
inline Box box_of(std::span<const Vec3> points) {
    Box box = Box::empty();
    for (const Vec3& p : points) box.grow(p);
    return box;
}

// The common points of two boxes, possibly empty.
inline Box intersection(const Box& a, const Box& b) {
    return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
            {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}

}  // namespace allide::kernel
