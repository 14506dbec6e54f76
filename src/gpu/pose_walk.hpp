// The contact test for large batches: a kernel with one pose per lane.
//
// Each lane has its own stack of node pairs to be opened. Pairs of leaves go to a queue that the lanes of a
// warp share, so that all lanes test triangles at the same time, whichever lane a pair came from. Idle lanes
// take new poses. A pose that takes long is put aside with its stack, for the kernel in which several lanes
// share a pose (group_walk.hpp).
#pragma once

#include "gpu/box_tests.hpp"
#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"
#include "gpu/triangle_tests.hpp"

#include <cstdint>

namespace allide::gpu {

// Two references to nodes.
struct NodeRefs {
    std::uint32_t a, b;
};

// Entries of a lane's stack: one per level of the trees, which have up to 24 levels for the largest meshes
// (most_triangles).
inline constexpr std::uint32_t stack_size = 24;
inline constexpr std::uint32_t steps_at_once =
    2;  // node pairs that a lane opens before the loop checks the states of all lanes again
inline constexpr std::uint32_t full_leaf_queue = 24;
inline constexpr std::uint32_t leaf_queue_size = full_leaf_queue + 4 * warp_width * steps_at_once;
inline constexpr int refill_at = 4;  // lanes that must be idle before new poses are taken

// A list of poses that were put aside with their stacks. If `count` exceeds `capacity`, only the first
// `capacity` poses were put aside. A record consists of {place in the list of open poses, number of node
// pairs} and the node pairs.
struct AsideList {
    NodeRefs* records;
    std::uint32_t room;  // node pairs per record
    std::uint32_t* count;
    std::uint32_t capacity;

