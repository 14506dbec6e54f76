// Parts made of triangles with small integer coordinates, as solids: which triangles bound the solid, which
// are sheets, and how two parts overlap. Every triangle is cut by the planes of all others; for each piece,
// a point just above it and one just below are classified by counting crossings, in 128-bit integers, which
// suffice for coordinates up to 8.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace oracle {

__extension__ using Int128 = __int128;
using IntegerPoint = std::array<int, 3>;
using IntegerTriangle = std::array<IntegerPoint, 3>;  // corners are sorted
using Int128Vector = std::array<Int128, 3>;

inline int sign_of_int(Int128 x) {
    return (x > 0) - (x < 0);
}
inline Int128Vector widened(const IntegerPoint& a) {
    return {a[0], a[1], a[2]};
}
inline Int128Vector between(const Int128Vector& a, const Int128Vector& b) {
    return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
}
inline Int128Vector cross(const Int128Vector& a, const Int128Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Int128 dot(const Int128Vector& a, const Int128Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Int128Vector normal(const IntegerTriangle& f) {
    return cross(between(widened(f[0]), widened(f[1])), between(widened(f[0]), widened(f[2])));
}
inline bool has_area(const IntegerTriangle& f) {
    return normal(f) != Int128Vector{0, 0, 0};
}
inline Int128 height(const IntegerTriangle& f, const IntegerPoint& x) {
    return dot(normal(f), between(widened(f[0]), widened(x)));
}

// ------------------------------------------------------------ pieces of a triangle

struct Fraction {
    Int128 numerator, denominator;  // denominator is positive
    friend bool operator<(const Fraction& a, const Fraction& b) {
        return a.numerator * b.denominator < b.numerator * a.denominator;
    }
};
// The mediant: a fraction that lies strictly between two different fractions.
inline Fraction mediant(const Fraction& a, const Fraction& b) {
    return {a.numerator + b.numerator, a.denominator + b.denominator};
}
inline Fraction fraction(Int128 numerator, Int128 denominator) {
    return denominator > 0 ? Fraction{numerator, denominator} : Fraction{-numerator, -denominator};
}
inline void keep_different(std::vector<Fraction>& some) {
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end(),
                           [](const Fraction& a, const Fraction& b) { return !(a < b) && !(b < a); }),
               some.end());
}

// A rational point: three numerators with a common denominator.
struct SoupPoint {
    Int128Vector numerator;
    Int128 denominator;
};

// {c, a, b} is the line c + a·u + b·v = 0; the triangle's corners are at (u, v) = (0, 0), (1, 0), (0, 1).
using CutLine = std::array<Int128, 3>;

inline void add_cut(std::set<CutLine>& lines, const std::array<Int128, 3>& heights) {
    CutLine line{heights[0], heights[1] - heights[0], heights[2] - heights[0]};
    if (line[1] == 0 && line[2] == 0) return;
    const auto common = std::gcd(std::gcd(static_cast<long long>(line[0]), static_cast<long long>(line[1])),
                                 static_cast<long long>(line[2]));
    const bool turned = line[1] != 0 ? line[1] < 0 : line[2] < 0;
    for (Int128& x : line) x /= turned ? -common : common;
    lines.insert(line);
}

