// The squared distance of a point and a triangle in rounded doubles; accurate enough for statistics.
#pragma once

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/triangle_pair.hpp"

namespace allide::bench {

inline double squared_distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    using namespace kernel;
    const Vec3 along = b - a, off = p - a;
    const double length = dot(along, along);
    const double t = length > 0 ? std::clamp(dot(off, along) / length, 0.0, 1.0) : 0;
    const Vec3 rest = off - t * along;
    return dot(rest, rest);
}

inline double squared_distance_to_triangle(const Vec3& p, const kernel::Triangle& t) {
    using namespace kernel;
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const double size = dot(normal, normal);
    bool inside = size > 0;  // true if the point is in the prism over the triangle
    for (std::size_t k = 0; k < 3 && inside; ++k)
        inside = dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), normal) >= 0;
    if (inside) {
        const double height = dot(normal, p - t[0]);
        return height * height / size;
    }
    return std::min({squared_distance_to_segment(p, t[0], t[1]), squared_distance_to_segment(p, t[1], t[2]),
                     squared_distance_to_segment(p, t[2], t[0])});
}

}  // namespace allide::bench
