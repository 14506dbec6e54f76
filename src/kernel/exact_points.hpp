// Points in exact arithmetic: the images of double points under exact affine maps, as integers that share one
// power of two. Signs of determinants do not change under such a common scale.
#pragma once

#include <algorithm>
#include <allide/geometry.hpp>
#include <array>
#include <bit>
#include <limits>

#include "kernel/dyadic.hpp"
#include "kernel/wide_int.hpp"

namespace allide::kernel {

template <std::size_t N>
using ExactPoint = std::array<WideInt<N>, 3>;

// Up to four terms m · 2^e, whose sum is a coordinate: three products and a translation.
class ExactSum {
  public:
    void add(Int128 mantissa, int exponent) {
        if (mantissa == 0) return;
        terms_[count_++] = {mantissa, exponent};
    }

    // Lowest bit that may be set, and one above the highest; an empty sum leaves both as they are.
    void widen(int& low, int& high) const {
        for (std::size_t i = 0; i < count_; ++i) {
            low = std::min(low, terms_[i].exponent);
            // A sum of four terms is at most four times the largest.
            high = std::max(high, terms_[i].exponent + bits(terms_[i].mantissa) + 2);
        }
    }

    template <std::size_t N>
    WideInt<N> scaled(int low) const {
        WideInt<N> sum;
        for (std::size_t i = 0; i < count_; ++i)
            sum = sum + shifted<N>(terms_[i].mantissa, terms_[i].exponent - low);
        return sum;
    }

  private:
    static int bits(Int128 value) {
        const Uint128 magnitude = value < 0 ? -Uint128(value) : Uint128(value);
        const auto upper = static_cast<std::uint64_t>(magnitude >> 64);
        const auto lower = static_cast<std::uint64_t>(magnitude);
        return upper != 0 ? 128 - std::countl_zero(upper) : 64 - std::countl_zero(lower);
    }
    struct Term {
        Int128 mantissa;
        int exponent;
    };
    std::array<Term, 4> terms_;
    std::size_t count_ = 0;
};

using SumPoint = std::array<ExactSum, 3>;

// The exact map of a pose, taken apart once.
class ExactMap {
  public:
    ExactMap() = default;  // the identity
    explicit ExactMap(const Pose& pose) : identity_(pose == Pose::identity()) {
        for (std::size_t i = 0; i < 12; ++i) rows_[i] = dyadic(pose.matrix()[i]);
    }

    SumPoint operator()(const Vec3& point) const {
        const std::array<Dyadic, 3> x{dyadic(point.x), dyadic(point.y), dyadic(point.z)};
        SumPoint image;
        for (std::size_t i = 0; i < 3; ++i) {
            if (identity_) {
                image[i].add(x[i].mantissa, x[i].exponent);
                continue;
            }
            for (std::size_t j = 0; j < 3; ++j) {
                const Dyadic& r = rows_[4 * i + j];
                image[i].add(Int128(r.mantissa) * x[j].mantissa, r.exponent + x[j].exponent);
            }
            image[i].add(rows_[4 * i + 3].mantissa, rows_[4 * i + 3].exponent);
        }
        return image;
    }

  private:
    bool identity_ = true;
    std::array<Dyadic, 12> rows_{};
};

// Words enough for any coordinate: from 2^(-1074 - 1074) to 2^1027.
inline constexpr std::size_t most_words = 52;

// Calls visit(points, low) with ExactPoint<N>s of the smallest N on which determinants of degree three of
// differences fit into 3 N words: |c| < 2^(64 N - 3) gives differences up to 2^(64 N - 2), minors up to
// 2^(128 N - 3) and determinants up to 3 · 2^(192 N - 5). `low` is the common exponent.
template <std::size_t Count, typename Visit>
auto with_exact_points(const std::array<SumPoint, Count>& sums, Visit&& visit) {
    int low = std::numeric_limits<int>::max();
    int high = std::numeric_limits<int>::min();
    for (const SumPoint& point : sums)
        for (const ExactSum& sum : point) sum.widen(low, high);
    if (high < low) low = high = 0;  // all coordinates are 0

    const auto call = [&]<std::size_t N>() {
        std::array<ExactPoint<N>, Count> points;
        for (std::size_t i = 0; i < Count; ++i)
            for (std::size_t k = 0; k < 3; ++k) points[i][k] = sums[i][k].template scaled<N>(low);
        return visit(points, low);
    };
    const int bits = high - low + 3;
    if (bits <= 64) return call.template operator()<1>();
    if (bits <= 128) return call.template operator()<2>();
    if (bits <= 256) return call.template operator()<4>();
    if (bits <= 512) return call.template operator()<8>();
    return call.template operator()<most_words>();
}

}  // namespace allide::kernel
