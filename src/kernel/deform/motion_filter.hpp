// The first two stages of the search for the first contact, for eight queries at once. A query is clear if
// the features are strictly ordered along an axis, or if all coefficients of the cubic have the same sign.
#pragma once

#include "kernel/deform/moving_features.hpp"

#include <array>
#include <cstdint>

namespace allide::kernel {

inline constexpr std::size_t motion_filter_width = 8;

// Up to eight queries of one kind; row 3 i + k holds coordinate k of point i. Unused lanes may hold anything.
struct alignas(64) MotionQueries {
    std::array<std::array<double, motion_filter_width>, 24> rows;

    void set(std::size_t lane, const EightPoints& x) {
        for (std::size_t i = 0; i < 8; ++i) {
            rows[3 * i][lane] = x[i].x;
            rows[3 * i + 1][lane] = x[i].y;
            rows[3 * i + 2][lane] = x[i].z;
        }
    }
};

// One bit per query.
struct MotionFilterVerdicts {
    std::uint32_t ordered = 0;  // certainly clear, by the first stage
    std::uint32_t clear = 0;    // certainly clear, by either stage
};

// Copies eight consecutive queries into the lanes. False if a coordinate is not finite.
bool load_motions(const EightPoints* queries, MotionQueries& lanes);

MotionFilterVerdicts filter_motions(FeatureKind kind, const MotionQueries& queries, std::size_t count);

}  // namespace allide::kernel