    ALLIDE_GPU_CODE NodeRefs* record(std::uint32_t i) const {
        return records + static_cast<std::uint64_t>(i) * (room + 1);
    }
};
inline constexpr std::uint32_t lane_record_room = 3 * stack_size + 1;

struct PoseWalkJob {
    PairView pair;
    PosesView poses;
    const PreparedPose* open;  // the poses to be decided
    const std::uint32_t* open_count;
    std::uint32_t* next;  // number of poses taken so far
    std::uint8_t* answers;
    PairList undecided;  // triangles in the order of the leaves
    AsideList aside;
    std::uint32_t step_limit;  // a pose is put aside after about this many node pairs
};

// A pair of leaves. The upper bits of `a` hold the lane or group whose pose the pair belongs to.
struct QueuedLeaves {
    std::uint32_t a, b;
};

// Memory that the lanes of a warp share.
struct PoseWalkMemory {
    float motion[12][warp_width];  // one column per lane
    float error[warp_width];
    std::uint32_t pose[warp_width], place[warp_width];
    QueuedLeaves queue[leaf_queue_size];
    // Entries of the lanes' stacks: two nodes in the form of OpenedPair. Bits 24 to 27 of the first word say
    // which of the four pairs of their children remain to be opened.
    NodeRefs stack[stack_size][warp_width];
};
inline constexpr int remaining_shift = 24;

// Reads the motion that is stored in one column of the array.
template <int columns>
ALLIDE_GPU_CODE Motion motion_in(const float (&table)[12][columns], int column) {
    Motion motion;
    for (int i = 0; i < 9; ++i) motion.rotation[i] = table[i][column];
    for (int i = 0; i < 3; ++i) motion.translation[i] = table[9 + i][column];
    return motion;
}
template <int columns>
ALLIDE_GPU_CODE void store_motion(const Motion& motion, float (&table)[12][columns], int column) {
    for (int i = 0; i < 9; ++i) table[i][column] = motion.rotation[i];
    for (int i = 0; i < 3; ++i) table[9 + i][column] = motion.translation[i];
}

inline constexpr std::uint32_t no_pose = 0xffffffff;

struct PoseWalkLane {
    std::uint32_t pose = no_pose, count = 0, steps = 0;  // count: number of entries on the stack
    bool pending = false;  // true if pairs of leaves of this pose are in the queue
    bool left = false;     // true if the CPU must answer
    float margin = 0;
    NodeRefs current{};  // the pair to be opened next, not on the stack
    bool has_current = false;
};

// Tests all pairs of leaves in the queue: eight at a time, four lanes per pair. Returns a mask of the lanes
// whose poses touch.
ALLIDE_GPU_CODE std::uint32_t empty_leaf_queue(const Warp& warp, const PoseWalkJob& job,
                                               PoseWalkMemory& memory, std::uint32_t queued,
                                               std::uint32_t& left) {
    std::uint32_t touched = 0;
    for (std::uint32_t first = 0; first < queued; first += 8) {
        PerLane<std::uint32_t> gives_up;
        touched |= warp.joined([&](int lane) -> std::uint32_t {
            gives_up[lane] = 0;
            const std::uint32_t place = first + static_cast<std::uint32_t>(lane) / 4;
            if (place >= queued) return 0;
            const QueuedLeaves leaves = memory.queue[place];
            const std::uint32_t owner = leaves.a >> 24;
            if ((touched >> owner & 1) != 0) return 0;
            const Node &leaf_a = job.pair.a.nodes[leaves.a & index_mask],
                       &leaf_b = job.pair.b.nodes[leaves.b & index_mask];
            const std::uint32_t link_a = leaf_a.link, link_b = leaf_b.link;
            const std::uint32_t i = static_cast<std::uint32_t>(lane) >> 1 & 1,
                                j = static_cast<std::uint32_t>(lane) & 1;
            if (i > (link_a >> flag_shift & 1) || j > (link_b >> flag_shift & 1)) return 0;
            const std::uint32_t a = (link_a & index_mask) + i, b = (link_b & index_mask) + j;
            const Verdict verdict =
                decide_pair(motion_in(memory.motion, static_cast<int>(owner)), memory.error[owner],
                            loaded(job.pair.a.triangles + a), loaded(job.pair.b.triangles + b));
            if (verdict == Verdict::undecided && !append(job.undecided, {memory.pose[owner], a, b}))
                gives_up[lane] = 1u << owner;
            return verdict == Verdict::touching ? 1u << owner : 0;
        });
        left |= warp.joined([&](int lane) { return gives_up[lane]; });
    }
    return touched;
}

ALLIDE_GPU_CODE void start_pose(const PoseWalkJob& job, PoseWalkMemory& memory, int lane, PoseWalkLane& state,
                                std::uint32_t place) {
    const PreparedPose prepared = loaded(job.open + place);
    store_motion(prepared.motion, memory.motion, lane);
    memory.error[lane] = corner_error(job.pair.reach, prepared.rounding);
    memory.pose[lane] = prepared.pose;
    memory.place[lane] = place;
    state.margin = box_margin(job.pair.reach, prepared.rounding, prepared.deviation);
    state.pose = prepared.pose;
    state.count = 0, state.steps = 0;
    state.pending = false, state.left = false;
    state.current = {job.pair.a.root, job.pair.b.root};
    state.has_current = true;
}

// Two nodes whose children were tested; both words have the form of children_of().
struct OpenedPair {
    std::uint32_t a, b;

