#include "convex/depth/patch_series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide::convex {
namespace {

constexpr std::size_t line_degree = 6;
constexpr int most_bisections = 24;

// The polynomial Σ c[i] xⁱ.
using LinePolynomial = std::array<double, line_degree + 1>;

// Least value of v + s x + q x² for |x| ≤ size.
double least_of_parabola(double v, double s, double q, double size) {
    if (2 * q * size > std::abs(s)) return v - 0.25 * s * s / q;
    return v - std::abs(s) * size + q * size * size;
}

// Coefficients of p(x + center), by repeated synthetic division.
LinePolynomial recentered(LinePolynomial p, double center) {
    for (std::size_t i = 0; i < line_degree; ++i)
        for (std::size_t k = line_degree; k-- > i;) p[k] += center * p[k + 1];
    return p;
}

// Lower bound of p on an interval, exact to second order in its length.
double least_on(const LinePolynomial& p, const Interval& x) {
    const double half = 0.5 * (x.hi - x.lo);
    const LinePolynomial at = recentered(p, 0.5 * (x.lo + x.hi));
    double curvature = at[2], power = half;
    for (std::size_t i = 3; i <= line_degree; ++i, power *= half)
        curvature += power * (i % 2 == 0 ? std::min(at[i], 0.0) : -std::abs(at[i]));
    return least_of_parabola(at[0], at[1], curvature, half);
}

bool line_stays_positive(const LinePolynomial& p, const Interval& x, int& left) {
    if (least_on(p, x) >= 0) return true;
    const double middle = 0.5 * (x.lo + x.hi);
    if (left-- <= 0 || !(x.lo < middle && middle < x.hi)) return false;
    // A negative value at the midpoint ends the search at once.
    const auto at = [&](double v) {
        double sum = 0;
        for (std::size_t i = line_degree + 1; i-- > 0;) sum = sum * v + p[i];
        return sum;
    };
    if (!(at(middle) >= 0)) return false;
    return line_stays_positive(p, {x.lo, middle}, left) && line_stays_positive(p, {middle, x.hi}, left);
}

bool line_stays_positive(const LinePolynomial& p, const Interval& x) {
    int left = most_bisections;
    return line_stays_positive(p, x, left);
}

// A pair of coefficients, c[i][j] of one series and c[k][l] of another, whose product has degree 4 or less.
struct ProductTerm {
    std::size_t i = 0, j = 0, k = 0, l = 0;
};
constexpr auto product_terms = [] {
    std::array<ProductTerm, 70> terms{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; i + j < 5; ++j)
            for (std::size_t k = 0; i + j + k < 5; ++k)
                for (std::size_t l = 0; i + j + k + l < 5; ++l) terms[count++] = {i, j, k, l};
    return terms;
}();
template <std::size_t... T>
void add_products(const PatchSeries& p, const PatchSeries& q, PatchSeries& product,
                  std::index_sequence<T...>) {
    ((product.c[product_terms[T].i + product_terms[T].k][product_terms[T].j + product_terms[T].l] +=
      p.c[product_terms[T].i][product_terms[T].j] * q.c[product_terms[T].k][product_terms[T].l]),
     ...);
}

// Per degree: the sum of the absolute coefficients, and the same for terms without x.
struct SizesByDegree {
    explicit SizesByDegree(const PatchSeries& p) {
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; i + j < 5; ++j) {
                const double size = std::abs(p.c[i][j]);
                all[i + j] += size;
                if (i == 0) only_y[j] += size;
            }
    }
    std::array<double, 5> all{}, only_y{};
};

// Upper bound of the part that does not depend on x.
double size_in_y(const PatchSeries& p) {
    double sum = p.rest_y;
    for (std::size_t j = 0; j < 5; ++j) sum += std::abs(p.c[0][j]);
    return sum;
}

}  // namespace

double Interval::largest() const {
    return std::max(std::abs(lo), std::abs(hi));
}
void Interval::include(double x) {
    lo = std::min(lo, x);
    hi = std::max(hi, x);
}

PatchSeries PatchSeries::linear(double value, double x, double y) {
    PatchSeries series;
    series.c[0][0] = value;
    series.c[1][0] = x;
    series.c[0][1] = y;
    return series;
}

