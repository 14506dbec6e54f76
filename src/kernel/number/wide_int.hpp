// Integers of a fixed number of 64-bit words in two's complement. They live on the stack, never round, and do
// not depend on the floating-point environment. A predicate on them cannot overflow, because its caller
// chooses the width from the bits that the coordinates actually have.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace allide::kernel {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

template <std::size_t N>
struct WideInt {
    std::array<std::uint64_t, N> words{};  // least significant first

    bool negative() const { return (words[N - 1] >> 63) != 0; }
    int sign() const {
        if (negative()) return -1;
        for (const std::uint64_t word : words)
            if (word != 0) return 1;
        return 0;
    }
    // Avoids the call of memcmp that comparing the arrays would make.
    friend bool operator==(const WideInt& a, const WideInt& b) {
        std::uint64_t different = 0;
        for (std::size_t i = 0; i < N; ++i) different |= a.words[i] ^ b.words[i];
        return different == 0;
    }
};

template <std::size_t N>
WideInt<N> operator+(const WideInt<N>& a, const WideInt<N>& b) {
    WideInt<N> sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const Uint128 word = Uint128(a.words[i]) + b.words[i] + carry;
        sum.words[i] = static_cast<std::uint64_t>(word);
        carry = static_cast<std::uint64_t>(word >> 64);
    }
    return sum;
}

template <std::size_t N>
WideInt<N> operator-(const WideInt<N>& a, const WideInt<N>& b) {
    WideInt<N> difference;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const Uint128 word = Uint128(a.words[i]) - b.words[i] - borrow;
        difference.words[i] = static_cast<std::uint64_t>(word);
        borrow = static_cast<std::uint64_t>(word >> 64) & 1;
    }
    return difference;
}

template <std::size_t N>
WideInt<N> operator-(const WideInt<N>& a) {
    return WideInt<N>{} - a;
}

// The full product. Since words are multiplied as unsigned numbers, a negative factor x of N words is read as
// x + 2^(64·N); the other factor is therefore subtracted once from the words above the N lowest.
template <std::size_t N, std::size_t M>
WideInt<N + M> operator*(const WideInt<N>& a, const WideInt<M>& b) {
    WideInt<N + M> product;
    if constexpr (N == 1 && M == 1) {
        const Int128 full =
            Int128(static_cast<std::int64_t>(a.words[0])) * static_cast<std::int64_t>(b.words[0]);
        product.words = {static_cast<std::uint64_t>(full), static_cast<std::uint64_t>(Uint128(full) >> 64)};
        return product;
    }
    if constexpr (N == 2 && M == 1) {
        // The product of the lower words is unsigned: it reads a negative factor as factor + 2⁶⁴, and so is
        // too large by 2⁶⁴ times a's lower word, which is subtracted.
        const auto factor = static_cast<std::int64_t>(b.words[0]);
        const Uint128 low = Uint128(a.words[0]) * b.words[0];
        const Int128 high = Int128(static_cast<std::int64_t>(a.words[1])) * factor -
                            (factor < 0 ? Int128(a.words[0]) : 0) + Int128(low >> 64);
        product.words = {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high),
                         static_cast<std::uint64_t>(Uint128(high) >> 64)};
        return product;
    }
    // Shortcut: triangles along the coordinate axes have many zero components.
    if (a.sign() == 0 || b.sign() == 0) return product;
    for (std::size_t i = 0; i < N; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < M; ++j) {
            const Uint128 word = Uint128(a.words[i]) * b.words[j] + product.words[i + j] + carry;
            product.words[i + j] = static_cast<std::uint64_t>(word);
            carry = static_cast<std::uint64_t>(word >> 64);
        }
        product.words[i + M] = carry;
    }
    const auto take_off_upper = [&product](std::uint64_t mask, const auto& factor, std::size_t from) {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; from + i < N + M; ++i) {
            const Uint128 word = Uint128(product.words[from + i]) - (factor.words[i] & mask) - borrow;
            product.words[from + i] = static_cast<std::uint64_t>(word);
            borrow = static_cast<std::uint64_t>(word >> 64) & 1;
        }
    };
    take_off_upper(a.negative() ? ~std::uint64_t{0} : 0, b, N);
    take_off_upper(b.negative() ? ~std::uint64_t{0} : 0, a, M);
    return product;
}

