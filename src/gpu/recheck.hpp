// The kernel that decides in double the pairs of triangles that the searches could not decide in float, one
// pair per lane. Within a search, most lanes would be idle during this work.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"
#include "gpu/triangle_tests.hpp"

#include <cstdint>

namespace allide::gpu {

struct RecheckJob {
    PairView pair;
    PosesView poses;
    PairList from;  // triangles in the order of the leaves
    std::uint8_t* answers;
    PairList undecided;  // receives the pairs that remain undecided, for the CPU
    PairList contacts;   // receives those that touch, unless its entries are null
};

// Decides entry i of the list. A pose that is left to the CPU stays so.
ALLIDE_GPU_CODE void recheck_pair(const RecheckJob& job, std::uint32_t i) {
    const PairEntry entry = job.from.entries[i];
    if (job.answers[entry.pose] == answer_left) return;
    if (job.contacts.entries == nullptr && job.answers[entry.pose] == answer_yes) return;
    Verdict verdict = Verdict::undecided;
    if (job.pair.a.vertices != nullptr && job.pair.b.vertices != nullptr)
        verdict = decide(exact_differences(job.pair.a, job.pair.a.triangles[entry.triangle_a], job.pair.b,
                                           job.pair.b.triangles[entry.triangle_b],
                                           double_motion(job.pair, job.poses, entry.pose)));
    if (verdict == Verdict::disjoint) return;
    const PairEntry found{entry.pose, job.pair.a.numbers[entry.triangle_a],
                          job.pair.b.numbers[entry.triangle_b]};
    if (verdict == Verdict::undecided) {
        append(job.undecided, found);
        return;
    }
    job.answers[entry.pose] = answer_yes;
    if (job.contacts.entries != nullptr) append(job.contacts, found);
}

}  // namespace allide::gpu
