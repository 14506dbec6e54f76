// Points in exact arithmetic: the images of double points under exact affine maps, as integers times a power
// of two per axis. Each axis has its own power, since scaling an axis changes no predicate's answer; parts
// that are flat along an axis then need fewer bits.
#pragma once

#include "kernel/number/dyadic.hpp"
#include "kernel/number/wide_int.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace allide::kernel {

template <std::size_t N>
using ExactPoint = std::array<WideInt<N>, 3>;

// A coordinate as an unevaluated sum of terms m · 2^e. A term with m = 0 is ignored.
template <typename Mantissa, std::size_t Terms>
class ExactSum {
  public:
    void set(std::size_t term, Mantissa mantissa, int exponent) { terms_[term] = {mantissa, exponent}; }

    // Lowers `low` to the exponent of the lowest bit that may be set, and raises `high` to one above the
    // highest. A sum that is zero changes neither.
    void widen(int& low, int& high) const {
        for (const Term& term : terms_) {
            if (term.mantissa == 0) continue;
            low = std::min(low, term.exponent);
            // A sum of up to four terms is at most four times the largest.
            high = std::max(high, term.exponent + bits(term.mantissa) + 2);
        }
    }

    template <std::size_t N>
    WideInt<N> scaled(int low) const {
        WideInt<N> sum;
        for (const Term& term : terms_)
            if (term.mantissa != 0) sum = sum + shifted<N>(term.mantissa, term.exponent - low);
        return sum;
    }

  private:
    static int bits(std::int64_t value) {
        return 64 - std::countl_zero(static_cast<std::uint64_t>(value < 0 ? -value : value));
    }
    static int bits(Int128 value) {
        const Uint128 magnitude = value < 0 ? -Uint128(value) : Uint128(value);
        const auto upper = static_cast<std::uint64_t>(magnitude >> 64);
        const auto lower = static_cast<std::uint64_t>(magnitude);
        return upper != 0 ? 128 - std::countl_zero(upper) : 64 - std::countl_zero(lower);
    }
    struct Term {
        Mantissa mantissa = 0;
        int exponent = 0;
    };
    std::array<Term, Terms> terms_;
};

// If a pose only translates and permutes axes (with signs), an image coordinate is ± one coordinate of the
// point plus an offset; in general it is three products plus an offset. The first kind is frequent in CAD
// data, and several times cheaper.
using PermutedPoint = std::array<ExactSum<std::int64_t, 2>, 3>;
using GeneralPoint = std::array<ExactSum<Int128, 4>, 3>;

// The exact map of a pose, decomposed into integers once.
class ExactMap {
  public:
    ExactMap() : ExactMap(Pose::identity()) {}
    explicit ExactMap(const Pose& pose) {
        const auto& m = pose.matrix();
        for (std::size_t i = 0; i < 12; ++i) rows_[i] = dyadic(m[i]);
        for (std::size_t i = 0; i < 3; ++i) {
            std::size_t entries = 0;
            for (std::size_t j = 0; j < 3; ++j) {
                if (m[4 * i + j] == 0) continue;
                ++entries;
                source_[i] = j;
                sign_[i] = m[4 * i + j];
                permutes_axes_ = permutes_axes_ && (m[4 * i + j] == 1 || m[4 * i + j] == -1);
            }
            permutes_axes_ = permutes_axes_ && entries == 1;
            offset_[i] = m[4 * i + 3];
        }
    }

    // True if every row of the matrix has one entry ±1 and is otherwise zero.
    bool permutes_axes() const { return permutes_axes_; }

    // The image of the point under a permuting map, without the map's offset,
    // which the caller must add.
    std::array<double, 3> permuted_share(const Vec3& point) const {
        const std::array<double, 3> x{point.x, point.y, point.z};
        return {sign_[0] * x[source_[0]], sign_[1] * x[source_[1]], sign_[2] * x[source_[2]]};
    }
    const std::array<double, 3>& offset() const { return offset_; }

    PermutedPoint permuted_image(const Vec3& point) const {
        const std::array<double, 3> share = permuted_share(point);
        PermutedPoint image;
        for (std::size_t i = 0; i < 3; ++i) {
            const Dyadic own = dyadic(share[i]);
            image[i].set(0, own.mantissa, own.exponent);
            image[i].set(1, rows_[4 * i + 3].mantissa, rows_[4 * i + 3].exponent);
        }
        return image;
    }

    GeneralPoint image(const Vec3& point) const {
        const std::array<Dyadic, 3> x{dyadic(point.x), dyadic(point.y), dyadic(point.z)};
        GeneralPoint image;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const Dyadic& r = rows_[4 * i + j];
                image[i].set(j, Int128(r.mantissa) * x[j].mantissa, r.exponent + x[j].exponent);
            }
            image[i].set(3, rows_[4 * i + 3].mantissa, rows_[4 * i + 3].exponent);
        }
        return image;
    }

  private:
    std::array<Dyadic, 12> rows_{};
    // for permuting maps: the number of the point's coordinate that each row selects
    std::array<std::size_t, 3> source_{};
    std::array<double, 3> sign_{};  // for permuting maps: the sign of that coordinate
    std::array<double, 3> offset_{};
    bool permutes_axes_ = true;
};

// Per axis, the exponent of the lowest bit: a coordinate is an integer times 2 to this power.
using Exponents = std::array<int, 3>;

