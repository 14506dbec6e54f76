// Decides by a second method whether two closed triangles share a point: they are disjoint if and only if
// some axis strictly separates their projections. Every such axis is a proof, so a longer list of axes cannot
// make the answer "disjoint" wrong. The list is sufficient, because the set of differences D = {x − y} is a
// convex polytope, and an axis must separate it from 0:
// - D solid: its faces are spanned by two edges of the triangles: e × f.
// - D flat: its plane's normal is some e × f; in the plane its sides run along an edge: e × (f × g).
// - D a segment along e: the axis e, or one perpendicular to e: e × x, e × y, e × z, where x, y, z are the
//   coordinate axes.
// - D a point: x, y or z.
#pragma once

#include "oracle/rational.hpp"

namespace oracle {

// True if all projections of b's corners on the axis lie strictly above all of a's.
template <typename Int>
bool above(const IntTriangle<Int>& a, const IntTriangle<Int>& b, const IntPoint<Int>& axis) {
    for (const IntPoint<Int>& p : a)
        for (const IntPoint<Int>& q : b)
            if (dot(axis, minus(q, p)) <= 0) return false;
    return true;
}

template <typename Int>
bool separates(const IntPoint<Int>& axis, const IntTriangle<Int>& a, const IntTriangle<Int>& b) {
    return above(a, b, axis) || above(b, a, axis);
}

template <typename Int>
std::array<IntPoint<Int>, 6> edge_vectors(const IntTriangle<Int>& a, const IntTriangle<Int>& b) {
    return {minus(a[1], a[0]), minus(a[2], a[1]), minus(a[0], a[2]),
            minus(b[1], b[0]), minus(b[2], b[1]), minus(b[0], b[2])};
}

template <typename Int>
bool integer_triangles_separated(const IntTriangle<Int>& a, const IntTriangle<Int>& b) {
    const std::array<IntPoint<Int>, 3> frame{
        {{Int(1), Int(0), Int(0)}, {Int(0), Int(1), Int(0)}, {Int(0), Int(0), Int(1)}}};
    const auto vectors = edge_vectors(a, b);
    for (const auto& axis : frame)
        if (separates(axis, a, b)) return true;
    for (const auto& e : vectors) {
        if (separates(e, a, b)) return true;
        for (const auto& x : frame)
            if (separates(cross(e, x), a, b)) return true;
        for (const auto& f : vectors) {
            const IntPoint<Int> normal_of_both = cross(e, f);
            if (is_zero(normal_of_both)) continue;
            if (separates(normal_of_both, a, b)) return true;
            for (const auto& g : vectors)
                if (separates(cross(g, normal_of_both), a, b)) return true;
        }
    }
    return false;
}

inline bool touch_by_separation(const Triangle& a, const Matrix& pose_a, const Triangle& b,
                                const Matrix& pose_b) {
    return decide_in_world(a, pose_a, b, pose_b, [](const auto& wa, const auto& wb) {
        return !integer_triangles_separated(wa, wb);
    });
}
inline bool touch_by_separation(const Triangle& a, const Triangle& b) {
    return touch_by_separation(a, identity, b, identity);
}

}  // namespace oracle
