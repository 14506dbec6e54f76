// The first two kernels, which answer poses without the trees where they can: the pose is invalid, the meshes
// are far apart, or B's surface certainly crosses A's. The first kernel prepares the poses and tries a few
// probes, the second one tries the others, so that the lanes of a warp have about the same number to try.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"

#include <cstdint>

namespace allide::gpu {

// Where a scaled point lies relative to A's mesh; `unknown_place` if the grid does not decide it. The point's
// position may be wrong by up to the grid's slack. The values are bits of PreparedPose::probes_seen.
enum Place : std::uint32_t { unknown_place = 0, inside_place = 1, outside_place = 2, both_places = 3 };

inline constexpr int early_probes = 12;  // probes that the first kernel tries in large batches

// A scaled coordinate in units of cells, relative to the middle of the first cell.
ALLIDE_GPU_CODE float in_cells(const InsideGrid& grid, int axis, float x) {
    return fused(x - grid.low[axis], grid.cells_per_unit, -0.5f);
}

// The location of a point, in units of cells.
ALLIDE_GPU_CODE Place place_of(const InsideGrid& grid, const std::uint32_t* words, const float* point) {
    // Adding 2²³ rounds a coordinate to the number of the nearest cell, which is then in the lowest bits. A
    // point far outside changes the exponent, too, which makes `cell` too large.
    std::uint32_t cell[3];
    for (int k = 0; k < 3; ++k) cell[k] = bits_of_float(point[k] + 0x1p23f) - 0x4B000000u;
    const auto* counts = grid.counts;
    // The grid is larger than the mesh's box by more than the slack.
    if (!(cell[0] < counts[0] && cell[1] < counts[1] && cell[2] < counts[2])) return outside_place;
    const std::uint32_t bit = (cell[2] * counts[1] + cell[1]) * counts[0] + cell[0];
    return (words[bit / 32] >> bit % 32 & 1) != 0 ? inside_place : unknown_place;
}

// Tries the probes from `first` to `last`, until one is inside A and another one outside. Returns what was
// seen, earlier probes included. `words` and `probes` may be copies in faster memory.
ALLIDE_GPU_CODE std::uint32_t try_probes(const InsideGrid& grid, const std::uint32_t* words,
                                         const Probe* probes, const Motion& motion, std::uint32_t seen,
                                         int first, int last) {
    Motion to_cells;
    for (int i = 0; i < 9; ++i) to_cells.rotation[i] = grid.cells_per_unit * motion.rotation[i];
    for (int k = 0; k < 3; ++k) to_cells.translation[k] = in_cells(grid, k, motion.translation[k]);
    for (int i = first; i < last && seen != both_places; ++i) {
        const Probe probe = probes[i];
        float point[3];
        for (int k = 0; k < 3; ++k) {
            const float* r = &to_cells.rotation[3 * k];
            point[k] = fused(r[0], probe.at[0],
                             fused(r[1], probe.at[1], fused(r[2], probe.at[2], to_cells.translation[k])));
        }
        seen |= place_of(grid, words, point);
    }
    return seen;
}

// True if the error of a probe's place is within the grid's slack.
ALLIDE_GPU_CODE bool probes_are_accurate(const PairView& pair, float rounding) {
    return 2 * corner_error(pair.reach, rounding) <= pair.a.grid.slack;
}

struct PoseFilterJob {
    PairView pair;
    PosesView poses;
    int probes;  // how many of B's probes are tried; 0 if they decide nothing
    std::uint8_t* answers;
    PreparedPose* open;  // receives the poses whose answer is open, in any order
    std::uint32_t* open_count;
};

struct ProbeJob {
    PairView pair;
    const PreparedPose* from;
    const std::uint32_t* from_count;
    std::uint32_t most;  // an upper bound of *from_count
    std::uint8_t* answers;
    PreparedPose* open;  // receives the poses whose answer remains open, in any order
    std::uint32_t* open_count;
};

// Answers a pose or leaves it open, in which case `prepared` is set.
//
// B's surface is connected. So if one of its points is inside A and another one is outside, it crosses A's
// surface.
ALLIDE_GPU_CODE Answer filter_pose(const PoseFilterJob& job, std::uint32_t pose, const std::uint32_t* words,
                                   const Probe* probes, PreparedPose& prepared) {
    const PairView& pair = job.pair;
    const DoubleMotion exact = double_motion(pair, job.poses, pose);
    if (!exact.valid) return answer_invalid;
    float rounding;
    const Motion motion = scaled_motion(pair, exact, rounding);
    prepared = {motion, rounding, deviation_of(pair, exact), pose, unknown_place};
    if (!floats_suffice(pair, rounding)) return answer_left;
    if (spheres_apart(pair, motion, rounding)) return answer_no;
    if (job.probes == 0 || !probes_are_accurate(pair, rounding)) return answer_open;
    prepared.probes_seen = try_probes(pair.a.grid, words, probes, motion, unknown_place, 0, job.probes);
    return prepared.probes_seen == both_places ? answer_yes : answer_open;
}

// Tries the remaining probes.
ALLIDE_GPU_CODE Answer probe_pose(const PairView& pair, const std::uint32_t* words, const Probe* probes,
                                  const PreparedPose& prepared) {
    if (!probes_are_accurate(pair, prepared.rounding)) return answer_open;
    return try_probes(pair.a.grid, words, probes, prepared.motion, prepared.probes_seen, early_probes,
                      probe_count) == both_places
               ? answer_yes
               : answer_open;
}

}  // namespace allide::gpu
