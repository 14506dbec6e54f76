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
    double length_per_unit;       // converts scaled lengths to lengths
    float limit_low, limit_high;  // for DistanceGoal::within: the limit, scaled and rounded down and up
};

struct NodesAtDistance {
    NodeRefs refs;
    float squared;  // lower bound in A's frame
};

inline constexpr std::uint32_t distance_stack_room = 768, distance_queue_room = 160;

struct DistanceMemory {
    float motion[12][1];
    float reach, rounding, margin, certain;
    NodesAtDistance stack[distance_stack_room];
    NodesAtDistance queue[distance_queue_room];
    std::uint32_t best_a, best_b;
};

// The squared distance at and beyond which a pair is dropped.
ALLIDE_GPU_CODE float squared_limit(float upper) {
    return upper * upper * (1 + 0x1p-20f);
}

// The smallest distance between sampled points of the two meshes, an upper bound of the meshes' distance.
ALLIDE_GPU_CODE float sampled_distance(const Warp& warp, const PairView& pair, const Motion& motion,
                                       float error) {
    const float squared = warp.smallest([&](int lane) {
        const float* probe = pair.b.probes + 3 * lane;
        float point[3];
        for (int k = 0; k < 3; ++k) {
            const float* r = &motion.rotation[3 * k];
            point[k] =
                fused(r[0], probe[0], fused(r[1], probe[1], fused(r[2], probe[2], motion.translation[k])));
        }
        float least = 0x1p100f;
        for (int i = 0; i < probe_count; ++i) {
            const float* other = pair.a.probes + 3 * i;
            const float x = point[0] - other[0], y = point[1] - other[1], z = point[2] - other[2];
            least = smaller(least, fused(x, x, fused(y, y, z * z)));
        }
        return least;
    });
    return fused(root(squared), 1 + 0x1p-20f, error);
}

