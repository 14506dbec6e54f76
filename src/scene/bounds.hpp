// A box as the tree stores it: the lower corner and the negated upper corner. Containment, union and overlap
// then apply the same operation to all six numbers.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace allide::scene {

struct Bounds {
    std::array<double, 6> at{};  // lower bounds of x, y, z, −x, −y, −z over all points
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

inline Bounds bounds_of(const Box& box) {
    return {{box.lo.x, box.lo.y, box.lo.z, -box.hi.x, -box.hi.y, -box.hi.z}};
}

inline Box box_of(const Bounds& bounds) {
    const auto& at = bounds.at;
    return {{at[0], at[1], at[2]}, {-at[3], -at[4], -at[5]}};
}

// The smallest box that contains both.
inline Bounds joined(const Bounds& a, const Bounds& b) {
    Bounds both;
    for (std::size_t i = 0; i < 6; ++i) both.at[i] = a.at[i] < b.at[i] ? a.at[i] : b.at[i];
    return both;
}

// True if `outer` contains `inner`. One branch for all six numbers: six would often be mispredicted.
inline bool holds(const Bounds& outer, const Bounds& inner) {
#if defined(__SSE2__)
    const auto two = [&](std::size_t i) {
        return _mm_cmple_pd(_mm_loadu_pd(&outer.at[i]), _mm_loadu_pd(&inner.at[i]));
    };
    return _mm_movemask_pd(_mm_and_pd(_mm_and_pd(two(0), two(2)), two(4))) == 3;
#else
    bool all = true;
    for (std::size_t i = 0; i < 6; ++i) all &= outer.at[i] <= inner.at[i];
    return all;
#endif
}

// The form of a query box for `meets`, which turns the overlap test into the same comparison as `holds`.
inline Bounds mirrored(const Bounds& bounds) {
    const auto& at = bounds.at;
    return {{-at[3], -at[4], -at[5], -at[0], -at[1], -at[2]}};
}
// True if the boxes overlap. The second one must be given in its mirrored form.
inline bool meets(const Bounds& bounds, const Bounds& mirrored_other) {
    return holds(bounds, mirrored_other);
}

// The square of the distance of two boxes, rounded. Up to four roundings affect each term: those of the gap,
// of its square and of two sums. Squares may also be subnormal.
inline double squared_gap(const Bounds& a, const Bounds& b) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double up = b.at[i] + a.at[i + 3], down = a.at[i] + b.at[i + 3];
        const double apart = up > down ? up : down, gap = apart > 0 ? apart : 0;
        sum += gap * gap;
    }
    return sum;
}
// False only if the distance of the boxes certainly exceeds the limit, which may be infinite.
inline bool within(const Bounds& a, const Bounds& b, double limit) {
    return squared_gap(a, b) <= limit * limit * (1 + 0x1p-48) + 0x1p-1070;
}

// The sum of the three side lengths. Unlike the surface area, it is 0 only for a point and seldom overflows.
inline double girth(const Bounds& bounds) {
    const auto& at = bounds.at;
    return -((at[0] + at[3]) + (at[1] + at[4]) + (at[2] + at[5]));
}

// The box enlarged by at least `by` on all sides.
inline Bounds grown(const Bounds& bounds, double by) {
    Bounds larger;
    for (std::size_t i = 0; i < 6; ++i) {
        const double end = bounds.at[i] - by;
        // The two terms subtracted from `end` exceed its rounding error.
        larger.at[i] = by == 0 ? end : end - 0x1p-52 * (end < 0 ? -end : end) - 0x1p-1074;
    }
    return larger;
}

}  // namespace allide::scene
