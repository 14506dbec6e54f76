// Rays, points and regions against one triangle, decided in rationals by trying all vertices of a feasible
// set: slow, and independent of the method under test.
#pragma once

#include "oracle/dyadic.hpp"

#include <optional>
#include <vector>

namespace oracle {

using Rational = mpq_class;
using RationalPoint = std::array<Rational, 3>;
using RationalTriangle = std::array<RationalPoint, 3>;

inline Rational rational(const Dyadic& x) {
    Rational value(x.mantissa);
    if (x.exponent >= 0)
        mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(x.exponent));
    else
        mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-x.exponent));
    return value;
}
inline Rational rational(double x) {
    return rational(Dyadic(x));
}
inline RationalPoint rational(const Point& p) {
    return {rational(p[0]), rational(p[1]), rational(p[2])};
}
inline RationalTriangle in_world(const Triangle& t, const Matrix& pose) {
    RationalTriangle out;
    for (std::size_t i = 0; i < 3; ++i) {
        const DyadicPoint p = to_world(t[i], pose);
        out[i] = {rational(p[0]), rational(p[1]), rational(p[2])};
    }
    return out;
}

inline Rational dot(const RationalPoint& a, const RationalPoint& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The unique solution of a linear system given by columns; empty if there is none or more than one.
inline std::optional<std::vector<Rational>> solve(const std::vector<std::vector<Rational>>& columns,
                                                  const std::vector<Rational>& right) {
    const std::size_t unknowns = columns.size(), equations = right.size();
    std::vector<std::vector<Rational>> rows(equations);
    for (std::size_t i = 0; i < equations; ++i) {
        for (const auto& column : columns) rows[i].push_back(column[i]);
        rows[i].push_back(right[i]);
    }
    for (std::size_t k = 0; k < unknowns; ++k) {
        std::size_t pivot = k;
        while (pivot < equations && rows[pivot][k] == 0) ++pivot;
        if (pivot == equations) return std::nullopt;
        std::swap(rows[k], rows[pivot]);
        for (std::size_t i = 0; i < equations; ++i) {
            if (i == k || rows[i][k] == 0) continue;
            const Rational factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= unknowns; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    for (std::size_t i = unknowns; i < equations; ++i)
        if (rows[i][unknowns] != 0) return std::nullopt;
    std::vector<Rational> solution;
    for (std::size_t k = 0; k < unknowns; ++k) solution.push_back(rows[k][unknowns] / rows[k][k]);
    return solution;
}

// The smallest t ≥ 0 for which o + t d is in the triangle: o + t d = Σ w_i v_i with w_i ≥ 0 and Σ w_i = 1 is
// a linear program, and attains its minimum where the columns of the non-zero variables are independent.
inline std::optional<Rational> least_t(const RationalPoint& o, const RationalPoint& d,
                                       const RationalTriangle& t) {
    std::vector<std::vector<Rational>> columns;
    columns.push_back({-d[0], -d[1], -d[2], 0});
    for (const RationalPoint& v : t) columns.push_back({v[0], v[1], v[2], 1});
    const std::vector<Rational> right{o[0], o[1], o[2], 1};
    std::optional<Rational> least;
    for (unsigned used = 1; used < 16; ++used) {
        std::vector<std::vector<Rational>> some;
        for (unsigned i = 0; i < 4; ++i)
            if ((used >> i & 1) != 0) some.push_back(columns[i]);
        const auto solution = solve(some, right);
        if (!solution) continue;
        if (std::any_of(solution->begin(), solution->end(), [](const Rational& x) { return x < 0; }))
            continue;
        const Rational found = (used & 1) != 0 ? solution->front() : Rational(0);
        if (!least || found < *least) least = found;
    }
    return least;
}

// The smallest |Σ w_i v_i|², where v_i is the corner i relative to p: for each subset of corners, the
// nearest point of their affine hull is considered if its weights are non-negative.
inline Rational squared_distance(const RationalPoint& p, const RationalTriangle& t) {
    std::array<RationalPoint, 3> v;
    for (std::size_t i = 0; i < 3; ++i) v[i] = {t[i][0] - p[0], t[i][1] - p[1], t[i][2] - p[2]};
    std::optional<Rational> least;
    for (unsigned used = 1; used < 8; ++used) {
        std::vector<RationalPoint> some;
        for (unsigned i = 0; i < 3; ++i)
            if ((used >> i & 1) != 0) some.push_back(v[i]);
        // The weights of the nearest point solve Σ_j (v_i · v_j) w_j = m for all i, m unknown, and Σ w_j = 1.
        std::vector<std::vector<Rational>> columns;
        for (const auto& vj : some) {
            std::vector<Rational> column;
            for (const auto& vi : some) column.push_back(dot(vi, vj));
            column.push_back(1);
            columns.push_back(column);
        }
        std::vector<Rational> last(some.size(), -1), right(some.size(), 0);
        last.push_back(0);
        right.push_back(1);
        columns.push_back(last);
        const auto solution = solve(columns, right);
        if (!solution) continue;
        RationalPoint x{0, 0, 0};
        bool mean = true;
        for (std::size_t j = 0; j < some.size(); ++j) {
            mean = mean && (*solution)[j] >= 0;
            for (std::size_t k = 0; k < 3; ++k) x[k] += (*solution)[j] * some[j][k];
        }
        if (mean && (!least || dot(x, x) < *least)) least = dot(x, x);
    }
    return *least;
}

struct RationalPlane {
    RationalPoint normal;
    Rational offset;
};

// True if a point of the triangle satisfies normal · x ≤ offset for all planes. In barycentric coordinates w
// such points form a polygon, which, unless empty, has a vertex where two of the bounds are equalities.
inline bool meets(const RationalTriangle& t, const std::vector<RationalPlane>& planes) {
    std::vector<RationalPoint> bounds;  // a point satisfies a plane if bound · w ≤ 0
    for (const auto& [normal, offset] : planes)
        bounds.push_back(
            {dot(normal, t[0]) - offset, dot(normal, t[1]) - offset, dot(normal, t[2]) - offset});
    for (std::size_t i = 0; i < 3; ++i) {
        RationalPoint bound{0, 0, 0};
        bound[i] = -1;
        bounds.push_back(bound);
    }
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        for (std::size_t j = i + 1; j < bounds.size(); ++j) {
            const auto &a = bounds[i], &b = bounds[j];
            const auto w = solve({{a[0], b[0], 1}, {a[1], b[1], 1}, {a[2], b[2], 1}}, {0, 0, 1});
            if (!w) continue;
            const bool inside = std::all_of(bounds.begin(), bounds.end(), [&](const RationalPoint& bound) {
                return dot(bound, {(*w)[0], (*w)[1], (*w)[2]}) <= 0;
            });
            if (inside) return true;
        }
    }
    return false;
}

}  // namespace oracle
