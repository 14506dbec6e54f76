// The first of the four steps: which leaves of the MKtree the mover's ball may meet, and when.
//
// What a child holds lies in its own box, and, of the overlap with the other's, in those cells of the
// SplitTree that say so. Its times are those in these parts of space. (Descending with the times in the
// overlap, as the paper prints it, would lose what lies beside it.)
#pragma once

#include "index/file/reader.hpp"
#include "index/search/sweep.hpp"

#include <allide/index.hpp>

#include <vector>

namespace allide::index {

struct LeafMet {
    LeafPlace leaf = {};
    TimeSpans spans = {};  // not empty
};

// In order of the first time, then of the leaf's number.
std::vector<LeafMet> leaves_met(const Reader& reader, const Sweep& sweep, SplitTrees split_trees,
                                ReadCount& count);

}  // namespace allide::index