inline std::set<CutLine> cut_lines(const IntegerTriangle& t, const std::vector<IntegerTriangle>& others) {
    std::set<CutLine> lines;
    for (const auto& edge : {std::array<Int128, 3>{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}) add_cut(lines, edge);
    for (const IntegerTriangle& other : others) {
        const std::array<Int128, 3> heights{height(other, t[0]), height(other, t[1]), height(other, t[2])};
        if (heights != std::array<Int128, 3>{0, 0, 0}) {
            add_cut(lines, heights);
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const Int128Vector from = widened(other[k]);
            const Int128Vector across = cross(normal(other), between(from, widened(other[(k + 1) % 3])));
            add_cut(lines,
                    {dot(across, between(from, widened(t[0]))), dot(across, between(from, widened(t[1]))),
                     dot(across, between(from, widened(t[2])))});
        }
    }
    return lines;
}

// Visits one interior point of each piece into which the planes of `others` cut the triangle: strip by strip
// in u between the crossings of the cut lines, and within a strip from line to line in v. Returns false once
// `visit` does.
template <typename Visit>
bool for_each_piece(const IntegerTriangle& t, const std::vector<IntegerTriangle>& others, Visit visit) {
    const std::set<CutLine> lines = cut_lines(t, others);
    const auto is_in = [](const Fraction& x) { return x.numerator >= 0 && x.numerator <= x.denominator; };
    std::vector<Fraction> us;
    for (const CutLine& one : lines)
        for (const CutLine& other : lines) {
            const Int128 turn = one[1] * other[2] - one[2] * other[1];
            if (turn == 0) continue;
            const Fraction u = fraction(one[2] * other[0] - one[0] * other[2], turn);
            if (is_in(u)) us.push_back(u);
        }
    keep_different(us);
    for (std::size_t i = 0; i + 1 < us.size(); ++i) {
        const Fraction u = mediant(us[i], us[i + 1]);
        std::vector<Fraction> vs;
        for (const CutLine& line : lines) {
            if (line[2] == 0) continue;
            const Fraction v =
                fraction(-(line[0] * u.denominator + line[1] * u.numerator), line[2] * u.denominator);
            if (v.numerator >= 0 &&
                v.numerator * u.denominator <= (u.denominator - u.numerator) * v.denominator)
                vs.push_back(v);
        }
        keep_different(vs);
        for (std::size_t j = 0; j + 1 < vs.size(); ++j) {
            const Fraction v = mediant(vs[j], vs[j + 1]);
            SoupPoint point{{}, u.denominator * v.denominator};
            for (std::size_t k = 0; k < 3; ++k)
                point.numerator[k] = t[0][k] * point.denominator +
                                     (t[1][k] - t[0][k]) * u.numerator * v.denominator +
                                     (t[2][k] - t[0][k]) * v.numerator * u.denominator;
            if (!visit(point)) return false;
        }
    }
    return true;
}

// ------------------------------------------------------------ inside and outside

// Sum of the signs with which the three edges pass the line through `from` along `direction`: ±3 if the line
// crosses the triangle, ±1 if it misses it, 0 if it meets the line of an edge.
inline int orientation_about_edges(const IntegerTriangle& f, const SoupPoint& from,
                                   const Int128Vector& direction) {
    int turn = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Int128Vector a = widened(f[k]), b = widened(f[(k + 1) % 3]);
        const int sign =
            sign_of_int(from.denominator * dot(direction, cross(a, b)) -
                        dot(direction, cross(a, from.numerator)) - dot(direction, cross(from.numerator, b)));
        if (sign == 0) return 0;
        turn += sign;
    }
    return turn;
}

// True if the place infinitely close to `point`, a point of a face, is inside: on the side to which the
// face's normal points for `side` 1, on the other side for -1. A half-line from an inside place has an odd
// number of crossings. The planes of the triangles in `bounding` cut the face into pieces, see
// for_each_piece(); `point` must be in the interior of one.
inline bool is_in_soup(const SoupPoint& point, const Int128Vector& normal_there, int side,
                       const std::vector<IntegerTriangle>& bounding) {
    for (int attempt = 0;; ++attempt) {
        const Int128Vector direction{997 - attempt, 331 + 7 * attempt, 113 + 31 * attempt};
        if (dot(direction, normal_there) == 0) continue;
        bool odd = false, lucky = true;
        for (const IntegerTriangle& f : bounding) {
            const Int128Vector n = normal(f);
            const int ahead = sign_of_int(dot(n, direction));
            const int above =
                sign_of_int(dot(n, point.numerator) - point.denominator * dot(n, widened(f[0])));
            const int turn = orientation_about_edges(f, point, direction);
            lucky = lucky && ahead != 0 && turn != 0;
            if (turn != 3 && turn != -3) continue;
            const bool is_met =
                above != 0 ? above != ahead : sign_of_int(dot(direction, normal_there)) != side;
            odd = odd != is_met;
        }
        if (lucky) return odd;
    }
}

