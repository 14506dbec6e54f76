#include "kernel/screw/screw_between.hpp"

#include "kernel/number/sin_cos.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/screw/contact_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace allide::kernel {
namespace {

template <typename Number>
using Rows = std::array<Number, 12>;
template <typename Number>
using Rows9 = std::array<Number, 9>;

// The rotation that maps the axes of pose f to those of pose g: g · fᵀ.
template <typename Number>
Rows9<Number> turn_between(const Rows<Number>& f, const Rows<Number>& g) {
    Rows9<Number> turn;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            turn[3 * i + j] = g[4 * i] * f[4 * j] + g[4 * i + 1] * f[4 * j + 1] + g[4 * i + 2] * f[4 * j + 2];
    return turn;
}

struct Quaternion {
    double w;
    Vec3 v;
};

// Quaternion of a rotation, with w ≥ 0. It is computed from the largest of its four squared
// components (Shepperd's method).
template <typename Number>
Quaternion quaternion_of(const Rows9<Number>& r) {
    const double rx = rounded(r[0]), ry = rounded(r[4]), rz = rounded(r[8]);
    const std::array<double, 4> squares{1 + rx + ry + rz, 1 + rx - ry - rz, 1 - rx + ry - rz,
                                        1 - rx - ry + rz};
    const auto best = std::max_element(squares.begin(), squares.end()) - squares.begin();
    const double twice = std::sqrt(squares[static_cast<std::size_t>(best)]), part = 0.5 / twice;
    const double x = rounded(r[7] - r[5]) * part, y = rounded(r[2] - r[6]) * part,
                 z = rounded(r[3] - r[1]) * part;
    const double xy = rounded(r[1] + r[3]) * part, xz = rounded(r[2] + r[6]) * part,
                 yz = rounded(r[5] + r[7]) * part;
    Quaternion q = best == 0   ? Quaternion{twice / 2, {x, y, z}}
                   : best == 1 ? Quaternion{x, {twice / 2, xy, xz}}
                   : best == 2 ? Quaternion{y, {xy, twice / 2, yz}}
                               : Quaternion{z, {xz, yz, twice / 2}};
    const double first = q.v.x != 0 ? q.v.x : q.v.y != 0 ? q.v.y : q.v.z;
    if (q.w < 0 || (q.w == 0 && first < 0)) q = {-q.w, {-q.v.x, -q.v.y, -q.v.z}};
    return q;
}

// The angle in [0, π/2] with tangent sine / cosine; both arguments are non-negative. Each step
// adds sin(exact angle − angle), computed by the library's own sin_cos(), which triples the number of correct
// digits.
double quarter_angle(double sine, double cosine) {
    const double length = std::sqrt(sine * sine + cosine * cosine);
    const double s = sine / length, c = cosine / length;
    double angle = s <= c ? s : std::numbers::pi / 2 - c;
    for (int i = 0; i < 4; ++i) {
        const SinCos at = sin_cos(angle);
        angle += s * at.cos - c * at.sin;
    }
    return angle;
}

// `least_turn` is the smallest sine of the half angle that counts as a rotation.
template <typename Number>
Between between_rows(const Rows<Number>& f, const Rows<Number>& g, double least_turn) {
    Between out;
    const Vec3 start{rounded(f[3]), rounded(f[7]), rounded(f[11])};
    out.translation = {rounded(g[3] - f[3]), rounded(g[7] - f[7]), rounded(g[11] - f[11])};
    const Quaternion q = quaternion_of<Number>(turn_between<Number>(f, g));
    const double half_sine = std::sqrt(dot(q.v, q.v));
    bool same_turn = true;
    for (const std::size_t i : {0, 1, 2, 4, 5, 6, 8, 9, 10})
        same_turn = same_turn && rounded(f[i] - g[i]) == 0;
    if (same_turn || half_sine < least_turn) {
        out.is_linear = true;
        return out;
    }
    const Vec3 axis = (1 / half_sine) * q.v;
    const double advance = dot(axis, out.translation);
    const Vec3 axis_distance = out.translation - advance * axis;
    out.screw.axis = axis;
    out.screw.angle = radians(2 * quarter_angle(half_sine, q.w));
    out.screw.advance = advance;
    out.screw.point = start + 0.5 * (axis_distance + (q.w / half_sine) * cross(axis, axis_distance));
    return out;
}

}  // namespace

Between screw_between(const Pose& from, const Pose& to) {
    return between_rows<double>(from.matrix(), to.matrix(), 0x1p-51);
}

Between screw_between(const DoubleDoubleRows& from, const DoubleDoubleRows& to) {
    return between_rows<DoubleDouble>(from, to, 0x1p-70);
}

}  // namespace allide::kernel
