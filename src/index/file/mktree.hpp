// The MKtree of Franquesa-Niubó and Brunet (2004): a binary tree that divides the objects of a scene and its
// space at once. An object stands in one leaf. Where the boxes of two children overlap, a SplitTree tells
// which of them what lies there belongs to.
#pragma once

#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace allide::index {

// Which children have surface in a cell of a SplitTree; closed: a surface that only touches the cell counts.
enum class Side : std::uint8_t { nobody = 0, left = 1, right = 2, both = 3 };

// A cell of a SplitTree: divided by the plane (axis = at) into a low and a high cell, or labelled.
struct SplitNode {
    bool divided = false;
    Side side = Side::both;           // of a cell that is not divided
    std::uint8_t axis = 0;            // of one that is: 0, 1, 2 for x, y, z
    double at = 0;                    // within the cell
    std::uint16_t low = 0, high = 0;  // cells' numbers, larger than this one's
};

// A kd-tree over the overlap of two boxes; cell 0 is all of it. No cells if the boxes do not overlap.
// Objects that no plane parts leave cells of both: less sharp, nothing lost.
using SplitTree = std::vector<SplitNode>;

using NodePlace = std::uint64_t;  // the page · 4096 + the byte in its payload

struct LeafPlace {
    std::uint32_t number = 0;  // from 0, from left to right
    std::uint32_t pages = 0;
    std::uint64_t first_page = 0;
    friend bool operator==(const LeafPlace&, const LeafPlace&) = default;
};

// What a node has below it on one side: a node or a leaf, and the box around all triangles there, tight.
struct Child {
    Box box = {};
    bool is_leaf = false;
    NodePlace node = 0;   // if it is none
    LeafPlace leaf = {};  // if it is one
};

struct Node {
    std::array<Child, 2> children = {};  // left, right
    std::uint8_t axis = 0;               // along which the objects were divided
    SplitTree split = {};
};

// What two closed boxes have in common; empty (lo > hi on some axis) if nothing.
inline Box overlap_of(const Box& a, const Box& b) {
    return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
            {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}
inline Box overlap_of(const Node& node) {
    return overlap_of(node.children[0].box, node.children[1].box);
}
inline bool is_empty(const Box& box) {
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z);
}

}  // namespace allide::index
