// The kernel in which several lanes share a pose. It lists contacts. It also tests for contact the poses of
// small batches, and those that pose_walk.hpp put aside.
//
// The lanes of a group have a common stack of node pairs in shared memory, and each lane opens one pair at a
// time. A warp consists of one group of 32 lanes or four groups of 8, which run in lockstep.
#pragma once

#include "gpu/pose_walk.hpp"

#include <cstdint>

namespace allide::gpu {

enum class Goal { touch, contacts };

struct GroupWalkJob {
    PairView pair;
    PosesView poses;
    const PreparedPose* open;  // the poses to decide, if `hard` is null
    const std::uint32_t* open_count;
    AsideList hard;  // poses that were put aside; if `hard.records` is null, the poses in `open` are decided
                     // instead
    std::uint32_t* next;
    std::uint8_t* answers;
    PairList undecided;         // triangles in the order of the leaves
    PairList contacts;          // for Goal::contacts; see contact_chunk
    AsideList aside;            // for Goal::touch: receives poses that take long, unless its capacity is 0
    std::uint32_t round_limit;  // a pose is put aside after this many rounds
};

// A warp reserves this many entries of the list of contacts at once. Entries that it does not use have the
// pose `no_pose`.
inline constexpr std::uint32_t contact_chunk = 512;

inline constexpr int hard_pose_lanes = 8;  // lanes per pose that was put aside

inline constexpr std::uint32_t group_stack_total = 768;  // node pairs per warp

template <int width>
struct GroupWalkMemory {
    static constexpr int groups = warp_width / width;
    static constexpr std::uint32_t stack_room = group_stack_total / groups;
    static constexpr std::uint32_t queue_room = 5 * width;
    float motion[12][groups];
    float error[groups], margin[groups];
    std::uint32_t pose[groups], place[groups];
    std::uint32_t record[groups];  // number of the record in which a pose is put aside
    NodeRefs stack[groups][stack_room];
    QueuedLeaves queue[groups][queue_room];
};

// Entries of the stack that are kept free while many lanes open pairs: enough for a single lane to descend to
// the leaves, which adds at most three pairs per level.
inline constexpr std::uint32_t stack_reserve = 96;
// Returns how many pairs a group opens at once, from the number of pairs on its stack: one per lane, or fewer
// if their children would use the reserve, or 0 if the stack is too full to open even one.
ALLIDE_GPU_CODE std::uint32_t pairs_to_open(std::uint32_t height, std::uint32_t room, std::uint32_t lanes) {
    if (height == 0 || height + 3 > room) return 0;
    std::uint32_t many = height + stack_reserve < room ? (room - stack_reserve - height) / 3 : 0;
    many = many < lanes ? many : lanes;
    many = many < height ? many : height;
    return many > 1 ? many : 1;
}

// The state of a group, of which every lane has a copy.
struct GroupState {
    std::uint32_t pose, count, queued, rounds;
    bool left;
};

// The lanes of the lane's group.
template <int width>
ALLIDE_GPU_CODE std::uint32_t group_mask(int lane) {
    if constexpr (width == warp_width)
        return 0xffffffffu;
    else
        return ((1u << width) - 1) << (lane / width * width);
}

ALLIDE_GPU_CODE void report_contacts(const Warp& warp, const PairList& list, PerLane<PairEntry>& entry,
                                     std::uint32_t touching, std::uint32_t& chunk, std::uint32_t& used) {
    const auto wanted = static_cast<std::uint32_t>(count_bits(touching));
    if (used + wanted > contact_chunk) {
        const std::uint32_t from = chunk + used, rest = contact_chunk - used;
        warp.each([&](int lane) {
            for (std::uint32_t i = static_cast<std::uint32_t>(lane); i < rest; i += warp_width)
                if (from + i < list.capacity) list.entries[from + i].pose = no_pose;
        });
        chunk = warp.once([&] { return add_atomically(list.count, contact_chunk); });
        used = 0;
    }
    warp.each([&](int lane) {
        if ((touching >> lane & 1) == 0) return;
        const std::uint32_t place =
            chunk + used + static_cast<std::uint32_t>(count_bits(touching & lanes_before(lane)));
        if (place < list.capacity) list.entries[place] = entry[lane];
    });
    used += wanted;
}

// Puts aside the poses of the groups whose lanes are in the mask `slow`.
template <int width>
ALLIDE_GPU_CODE void put_groups_aside(const Warp& warp, const GroupWalkJob& job,
                                      GroupWalkMemory<width>& memory, PerLane<GroupState>& states,
                                      std::uint32_t slow) {
    warp.each([&](int lane) {
        if ((slow >> lane & 1) != 0 && lane % width == 0)
            memory.record[lane / width] = add_atomically(job.aside.count, 1);
    });
    warp.each([&](int lane) {
        if ((slow >> lane & 1) == 0) return;
        GroupState& state = states[lane];
        const int group = lane / width;
        state.rounds = 0;  // if the list is full, the group continues, and tries again later
        if (memory.record[group] >= job.aside.capacity) return;
        NodeRefs* record = job.aside.record(memory.record[group]);
        for (std::uint32_t i = static_cast<std::uint32_t>(lane % width); i < state.count; i += width)
            record[1 + i] = memory.stack[group][i];
        if (lane % width == 0) record[0] = {memory.place[group], state.count};
        state.pose = no_pose;
    });
}

// Answers poses until none is left. All warps run this function.
template <int width, Goal goal>
ALLIDE_GPU_CODE void walk_groups(const Warp& warp, const GroupWalkJob& job, GroupWalkMemory<width>& memory) {
    using Memory = GroupWalkMemory<width>;
    PerLane<GroupState> states;
    PerLane<PairEntry> contact;
    warp.each([&](int lane) { states[lane] = {no_pose, 0, 0, 0, false}; });
    const bool from_hard = job.hard.records != nullptr;
    std::uint32_t count = from_hard ? *job.hard.count : *job.open_count;
    if (from_hard && count > job.hard.capacity) count = job.hard.capacity;
    std::uint32_t chunk = 0, used = contact_chunk;
    bool more = true;
    for (;;) {
        // Idle groups take new poses.
        const std::uint32_t idle =
            warp.ballot([&](int lane) { return lane % width == 0 && states[lane].pose == no_pose; });
        if (more && idle != 0) {
            const auto wanted = static_cast<std::uint32_t>(count_bits(idle));
            const std::uint32_t first = warp.once([&] { return add_atomically(job.next, wanted); });
            warp.each([&](int lane) {
                const int leader = lane / width * width, group = lane / width;
                if ((idle >> leader & 1) == 0) return;
                const std::uint32_t place =
                    first + static_cast<std::uint32_t>(count_bits(idle & lanes_before(leader)));
                if (place >= count) return;
                NodeRefs header = {place, 1};
                if (from_hard) {
                    const NodeRefs* record = job.hard.record(place);
                    header = record[0];
                    for (std::uint32_t i = static_cast<std::uint32_t>(lane % width); i < header.b; i += width)
                        memory.stack[group][i] = record[1 + i];
                }
                const PreparedPose prepared = loaded(job.open + header.a);
                const std::uint32_t pose = prepared.pose;
                states[lane] = {pose, header.b, 0, 0, false};
                if (lane != leader) return;
                memory.place[group] = header.a;
                if (!from_hard) memory.stack[group][0] = {job.pair.a.root, job.pair.b.root};
                store_motion(prepared.motion, memory.motion, group);
                memory.error[group] = corner_error(job.pair.reach, prepared.rounding);
                memory.margin[group] = box_margin(job.pair.reach, prepared.rounding, prepared.deviation);
                memory.pose[group] = pose;
            });
            more = first + wanted < count;
        } else if (idle != 0 && warp.ballot([&](int lane) { return states[lane].pose != no_pose; }) == 0) {
            break;
        }

        // Open pairs from the top of the stack: one per lane, or fewer if the stack has no room for their
        // children.
        PerLane<OpenedPair> opened;
        PerLane<std::uint32_t> inner, leaves, taken;
        warp.each([&](int lane) {
            GroupState& state = states[lane];
            inner[lane] = leaves[lane] = taken[lane] = 0;
            if (state.pose == no_pose || state.queued >= static_cast<std::uint32_t>(width)) return;
            const int group = lane / width, rank = lane % width;
            taken[lane] = pairs_to_open(state.count, Memory::stack_room, width);
            ++state.rounds;
            if (taken[lane] == 0 && state.count > 0) {
                state.left = true;  // no room: the CPU answers
                state.count = 0;
            }
            if (static_cast<std::uint32_t>(rank) >= taken[lane]) return;
            const NodeRefs refs = memory.stack[group][state.count - 1 - static_cast<std::uint32_t>(rank)];
            const Node a = loaded(job.pair.a.nodes + (refs.a & index_mask)),
                       b = loaded(job.pair.b.nodes + (refs.b & index_mask));
            opened[lane] = {children_of(refs.a, a), children_of(refs.b, b)};
            const FourPairs four = overlaps(a, (refs.a & leaf_bit) != 0, b, (refs.b & leaf_bit) != 0,
                                            motion_in(memory.motion, group), memory.margin[group]);
            std::uint32_t found = 0;
            for (std::uint32_t k = 0; k < 4; ++k) found |= (four.value[k] < 0 ? 0u : 1u) << k;
            leaves[lane] = found & opened[lane].leaves();
            inner[lane] = found & ~leaves[lane];
        });
        if (warp.ballot([&](int lane) { return taken[lane] != 0; }) != 0) {
            const SmallCounts inners = small_counts(warp, [&](int lane) { return count_bits(inner[lane]); });
            const SmallCounts leafs = small_counts(warp, [&](int lane) { return count_bits(leaves[lane]); });
            warp.each([&](int lane) {
                GroupState& state = states[lane];
                const int group = lane / width;
                const std::uint32_t own_group = group_mask<width>(lane),
                                    before = own_group & lanes_before(lane);
                state.count -= taken[lane];
                std::uint32_t place = state.count + inners.sum(before);
                for (std::uint32_t rest = inner[lane]; rest != 0; rest &= rest - 1)
                    memory.stack[group][place++] = opened[lane].children(lowest_bit(rest));
                place = state.queued + leafs.sum(before);
                for (std::uint32_t rest = leaves[lane]; rest != 0; rest &= rest - 1) {
                    const NodeRefs pair = opened[lane].children(lowest_bit(rest));
                    memory.queue[group][place++] = {pair.a & index_mask, pair.b & index_mask};
                }
                state.count += inners.sum(own_group);
                state.queued += leafs.sum(own_group);
            });
        }

        // Test pairs of triangles from the end of the queue: four lanes per pair of leaves.
        constexpr std::uint32_t at_once = width / 4;
        const std::uint32_t ready = warp.ballot([&](int lane) {
            return states[lane].pose != no_pose && states[lane].queued > 0 &&
                   (states[lane].queued >= at_once || states[lane].count == 0);
        });
        if (ready != 0) {
            PerLane<std::uint32_t> gives_up;
            const std::uint32_t touching = warp.ballot([&](int lane) {
                gives_up[lane] = 0;
                if ((ready >> lane & 1) == 0) return false;
                const GroupState& state = states[lane];
                const int group = lane / width;
                const std::uint32_t from_end = static_cast<std::uint32_t>(lane % width) / 4;
                if (from_end >= state.queued) return false;
                const QueuedLeaves leaves = memory.queue[group][state.queued - 1 - from_end];
                const std::uint32_t link_a = job.pair.a.nodes[leaves.a].link,
                                    link_b = job.pair.b.nodes[leaves.b].link;
                const std::uint32_t i = static_cast<std::uint32_t>(lane) >> 1 & 1,
                                    j = static_cast<std::uint32_t>(lane) & 1;
                if (i > (link_a >> flag_shift & 1) || j > (link_b >> flag_shift & 1)) return false;
                const std::uint32_t a = (link_a & index_mask) + i, b = (link_b & index_mask) + j;
                const Verdict verdict =
                    decide_pair(motion_in(memory.motion, group), memory.error[group],
                                loaded(job.pair.a.triangles + a), loaded(job.pair.b.triangles + b));
                if (verdict == Verdict::undecided)
                    gives_up[lane] = append(job.undecided, {state.pose, a, b}) ? 0 : 1;
                if (verdict != Verdict::touching) return false;
                if constexpr (goal == Goal::contacts)
                    contact[lane] = {state.pose, job.pair.a.numbers[a], job.pair.b.numbers[b]};
                return true;
            });
            const std::uint32_t given_up = warp.ballot([&](int lane) { return gives_up[lane] != 0; });
            if constexpr (goal == Goal::contacts)
                if (touching != 0) report_contacts(warp, job.contacts, contact, touching, chunk, used);
            warp.each([&](int lane) {
                GroupState& state = states[lane];
                if ((ready >> lane & 1) == 0) return;
                state.queued -= state.queued < at_once ? state.queued : at_once;
                if ((given_up & group_mask<width>(lane)) != 0) state.left = true;
                if (goal == Goal::touch && (touching & group_mask<width>(lane)) != 0) {
                    if (lane % width == 0) job.answers[state.pose] = answer_yes;
                    state.pose = no_pose;
                } else if (goal == Goal::contacts && (touching & group_mask<width>(lane)) != 0 &&
                           lane % width == 0) {
                    job.answers[state.pose] = answer_yes;
                }
            });
        }
        if (goal == Goal::touch && job.aside.capacity > 0) {
            const std::uint32_t slow = warp.ballot([&](int lane) {
                const GroupState& state = states[lane];
                return state.pose != no_pose && state.rounds >= job.round_limit && state.queued == 0 &&
                       state.count > 0 && !state.left;
            });
            if (slow != 0) put_groups_aside<width>(warp, job, memory, states, slow);
        }
        warp.each([&](int lane) {
            GroupState& state = states[lane];
            if (state.pose == no_pose || state.count > 0 || state.queued > 0) return;
            // A pose that touches was answered when the contact was found. A pose marked `left` goes to the
            // CPU, even if a contact was found.
            if (lane % width == 0) {
                if (state.left)
                    job.answers[state.pose] = answer_left;
                else if (goal == Goal::touch || job.answers[state.pose] == answer_open)
                    job.answers[state.pose] = answer_no;
            }
            state.pose = no_pose;
        });
    }
    if constexpr (goal == Goal::contacts) {
        warp.each([&](int lane) {
            for (std::uint32_t i = used + static_cast<std::uint32_t>(lane); i < contact_chunk;
                 i += warp_width)
                if (chunk + i < job.contacts.capacity) job.contacts.entries[chunk + i].pose = no_pose;
        });
    }
}

}  // namespace allide::gpu