    ALLIDE_GPU_CODE NodeRefs children(std::uint32_t k) const {
        return {child_of(a, k >> 1), child_of(b, k & 1)};
    }
    // The pairs of children that are pairs of leaves: bit 2 i + j for child i of a and child j of b.
    ALLIDE_GPU_CODE std::uint32_t leaves() const {
        const std::uint32_t of_a = a >> flag_shift, of_b = b >> flag_shift;
        return ((of_a & 1) * 3 | (of_a >> 1) * 12) & ((of_b & 1) * 5 | (of_b >> 1) * 10);
    }
};

// Chooses the lane's next pair from the top of its stack, if there is one.
ALLIDE_GPU_CODE void take_from_stack(PoseWalkMemory& memory, int lane, PoseWalkLane& state) {
    state.has_current = state.count > 0;
    if (!state.has_current) return;
    NodeRefs& top = memory.stack[state.count - 1][lane];
    const std::uint32_t a = top.a, remaining = a >> remaining_shift & 15,
                        others = remaining & (remaining - 1);
    state.current = OpenedPair{a, top.b}.children(lowest_bit(remaining));
    top.a = a ^ (remaining ^ others) << remaining_shift;
    state.count -= others == 0 ? 1 : 0;
}

// Opens the lane's current pair. Of the inner pairs that may overlap, the deepest becomes current and the
// others are put on the stack. Returns the pairs of leaves, one bit each.
ALLIDE_GPU_CODE std::uint32_t open_pair(const PoseWalkJob& job, PoseWalkMemory& memory, int lane,
                                        PoseWalkLane& state, OpenedPair& opened) {
    const NodeRefs refs = state.current;
    const Node a = loaded(job.pair.a.nodes + (refs.a & index_mask)),
               b = loaded(job.pair.b.nodes + (refs.b & index_mask));
    opened = {children_of(refs.a, a), children_of(refs.b, b)};
    const FourPairs four = overlaps(a, (refs.a & leaf_bit) != 0, b, (refs.b & leaf_bit) != 0,
                                    motion_in(memory.motion, lane), state.margin);
    ++state.steps;
    const std::uint32_t leaves = opened.leaves();
    std::uint32_t found = 0, deepest = 0;
    float depth = -1;
    for (std::uint32_t k = 0; k < 4; ++k) {
        // The comparison is false for NaN, which therefore counts as an overlap.
        const bool overlap = !(four.value[k] < 0);
        found |= (overlap ? 1u : 0u) << k;
        const float own = overlap && (leaves >> k & 1) == 0 ? larger(four.value[k], 0) : -1;
        deepest = own > depth ? k : deepest;
        depth = larger(own, depth);
    }
    const std::uint32_t inner = found & ~leaves;
    if (inner != 0) {
        state.current = opened.children(deepest);
        const std::uint32_t others = inner & ~(1u << deepest);
        if (others != 0) {
            if (state.count < stack_size)
                memory.stack[state.count++][lane] = {opened.a | others << remaining_shift, opened.b};
            else
                state.left = true;  // no room: the CPU answers
        }
    } else {
        take_from_stack(memory, lane, state);
    }
    return found & leaves;
}

ALLIDE_GPU_CODE void put_aside(const PoseWalkJob& job, const PoseWalkMemory& memory, int lane,
                               PoseWalkLane& state) {
    const std::uint32_t place = add_atomically(job.aside.count, 1);
    if (place >= job.aside.capacity) {
        state.steps = 0;  // the list is full: continue here, and try again later
        return;
    }
    NodeRefs* record = job.aside.record(place);
    std::uint32_t pairs = 0;
    for (std::uint32_t i = 0; i < state.count; ++i) {
        const NodeRefs entry = memory.stack[i][lane];
        for (std::uint32_t k = 0; k < 4; ++k)
            if ((entry.a >> (remaining_shift + k) & 1) != 0)
                record[++pairs] = OpenedPair{entry.a, entry.b}.children(k);
    }
    record[++pairs] = state.current;
    record[0] = {memory.place[lane], pairs};
    state.pose = no_pose;
    state.has_current = false;
}

ALLIDE_GPU_CODE void finish(const PoseWalkJob& job, PoseWalkLane& state, Answer answer) {
    job.answers[state.pose] = answer;
    state.pose = no_pose;
    state.has_current = false;
    state.pending = false;
}

// Answers poses until none is left. All warps run this function.
ALLIDE_GPU_CODE void walk_poses(const Warp& warp, const PoseWalkJob& job, PoseWalkMemory& memory) {
    PerLane<PoseWalkLane> lanes;
    warp.each([&](int lane) {
        lanes[lane].pose = no_pose, lanes[lane].has_current = false, lanes[lane].pending = false;
    });
    const std::uint32_t count = *job.open_count;
    std::uint32_t queued = 0;
    bool more = true;
    for (;;) {
        const std::uint32_t idle = warp.ballot([&](int lane) { return lanes[lane].pose == no_pose; });
        if (more && count_bits(idle) >= refill_at) {
            const std::uint32_t wanted = static_cast<std::uint32_t>(count_bits(idle));
            const std::uint32_t first = warp.once([&] { return add_atomically(job.next, wanted); });
            warp.each([&](int lane) {
                if ((idle >> lane & 1) == 0) return;
                const std::uint32_t place =
                    first + static_cast<std::uint32_t>(count_bits(idle & lanes_before(lane)));
                if (place < count) start_pose(job, memory, lane, lanes[lane], place);
            });
            more = first + wanted < count;
        } else if (idle == 0xffffffffu) {
            return;
        }

        const std::uint32_t can_open = warp.ballot([&](int lane) { return lanes[lane].has_current; });
        if (can_open != 0 && queued < full_leaf_queue) {
            PerLane<bool> opens;
            warp.each([&](int lane) {
                PoseWalkLane& state = lanes[lane];
                // A pose that has taken too many steps is put aside, once its pairs of leaves are tested.
                if (state.has_current && state.steps >= job.step_limit && !state.pending)
                    put_aside(job, memory, lane, state);
                opens[lane] = state.has_current && state.steps < job.step_limit;
            });
            for (std::uint32_t step = 0; step < steps_at_once; ++step) {
                PerLane<OpenedPair> opened;
                PerLane<std::uint32_t> leaves;
                const std::uint32_t with_leaves = warp.ballot([&](int lane) {
                    PoseWalkLane& state = lanes[lane];
                    leaves[lane] = 0;
                    if (!opens[lane] || !state.has_current) return false;
                    leaves[lane] = open_pair(job, memory, lane, state, opened[lane]);
                    state.pending = state.pending || leaves[lane] != 0;
                    return leaves[lane] != 0;
                });
                if (with_leaves == 0) continue;
                const SmallCounts counts =
                    small_counts(warp, [&](int lane) { return count_bits(leaves[lane]); });
                warp.each([&](int lane) {
                    std::uint32_t place = queued + counts.sum(lanes_before(lane));
                    for (std::uint32_t rest = leaves[lane]; rest != 0; rest &= rest - 1) {
                        const NodeRefs pair = opened[lane].children(lowest_bit(rest));
                        memory.queue[place++] = {(pair.a & index_mask) | static_cast<std::uint32_t>(lane)
                                                                             << 24,
                                                 pair.b & index_mask};
                    }
                });
                queued += counts.sum(0xffffffffu);
            }
        }
        // Lanes that wait for the queue cannot continue unless it is emptied.
        const std::uint32_t waiting = warp.ballot([&](int lane) {
            return lanes[lane].pending && (!lanes[lane].has_current || lanes[lane].steps >= job.step_limit);
        });
        const std::uint32_t busy = warp.ballot([&](int lane) { return lanes[lane].has_current; }) & ~waiting;
        std::uint32_t touched = 0, left = 0;
        const bool empties =
            queued >= full_leaf_queue || (queued > 0 && (count_bits(waiting) >= 8 || busy == 0));
        if (empties) {
            touched = empty_leaf_queue(warp, job, memory, queued, left);
            queued = 0;
        }
        warp.each([&](int lane) {
            PoseWalkLane& state = lanes[lane];
            if (state.pose == no_pose) return;
            if (empties) state.pending = false;
            state.left = state.left || (left >> lane & 1) != 0;
            if ((touched >> lane & 1) != 0)
                finish(job, state, answer_yes);
            else if (!state.has_current && !state.pending)
                finish(job, state, state.left ? answer_left : answer_no);
        });
    }
}

}  // namespace allide::gpu
