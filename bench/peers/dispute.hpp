// Where two engines differ: who is right.
#pragma once

#include "peers/race.hpp"

namespace allide::bench {

struct Verdict {
    std::size_t poses = 0;     // where the two lists differ, the first few of the lap's
    std::size_t contacts = 0;  // ours there
    std::size_t missed = 0;    // ours that the other engine does not report
    std::size_t invented = 0;  // that it reports and we do not
    std::size_t judged = 0;    // of the pairs in dispute: asked of the exact kernel alone
    std::size_t upheld = 0;    // of these, where it decides as our answer did
};

// Compares the sets of contacts at the lap's poses until so many differ. Pairs in dispute are asked anew, one
// by one and without any tree. Throws Unfit if the other engine lists no contacts.
Verdict settle(const Pairing& pairing, Rival& ours, Rival& theirs, const Lap& lap, std::size_t most_poses);

}  // namespace allide::bench
