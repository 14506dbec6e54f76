// The kernel for distances, one pose per warp: bounds of the distance, or the answer to "is it at most a
// limit?"
//
// The lanes share a stack of node pairs with lower bounds of their distances. Each lane opens one pair at a
// time, and pairs that are farther than the current upper bound are dropped. Pairs of leaves wait in a queue
// until there is a pair of triangles for every lane. No pair is dropped for another reason; a pose for which
// the stack is too small is left to the CPU.
#pragma once

#include "gpu/group_walk.hpp"

#include <cstdint>

namespace allide::gpu {

enum class DistanceGoal { bounds, within };

struct DistanceJob {
    PairView pair;
    PosesView poses;
    const PreparedPose* open;
    const std::uint32_t* open_count;
    std::uint32_t* next;
    std::uint8_t* answers;  // for DistanceGoal::bounds: answer_no if there are bounds, otherwise answer_left
    DistanceEntry* distances;     // for DistanceGoal::bounds, one per pose
    double length_per_unit;       // converts scaled lengths to lengths in the world
    float limit_low, limit_high;  // for DistanceGoal::within: the limit, scaled and rounded down and up
};

struct NodesAtDistance {
    NodeRefs refs;
    float squared;  // lower bound in A's frame
};

inline constexpr std::uint32_t distance_stack_room = 768, distance_queue_room = 160;

// Two triangles, in the order of the leaves.
struct TrianglePair {
    std::uint32_t a, b;
};

struct DistanceMemory {
    float motion[12][1];
    float reach, rounding, margin, certain;
    NodesAtDistance stack[distance_stack_room];
    NodesAtDistance queue[distance_queue_room];
    TrianglePair triangles[2 * warp_width];  // pairs that passed the test along `direction`
    TrianglePair best;
    float direction[3];  // from A to B between the closest points so far; see squared_gaps
};

// The squared distance at and beyond which a pair is dropped.
ALLIDE_GPU_CODE float squared_limit(float upper) {
    return upper * upper * (1 + 0x1p-20f);
}

// Stores the unit vector along the shortest vector. The factor 1 − 2⁻²⁰ keeps rounding from making it longer
// than 1. The squares of very short vectors are inaccurate, so 0 is stored for them.
ALLIDE_GPU_CODE void store_direction(DistanceMemory& memory, const ShortestVector& shortest) {
    const bool accurate = shortest.squared >= 0x1p-100f;
    const float scale = accurate ? quotient(1 - 0x1p-20f, root(shortest.squared)) : 0;
    memory.direction[0] = scale * shortest.vector.x;
    memory.direction[1] = scale * shortest.vector.y;
    memory.direction[2] = scale * shortest.vector.z;
}

// The smallest distance between sampled points of the two meshes, an upper bound of the meshes' distance.
// Stores the direction between the two closest samples.
ALLIDE_GPU_CODE float sampled_distance(const Warp& warp, const PairView& pair, const Motion& motion,
                                       float error, DistanceMemory& memory) {
    PerLane<ShortestVector> nearest;
    const float least = warp.smallest([&](int lane) {
        const Probe probe = loaded(pair.b.probes + lane);
        float point[3];
        for (int k = 0; k < 3; ++k) {
            const float* r = &motion.rotation[3 * k];
            point[k] = fused(r[0], probe.at[0],
                             fused(r[1], probe.at[1], fused(r[2], probe.at[2], motion.translation[k])));
        }
        nearest[lane] = {{0, 0, 0}, 0x1p100f};
        for (int i = 0; i < probe_count; ++i) {
            const Probe other = loaded(pair.a.probes + i);
            nearest[lane].take({point[0] - other.at[0], point[1] - other.at[1], point[2] - other.at[2]});
        }
        return nearest[lane].squared;
    });
    const std::uint32_t who = warp.ballot([&](int lane) { return nearest[lane].squared == least; });
    warp.each([&](int lane) {
        if ((who >> lane & 1) != 0 && (who & lanes_before(lane)) == 0) store_direction(memory, nearest[lane]);
    });
    return fused(root(least), 1 + 0x1p-20f, error);
}

// Answers poses, one after the other, until none is left. All warps run this function.
template <DistanceGoal goal>
ALLIDE_GPU_CODE void walk_distances(const Warp& warp, const DistanceJob& job, DistanceMemory& memory) {
    PerLane<GapBounds> bounds;
    PerLane<float> lowest;
    const std::uint32_t count = *job.open_count;
    for (;;) {
        const std::uint32_t place = warp.once([&] { return add_atomically(job.next, 1); });
        if (place >= count) return;
        const std::uint32_t pose = job.open[place].pose;
        warp.each([&](int lane) {
            lowest[lane] = 0x1p100f;
            if (lane != 0) return;
            const PreparedPose prepared = loaded(job.open + place);
            store_motion(prepared.motion, memory.motion, 0);
            // The bounding spheres of these poses were not tested, so the meshes may be far apart.
            // Coordinates can therefore exceed the sum of the radii by the length of the translation.
            const float* t = prepared.motion.translation;
            memory.reach = job.pair.reach + magnitude(t[0]) + magnitude(t[1]) + magnitude(t[2]);
            memory.rounding = prepared.rounding;
            memory.margin = box_margin(memory.reach, prepared.rounding, prepared.deviation);
            memory.certain = certain_part(prepared.deviation);
            memory.stack[0] = {{job.pair.a.root, job.pair.b.root}, 0};
        });
        if (!(memory.reach < 0x1p30f) || !(memory.rounding <= 0x1p-10f * memory.reach)) {
            warp.each([&](int lane) {
                if (lane == 0) job.answers[pose] = answer_left;
            });
            continue;
        }
        const float corners = corner_error(memory.reach, memory.rounding),
                    error = gap_error(memory.reach, memory.rounding);
        float best_upper = 0x1p100f;
        float upper = sampled_distance(warp, job.pair, motion_in(memory.motion, 0), error, memory);
        float nearest_direction = upper;  // the distance of the points that gave memory.direction
        if constexpr (goal == DistanceGoal::within) upper = job.limit_high;
        std::uint32_t height = 1, queued = 0, waiting = 0;
        bool yes = false, unsure = false, left = false;
        while (!yes && (height > 0 || queued > 0 || waiting > 0)) {
            const float limit = squared_limit(upper);
            if (height > 0 && queued < warp_width) {
                const std::uint32_t taken = pairs_to_open(height, distance_stack_room, warp_width);
                if (taken == 0) {
                    left = true;
                    break;
                }
                PerLane<FourPairs> found;
                PerLane<OpenedPair> opened;
                PerLane<std::uint32_t> nearest, others,
                    leaves;  // the pairs of children that are followed, one bit each
                warp.each([&](int lane) {
                    nearest[lane] = others[lane] = leaves[lane] = 0;
                    if (static_cast<std::uint32_t>(lane) >= taken) return;
                    const NodesAtDistance& top = memory.stack[height - 1 - static_cast<std::uint32_t>(lane)];
                    if (top.squared >= limit) return;
                    const Node a = loaded(job.pair.a.nodes + (top.refs.a & index_mask)),
                               b = loaded(job.pair.b.nodes + (top.refs.b & index_mask));
                    opened[lane] = {children_of(top.refs.a, a), children_of(top.refs.b, b)};
                    found[lane] = squared_gaps(a, (top.refs.a & leaf_bit) != 0, b,
                                               (top.refs.b & leaf_bit) != 0, motion_in(memory.motion, 0),
                                               memory.direction, memory.margin, memory.certain);
                    const std::uint32_t leaf_pairs = opened[lane].leaves();
                    std::uint32_t inner = 0;
                    float least = 0x1p125f;
                    for (std::uint32_t k = 0; k < 4; ++k) {
                        const float squared = found[lane].value[k];
                        if (squared == absent || squared >= limit) continue;
                        if ((leaf_pairs >> k & 1) != 0) {
                            leaves[lane] |= 1u << k;
                            continue;
                        }
                        inner |= 1u << k;
                        if (squared < least || nearest[lane] == 0) nearest[lane] = 1u << k;
                        least = smaller(least, squared);
                    }
                    others[lane] = inner & ~nearest[lane];
                });
                height -= taken;
                const SmallCounts other_counts =
                    small_counts(warp, [&](int lane) { return count_bits(others[lane]); });
                const SmallCounts leaf_counts =
                    small_counts(warp, [&](int lane) { return count_bits(leaves[lane]); });
                const std::uint32_t with_inner = warp.ballot([&](int lane) { return nearest[lane] != 0; });
                const std::uint32_t nearest_start = height + other_counts.sum(0xffffffffu);
                // The nearest pairs end up on top. Lane 0 opened the topmost pair, so its children are on top
                // of those of other lanes.
                warp.each([&](int lane) {
                    std::uint32_t other_place = height + other_counts.sum(lanes_after(lane)),
                                  leaf_place = queued + leaf_counts.sum(lanes_before(lane));
                    const auto nearest_place =
                        nearest_start +
                        static_cast<std::uint32_t>(count_bits(with_inner & lanes_after(lane)));
                    for (std::uint32_t k = 0; k < 4; ++k) {
                        const NodesAtDistance pair{opened[lane].children(k), found[lane].value[k]};
                        if ((nearest[lane] >> k & 1) != 0) memory.stack[nearest_place] = pair;
                        if ((others[lane] >> k & 1) != 0) memory.stack[other_place++] = pair;
                        if ((leaves[lane] >> k & 1) != 0) memory.queue[leaf_place++] = pair;
                    }
                });
                queued += leaf_counts.sum(0xffffffffu);
                height = nearest_start + static_cast<std::uint32_t>(count_bits(with_inner));
            }
            if (queued >= 8 || (queued > 0 && height == 0)) {
                // Four lanes per pair of leaves, one per pair of triangles. Most of these are farther apart
                // along `direction` than the limit.
                PerLane<TrianglePair> pair;
                const std::uint32_t kept = warp.ballot([&](int lane) {
                    const std::uint32_t from_end = static_cast<std::uint32_t>(lane) / 4;
                    if (from_end >= queued) return false;
                    const NodesAtDistance& leaf_pair = memory.queue[queued - 1 - from_end];
                    if (leaf_pair.squared >= limit) return false;
                    const std::uint32_t link_a = job.pair.a.nodes[leaf_pair.refs.a & index_mask].link,
                                        link_b = job.pair.b.nodes[leaf_pair.refs.b & index_mask].link;
                    const std::uint32_t i = static_cast<std::uint32_t>(lane) >> 1 & 1,
                                        j = static_cast<std::uint32_t>(lane) & 1;
                    if (i > (link_a >> flag_shift & 1) || j > (link_b >> flag_shift & 1)) return false;
                    pair[lane] = {(link_a & index_mask) + i, (link_b & index_mask) + j};
                    const float gap =
                        gap_along(memory.direction,
                                  scaled_differences(loaded(job.pair.a.triangles + pair[lane].a),
                                                     loaded(job.pair.b.triangles + pair[lane].b),
                                                     motion_in(memory.motion, 0), corners)) -
                        error;
                    return !(gap > 0 && gap * gap >= limit);
                });
                warp.each([&](int lane) {
                    if ((kept >> lane & 1) != 0)
                        memory.triangles[waiting + static_cast<std::uint32_t>(
                                                       count_bits(kept & lanes_before(lane)))] = pair[lane];
                });
                queued -= queued < 8 ? queued : 8;
                waiting += static_cast<std::uint32_t>(count_bits(kept));
            }
            if (waiting == 0 || (waiting < warp_width && (height > 0 || queued > 0))) continue;
            PerLane<TrianglePair> tested;
            const float least = warp.smallest([&](int lane) {
                bounds[lane] = {0x1p100f, 0x1p100f, {{0, 0, 0}, 0}};
                if (static_cast<std::uint32_t>(lane) >= waiting) return 0x1p100f;
                tested[lane] = memory.triangles[waiting - 1 - static_cast<std::uint32_t>(lane)];
                bounds[lane] = gap_bounds(scaled_differences(loaded(job.pair.a.triangles + tested[lane].a),
                                                             loaded(job.pair.b.triangles + tested[lane].b),
                                                             motion_in(memory.motion, 0), corners),
                                          error);
                lowest[lane] = smaller(lowest[lane], bounds[lane].lower);
                return bounds[lane].upper;
            });
            waiting -= waiting < warp_width ? waiting : warp_width;
            if constexpr (goal == DistanceGoal::within) {
                yes = least <= job.limit_low;
                unsure = unsure ||
                         warp.ballot([&](int lane) { return bounds[lane].lower <= job.limit_high; }) != 0;
            }
            if (least < best_upper) {
                const std::uint32_t who = warp.ballot([&](int lane) { return bounds[lane].upper == least; });
                warp.each([&](int lane) {
                    if ((who >> lane & 1) == 0 || (who & lanes_before(lane)) != 0) return;
                    memory.best = tested[lane];
                    if (least < nearest_direction) store_direction(memory, bounds[lane].shortest);
                });
                best_upper = least;
                nearest_direction = smaller(nearest_direction, least);
                if constexpr (goal == DistanceGoal::bounds) upper = smaller(upper, least);
            }
        }
        const float lower = warp.smallest([&](int lane) { return lowest[lane]; });
        warp.each([&](int lane) {
            if (lane != 0) return;
            if constexpr (goal == DistanceGoal::within) {
                job.answers[pose] = yes ? answer_yes : left || unsure ? answer_left : answer_no;
            } else if (left || !(best_upper < 0x1p100f)) {
                job.answers[pose] = answer_left;
            } else {
                job.answers[pose] = answer_no;
                // Lengths in A's frame are those in the world times a factor within 1 ± 2 · deviation of A's
                // matrix.
                const double stretch = 2 * job.pair.deviation + 0x1p-50;
                job.distances[pose] = {
                    static_cast<double>(smaller(lower, upper)) * job.length_per_unit * (1 - stretch),
                    static_cast<double>(upper) * job.length_per_unit * (1 + stretch),
                    job.pair.a.numbers[memory.best.a], job.pair.b.numbers[memory.best.b]};
            }
        });
    }
}

}  // namespace allide::gpu
