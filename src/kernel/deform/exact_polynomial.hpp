// Polynomials of any degree with exact coefficients: their real roots in (0, 1], and the signs of other
// polynomials at these roots.
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
    // The sign on (lo, hi) if all non-zero coefficients have it; empty if they differ in sign.
    std::optional<int> sign_inside() const;
    // Replaces this form by that of its first half, and returns that of its second half.
    BernsteinForm split();

  private:
    BernsteinForm() = default;
};

// A root: exactly `at.lo` if `exact`; otherwise the only root of the polynomial `of` in the open interval of
// `at`, and a simple one.
struct PolynomialRoot {
    const Polynomial* of = nullptr;
    BernsteinForm at;
    bool exact = false;
    int multiplicity = 1;  // multiplicity of the root in the original polynomial

    double width() const;
    // Halves the interval of a root that is not known exactly.
    void tighten();
    int sign_of(const Polynomial& q);
};

// The roots of one polynomial, which must not be 0. The returned roots point into this object.
class PolynomialRoots {
  public:
    explicit PolynomialRoots(Polynomial p);
    PolynomialRoots(const PolynomialRoots&) = delete;
    PolynomialRoots& operator=(const PolynomialRoots&) = delete;

    // All roots in (0, 1], in ascending order.
    std::vector<PolynomialRoot> all();

  private:
    void add_roots(std::size_t level, BernsteinForm form, int depth, std::vector<PolynomialRoot>& roots);
    std::optional<PolynomialRoot> multiple_root(std::size_t level, const BernsteinForm& form, int count,
                                                int depth);
    const Polynomial& divisor(std::size_t level);

    // Entry 0 is the polynomial. Each further entry is the greatest common divisor of the one before and its
    // derivative, computed when it is first needed.
    std::vector<std::unique_ptr<Polynomial>> levels_;
};

}  // namespace allide::kernel::motion
