// Arithmetic with polynomials of degree four on a rectangle of directions, each with a bound on the terms of
// higher degree that it leaves out. Used to compute lower bounds of heights.
#pragma once

#include <array>
#include <cstddef>

namespace allide::convex {

struct Interval {
    double lo = 0, hi = 0;

    double largest() const;
    void include(double x);
};

// The function Σ c[i][j] xⁱ yʲ over i + j ≤ 4, for |x| ≤ 1 and |y| ≤ 1, up to an error of rest_x · x⁴ +
// rest_y · y⁴.
struct PatchSeries {
    std::array<std::array<double, 5>, 5> c{};
    double rest_x = 0, rest_y = 0;

    static PatchSeries linear(double value, double x, double y);
    void add(double factor, const PatchSeries& other);
    // Upper bound of the absolute value.
    double norm() const;
    // Lower bound of the function as a polynomial: the quartic terms are reduced by the rest.
    void subtract_rest();
    PatchSeries transposed() const;
};

PatchSeries operator*(const PatchSeries& p, const PatchSeries& q);

// Square root of a positive function. Returns false if it may come close to 0 or varies too much.
bool square_root(const PatchSeries& p, PatchSeries& root);

// True if the polynomial is certainly not negative for x and y in these parts of [−1, 1], up to rounding. It
// is minimized in closed form over y and by bisection over x.
bool stays_positive(const PatchSeries& p, const Interval& x, const Interval& y);

}  // namespace allide::convex
