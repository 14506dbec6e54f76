// Compares two wide trees bit by bit.
#pragma once

#include "tree/wide/tree.hpp"

#include <cstddef>
#include <cstring>

namespace allide::test {

// Bytes of a node that are compared: all but the last two, which are padding.
inline constexpr std::size_t node_bytes = offsetof(tree::WideNode, leaf) + 1;

inline bool same_trees(const tree::WideTree& x, const tree::WideTree& y) {
    if (x.order != y.order || x.nodes.size() != y.nodes.size() || x.corners.size() != y.corners.size())
        return false;
    for (std::size_t i = 0; i < x.nodes.size(); ++i)
        if (std::memcmp(&x.nodes[i], &y.nodes[i], node_bytes) != 0) return false;
    return std::memcmp(x.corners.data(), y.corners.data(), x.corners.size() * sizeof(tree::WideCorners)) ==
               0 &&
           x.center == y.center && x.exponent == y.exponent && x.norm == y.norm && x.inflation == y.inflation;
}

}  // namespace allide::test
