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

inline constexpr std::uint32_t stack_size = 96;  // node pairs per lane; opening a pair adds at most three
inline constexpr std::uint32_t near_stack_size = 24;  // the part of a stack that is in shared memory
inline constexpr std::uint32_t leaf_queue_size = 160;
inline constexpr std::uint32_t full_leaf_queue = 24;
inline constexpr int refill_at = 4;  // lanes that must be idle before new poses are taken

// A pose that was put aside.
struct HardPose {
    std::uint32_t place, count;  // its place in the list of open poses
    NodeRefs stack[stack_size + 1];
};

struct PoseWalkJob {
    PairView pair;
    PosesView poses;
    const PreparedPose* open;  // the poses to be decided
    const std::uint32_t* open_count;
    std::uint32_t* next;  // number of poses taken so far
    std::uint8_t* answers;
    PairList undecided;
    HardPose* hard;
    std::uint32_t* hard_count;  // counts poses put aside; may exceed the capacity
    std::uint32_t hard_capacity;
    std::uint32_t step_limit;  // a pose is put aside after this many node pairs
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
    NodeRefs stack[near_stack_size][warp_width];
};

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

// Appends an entry; false if the list is full.
ALLIDE_GPU_CODE bool append(const PairList& list, const PairEntry& entry) {
    const std::uint32_t place = add_atomically(list.count, 1);
    if (place >= list.capacity) return false;
    list.entries[place] = entry;
    return true;
}

inline constexpr std::uint32_t no_pose = 0xffffffff;

// The part of a lane's stack that is not in shared memory. It is not a member of PoseWalkLane, so that the
// latter can be in registers.
struct FarStack {
    NodeRefs refs[stack_size - near_stack_size];
};

struct PoseWalkLane {
    std::uint32_t pose = no_pose, count = 0, steps = 0;  // count: number of pairs on the stack
    bool pending = false;  // true if pairs of leaves of this pose are in the queue
    bool left = false;     // true if the CPU must answer
    float margin = 0;
    NodeRefs current{};  // the pair to be opened next, not on the stack
    bool has_current = false;
    FarStack* far = nullptr;
};

ALLIDE_GPU_CODE void put_on_stack(PoseWalkMemory& memory, int lane, PoseWalkLane& state, std::uint32_t place,
                                  const NodeRefs& refs) {
    if (place < near_stack_size)
        memory.stack[place][lane] = refs;
    else
        state.far->refs[place - near_stack_size] = refs;
}
ALLIDE_GPU_CODE NodeRefs on_stack(const PoseWalkMemory& memory, int lane, const PoseWalkLane& state,
                                  std::uint32_t place) {
    return place < near_stack_size ? memory.stack[place][lane] : state.far->refs[place - near_stack_size];
}

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
            const Verdict verdict = decide_pair(
                job.pair, job.poses, memory.pose[owner], motion_in(memory.motion, static_cast<int>(owner)),
                memory.error[owner], loaded(job.pair.a.triangles + a), loaded(job.pair.b.triangles + b));
            if (verdict == Verdict::undecided &&
                !append(job.undecided, {memory.pose[owner], job.pair.a.numbers[a], job.pair.b.numbers[b]}))
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

// Two nodes whose children were tested: bit 2 i + j of `found` is set if child i of a may overlap child j of
// b.
struct OpenedPair {
    std::uint32_t a, b;  // the children of each node, in the form of children_of()
    std::uint32_t found;

    ALLIDE_GPU_CODE NodeRefs children(std::uint32_t k) const {
        return {child_of(a, k >> 1), child_of(b, k & 1)};
    }
};
// Opens the lane's current pair. Of the inner pairs, the one that overlaps most becomes current and the
// others are pushed onto the stack; pairs of leaves are returned.
ALLIDE_GPU_CODE OpenedPair open_pair(const PoseWalkJob& job, PoseWalkMemory& memory, int lane,
                                     PoseWalkLane& state) {
    OpenedPair opened;
    opened.found = 0;
    const NodeRefs refs = state.current;
    const Node a = loaded(job.pair.a.nodes + (refs.a & index_mask)),
               b = loaded(job.pair.b.nodes + (refs.b & index_mask));
    opened.a = children_of(refs.a, a), opened.b = children_of(refs.b, b);
    const FourPairs four = overlaps(a, (refs.a & leaf_bit) != 0, b, (refs.b & leaf_bit) != 0,
                                    motion_in(memory.motion, lane), state.margin);
    ++state.steps;
    float deepest = -1;
    state.has_current = false;
    for (std::uint32_t k = 0; k < 4; ++k) {
        // The comparison is false for NaN, which therefore counts as an overlap.
        if (four.value[k] < 0) continue;
        const NodeRefs pair = opened.children(k);
        if ((pair.a & pair.b & leaf_bit) != 0) {
            opened.found |= 1u << k;
            continue;
        }
        NodeRefs later = pair;
        if (!state.has_current || four.value[k] > deepest) {
            later = state.current;
            state.current = pair;
            deepest = four.value[k];
            if (!state.has_current) {
                state.has_current = true;
                continue;
            }
        }
        if (state.count < stack_size)
            put_on_stack(memory, lane, state, state.count++, later);
        else
            state.left = true;  // no room: the CPU answers
    }
    if (!state.has_current && state.count > 0) {
        state.current = on_stack(memory, lane, state, --state.count);
        state.has_current = true;
    }
    return opened;
}

ALLIDE_GPU_CODE void put_aside(const PoseWalkJob& job, const PoseWalkMemory& memory, int lane,
                               PoseWalkLane& state) {
    const std::uint32_t place = add_atomically(job.hard_count, 1);
    if (place >= job.hard_capacity) {
        state.steps = 0;  // the list is full: continue here, and try again later
        return;
    }
    HardPose& hard = job.hard[place];
    hard.place = memory.place[lane];
    for (std::uint32_t i = 0; i < state.count; ++i) hard.stack[i] = on_stack(memory, lane, state, i);
    hard.stack[state.count] = state.current;
    hard.count = state.count + 1;
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
    PerLane<FarStack> far;
    PerLane<OpenedPair> opened;
    warp.each([&](int lane) {
        lanes[lane].far = &far[lane];
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
            warp.each([&](int lane) {
                PoseWalkLane& state = lanes[lane];
                opened[lane].found = 0;
                if (!state.has_current) return;
                if (state.steps >= job.step_limit) {
                    if (state.pending) return;  // waits until the queue is empty
                    put_aside(job, memory, lane, state);
                    if (!state.has_current) return;
                }
                opened[lane] = open_pair(job, memory, lane, state);
                state.pending = state.pending || opened[lane].found != 0;
            });
            for (std::uint32_t k = 0; k < 4; ++k) {
                const std::uint32_t found =
                    warp.ballot([&](int lane) { return (opened[lane].found >> k & 1) != 0; });
                warp.each([&](int lane) {
                    if ((found >> lane & 1) == 0) return;
                    const NodeRefs pair = opened[lane].children(k);
                    memory.queue[queued +
                                 static_cast<std::uint32_t>(count_bits(found & lanes_before(lane)))] = {
                        (pair.a & index_mask) | static_cast<std::uint32_t>(lane) << 24, pair.b & index_mask};
                });
                queued += static_cast<std::uint32_t>(count_bits(found));
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