void PatchSeries::add(double factor, const PatchSeries& other) {
    // Includes the unused coefficients, which are 0, for the sake of vector instructions.
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j) c[i][j] += factor * other.c[i][j];
    rest_x += std::abs(factor) * other.rest_x;
    rest_y += std::abs(factor) * other.rest_y;
}

double PatchSeries::norm() const {
    double sum = rest_x + rest_y;
    for (const auto& row : c)
        for (const double coefficient : row) sum += std::abs(coefficient);
    return sum;
}

void PatchSeries::subtract_rest() {
    c[4][0] -= rest_x;
    c[0][4] -= rest_y;
    rest_x = rest_y = 0;
}

PatchSeries PatchSeries::transposed() const {
    PatchSeries other;
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; i + j < 5; ++j) other.c[j][i] = c[i][j];
    other.rest_x = rest_y;
    other.rest_y = rest_x;
    return other;
}

PatchSeries operator*(const PatchSeries& p, const PatchSeries& q) {
    PatchSeries product;
    add_products(p, q, product, std::make_index_sequence<product_terms.size()>());
    const SizesByDegree sp(p), sq(q);
    for (std::size_t d = 1; d < 5; ++d)
        for (std::size_t e = 5 - d; e < 5; ++e) {
            const double only_y = sp.only_y[d] * sq.only_y[e], all = sp.all[d] * sq.all[e];
            product.rest_x += all - only_y;
            product.rest_y += all;
        }
    const double np = p.norm(), nq = q.norm();
    product.rest_x += p.rest_x * nq + q.rest_x * np;
    product.rest_y += p.rest_y * nq + q.rest_y * np;
    return product;
}

bool square_root(const PatchSeries& p, PatchSeries& root) {
    const double value = p.c[0][0];
    if (!(value > 0)) return false;
    PatchSeries s;
    s.add(1 / value, p);
    s.c[0][0] = 0;
    const double size = s.norm();
    if (!(size < 0.9)) return false;
    // √(1 + s) = 1 + s/2 − s²/8 + s³/16 − k s⁴, with k between `least` and `most` for |s| ≤ size.
    constexpr double fourth = 5.0 / 128;
    const double least = std::max(fourth * (1 - size), 0.0), most = fourth / (1 - size);
    const PatchSeries square = s * s;
    PatchSeries factor;
    factor.add(1.0 / 16, s);
    factor.add(-0.5 * (least + most), square);
    factor.c[0][0] -= 1.0 / 8;
    root = factor * square;
    root.add(0.5, s);
    root.c[0][0] += 1;
    const double width = 0.5 * (most - least);
    const double cube = width * size * size * size;
    root.rest_x += cube * (size - size_in_y(s));
    root.rest_y += cube * size;
    PatchSeries scaled;
    scaled.add(std::sqrt(value), root);
    root = scaled;
    return true;
}

bool stays_positive(const PatchSeries& p, const Interval& x, const Interval& y) {
    const auto& c = p.c;
    const double sx = x.largest(), sy = y.largest();
    // Lower bound on the box: p ≥ A(x) + B(x) y + curvature · y².
    const double curvature = c[0][2] - std::abs(c[1][2]) * sx + std::min(c[2][2], 0.0) * sx * sx -
                             (std::abs(c[0][3]) + std::abs(c[1][3]) * sx) * sy +
                             std::min(c[0][4], 0.0) * sy * sy;
    const LinePolynomial a{c[0][0], c[1][0], c[2][0], c[3][0], c[4][0]};
    const std::array<double, 4> b{c[0][1], c[1][1], c[2][1], c[3][1]};
    if (curvature > 0) {
        // The least value over all y is A − B² / (4 curvature).
        LinePolynomial least = a;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 4; ++k) least[i + k] -= 0.25 / curvature * b[i] * b[k];
        if (line_stays_positive(least, x)) return true;
    }
    // Without a positive curvature, which is left out here, the bound is linear or concave in y. Its least
    // value is then at one of the two ends of the range.
    for (const double end : {y.lo, y.hi}) {
        LinePolynomial line = a;
        for (std::size_t i = 0; i < 4; ++i) line[i] += b[i] * end;
        line[0] += std::min(curvature, 0.0) * end * end;
        if (!line_stays_positive(line, x)) return false;
    }
    return true;
}

}  // namespace allide::convex
