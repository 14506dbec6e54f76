#include "kernel/number/exact_number.hpp"

#include "kernel/number/dyadic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allide::kernel {

Exact::Exact(std::size_t size, long low, bool negative) : size_(size), low_(low), negative_(negative) {
    if (size > near_size)
        far_.assign(size, 0);
    else
        std::fill_n(near_.begin(), size, 0);
}

Exact::Exact(double finite) {
    const auto [mantissa, exponent] = dyadic(finite);
    if (mantissa == 0) return;
    negative_ = mantissa < 0;
    // Words are aligned to multiples of 64 bits, so that sums need no shifts.
    low_ = (exponent >= 0 ? exponent : exponent - 63) / 64;
    const auto shift = static_cast<int>(exponent - 64 * low_);
    const Uint128 shifted = Uint128(static_cast<std::uint64_t>(negative_ ? -mantissa : mantissa)) << shift;
    near_[0] = static_cast<std::uint64_t>(shifted);
    near_[1] = static_cast<std::uint64_t>(shifted >> 64);
    size_ = 2;
    strip();
}

void Exact::strip() {
    std::uint64_t* const words = data();
    while (size_ > 0 && words[size_ - 1] == 0) --size_;
    std::size_t zeros = 0;
    while (zeros < size_ && words[zeros] == 0) ++zeros;
    if (zeros > 0) {
        std::copy(words + zeros, words + size_, words);
        size_ -= zeros;
        low_ += static_cast<long>(zeros);
    }
    if (size_ == 0) negative_ = false;
}

std::uint64_t Exact::word(long place) const {
    return place < low_ || place >= high() ? 0 : data()[place - low_];
}

int Exact::compare_magnitudes(const Exact& a, const Exact& b) {
    if (a.size_ == 0 || b.size_ == 0) return static_cast<int>(a.size_ != 0) - static_cast<int>(b.size_ != 0);
    if (a.high() != b.high()) return a.high() > b.high() ? 1 : -1;
    for (long place = a.high(); place-- > std::min(a.low_, b.low_);)
        if (a.word(place) != b.word(place)) return a.word(place) > b.word(place) ? 1 : -1;
    return 0;
}

Exact Exact::added(const Exact& a, const Exact& b, bool negative) {
    const long low = std::min(a.low_, b.low_), high = std::max(a.high(), b.high()) + 1;
    Exact sum(static_cast<std::size_t>(high - low), low, negative);
    std::uint64_t carry = 0;
    for (long place = low; place < high; ++place) {
        const Uint128 word = Uint128(a.word(place)) + b.word(place) + carry;
        sum.data()[place - low] = static_cast<std::uint64_t>(word);
        carry = static_cast<std::uint64_t>(word >> 64);
    }
    sum.strip();
    return sum;
}

Exact Exact::subtracted(const Exact& larger, const Exact& smaller, bool negative) {
    const long low = std::min(larger.low_, smaller.low_), high = larger.high();
    Exact difference(static_cast<std::size_t>(high - low), low, negative);
    std::uint64_t borrow = 0;
    for (long place = low; place < high; ++place) {
        const Uint128 word = Uint128(larger.word(place)) - smaller.word(place) - borrow;
        difference.data()[place - low] = static_cast<std::uint64_t>(word);
        borrow = static_cast<std::uint64_t>(word >> 64) & 1;
    }
    difference.strip();
    return difference;
}

Exact operator-(Exact a) {
    a.negative_ = a.size_ != 0 && !a.negative_;
    return a;
}

Exact operator+(const Exact& a, const Exact& b) {
    if (a.size_ == 0) return b;
    if (b.size_ == 0) return a;
    if (a.negative_ == b.negative_) return Exact::added(a, b, a.negative_);
    const int larger = Exact::compare_magnitudes(a, b);
    if (larger == 0) return {};
    return larger > 0 ? Exact::subtracted(a, b, a.negative_) : Exact::subtracted(b, a, b.negative_);
}

Exact operator-(const Exact& a, const Exact& b) {
    return a + -b;
}

Exact operator*(const Exact& a, const Exact& b) {
    if (a.size_ == 0 || b.size_ == 0) return {};
    Exact product(a.size_ + b.size_, a.low_ + b.low_, a.negative_ != b.negative_);
    std::uint64_t* const words = product.data();
    for (std::size_t i = 0; i < a.size_; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.size_; ++j) {
            const Uint128 word = Uint128(a.data()[i]) * b.data()[j] + words[i + j] + carry;
            words[i + j] = static_cast<std::uint64_t>(word);
            carry = static_cast<std::uint64_t>(word >> 64);
        }
        words[i + b.size_] = carry;
    }
    product.strip();
    return product;
}

Approximate Exact::approximate() const {
    if (size_ == 0) return {};
    const std::uint64_t first = data()[size_ - 1], second = size_ > 1 ? data()[size_ - 2] : 0;
    const int empty = std::countl_zero(first);
    const std::uint64_t top = empty == 0 ? first : (first << empty) | (second >> (64 - empty));
    const double mantissa = static_cast<double>(top);
    return {negative_ ? -mantissa : mantissa, static_cast<int>(64 * (high() - 1)) - empty};
}

double quotient(const Exact& a, const Exact& b) {
    const Approximate n = a.approximate(), d = b.approximate();
    return std::ldexp(n.mantissa / d.mantissa, n.exponent - d.exponent);
}

double root_of_quotient(const Exact& a, const Exact& b) {
    const Approximate n = a.approximate(), d = b.approximate();
    const int exponent = n.exponent - d.exponent, odd = exponent & 1;
    return std::ldexp(std::sqrt(std::ldexp(n.mantissa / d.mantissa, odd)), (exponent - odd) / 2);
}

}  // namespace allide::kernel
