// Numbers of 60 digits, vectors of any number type, and small meshes that move along a screw.
#pragma once

#include "oracle/types.hpp"

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace oracle {

using HighPrecision =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>, boost::multiprecision::et_off>;

template <typename Number>
using Vec = std::array<Number, 3>;

template <typename N>
Vec<N> operator+(const Vec<N>& a, const Vec<N>& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <typename N>
Vec<N> operator-(const Vec<N>& a, const Vec<N>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <typename N>
Vec<N> scaled(const N& s, const Vec<N>& a) {
    return {s * a[0], s * a[1], s * a[2]};
}
template <typename N>
N inner(const Vec<N>& a, const Vec<N>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <typename N>
Vec<N> outer(const Vec<N>& a, const Vec<N>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Vec<HighPrecision> fine(const Point& p) {
    return {HighPrecision(p[0]), HighPrecision(p[1]), HighPrecision(p[2])};
}
inline Vec<double> coarse(const Vec<HighPrecision>& p) {
    return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

struct SmallMesh {
    std::vector<Point> points;
    std::vector<std::array<std::uint32_t, 3>> faces;  // must not be degenerate
};

// A point x moves to x(t) = p + Rot(axis, t·angle)(x − p) + t·advance·axis/|axis|, where p is `point`.
struct ScrewMotion {
    Point point{0, 0, 0}, axis{0, 0, 1};
    double angle = 0, advance = 0;
};

// A mesh at its pose, in double precision or with 60 digits.
template <typename Number>
struct Body {
    std::vector<Vec<Number>> points;
    std::vector<std::array<std::uint32_t, 3>> faces;
    std::vector<std::array<std::uint32_t, 2>> edges;
};

inline Body<HighPrecision> body_of(const SmallMesh& mesh, const Matrix& pose = identity) {
    Body<HighPrecision> body;
    for (const Point& p : mesh.points) {
        Vec<HighPrecision> world;
        for (std::size_t i = 0; i < 3; ++i)
            world[i] = HighPrecision(pose[4 * i]) * HighPrecision(p[0]) +
                       HighPrecision(pose[4 * i + 1]) * HighPrecision(p[1]) +
                       HighPrecision(pose[4 * i + 2]) * HighPrecision(p[2]) + HighPrecision(pose[4 * i + 3]);
        body.points.push_back(world);
    }
    body.faces = mesh.faces;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const auto& f : mesh.faces)
        for (std::size_t i = 0; i < 3; ++i) edges.insert(std::minmax(f[i], f[(i + 1) % 3]));
    for (const auto& [p, q] : edges) body.edges.push_back({p, q});
    return body;
}

inline Body<double> coarse(const Body<HighPrecision>& body) {
    Body<double> out{{}, body.faces, body.edges};
    for (const auto& p : body.points) out.points.push_back(coarse(p));
    return out;
}

// A screw whose axis is a unit vector.
template <typename Number>
struct Turning {
    Vec<Number> point, axis;
    Number angle, advance;

    Vec<Number> at(const Vec<Number>& x, const Number& t) const {
        using std::cos;
        using std::sin;
        const Vec<Number> r = x - point, along = scaled(inner(axis, r), axis);
        const Number turn = angle * t;
        return point + along + scaled(Number(cos(turn)), r - along) +
               scaled(Number(sin(turn)), outer(axis, r)) + scaled(Number(advance * t), axis);
    }
};

inline Turning<HighPrecision> turning_of(const ScrewMotion& screw) {
    const Vec<HighPrecision> axis = fine(screw.axis);
    const HighPrecision length = sqrt(inner(axis, axis));
    return {fine(screw.point), scaled(HighPrecision(1 / length), axis), HighPrecision(screw.angle),
            HighPrecision(screw.advance)};
}
inline Turning<double> coarse(const Turning<HighPrecision>& screw) {
    return {coarse(screw.point), coarse(screw.axis), static_cast<double>(screw.angle),
            static_cast<double>(screw.advance)};
}

}  // namespace oracle
