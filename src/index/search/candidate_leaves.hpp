// Step 1 of 4: finds the leaves of the MKtree that the moving object's bounding sphere may meet, and when.
//
// The surface of a child lies in its box and, within the overlap with the other child's box, in the
// SplitTree's cells labelled with the child. The child may be met when the sphere meets these regions. (The
// paper continues with the times in the overlap only, which would miss surface outside of it.)
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

// Sorted by the first time of their spans, then by leaf number.
std::vector<CandidateLeaf> candidate_leaves(const Reader& reader, const Sweep& sweep, SplitTrees split_trees,
                                            ReadCount& count);

}  // namespace allide::index
