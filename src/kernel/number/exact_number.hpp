// Exact numbers of arbitrary length: an integer times a power of two. Every finite double is one; sums and
// products are exact. Used by predicates whose degree is too high for WideInt, or that run rarely.
#pragma once

#include "kernel/number/wide_int.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace allide::kernel {

class Exact {
  public:
    Exact() = default;  // the number 0
    explicit Exact(double finite);

    int sign() const { return size_ == 0 ? 0 : negative_ ? -1 : 1; }
    // Approximation as mantissa · 2^exponent; the mantissa has a relative error of at most 2⁻⁵².
    Approximate approximate() const;

    friend Exact operator-(Exact a);
    friend Exact operator+(const Exact& a, const Exact& b);
    friend Exact operator-(const Exact& a, const Exact& b);
    friend Exact operator*(const Exact& a, const Exact& b);

  private:
    Exact(std::size_t size, long low, bool negative);
    std::uint64_t* data() { return far_.empty() ? near_.data() : far_.data(); }
    const std::uint64_t* data() const { return far_.empty() ? near_.data() : far_.data(); }
    void strip();
    static int compare_magnitudes(const Exact& a, const Exact& b);
    static Exact added(const Exact& a, const Exact& b, bool negative);
    static Exact subtracted(const Exact& larger, const Exact& smaller, bool negative);
    std::uint64_t word(long place) const;
    long high() const { return low_ + static_cast<long>(size_); }

    // The number is ± Σ word[i] · 2^(64 (low_ + i)). Neither the first nor the last word is 0.
    std::size_t size_ = 0;  // number of words; 0 for the number 0
    long low_ = 0;
    bool negative_ = false;
    static constexpr std::size_t near_size = 16;
    std::array<std::uint64_t, near_size> near_;
    std::vector<std::uint64_t> far_;  // used instead of near_ for numbers longer than near_size words
};

inline bool operator<(const Exact& a, const Exact& b) {
    return (a - b).sign() < 0;
}
inline bool operator==(const Exact& a, const Exact& b) {
    return (a - b).sign() == 0;
}

// Same signature as for BoundedDouble, so that one template serves both; `doubt` is never set.
inline int sign_of(const Exact& x, bool& /*doubt*/) {
    return x.sign();
}

// a / b with a relative error of at most 2⁻⁵⁰ where the result is a normal double; b must not be 0.
double quotient(const Exact& a, const Exact& b);
// √(a / b) with the same error; a and b must not be negative, b not 0.
double root_of_quotient(const Exact& a, const Exact& b);

// An exact rational; the denominator is positive.
struct ExactRatio {
    Exact numerator, denominator{1.0};
};
// Negative, 0 or positive for a < b, a = b, a > b.
inline int compare(const ExactRatio& a, const ExactRatio& b) {
    return (a.numerator * b.denominator - b.numerator * a.denominator).sign();
}

}  // namespace allide::kernel