template <std::size_t N>
bool operator<(const WideInt<N>& a, const WideInt<N>& b) {
    if (a.negative() != b.negative()) return a.negative();
    for (std::size_t i = N; i-- > 0;)
        if (a.words[i] != b.words[i]) return a.words[i] < b.words[i];
    return false;
}

// value · 2^shift; the caller guarantees that the result fits.
template <std::size_t N>
WideInt<N> shifted(Int128 value, int shift) {
    if constexpr (N == 1) {
        return {{static_cast<std::uint64_t>(value) << shift}};
    } else if constexpr (N == 2) {
        const Uint128 full = Uint128(value) << shift;
        return {{static_cast<std::uint64_t>(full), static_cast<std::uint64_t>(full >> 64)}};
    } else {
        const std::uint64_t fill = value < 0 ? ~std::uint64_t{0} : 0;
        const std::array<std::uint64_t, 3> source{static_cast<std::uint64_t>(value),
                                                  static_cast<std::uint64_t>(Uint128(value) >> 64), fill};
        const std::size_t first = static_cast<std::size_t>(shift) / 64;
        const int rest = shift % 64;
        WideInt<N> result;
        for (std::size_t i = first; i < N; ++i) {
            const std::uint64_t word = i - first < 3 ? source[i - first] : fill;
            const std::uint64_t below = i == first ? 0 : (i - first - 1 < 3 ? source[i - first - 1] : fill);
            result.words[i] = rest == 0 ? word : (word << rest) | (below >> (64 - rest));
        }
        return result;
    }
}

// value · 2^shift in M words for a non-negative value; the caller guarantees that the result fits.
template <std::size_t M, std::size_t N>
WideInt<M> shifted_up(const WideInt<N>& value, int shift) {
    const std::size_t first = static_cast<std::size_t>(shift) / 64;
    const int rest = shift % 64;
    const auto word = [&](std::size_t i) { return i < N ? value.words[i] : 0; };
    WideInt<M> result;
    for (std::size_t i = first; i < M; ++i) {
        const std::uint64_t below = i == first || rest == 0 ? 0 : word(i - first - 1) >> (64 - rest);
        result.words[i] = word(i - first) << rest | below;
    }
    return result;
}

// Approximation as mantissa · 2^exponent; the mantissa has a relative error of at most 2⁻⁵².
struct Approximate {
    double mantissa = 0;
    int exponent = 0;
};

template <std::size_t N>
Approximate approximate(const WideInt<N>& value) {
    const WideInt<N> magnitude = value.negative() ? -value : value;
    for (std::size_t i = N; i-- > 0;) {
        if (magnitude.words[i] == 0) continue;
        const int empty = std::countl_zero(magnitude.words[i]);
        const std::uint64_t below = i == 0 ? 0 : magnitude.words[i - 1];
        const std::uint64_t top =
            empty == 0 ? magnitude.words[i] : (magnitude.words[i] << empty) | (below >> (64 - empty));
        const double mantissa = static_cast<double>(top);
        return {value.negative() ? -mantissa : mantissa, static_cast<int>(64 * i) - empty};
    }
    return {};
}

// std::ldexp for a mantissa that is 0 or in [2⁻², 2⁶⁴]; a plain multiplication where the product is exact.
inline double scaled_mantissa(double mantissa, int exponent) {
    if (exponent < -900 || exponent > 900) return std::ldexp(mantissa, exponent);
    return mantissa * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// value · 2^exponent with a relative error of at most 2⁻⁵² where the result is a normal double.
template <std::size_t N>
double to_double(const WideInt<N>& value, int exponent) {
    const Approximate a = approximate(value);
    return scaled_mantissa(a.mantissa, a.exponent + exponent);
}

// numerator / denominator with a relative error of at most 2⁻⁵⁰; the denominator must not be 0.
template <std::size_t N, std::size_t M>
double quotient(const WideInt<N>& numerator, const WideInt<M>& denominator) {
    const Approximate n = approximate(numerator);
    const Approximate d = approximate(denominator);
    return scaled_mantissa(n.mantissa / d.mantissa, n.exponent - d.exponent);
}

}  // namespace allide::kernel
