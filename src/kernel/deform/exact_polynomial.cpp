#include "kernel/deform/exact_polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel::motion {
namespace {

void trim(Polynomial& p) {
    while (!p.empty() && p.back().sign() == 0) p.pop_back();
}

Exact whole(std::size_t n) {
    return Exact(static_cast<double>(n));
}

std::size_t factorial(std::size_t n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

std::size_t binomial(std::size_t n, std::size_t k) {
    return factorial(n) / (factorial(k) * factorial(n - k));
}

double rounded_to_double(const Exact& x) {
    const Approximate a = x.approximate();
    return std::ldexp(a.mantissa, a.exponent);
}

Polynomial derivative(const Polynomial& p) {
    Polynomial d;
    for (std::size_t i = 1; i < p.size(); ++i) d.push_back(p[i] * whole(i));
    return d;
}

// A multiple of the remainder of a divided by b. The factor may be negative, since only the roots are used.
Polynomial remainder(Polynomial a, const Polynomial& b) {
    while (a.size() >= b.size()) {
        const Exact top = a.back();
        const std::size_t shift = a.size() - b.size();
        for (Exact& c : a) c = c * b.back();
        for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] = a[i + shift] - top * b[i];
        trim(a);
    }
    return a;
}

Polynomial common_divisor(Polynomial a, Polynomial b) {
    while (!b.empty()) {
        Polynomial rest = remainder(std::move(a), b);
        a = std::move(b);
        b = std::move(rest);
    }
    return a;
}

// Coefficients of p(lo + (hi − lo) x) in powers of x.
Polynomial composed(Polynomial p, const Exact& lo, const Exact& width) {
    for (std::size_t i = 0; i + 1 < p.size(); ++i)
        for (std::size_t j = p.size() - 1; j-- > i;) p[j] = p[j] + p[j + 1] * lo;
    Exact power(1.0);
    for (Exact& c : p) {
        c = c * power;
        power = power * width;
    }
    return p;
}

// Multiple roots and common roots are looked for only in intervals as narrow as this, since the search takes
// long.
constexpr double narrow = 0x1p-60;
constexpr int narrow_depth = 60;

}  // namespace

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    Polynomial sum(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] = a[i];
    for (std::size_t i = 0; i < b.size(); ++i) sum[i] = sum[i] + b[i];
    trim(sum);
    return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    Polynomial negated = b;
    for (Exact& c : negated) c = -c;
    return a + negated;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    if (a.empty() || b.empty()) return {};
    Polynomial product(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) product[i + j] = product[i + j] + a[i] * b[j];
    return product;
}

int sign_at(const Polynomial& p, const Exact& t) {
    Exact value;
    for (std::size_t i = p.size(); i-- > 0;) value = value * t + p[i];
    return value.sign();
}

BernsteinForm::BernsteinForm(const Polynomial& p, const Exact& from, const Exact& to) : lo(from), hi(to) {
    const Polynomial c = composed(p, lo, hi - lo);
    const std::size_t n = c.size() - 1;
    for (std::size_t i = 0; i <= n; ++i) {
        // The coefficient of xⁱ (1 − x)ⁿ⁻ⁱ, divided by the binomial n over i, times n!.
        Exact sum;
        for (std::size_t j = 0; j <= i; ++j) sum = sum + c[j] * whole(binomial(n - j, i - j));
        b.push_back(sum * whole(factorial(i) * factorial(n - i)));
    }
}

int BernsteinForm::variations() const {
    int count = 0, last = 0;
    for (const Exact& c : b) {
        const int sign = c.sign();
        if (sign == 0) continue;
        if (last != 0 && sign != last) ++count;
        last = sign;
    }
    return count;
}

std::optional<int> BernsteinForm::sign_inside() const {
    int sign = 0;
    for (const Exact& c : b) {
        if (c.sign() == 0) continue;
        if (sign != 0 && c.sign() != sign) return std::nullopt;
        sign = c.sign();
    }
    return sign;
}

