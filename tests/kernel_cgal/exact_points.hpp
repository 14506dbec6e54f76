// Triangles in CGAL's exact kernel: their mapped corners are rational numbers, without rounding.
#pragma once

#include "oracle/types.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/intersections.h>

namespace allide::test {

using Exact = CGAL::Exact_predicates_exact_constructions_kernel;
using ExactTriangle = Exact::Triangle_3;

inline Exact::Point_3 exact_point(const oracle::Point& p, const oracle::Matrix& m) {
    const auto row = [&](std::size_t i) {
        using Number = Exact::FT;
        return Number(m[i]) * Number(p[0]) + Number(m[i + 1]) * Number(p[1]) +
               Number(m[i + 2]) * Number(p[2]) + Number(m[i + 3]);
    };
    return {row(0), row(4), row(8)};
}

inline ExactTriangle exact_triangle(const oracle::Triangle& t, const oracle::Matrix& m) {
    return {exact_point(t[0], m), exact_point(t[1], m), exact_point(t[2], m)};
}

}  // namespace allide::test
