// The first kernel, which answers poses without the trees where it can: the pose is invalid, the meshes are
// far apart, or B's surface certainly crosses A's.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"

#include <cstdint>

namespace allide::gpu {

// The location of a scaled point that is known within the grid's slack; `unknown` if the grid does not decide
// it.
enum class Place : std::uint8_t { unknown, inside, outside };

ALLIDE_GPU_CODE Place place_of(const InsideGrid& grid, const std::uint32_t* words, const float* point) {
    std::int32_t cell[3];
    for (int k = 0; k < 3; ++k) {
        // The grid is larger than the mesh's box by more than the slack.
        const float position = (point[k] - grid.low[k]) * grid.cells_per_unit;
        if (!(position >= 0 && position < static_cast<float>(grid.counts[k]))) return Place::outside;
        cell[k] = static_cast<std::int32_t>(position);
    }
    const auto bit =
        static_cast<std::uint32_t>((cell[2] * grid.counts[1] + cell[1]) * grid.counts[0] + cell[0]);
    return (words[bit / 32] >> bit % 32 & 1) != 0 ? Place::inside : Place::unknown;
}

struct PoseFilterJob {
    PairView pair;
    PosesView poses;
    std::uint8_t* answers;
    PreparedPose* open;  // receives the poses whose answer is open, in any order
    std::uint32_t* open_count;
};

// Answers a pose or leaves it open, in which case `prepared` is set. `words` is A's grid, which may be a copy
// in faster memory.
ALLIDE_GPU_CODE Answer filter_pose(const PairView& pair, const PosesView& poses, std::uint32_t pose,
                                   const std::uint32_t* words, PreparedPose& prepared) {
    const DoubleMotion exact = double_motion(pair, poses, pose);
    if (!exact.valid) return answer_invalid;
    float rounding;
    const Motion motion = scaled_motion(pair, exact, rounding);
    prepared = {motion, rounding, deviation_of(pair, exact), pose, 0};
    if (!floats_suffice(pair, rounding)) return answer_left;
    if (spheres_apart(pair, motion, rounding)) return answer_no;
    const float slack = corner_error(pair.reach, rounding);
    if (pair.probes_decide == 0 || !(slack <= pair.a.grid.slack)) return answer_open;

    // B's surface is connected. So if one of its points is inside A and another one is outside, it crosses
    // A's surface.
    bool inside = false, outside = false;
    for (int i = 0; i < probe_count; ++i) {
        const float* probe = pair.b.probes + 3 * i;
        float point[3];
        for (int k = 0; k < 3; ++k) {
            const float* r = &motion.rotation[3 * k];
            point[k] =
                fused(r[0], probe[0], fused(r[1], probe[1], fused(r[2], probe[2], motion.translation[k])));
        }
        const Place place = place_of(pair.a.grid, words, point);
        inside = inside || place == Place::inside;
        outside = outside || place == Place::outside;
        if (inside && outside) return answer_yes;
    }
    return answer_open;
}

}  // namespace allide::gpu