// Answers poses, one after the other, until none is left. All warps run this function.
template <DistanceGoal goal>
ALLIDE_GPU_CODE void walk_distances(const Warp& warp, const DistanceJob& job, DistanceMemory& memory) {
    PerLane<FourPairs> found;
    PerLane<NodeRefs> children;     // see children_of
    PerLane<std::uint32_t> wanted;  // which entries of `found` are followed, one bit each
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
            // The spheres were not tested, so the meshes may be far apart and coordinates exceed the reach by
            // up to the length of the translation.
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
        float upper, best_upper = 0x1p100f;
        if constexpr (goal == DistanceGoal::bounds)
            upper = sampled_distance(warp, job.pair, motion_in(memory.motion, 0), error);
        else
            upper = job.limit_high;
        std::uint32_t height = 1, queued = 0;
        bool yes = false, unsure = false, left = false;
        while (!yes && (height > 0 || queued > 0)) {
            const float limit = squared_limit(upper);
            if (height > 0 && queued < warp_width) {
                const std::uint32_t taken = pairs_to_open(height, distance_stack_room, warp_width);
                if (taken == 0) {
                    left = true;
                    break;
                }
                warp.each([&](int lane) {
                    wanted[lane] = 0;
                    if (static_cast<std::uint32_t>(lane) >= taken) return;
                    const NodesAtDistance& top = memory.stack[height - 1 - static_cast<std::uint32_t>(lane)];
                    if (top.squared >= limit) return;
                    const Node a = loaded(job.pair.a.nodes + (top.refs.a & index_mask)),
                               b = loaded(job.pair.b.nodes + (top.refs.b & index_mask));
                    children[lane] = {children_of(top.refs.a, a), children_of(top.refs.b, b)};
                    found[lane] =
                        squared_gaps(a, (top.refs.a & leaf_bit) != 0, b, (top.refs.b & leaf_bit) != 0,
                                     motion_in(memory.motion, 0), memory.margin, memory.certain);
                    for (std::uint32_t k = 0; k < 4; ++k)
                        if (found[lane].value[k] != absent && !(found[lane].value[k] >= limit))
                            wanted[lane] |= 1u << k;
                });
                height -= taken;
                // Each lane pushes its farthest pair first, so that the nearest ones end up on top.
                for (int turn = 0; turn < 4; ++turn) {
                    PerLane<NodesAtDistance> next;
                    PerLane<bool> has;
                    warp.each([&](int lane) {
                        has[lane] = wanted[lane] != 0;
                        if (!has[lane]) return;
                        std::uint32_t farthest = 4;
                        float most = -1;
                        for (std::uint32_t k = 0; k < 4; ++k)
                            if ((wanted[lane] >> k & 1) != 0 && !(found[lane].value[k] <= most))
                                farthest = k, most = found[lane].value[k];
                        wanted[lane] &= ~(1u << farthest);
                        const NodeRefs& pair = children[lane];
                        next[lane] = {{child_of(pair.a, farthest >> 1), child_of(pair.b, farthest & 1)},
                                      most};
                    });
                    const auto is_leaves = [&](int lane) {
                        return (next[lane].refs.a & next[lane].refs.b & leaf_bit) != 0;
                    };
                    const std::uint32_t leaves =
                        warp.ballot([&](int lane) { return has[lane] && is_leaves(lane); });
                    const std::uint32_t inner =
                        warp.ballot([&](int lane) { return has[lane] && !is_leaves(lane); });
                    if ((leaves | inner) == 0) break;
                    warp.each([&](int lane) {
                        if ((leaves >> lane & 1) != 0)
                            memory.queue[queued + static_cast<std::uint32_t>(
                                                      count_bits(leaves & lanes_before(lane)))] = next[lane];
                        // Lane 0 opened the topmost pair, so its children are pushed last.
                        if ((inner >> lane & 1) != 0)
                            memory.stack[height + static_cast<std::uint32_t>(count_bits(
                                                      inner & ~lanes_before(lane) & ~(1u << lane)))] =
                                next[lane];
                    });
                    queued += static_cast<std::uint32_t>(count_bits(leaves));
                    height += static_cast<std::uint32_t>(count_bits(inner));
                }
            }
            if (queued == 0 || (queued < 8 && height > 0)) continue;
            PerLane<std::uint32_t> tri_a, tri_b;
            const float least = warp.smallest([&](int lane) {
                bounds[lane] = {0x1p100f, 0x1p100f};
                const std::uint32_t from_end = static_cast<std::uint32_t>(lane) / 4;
                if (from_end >= queued) return 0x1p100f;
                const NodesAtDistance& leaves = memory.queue[queued - 1 - from_end];
                if (leaves.squared >= limit) return 0x1p100f;
                const std::uint32_t link_a = job.pair.a.nodes[leaves.refs.a & index_mask].link,
                                    link_b = job.pair.b.nodes[leaves.refs.b & index_mask].link;
                const std::uint32_t i = static_cast<std::uint32_t>(lane) >> 1 & 1,
                                    j = static_cast<std::uint32_t>(lane) & 1;
                if (i > (link_a >> flag_shift & 1) || j > (link_b >> flag_shift & 1)) return 0x1p100f;
                tri_a[lane] = (link_a & index_mask) + i, tri_b[lane] = (link_b & index_mask) + j;
                bounds[lane] = gap_bounds(scaled_differences(loaded(job.pair.a.triangles + tri_a[lane]),
                                                             loaded(job.pair.b.triangles + tri_b[lane]),
                                                             motion_in(memory.motion, 0), corners),
                                          error);
                lowest[lane] = smaller(lowest[lane], bounds[lane].lower);
                return bounds[lane].upper;
            });
            queued -= queued < 8 ? queued : 8;
            if constexpr (goal == DistanceGoal::within) {
                yes = least <= job.limit_low;
                unsure = unsure ||
                         warp.ballot([&](int lane) { return bounds[lane].lower <= job.limit_high; }) != 0;
            } else if (least < best_upper) {
                const std::uint32_t who = warp.ballot([&](int lane) { return bounds[lane].upper == least; });
                warp.each([&](int lane) {
                    if ((who >> lane & 1) != 0 && (who & lanes_before(lane)) == 0)
                        memory.best_a = tri_a[lane], memory.best_b = tri_b[lane];
                });
                best_upper = least;
                upper = smaller(upper, least);
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
                // Lengths in A's frame are those in the world times 1 ± 2ρ.
                const double stretch = 2 * job.pair.deviation + 0x1p-50;
                job.distances[pose] = {
                    static_cast<double>(smaller(lower, upper)) * job.length_per_unit * (1 - stretch),
                    static_cast<double>(upper) * job.length_per_unit * (1 + stretch),
                    job.pair.a.numbers[memory.best_a], job.pair.b.numbers[memory.best_b]};
            }
        });
    }
}

}  // namespace allide::gpu