struct SoupPart {
    std::vector<IntegerTriangle> all;       // every triangle once
    std::vector<IntegerTriangle> bounding;  // triangles that bound the solid; all triangles of an open part
    std::vector<IntegerTriangle> sheets;
    bool closed = false;
};

// within: all faces lie in the closed solid; some_inside: a piece of some face lies in the solid's interior.
struct FacesInSoup {
    bool within = true, some_inside = false;
};
inline FacesInSoup faces_in(const std::vector<IntegerTriangle>& faces,
                            const std::vector<IntegerTriangle>& bounding) {
    FacesInSoup found;
    for (const IntegerTriangle& f : faces)
        for_each_piece(f, bounding, [&](const SoupPoint& point) {
            const bool above = is_in_soup(point, normal(f), 1, bounding),
                       below = is_in_soup(point, normal(f), -1, bounding);
            found.within = found.within && (above || below);
            found.some_inside = found.some_inside || (above && below);
            return found.within;
        });
    return found;
}

using SpotEdge = std::array<IntegerPoint, 2>;
inline std::map<SpotEdge, std::vector<std::size_t>> edges_of(const std::vector<IntegerTriangle>& faces) {
    std::map<SpotEdge, std::vector<std::size_t>> edges;
    for (std::size_t i = 0; i < faces.size(); ++i)
        for (const auto& [a, b] : {std::array{0, 1}, {0, 2}, {1, 2}})
            edges[{faces[i][a], faces[i][b]}].push_back(i);
    return edges;
}
inline bool is_closed(const std::vector<IntegerTriangle>& faces) {
    const auto edges = edges_of(faces);
    return !faces.empty() &&
           std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second.size() % 2 == 0; });
}

// All faces that are connected by edges to a boundary edge: an edge that an odd number of faces share.
inline std::set<IntegerTriangle> open_groups(const std::vector<IntegerTriangle>& faces) {
    const auto edges = edges_of(faces);
    std::set<std::size_t> open;
    for (bool grows = true; grows;) {
        const std::size_t before = open.size();
        for (const auto& [edge, at] : edges)
            if (at.size() % 2 != 0 ||
                std::any_of(at.begin(), at.end(), [&](std::size_t i) { return open.count(i) != 0; }))
                open.insert(at.begin(), at.end());
        grows = open.size() != before;
    }
    std::set<IntegerTriangle> found;
    for (const std::size_t i : open) found.insert(faces[i]);
    return found;
}

// Builds a part from triangles that are not degenerate, in any order and with any multiplicity.
inline SoupPart soup_part(const std::vector<IntegerTriangle>& triangles) {
    std::map<IntegerTriangle, int> count;
    for (IntegerTriangle f : triangles) {
        std::sort(f.begin(), f.end());
        ++count[f];
    }
    SoupPart part;
    std::vector<IntegerTriangle> even;
    for (const auto& [f, times] : count) {
        part.all.push_back(f);
        if (times % 2 == 0) even.push_back(f);
    }
    part.bounding = part.all;
    part.closed = is_closed(part.all);
    const std::set<IntegerTriangle> walls = open_groups(even);
    if (part.closed || walls.empty()) return part;
    std::vector<IntegerTriangle> others;
    for (const IntegerTriangle& f : part.all)
        if (walls.count(f) == 0) others.push_back(f);
    if (!is_closed(others)) return part;
    part.closed = true;
    part.bounding = others;
    for (const IntegerTriangle& wall : walls)
        if (!faces_in({wall}, others).within) part.sheets.push_back(wall);
    return part;
}

// ------------------------------------------------------------ two parts

