// Decides which of two engines is right where their contacts differ.
#pragma once

#include "peers/compare.hpp"

namespace allide::bench {

struct Verdict {
    std::size_t poses = 0;      // compared poses at which the two lists of contacts differ
    std::size_t contacts = 0;   // contacts that allide reports at these poses
    std::size_t missed = 0;     // contacts of allide that the other engine does not report
    std::size_t invented = 0;   // contacts that only the other engine reports
    std::size_t judged = 0;     // disputed pairs that the exact kernel decided
    std::size_t confirmed = 0;  // judged pairs for which allide's answer is right
};

// Compares the sets of contacts at the measurement's poses, until `most_poses` poses with different contacts
// are found. Each disputed pair of triangles is then decided by the exact kernel, without any tree. Throws
// Unsupported if the other engine lists no contacts.
Verdict judge_disputes(const Pairing& pairing, EngineAdapter& ours, EngineAdapter& theirs,
                       const Measurement& measurement, std::size_t most_poses);

}  // namespace allide::bench
