// Numbers that never round: integers of any length times a power of two. Every finite double is one, and sums
// and products of them are. For predicates whose degree is too high for WideInt, or that are asked rarely.
#pragma once

#include "kernel/number/wide_int.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace allide::kernel {

class Exact {
  public:
    Exact() = default;  // 0
    explicit Exact(double finite);

    int sign() const { return size_ == 0 ? 0 : negative_ ? -1 : 1; }
    // As mantissa · 2^exponent, the mantissa within a relative 2⁻⁵².
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

    // The number is ± Σ data[i] · 2^(64 (low + i)). Its first and its last word are not 0.
    std::size_t size_ = 0;
    long low_ = 0;
    bool negative_ = false;
    static constexpr std::size_t near_size = 16;
    std::array<std::uint64_t, near_size> near_;
    std::vector<std::uint64_t> far_;  // in place of near, where that is too short
};

inline bool operator<(const Exact& a, const Exact& b) {
    return (a - b).sign() < 0;
}
inline bool operator==(const Exact& a, const Exact& b) {
    return (a - b).sign() == 0;
}

// Exact signs are never in doubt; the second argument makes one source serve rounded numbers too.
inline int sign_of(const Exact& x, bool& /*doubt*/) {
    return x.sign();
}

// a / b within a relative 2⁻⁵⁰, where that is a normal double; b is not 0.
double quotient(const Exact& a, const Exact& b);
// The square root of a / b, likewise; neither is negative.
double root_of_quotient(const Exact& a, const Exact& b);

// A quotient of exact numbers; the denominator is positive.
struct ExactRatio {
    Exact numerator, denominator{1.0};
};
inline int compare(const ExactRatio& a, const ExactRatio& b) {
    return (a.numerator * b.denominator - b.numerator * a.denominator).sign();
}

}  // namespace allide::kernel
