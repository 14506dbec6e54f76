// Step 1 of 4: finds the leaves of the MKtree that the mover's bounding sphere may meet, and when.
//
// The surface of a child lies in its box, and within the overlap with the other child's box in those cells of
// the SplitTree that are labelled with the child. Its times are those at which the sphere meets these
// regions. (The paper continues with the times in the overlap only, which would lose the surface outside it.)
#pragma once

#include "index/file/reader.hpp"
#include "index/search/sweep.hpp"

#include <allide/index.hpp>

#include <vector>

namespace allide::index {

struct CandidateLeaf {
    LeafPlace leaf = {};
    TimeSpans spans = {};  // times at which the sphere may meet the leaf; never empty
};

// Sorted by the first time, then by the leaf's number.
std::vector<CandidateLeaf> candidate_leaves(const Reader& reader, const Sweep& sweep, SplitTrees split_trees,
                                            ReadCount& count);

}  // namespace allide::index
