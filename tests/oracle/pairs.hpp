// Kinds of triangle pairs on integer lattices. Many pairs of each kind barely touch or barely miss.
#pragma once

#include "oracle/types.hpp"

#include <algorithm>
#include <utility>

namespace oracle {

struct Pair {
    Triangle a, b;
};

enum class Kind {
    general,
    coplanar,
    shared_edge,
    shared_vertex,
    vertex_in_plane,  // a corner of b in the plane of a, at barycentric coordinates in quarters
    edges_cross,      // an edge of b crosses an edge of a, ends at it or stops short of it
    long_edge,        // an edge of b in the plane of a, through a or past it, up to 10⁵ times as long as a
    degenerate,       // b is a segment or a point, a is a proper triangle
    both_degenerate,  // both a and b are segments or points
    one_step_from,    // another kind, with one coordinate changed by 1
};
inline constexpr std::array<Kind, 10> all_kinds{
    Kind::general,     Kind::coplanar,  Kind::shared_edge, Kind::shared_vertex,   Kind::vertex_in_plane,
    Kind::edges_cross, Kind::long_edge, Kind::degenerate,  Kind::both_degenerate, Kind::one_step_from};

inline const char* name_of(Kind kind) {
    constexpr std::array<const char*, 10> names{
        "general",     "coplanar",  "shared_edge", "shared_vertex",   "vertex_in_plane",
        "edges_cross", "long_edge", "degenerate",  "both_degenerate", "one_step_from"};
    return names[static_cast<std::size_t>(kind)];
}

// Generates pairs on a lattice. For sides up to 2²⁰, coordinates are integers below 2²⁶.
class LatticePairs {
  public:
    LatticePairs(Dice& dice, std::int64_t side) : dice_(dice), side_(side) {}

    Pair make(Kind kind) {
        Pair pair = ordered(kind);
        shuffle(pair.a);
        shuffle(pair.b);
        if (dice_.one_in(2)) std::swap(pair.a, pair.b);
        return pair;
    }

  private:
    Pair ordered(Kind kind) {
        switch (kind) {
            case Kind::general:
                return {triangle(), triangle()};
            case Kind::coplanar:
                return coplanar();
            case Kind::shared_edge:
                return shared(2);
            case Kind::shared_vertex:
                return shared(1);
            case Kind::vertex_in_plane:
                return vertex_in_plane();
            case Kind::edges_cross:
                return edges_cross();
            case Kind::long_edge:
                return long_edge();
            case Kind::degenerate:
                return degenerate(scaled(4, triangle()));
            case Kind::both_degenerate:
                return degenerate(scaled(4, flat_triangle()));
            case Kind::one_step_from:
                break;
        }
        Pair pair = ordered(all_kinds[dice_.below(all_kinds.size() - 1)]);
        pair.a[dice_.below(3)][dice_.below(3)] += dice_.one_in(2) ? 1 : -1;
        return pair;
    }

    double coordinate() { return static_cast<double>(dice_.between(std::int64_t{0}, side_)); }
    double small(int low, int high) {
        return static_cast<double>(dice_.between(std::int64_t{low}, std::int64_t{high}));
    }
    Point point() { return {coordinate(), coordinate(), coordinate()}; }
    Point direction() { return minus(point(), point()); }
    Triangle triangle() { return {point(), point(), point()}; }

    static Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
    static Point along(const Point& p, double s, const Point& d) {
        return {p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]};
    }
    static Triangle scaled(double s, const Triangle& t) {
        constexpr Point origin{0, 0, 0};
        return {along(origin, s, t[0]), along(origin, s, t[1]), along(origin, s, t[2])};
    }

    Pair coplanar() {
        const Point o = point();
        Point u = direction(), v = direction();
        double reach = 4;
        if (dice_.one_in(3)) {  // a plane perpendicular to an axis, as is common in CAD
            const std::size_t axis = dice_.below(3);
            u = v = {0, 0, 0};
            u[axis] = v[(axis + 1) % 3] = 1;
            reach = static_cast<double>(side_);
        }
        const auto in_plane = [&] {
            const auto far = static_cast<std::int64_t>(reach);
            const double i = static_cast<double>(dice_.between(std::int64_t{0}, far));
            const double j = static_cast<double>(dice_.between(std::int64_t{0}, far));
            return along(along(o, i, u), j, v);
        };
        return {{in_plane(), in_plane(), in_plane()}, {in_plane(), in_plane(), in_plane()}};
    }

    Pair shared(std::size_t corners) {
        Pair pair{triangle(), triangle()};
        for (std::size_t i = 0; i < corners; ++i) pair.b[i] = pair.a[i];
        return pair;
    }

    // A point at barycentric coordinates in quarters, of a triangle whose coordinates are multiples of 4.
    Point in_plane_of(const Triangle& t) {
        const double i = small(-1, 4), j = small(-1, 4), k = 4 - i - j;
        Point p{};
        for (std::size_t c = 0; c < 3; ++c) p[c] = (i * t[0][c] + j * t[1][c] + k * t[2][c]) / 4;
        return p;
    }

    Pair vertex_in_plane() {
        const Triangle a = scaled(4, triangle());
        const Point p = in_plane_of(a);
        return {a, {p, along(p, 1, direction()), along(p, 1, direction())}};
    }

    Pair edges_cross() {
        const Point p = point(), u = direction(), v = direction();
        return {{along(p, -small(0, 3), u), along(p, small(0, 3), u), point()},
                {along(p, small(-3, 1), v), along(p, small(0, 3), v), point()}};
    }

    Pair long_edge() {
        const Triangle a = scaled(4, triangle());
        const Point p = in_plane_of(a);
        const Point u = minus(in_plane_of(a), a[dice_.below(3)]);
        const std::int64_t far = std::max(std::int64_t{1}, (std::int64_t{1} << 20) / side_);
        const auto steps = [&] { return static_cast<double>(dice_.between(std::int64_t{-1}, far)); };
        return {a, {along(p, steps(), u), along(p, -steps(), u), along(p, steps(), direction())}};
    }

    // Three points on a line; often two or three of them coincide.
    Triangle on_line(const Point& p, const Point& d) {
        return {along(p, small(-2, 1), d), along(p, small(-1, 1), d), along(p, small(-1, 2), d)};
    }
    Triangle flat_triangle() {
        const Point d = dice_.one_in(4) ? Point{0, 0, 0} : direction();
        return on_line(point(), d);
    }
    Pair degenerate(const Triangle& a) {
        const Point p = in_plane_of(a);
        const auto toward = [&] { return minus(a[dice_.below(3)], p); };  // in the plane, towards a corner
        const Point d = dice_.one_in(4) ? Point{0, 0, 0} : (dice_.one_in(3) ? toward() : direction());
        return {a, on_line(p, d)};
    }

    void shuffle(Triangle& t) {
        std::swap(t[0], t[dice_.below(3)]);
        std::swap(t[1], t[1 + dice_.below(2)]);
    }

    Dice& dice_;
    std::int64_t side_;
};

inline Pair lattice_pair(Dice& dice, Kind kind, std::int64_t side) {
    return LatticePairs(dice, side).make(kind);
}

// The side of a lattice: mostly tiny, where nearly every pair is degenerate, and occasionally up to 2²⁰.
inline std::int64_t any_side(Dice& dice) {
    return dice.one_in(4) ? std::int64_t{1} << dice.between(std::int64_t{4}, std::int64_t{20})
                          : dice.between(std::int64_t{2}, std::int64_t{8});
}

}  // namespace oracle
