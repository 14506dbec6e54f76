// Tests of two triangles on one lane: contact, in float and in double, and bounds of the distance. A verdict
// is certain or undecided. The contact test and its error bounds are those of
// kernel/triangle/float_filter-inl.hpp.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"

#include <cstdint>

namespace allide::gpu {

enum class Verdict : std::uint8_t { disjoint, touching, undecided };

template <typename T>
struct Vector {
    T x, y, z;
};
template <typename T>
ALLIDE_GPU_CODE Vector<T> operator+(const Vector<T>& a, const Vector<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <typename T>
ALLIDE_GPU_CODE Vector<T> operator-(const Vector<T>& a, const Vector<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <typename T>
ALLIDE_GPU_CODE Vector<T> operator-(const Vector<T>& a) {
    return {-a.x, -a.y, -a.z};
}
template <typename T>
ALLIDE_GPU_CODE T dot(const Vector<T>& a, const Vector<T>& b) {
    return fused(a.x, b.x, fused(a.y, b.y, a.z * b.z));
}
template <typename T>
ALLIDE_GPU_CODE Vector<T> cross(const Vector<T>& a, const Vector<T>& b) {
    return {fused(a.y, b.z, -(a.z * b.y)), fused(a.z, b.x, -(a.x * b.z)), fused(a.x, b.y, -(a.y * b.x))};
}
template <typename T>
ALLIDE_GPU_CODE T largest(const Vector<T>& a) {
    return larger(magnitude(a.x), larger(magnitude(a.y), magnitude(a.z)));
}
// a + s · b
template <typename T>
ALLIDE_GPU_CODE Vector<T> moved(const Vector<T>& a, T s, const Vector<T>& b) {
    return {fused(s, b.x, a.x), fused(s, b.y, a.y), fused(s, b.z, a.z)};
}

// The differences between corners of two triangles p and q, in one frame.
template <typename T>
struct Differences {
    Vector<T> e1, e2;      // p1 − p0, p2 − p0
    Vector<T> d0, d1, d2;  // q − p0
    Vector<T> f1, f2;      // q1 − q0, q2 − q0
    Vector<T> g1, g2;      // p1 − q0, p2 − q0
    T between;             // error bound of a coordinate of d and g, without that of the subtraction itself
    T edge;  // half of the error bound of a coordinate of f, without that of the subtraction itself
};

template <typename T>
struct Precision;
template <>
struct Precision<float> {
    static constexpr float unit = 0x1.00001p-24f, smallest = 0x1p-36f, largest = 0x1p36f;
};
template <>
struct Precision<double> {
    static constexpr double unit = 0x1.00001p-53, smallest = 0x1p-300, largest = 0x1p300;
};

// The sides of a plane on which the three corners of a triangle lie, from their heights above it. Also
// chooses the corner that is alone on its side: the first if the other two are on one side, otherwise the
// third if the first two are, otherwise the second.
template <typename T>
struct Sides {
    bool separated, proven, others_separated, ends_separated, lone_above;

    ALLIDE_GPU_CODE Sides(T h0, T h1, T h2, T bound)
        : separated(smaller(h0, smaller(h1, h2)) > bound || larger(h0, larger(h1, h2)) < -bound),
          proven(smaller(magnitude(h0), smaller(magnitude(h1), magnitude(h2))) > bound),
          others_separated((h1 > 0) != (h2 > 0)),
          ends_separated((h0 > 0) != (h2 > 0)),
          lone_above((h0 > 0) != others_separated) {}

    ALLIDE_GPU_CODE Vector<T> chosen(const Vector<T>& first, const Vector<T>& second,
                                     const Vector<T>& third) const {
        return others_separated ? (ends_separated ? third : second) : first;
    }
};

template <typename T>
ALLIDE_GPU_CODE Verdict decide(const Differences<T>& in) {
    constexpr T u = Precision<T>::unit;
    const T size_e1 = largest(in.e1), size_e2 = largest(in.e2), size_f1 = largest(in.f1),
            size_f2 = largest(in.f2);
    const T reach_0 = largest(in.d0);
    const T reach_d = larger(reach_0, larger(largest(in.d1), largest(in.d2)));
    const T reach_g = larger(reach_0, larger(largest(in.g1), largest(in.g2)));
    const T low =
        smaller(smaller(smaller(size_e1, size_e2), smaller(size_f1, size_f2)), smaller(reach_d, reach_g));
    const T high =
        larger(larger(larger(size_e1, size_e2), larger(size_f1, size_f2)), larger(reach_d, reach_g));
    if (!(low >= Precision<T>::smallest && high <= Precision<T>::largest &&
          in.edge <= static_cast<T>(0x1p-10) * smaller(size_f1, size_f2)))
        return Verdict::undecided;

    const Vector<T> normal_p = cross(in.e1, in.e2);
    const T bound_q = size_e1 * size_e2 * fused(56 * u, reach_d, 7 * in.between);
    const Sides<T> q_sides(dot(normal_p, in.d0), dot(normal_p, in.d1), dot(normal_p, in.d2), bound_q);
    if (q_sides.separated) return Verdict::disjoint;

    const Vector<T> normal_q = cross(in.f1, in.f2);
    const T bound_p = fused(size_f1 * size_f2, fused(56 * u, reach_g, 7 * in.between),
                            13 * in.edge * reach_g * (size_f1 + size_f2));
    const Sides<T> p_sides(-dot(normal_q, in.d0), dot(normal_q, in.g1), dot(normal_q, in.g2), bound_p);
    if (p_sides.separated) return Verdict::disjoint;
    if (!p_sides.proven || !q_sides.proven) return Verdict::undecided;

    // Each triangle crosses the other's plane and covers an interval of the planes' common line, whose ends
    // are on the two edges from the lone corner.
    const Vector<T> origin{0, 0, 0}, e3 = in.e2 - in.e1, f3 = in.f2 - in.f1;
    const Vector<T> p = p_sides.chosen(origin, in.e1, in.e2), q = q_sides.chosen(in.d0, in.d1, in.d2);
    const Vector<T> p_second = p_sides.chosen(in.e1, e3, -in.e2),
                    p_third = -p_sides.chosen(-in.e2, in.e1, e3);
    const Vector<T> q_second = q_sides.chosen(in.f1, f3, -in.f2),
                    q_third = -q_sides.chosen(-in.f2, in.f1, f3);
    const T size_e = larger(size_e1, size_e2), size_f = larger(size_f1, size_f2), size_w = reach_d + size_e;
    const T bound =
        size_e * fused(280 * u, size_w * size_f, fused(50 * in.edge, size_w, 26 * in.between * size_f));
    const bool one = p_sides.lone_above != q_sides.lone_above;
    const Vector<T> gap = q - p;
    const T second = dot(one ? p_third : p_second, cross(gap, q_second));
    const T third = dot(one ? p_second : p_third, cross(gap, q_third));
    const T start = p_sides.lone_above ? second : third, end = p_sides.lone_above ? third : second;
    if (start < -bound && end > bound) return Verdict::touching;
    if (start > bound || end < -bound) return Verdict::disjoint;
    return Verdict::undecided;
}

// The differences in float, in A's scaled frame.
ALLIDE_GPU_CODE Differences<float> scaled_differences(const TriangleRecord& a, const TriangleRecord& b,
                                                      const Motion& motion, float error) {
    Differences<float> in;
    float corner[3], edge_1[3], edge_2[3];
    for (int i = 0; i < 3; ++i) {
        const float* r = &motion.rotation[3 * i];
        corner[i] = fused(r[0], b.corner[0],
                          fused(r[1], b.corner[1], fused(r[2], b.corner[2], motion.translation[i])));
    }
    rotate(motion.rotation, b.edge_1, edge_1);
    rotate(motion.rotation, b.edge_2, edge_2);
    in.e1 = {a.edge_1[0], a.edge_1[1], a.edge_1[2]}, in.e2 = {a.edge_2[0], a.edge_2[1], a.edge_2[2]};
    in.f1 = {edge_1[0], edge_1[1], edge_1[2]}, in.f2 = {edge_2[0], edge_2[1], edge_2[2]};
    in.d0 = {corner[0] - a.corner[0], corner[1] - a.corner[1], corner[2] - a.corner[2]};
    in.d1 = in.d0 + in.f1, in.d2 = in.d0 + in.f2;
    in.g1 = in.e1 - in.d0, in.g2 = in.e2 - in.d0;
    const float size = larger(largest(in.f1), largest(in.f2));
    in.between = fused(10 * unit, size, error);
    in.edge = 4.5f * unit * size;
    return in;
}

ALLIDE_GPU_CODE Vector<double> vertex_of(const MeshView& mesh, std::uint32_t vertex) {
    const double* v = mesh.vertices + 3 * static_cast<std::uint64_t>(vertex);
    return {v[0], v[1], v[2]};
}
ALLIDE_GPU_CODE double norm_1(const Vector<double>& v) {
    return magnitude(v.x) + magnitude(v.y) + magnitude(v.z);
}

// Computes x_a = R x_b + t without fused operations, as kernel::RelativePose::map does.
ALLIDE_GPU_CODE Vector<double> mapped(const DoubleMotion& motion, const Vector<double>& x) {
    const double *r = motion.rotation, *t = motion.translation;
    return {r[0] * x.x + r[1] * x.y + r[2] * x.z + t[0], r[3] * x.x + r[4] * x.y + r[5] * x.z + t[1],
            r[6] * x.x + r[7] * x.y + r[8] * x.z + t[2]};
}

// The differences in double, from the unscaled corners, in A's frame.
ALLIDE_GPU_CODE Differences<double> exact_differences(const MeshView& mesh_a, const TriangleRecord& a,
                                                      const MeshView& mesh_b, const TriangleRecord& b,
                                                      const DoubleMotion& motion) {
    const Vector<double> p0 = vertex_of(mesh_a, a.vertices[0]), p1 = vertex_of(mesh_a, a.vertices[1]),
                         p2 = vertex_of(mesh_a, a.vertices[2]);
    const Vector<double> x0 = vertex_of(mesh_b, b.vertices[0]), x1 = vertex_of(mesh_b, b.vertices[1]),
                         x2 = vertex_of(mesh_b, b.vertices[2]);
    const Vector<double> q0 = mapped(motion, x0), q1 = mapped(motion, x1), q2 = mapped(motion, x2);
    Differences<double> in;
    in.e1 = p1 - p0, in.e2 = p2 - p0;
    in.d0 = q0 - p0, in.d1 = q1 - p0, in.d2 = q2 - p0;
    in.f1 = q1 - q0, in.f2 = q2 - q0;
    in.g1 = p1 - q0, in.g2 = p2 - q0;
    const double norm = larger(norm_1(x0), larger(norm_1(x1), norm_1(x2)));
    in.between = 40 * 0x1p-53 * (norm + motion.offset) + 0x1p-1000;
    in.edge = in.between;
    return in;
}

// Decides a pair in float, or leaves it undecided.
ALLIDE_GPU_CODE Verdict decide_pair(const Motion& motion, float error, const TriangleRecord& a,
                                    const TriangleRecord& b) {
    return decide(scaled_differences(a, b, motion, error));
}

// ---- Distance

// The shortest vector tried so far from a point of p to a point of q.
struct ShortestVector {
    Vector<float> vector;
    float squared;

    ALLIDE_GPU_CODE void take(const Vector<float>& other) {
        const float square = dot(other, other);
        if (square < squared) vector = other, squared = square;
    }
};

// Bounds of the distance of two triangles, in A's scaled frame.
struct GapBounds {
    float lower, upper;
    ShortestVector shortest;  // the vector that gave the upper bound
};

ALLIDE_GPU_CODE float clamped(float x) {
    return smaller(larger(x, 0), 1);
}

// Tries the shortest vector between an edge `e` of p and an edge `f` of q, whose first points are `gap`
// apart. A division by zero gives NaN or infinity, which clamped() turns into 0 or 1. That is harmless, since
// any two points of the edges give an upper bound.
ALLIDE_GPU_CODE void try_segments(const Vector<float>& gap, const Vector<float>& e, float e_squared,
                                  float e_inverse, const Vector<float>& f, float f_inverse,
                                  ShortestVector& best) {
    const float ef = dot(e, f), eg = dot(e, gap), fg = dot(f, gap);
    const float f_squared = dot(f, f);
    const float denominator = fused(e_squared, f_squared, -(ef * ef));
    float s = clamped(quotient(fused(eg, f_squared, -(ef * fg)), denominator));
    const float t = clamped(fused(ef, s, -fg) * f_inverse);
    s = clamped(fused(ef, t, eg) * e_inverse);
    best.take(moved(moved(gap, t, f), -s, e));
}

// Tries the vector to a point from its projection onto a triangle. `d` is the point relative to the first
// corner, e1 and e2 are the edges from that corner.
ALLIDE_GPU_CODE void try_face(const Vector<float>& d, const Vector<float>& e1, const Vector<float>& e2,
                              float e11, float e12, float e22, float inverse, float direction,
                              ShortestVector& best) {
    const float d1 = dot(d, e1), d2 = dot(d, e2);
    const float v = fused(e22, d1, -(e12 * d2)) * inverse, w = fused(e11, d2, -(e12 * d1)) * inverse;
    if (!(v >= 0 && w >= 0 && v + w <= 1)) return;
    const Vector<float> from = moved(moved(d, -v, e1), -w, e2);
    best.take({direction * from.x, direction * from.y, direction * from.z});
}

// How far q lies beyond p along a direction, times the direction's length; negative if their projections
// overlap.
ALLIDE_GPU_CODE float gap_along(const float* direction, const Differences<float>& in) {
    const Vector<float> w{direction[0], direction[1], direction[2]};
    const float far_p = larger(0, larger(dot(w, in.e1), dot(w, in.e2)));
    return smaller(dot(w, in.d0), smaller(dot(w, in.d1), dot(w, in.d2))) - far_p;
}

ALLIDE_GPU_CODE GapBounds gap_bounds(const Differences<float>& in, float error) {
    const Vector<float> e3 = in.e2 - in.e1, f3 = in.f2 - in.f1;
    ShortestVector best{in.d0, dot(in.d0, in.d0)};
    const Vector<float> e[3] = {in.e1, in.e2, e3}, f[3] = {in.f1, in.f2, f3};
    float e_squared[3], e_inverse[3], f_inverse[3];
    for (int i = 0; i < 3; ++i) {
        e_squared[i] = dot(e[i], e[i]);
        e_inverse[i] = quotient(1, e_squared[i]);
        f_inverse[i] = quotient(1, dot(f[i], f[i]));
    }
    const Vector<float> gap_21 = in.d1 - in.e1;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            // The third edge of each triangle starts at its second corner.
            const Vector<float> gap = i < 2 ? (j < 2 ? in.d0 : in.d1) : (j < 2 ? -in.g1 : gap_21);
            try_segments(gap, e[i], e_squared[i], e_inverse[i], f[j], f_inverse[j], best);
        }
    }
    const float e12 = dot(in.e1, in.e2), f11 = dot(in.f1, in.f1), f22 = dot(in.f2, in.f2),
                f12 = dot(in.f1, in.f2);
    const float inverse_e = quotient(1, fused(e_squared[0], e_squared[1], -(e12 * e12)));
    const float inverse_f = quotient(1, fused(f11, f22, -(f12 * f12)));
    try_face(in.d0, in.e1, in.e2, e_squared[0], e12, e_squared[1], inverse_e, 1, best);
    try_face(in.d1, in.e1, in.e2, e_squared[0], e12, e_squared[1], inverse_e, 1, best);
    try_face(in.d2, in.e1, in.e2, e_squared[0], e12, e_squared[1], inverse_e, 1, best);
    try_face(-in.d0, in.f1, in.f2, f11, f12, f22, inverse_f, -1, best);
    try_face(in.g1, in.f1, in.f2, f11, f12, f22, inverse_f, -1, best);
    try_face(in.g2, in.f1, in.f2, f11, f12, f22, inverse_f, -1, best);

    // The gap between the triangles along the shortest vector is a lower bound of their distance.
    const Vector<float>& w = best.vector;
    const float length = root(best.squared);
    const float along[3] = {w.x, w.y, w.z};
    const float width = quotient(gap_along(along, in), length);
    GapBounds bounds;
    bounds.upper = fused(length, 1 + 0x1p-20f, error);
    bounds.shortest = best;
    bounds.lower = width > 0 ? larger(0, fused(width, 1 - 0x1p-20f, -error)) : 0;  // 0 also if `width` is NaN
    return bounds;
}

}  // namespace allide::gpu
