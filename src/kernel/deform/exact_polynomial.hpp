// Polynomials of any degree with exact coefficients: their real roots in (0, 1], and signs of other
// polynomials at these.
#pragma once

#include "kernel/number/exact_number.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace allide::kernel::motion {

// Coefficients of 1, t, t², …; the last is not 0. The zero polynomial is empty.
using Polynomial = std::vector<Exact>;

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
int sign_at(const Polynomial& p, const Exact& t);

// The Bernstein coefficients of a polynomial on [lo, hi], up to a common positive factor. The ends are
// integers times a power of two.
struct BernsteinForm {
    Exact lo, hi;
    std::vector<Exact> b;

    BernsteinForm(const Polynomial& p, const Exact& from, const Exact& to);
    // Number of changes of sign: at least the number of roots in (lo, hi), and of the same parity.
    int variations() const;
    // The sign on (lo, hi) if the coefficients show it; nothing for different signs.
    std::optional<int> sign_inside() const;
    // Replaces this form by that of its first half, and returns that of its second half.
    BernsteinForm split();

  private:
    BernsteinForm() = default;
};

// A root: `at.lo` if `exact`, otherwise the only root of `of` in the open interval, and a simple one.
struct PolynomialRoot {
    const Polynomial* of = nullptr;
    BernsteinForm at;
    bool exact = false;
    int multiplicity = 1;  // in the polynomial that was searched

    double width() const;
    // Halves the interval, unless exact.
    void tighten();
    int sign_of(const Polynomial& q);
};

// The roots of one polynomial, which must not be 0. Roots refer to it.
class PolynomialRoots {
  public:
    explicit PolynomialRoots(Polynomial p);
    PolynomialRoots(const PolynomialRoots&) = delete;
    PolynomialRoots& operator=(const PolynomialRoots&) = delete;

    // In (0, 1], ascending.
    std::vector<PolynomialRoot> all();

  private:
    void add_roots(std::size_t level, BernsteinForm form, int depth, std::vector<PolynomialRoot>& roots);
    std::optional<PolynomialRoot> multiple_root(std::size_t level, const BernsteinForm& form, int count,
                                                int depth);
    const Polynomial& divisor(std::size_t level);

    // The polynomial; then the greatest common divisor of each and its derivative, computed when it is
    // needed.
    std::vector<std::unique_ptr<Polynomial>> levels_;
};

}  // namespace allide::kernel::motion
