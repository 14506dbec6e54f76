// The floating-point filter of the triangle test: eight pairs at once, in single and then in double
// precision, each with a proven error bound. Its verdicts are certain; pairs that it cannot decide are left
// to exact arithmetic.
#pragma once

#include "kernel/pose/relative_pose.hpp"

#include <array>
#include <cstdint>

namespace allide::kernel {

inline constexpr std::size_t filter_width = 8;

// Corners of up to eight pairs of triangles, one row per coordinate: x y z of the three corners of A's
// triangle in A's frame, then those of B's triangle in B's frame. Unused lanes may hold anything.
struct alignas(64) FilterPairs {
    std::array<std::array<double, filter_width>, 18> corners;
};

// One bit per pair. A pair in neither `touching` nor `disjoint` is undecided.
struct FilterVerdicts {
    std::uint32_t touching = 0;
    std::uint32_t disjoint = 0;
    std::uint32_t needed_double = 0;  // pairs that single precision left undecided
};

enum class Verdict { touching, disjoint, undecided };

// The first filter stage for a single pair: computed in double, but with the error bounds of float. It is
// fast because all values stay in registers.
Verdict filter_one(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, const RelativePose& b_in_a);

enum class FilterFrom { single_precision, double_precision };

// Filters the first `count` pairs, starting with the given stage.
FilterVerdicts filter_pairs(const FilterPairs& pairs, std::size_t count, const RelativePose& b_in_a,
                            FilterFrom from = FilterFrom::single_precision);

}  // namespace allide::kernel
