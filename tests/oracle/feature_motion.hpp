// The first time at which a vertex and a face, or two edges, share a point while all their points move along
// straight lines.
//
// All quantities are polynomials in time with integer coefficients. Whether there is contact depends only on
// the signs of a few of them, so the first contact is at t = 0 or at a root of one of these. Roots are
// isolated by Sturm sequences; the sign of another polynomial at a root is decided by the greatest common
// divisor of the two.
#pragma once

#include "oracle/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include <gmpxx.h>

namespace oracle {

// Coefficients in ascending order of degree, without leading zeros. The zero polynomial is empty.
using Polynomial = std::vector<mpz_class>;

inline void trim(Polynomial& p) {
    while (!p.empty() && p.back() == 0) p.pop_back();
}
inline Polynomial plus(const Polynomial& a, const Polynomial& b, int sign_of_b = 1) {
    Polynomial sum(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
    for (std::size_t i = 0; i < b.size(); ++i) sum[i] += sign_of_b * b[i];
    trim(sum);
    return sum;
}
inline Polynomial minus(const Polynomial& a, const Polynomial& b) {
    return plus(a, b, -1);
}
inline Polynomial times(const Polynomial& a, const Polynomial& b) {
    if (a.empty() || b.empty()) return {};
    Polynomial product(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
    return product;
}
inline Polynomial derivative(const Polynomial& a) {
    Polynomial d;
    for (std::size_t i = 1; i < a.size(); ++i) d.push_back(a[i] * static_cast<long>(i));
    return d;
}
// The polynomial divided by the greatest common divisor of its coefficients.
inline Polynomial primitive(Polynomial a) {
    mpz_class divisor = 0;
    for (const mpz_class& c : a) divisor = gcd(divisor, c);
    if (divisor > 1)
        for (mpz_class& c : a) c /= divisor;
    return a;
}
// A positive multiple of the remainder of the division of a by b.
inline Polynomial remainder(Polynomial a, const Polynomial& b) {
    const mpz_class lead = b.back(), factor = abs(lead);
    while (a.size() >= b.size()) {
        const mpz_class top = lead < 0 ? mpz_class(-a.back()) : a.back();
        const std::size_t shift = a.size() - b.size();
        for (mpz_class& c : a) c *= factor;
        for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= top * b[i];
        trim(a);
    }
    return primitive(std::move(a));
}
inline Polynomial common_divisor(Polynomial a, Polynomial b) {
    while (!b.empty()) {
        Polynomial rest = remainder(a, b);
        a = std::move(b);
        b = std::move(rest);
    }
    return primitive(std::move(a));
}
// a / b, up to a constant factor, where b must divide a.
inline Polynomial quotient(Polynomial a, const Polynomial& b) {
    Polynomial result(a.size() - b.size() + 1);
    while (a.size() >= b.size()) {
        const std::size_t shift = a.size() - b.size();
        const mpz_class top = a.back(), lead = b.back();
        for (mpz_class& c : a) c *= lead;
        for (mpz_class& c : result) c *= lead;
        result[shift] += top;
        for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= top * b[i];
        trim(a);
    }
    return primitive(std::move(result));
}

// The rational number n / 2^k.
struct Binary {
    mpz_class n;
    unsigned long k = 0;
};
inline int sign_at(const Polynomial& p, const Binary& x) {
    mpz_class value = 0;
    for (std::size_t i = p.size(); i-- > 0;) {
        mpz_class scaled = p[i];
        scaled <<= x.k * (p.size() - 1 - i);
        value = value * x.n + scaled;
    }
    return sgn(value);
}
inline Binary middle(const Binary& a, const Binary& b) {
    const unsigned long k = std::max(a.k, b.k);
    return {(a.n << (k - a.k)) + (b.n << (k - b.k)), k + 1};
}

// The polynomial p without its multiple roots, and its Sturm sequence.
class SturmSequence {
  public:
    explicit SturmSequence(const Polynomial& p) {
        const Polynomial multiple = common_divisor(p, derivative(p));
        sequence_.push_back(multiple.size() > 1 ? quotient(p, multiple) : primitive(p));
        Polynomial next = derivative(sequence_[0]);
        while (!next.empty()) {
            sequence_.push_back(next);
            next = remainder(sequence_[sequence_.size() - 2], sequence_.back());
            for (mpz_class& c : next) c = -c;
        }
    }
    const Polynomial& polynomial() const { return sequence_[0]; }
    // Number of roots in the half-open interval (a, b].
    int roots(const Binary& a, const Binary& b) const { return variations(a) - variations(b); }

  private:
    int variations(const Binary& x) const {
        int count = 0, last = 0;
        for (const Polynomial& p : sequence_) {
            const int sign = sign_at(p, x);
            if (sign != 0 && last != 0 && sign != last) ++count;
            if (sign != 0) last = sign;
        }
        return count;
    }
    std::vector<Polynomial> sequence_;
};

// A root of a polynomial, given by an interval (a, b] that contains no other root.
struct AlgebraicTime {
    const SturmSequence* of;
    Binary a, b;

    void refine() {
        const Binary m = middle(a, b);
        (of->roots(a, m) == 1 ? b : a) = m;
    }
};

inline int sign_at(const Polynomial& p, AlgebraicTime& t) {
    if (p.empty()) return 0;
    const Polynomial shared = common_divisor(t.of->polynomial(), p);
    if (shared.size() > 1 && SturmSequence(shared).roots(t.a, t.b) == 1) return 0;
    const SturmSequence sequence(p);
    while (sequence.roots(t.a, t.b) > 0) t.refine();
    return sign_at(p, t.b);
}

// The motion of both features as polynomials in time.
class FeatureMotion {
  public:
    // The vertex and the face's corners, or the ends of two edges: four points at t = 0, then at t = 1.
    FeatureMotion(bool edges, const std::array<Point, 8>& x) {
        int low = 2000;
        for (const Point& p : x)
            for (const double c : p)
                if (c != 0) low = std::min(low, std::ilogb(c) < -1022 ? -1074 : std::ilogb(c) - 52);
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                const mpz_class from = integer(x[i][k], low), to = integer(x[4 + i][k], low);
                p_[i][k] = {from, mpz_class(to - from)};
                trim(p_[i][k]);
            }
        if (edges) {
            u_ = minus(1, 0), e_ = minus(3, 2);
            const Vector gap = minus(2, 0);
            normal_ = cross(u_, e_);
            height_ = dot(gap, normal_);
            // With N = normal_, the lines meet at fractions s / (N·N) and r / (N·N) of the edges. The edges
            // meet if both fractions are in [0, 1].
            const Polynomial s = dot(cross(gap, e_), normal_), r = dot(cross(gap, u_), normal_),
                             all = dot(normal_, normal_);
            weights_ = {s, oracle::minus(all, s), r, oracle::minus(all, r)};
            segments_ = {{minus(0, 2), minus(0, 3)},
                         {minus(1, 2), minus(1, 3)},
                         {minus(2, 0), minus(2, 1)},
                         {minus(3, 0), minus(3, 1)}};
        } else {
            normal_ = cross(minus(2, 1), minus(3, 1));
            height_ = dot(minus(0, 1), normal_);
            for (std::size_t i = 1; i < 4; ++i) {
                const std::size_t j = i % 3 + 1;
                weights_.push_back(dot(cross(minus(j, i), minus(0, i)), normal_));
                segments_.push_back({minus(0, i), minus(0, j)});
            }
        }
    }

    bool coplanar_motion() const { return height_.empty(); }
    bool has_double_root() const {
        return !height_.empty() && common_divisor(height_, derivative(height_)).size() > 1;
    }

    // The time of the first contact, which can only be compared with doubles in [0, 1].
    struct First {
        std::shared_ptr<SturmSequence> owner;
        std::optional<AlgebraicTime> time;  // empty: the time is exactly 0

        // The sign of (first contact − t).
        int compare(double t) {
            int exponent = 0;
            const double mantissa = std::frexp(t, &exponent);
            Binary x{mpz_class(std::ldexp(mantissa, 53)), 0};
            if (exponent - 53 < 0)
                x.k = static_cast<unsigned long>(53 - exponent);
            else
                x.n <<= exponent - 53;
            if (!time) return -sgn(x.n);
            if (sign_at(owner->polynomial(), x) == 0 && inside(x)) return 0;
            while (inside(x)) time->refine();
            return less_or_equal(time->b, x) ? -1 : 1;
        }

      private:
        static bool less_or_equal(const Binary& a, const Binary& b) {
            const unsigned long k = std::max(a.k, b.k);
            return (a.n << (k - a.k)) <= (b.n << (k - b.k));
        }
        bool inside(const Binary& x) const { return less_or_equal(x, time->b) && !less_or_equal(x, time->a); }
    };

    std::optional<First> first_contact() const {
        if (in_contact_at_start()) return First{};
        // Contact can begin or end only at roots of these polynomials.
        std::vector<Polynomial> bounds;
        if (!height_.empty()) {
            bounds.push_back(height_);
        } else {
            for (const Polynomial& n : normal_) bounds.push_back(n);
            for (const Polynomial& w : weights_) bounds.push_back(w);
            for (const auto& [p, q] : segments_) {
                for (const Polynomial& c : cross(p, q)) bounds.push_back(c);
                bounds.push_back(dot(p, q));
            }
        }
        Polynomial product{1};
        for (const Polynomial& bound : bounds)
            if (!bound.empty()) {
                const Polynomial shared = common_divisor(product, bound);
                product = primitive(times(product, shared.size() > 1 ? quotient(bound, shared) : bound));
            }
        if (product.size() < 2) return std::nullopt;
        const auto sequence = std::make_shared<SturmSequence>(product);
        return search(sequence, {0, 0}, {1, 0});
    }

  private:
    using Vector = std::array<Polynomial, 3>;
    static mpz_class integer(double c, int low) {
        if (c == 0) return 0;
        int exponent = 0;
        const double mantissa = std::frexp(c, &exponent);
        mpz_class n(std::ldexp(mantissa, 53));
        const int shift = exponent - 53 - low;
        return shift >= 0 ? mpz_class(n << shift) : mpz_class(n >> -shift);
    }
    Vector minus(std::size_t i, std::size_t j) const {
        return {oracle::minus(p_[i][0], p_[j][0]), oracle::minus(p_[i][1], p_[j][1]),
                oracle::minus(p_[i][2], p_[j][2])};
    }
    static Vector cross(const Vector& a, const Vector& b) {
        Vector c;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            c[k] = oracle::minus(times(a[i], b[j]), times(a[j], b[i]));
        }
        return c;
    }
    static Polynomial dot(const Vector& a, const Vector& b) {
        return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
    }

    template <typename Time>
    bool in_contact(Time& t) const {
        if (sign_at(height_, t) != 0) return false;
        for (const Polynomial& n : normal_)
            if (sign_at(n, t) != 0) {
                for (const Polynomial& w : weights_)
                    if (sign_at(w, t) < 0) return false;
                return true;
            }
        for (const auto& [p, q] : segments_)
            if (sign_at(dot(p, q), t) <= 0) {
                bool on_line = true;
                for (const Polynomial& c : cross(p, q)) on_line = on_line && sign_at(c, t) == 0;
                if (on_line) return true;
            }
        return false;
    }
    bool in_contact_at_start() const {
        const Binary zero{0, 0};
        return in_contact(zero);
    }
    std::optional<First> search(const std::shared_ptr<SturmSequence>& sequence, const Binary& a,
                                const Binary& b) const {
        const int count = sequence->roots(a, b);
        if (count == 0) return std::nullopt;
        if (count == 1) {
            AlgebraicTime t{sequence.get(), a, b};
            if (!in_contact(t)) return std::nullopt;
            return First{sequence, t};
        }
        const Binary m = middle(a, b);
        if (auto found = search(sequence, a, m)) return found;
        return search(sequence, m, b);
    }

    std::array<Vector, 4> p_;
    Vector u_, e_, normal_;
    Polynomial height_;
    std::vector<Polynomial> weights_;
    std::vector<std::array<Vector, 2>> segments_;
};

}  // namespace oracle