BernsteinForm BernsteinForm::split() {
    static const Exact half(0.5);
    BernsteinForm second;
    second.lo = (lo + hi) * half;
    second.hi = hi;
    hi = second.lo;
    second.b = b;
    const std::size_t n = b.size() - 1;
    for (std::size_t level = 1; level <= n; ++level) {
        for (std::size_t i = 0; i + level <= n; ++i) second.b[i] = (second.b[i] + second.b[i + 1]) * half;
        b[level] = second.b[0];
    }
    return second;
}

double PolynomialRoot::width() const {
    return exact ? 0 : rounded_to_double(at.hi - at.lo);
}

void PolynomialRoot::tighten() {
    if (exact) return;
    BernsteinForm second = at.split();
    if (second.b[0].sign() == 0) {
        exact = true;
        at.lo = at.hi;
    } else if (at.variations() % 2 == 0) {
        at = std::move(second);
    }
}

int PolynomialRoot::sign_of(const Polynomial& q) {
    if (q.empty()) return 0;
    if (exact) return sign_at(q, at.lo);
    BernsteinForm form(q, at.lo, at.hi);
    for (bool compared = false;;) {
        if (const std::optional<int> sign = form.sign_inside()) return *sign;
        if (width() < narrow && !compared) {
            compared = true;
            const Polynomial shared = common_divisor(*of, q);
            if (shared.size() > 1 && BernsteinForm(shared, at.lo, at.hi).variations() % 2 == 1) return 0;
        }
        const Exact before = at.lo;
        tighten();
        if (exact) return sign_at(q, at.lo);
        BernsteinForm second = form.split();
        if (!(before == at.lo)) form = std::move(second);
    }
}

PolynomialRoots::PolynomialRoots(Polynomial p) {
    levels_.push_back(std::make_unique<Polynomial>(std::move(p)));
}

const Polynomial& PolynomialRoots::divisor(std::size_t level) {
    while (levels_.size() <= level) {
        const Polynomial& last = *levels_.back();
        levels_.push_back(std::make_unique<Polynomial>(common_divisor(last, derivative(last))));
    }
    return *levels_[level];
}

std::vector<PolynomialRoot> PolynomialRoots::all() {
    std::vector<PolynomialRoot> roots;
    const Polynomial& p = *levels_[0];
    if (p.size() < 2) return roots;
    const Exact one(1.0);
    add_roots(0, BernsteinForm(p, Exact(), one), 0, roots);
    if (sign_at(p, one) == 0) roots.push_back({.of = &p, .at = BernsteinForm(p, one, one), .exact = true});
    return roots;
}

// Adds the roots in the form's open interval.
void PolynomialRoots::add_roots(std::size_t level, BernsteinForm form, int depth,
                                std::vector<PolynomialRoot>& roots) {
    const int count = form.variations();
    if (count == 0) return;
    if (count == 1) {
        roots.push_back({.of = levels_[level].get(), .at = std::move(form)});
        return;
    }
    if (depth >= narrow_depth)
        if (std::optional<PolynomialRoot> root = multiple_root(level, form, count, depth)) {
            roots.push_back(std::move(*root));
            return;
        }
    BernsteinForm second = form.split();
    add_roots(level, std::move(form), depth + 1, roots);
    int zeros = 0;
    for (auto c = second.b.begin(); c != second.b.end() && c->sign() == 0; ++c) ++zeros;
    if (zeros > 0) {
        PolynomialRoot root{.of = levels_[level].get(), .at = second, .exact = true, .multiplicity = zeros};
        roots.push_back(std::move(root));
    }
    add_roots(level, std::move(second), depth + 1, roots);
}

// The root in the interval if it is the only one and has multiplicity `count`; empty otherwise. It is found
// as a root, of multiplicity count − 1, of the polynomial's greatest common divisor with its derivative.
std::optional<PolynomialRoot> PolynomialRoots::multiple_root(std::size_t level, const BernsteinForm& form,
                                                             int count, int depth) {
    const Polynomial& shared = divisor(level + 1);
    if (shared.size() < 2) return std::nullopt;
    std::vector<PolynomialRoot> roots;
    add_roots(level + 1, BernsteinForm(shared, form.lo, form.hi), depth, roots);
    if (roots.size() != 1 || roots[0].multiplicity + 1 != count) return std::nullopt;
    roots[0].multiplicity = count;
    return std::move(roots[0]);
}

}  // namespace allide::kernel::motion