// Converts the coordinates on axis k to integers of magnitude below 2⁶⁰ in units of 2^low[k]. Returns false
// if these integers cannot hold all bits.
template <std::size_t Count>
bool to_whole_multiples(const std::array<std::array<double, 3>, Count>& values,
                        std::array<std::array<std::int64_t, 3>, Count>& words, Exponents& low) {
    std::array<double, 3> most{}, scale;
    for (const std::array<double, 3>& value : values)
        for (std::size_t k = 0; k < 3; ++k)
            most[k] = std::abs(value[k]) > most[k] ? std::abs(value[k]) : most[k];
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(most[k] <= 0x1p900) || (most[k] != 0 && most[k] < 0x1p-900)) return false;
        const std::uint64_t biased = most[k] == 0 ? 1023 : std::bit_cast<std::uint64_t>(most[k]) >> 52;
        scale[k] = std::bit_cast<double>((2 * 1023 + 59 - biased) << 52);
        low[k] = static_cast<int>(biased) - (1023 + 59);
    }
    bool whole = true;
    for (std::size_t i = 0; i < Count; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double scaled = values[i][k] * scale[k];
            words[i][k] = static_cast<std::int64_t>(scaled);
            whole &= static_cast<double>(words[i][k]) == scaled && (scaled != 0 || values[i][k] == 0);
        }
    }
    return whole;
}

// The images of two triangles under permuting maps as single words; false if one word cannot hold all bits.
// This is the fastest exact path; it suffices for coordinates from single precision or of similar magnitude.
inline bool to_single_words(const ExactMap& map_a, const std::array<Vec3, 3>& a, const ExactMap& map_b,
                            const std::array<Vec3, 3>& b, std::array<ExactPoint<1>, 6>& points,
                            Exponents& low) {
    const std::array<std::array<double, 3>, 8> values{map_a.permuted_share(a[0]),
                                                      map_a.permuted_share(a[1]),
                                                      map_a.permuted_share(a[2]),
                                                      map_b.permuted_share(b[0]),
                                                      map_b.permuted_share(b[1]),
                                                      map_b.permuted_share(b[2]),
                                                      map_a.offset(),
                                                      map_b.offset()};
    std::array<std::array<std::int64_t, 3>, 8> words;
    if (!to_whole_multiples(values, words, low)) return false;
    // The sum of two words stays below 2⁶¹, the limit for determinants.
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            points[i][k].words[0] = static_cast<std::uint64_t>(words[i][k] + words[i < 3 ? 6 : 7][k]);
    return true;
}

// The same for points without a map.
template <std::size_t Count>
bool to_single_words(const std::array<Vec3, Count>& given, std::array<ExactPoint<1>, Count>& points) {
    std::array<std::array<double, 3>, Count> values;
    for (std::size_t i = 0; i < Count; ++i) values[i] = {given[i].x, given[i].y, given[i].z};
    std::array<std::array<std::int64_t, 3>, Count> words;
    Exponents low;
    if (!to_whole_multiples(values, words, low)) return false;
    for (std::size_t i = 0; i < Count; ++i)
        for (std::size_t k = 0; k < 3; ++k) points[i][k].words[0] = static_cast<std::uint64_t>(words[i][k]);
    return true;
}

// Enough words for any coordinate of an image: its bits range from 2^(-1074 - 1074) to 2^1027.
inline constexpr std::size_t most_words = 52;

enum class Axes {
    own_unit,   // each axis has its own lowest bit: sufficient for signs of determinants
    same_unit,  // all axes share one lowest bit: required for lengths
};

// Calls visit(points, low) with ExactPoint<N>s. N is the smallest number for which determinants of degree
// three of coordinate differences fit into 3 N words, and their squares into 6 N words: coordinates |c| <
// 2^(64 N - 3) give differences up to 2^(64 N - 2), minors up to 2^(128 N - 3) and determinants up to 3 ·
// 2^(192 N - 5). A coordinate on axis k is its integer times 2^low[k].
template <Axes axes = Axes::own_unit, typename SumPoint, std::size_t Count, typename Visit>
auto with_exact_points(const std::array<SumPoint, Count>& sums, Visit&& visit) {
    Exponents low, high;
    low.fill(std::numeric_limits<int>::max());
    high.fill(std::numeric_limits<int>::min());
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t unit = axes == Axes::same_unit ? 0 : k;
        for (const SumPoint& point : sums) point[k].widen(low[unit], high[unit]);
    }
    int bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        if (axes == Axes::same_unit) low[k] = low[0], high[k] = high[0];
        if (high[k] < low[k])
            low[k] = 0;  // all coordinates are 0
        else
            bits = std::max(bits, high[k] - low[k] + 3);
    }
    const auto call = [&]<std::size_t N>() {
        std::array<ExactPoint<N>, Count> points;
        for (std::size_t i = 0; i < Count; ++i)
            for (std::size_t k = 0; k < 3; ++k) points[i][k] = sums[i][k].template scaled<N>(low[k]);
        return visit(points, low);
    };
    if (bits <= 64) return call.template operator()<1>();
    if (bits <= 128) return call.template operator()<2>();
    if (bits <= 256) return call.template operator()<4>();
    if (bits <= 512) return call.template operator()<8>();
    if (bits <= 1024) return call.template operator()<16>();
    return call.template operator()<most_words>();
}

}  // namespace allide::kernel