// The interval of the coordinate `axis` that the intersection of a face with a plane covers.
inline std::array<Fraction, 2> extent_in_plane(const IntegerTriangle& f, const IntegerTriangle& plane,
                                               std::size_t axis) {
    std::vector<Fraction> reach;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntegerPoint &a = f[i], &b = f[(i + 1) % 3];
        const Int128 up = height(plane, a), down = height(plane, b);
        if (up == 0) reach.push_back({a[axis], 1});
        if (sign_of_int(up) * sign_of_int(down) < 0)
            reach.push_back(fraction(a[axis] * (up - down) + (b[axis] - a[axis]) * up, up - down));
    }
    const auto [low, high] = std::minmax_element(reach.begin(), reach.end());
    return {*low, *high};
}

// True if the two faces cross: each runs through the interior of the other along a common segment.
inline bool faces_cross(const IntegerTriangle& a, const IntegerTriangle& b) {
    const auto runs_through = [](const IntegerTriangle& one, const IntegerTriangle& plane) {
        bool above = false, below = false;
        for (const IntegerPoint& x : one) {
            above = above || height(plane, x) > 0;
            below = below || height(plane, x) < 0;
        }
        return above && below;
    };
    if (!runs_through(a, b) || !runs_through(b, a)) return false;
    const Int128Vector line = cross(normal(a), normal(b));
    const std::size_t axis = line[0] != 0 ? 0 : line[1] != 0 ? 1 : 2;
    const auto [low_a, high_a] = extent_in_plane(a, b, axis);
    const auto [low_b, high_b] = extent_in_plane(b, a, axis);
    return std::max(low_a, low_b) < std::min(high_a, high_b);
}
inline bool any_cross(const std::vector<IntegerTriangle>& a, const std::vector<IntegerTriangle>& b) {
    return std::any_of(a.begin(), a.end(), [&](const IntegerTriangle& one) {
        return std::any_of(b.begin(), b.end(),
                           [&](const IntegerTriangle& other) { return faces_cross(one, other); });
    });
}

inline std::vector<IntegerTriangle> joined(std::vector<IntegerTriangle> a,
                                           const std::vector<IntegerTriangle>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// The kind of clash of two parts; `meet` says whether their surfaces touch.
inline std::string kind_of_soups(const SoupPart& a, const SoupPart& b, bool meet) {
    if (a.all == b.all) return "duplicate";
    const auto is_held = [](const SoupPart& inner, const SoupPart& outer) {
        const FacesInSoup found = faces_in(inner.all, outer.bounding);
        return found.within && found.some_inside;
    };
    if (!a.closed || !b.closed) {
        if ((a.closed && is_held(b, a)) || (b.closed && is_held(a, b))) return "contained";
        if (any_cross(joined(a.bounding, a.sheets), joined(b.bounding, b.sheets))) return "hard";
        return meet ? "touch" : "none";
    }
    bool both = false, only_a = false, only_b = false;
    const std::vector<IntegerTriangle> cutting = joined(a.bounding, b.bounding);
    for (const IntegerTriangle& f : cutting)
        for_each_piece(f, cutting, [&](const SoupPoint& point) {
            for (const int side : {1, -1}) {
                const bool in_a = is_in_soup(point, normal(f), side, a.bounding),
                           in_b = is_in_soup(point, normal(f), side, b.bounding);
                both = both || (in_a && in_b);
                only_a = only_a || (in_a && !in_b);
                only_b = only_b || (in_b && !in_a);
            }
            return !(both && only_a && only_b);
        });
    if (both) {
        const bool held = (!only_a && faces_in(a.sheets, b.bounding).within) ||
                          (!only_b && faces_in(b.sheets, a.bounding).within);
        return held ? "contained" : "hard";
    }
    if (!(a.sheets.empty() && b.sheets.empty()) &&
        any_cross(joined(a.bounding, a.sheets), joined(b.bounding, b.sheets)))
        return "hard";
    return meet ? "touch" : "none";
}

}  // namespace oracle
