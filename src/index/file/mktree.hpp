// The MKtree of Franquesa-Niubó and Brunet (2004): a binary tree over the objects of a scene. Each object
// belongs to one leaf. Where the boxes of two children overlap, a SplitTree divides the overlap into cells
// and states for each cell which of the children have surface in it.
#pragma once

#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace allide::index {

// The children that have surface in a closed cell of a SplitTree; touching the cell counts.
enum class Side : std::uint8_t { nobody = 0, left = 1, right = 2, both = 3 };

// A cell of a SplitTree: either divided by the plane `axis` = `at` into two halves, or labelled.
struct SplitNode {
    bool divided = false;
    Side side = Side::both;           // label of an undivided cell
    std::uint8_t axis = 0;            // axis across which a cell is divided: 0, 1, 2 for x, y, z
    double at = 0;                    // coordinate of the dividing plane, within the cell
    std::uint16_t low = 0, high = 0;  // indices of the two halves, larger than this cell's
};

// A kd-tree over the overlap of two boxes; cell 0 is the whole overlap. Empty if the boxes do not overlap.
// Cells in which no plane separates the children are labelled `both`: less selective, but no surface is lost.
using SplitTree = std::vector<SplitNode>;

using NodePlace = std::uint64_t;  // page number · 4096 + offset in the page's payload

struct LeafPlace {
    std::uint32_t number = 0;  // leaves are numbered from 0, left to right
    std::uint32_t pages = 0;
    std::uint64_t first_page = 0;
    friend bool operator==(const LeafPlace&, const LeafPlace&) = default;
};

// A child of a node: a node or a leaf, with the tight bounding box of all triangles below it.
struct Child {
    Box box = {};
    bool is_leaf = false;
    NodePlace node = 0;   // where the node is stored; not used for a leaf
    LeafPlace leaf = {};  // where the leaf is stored; not used for a node
};

struct Node {
    std::array<Child, 2> children = {};  // left, right
    std::uint8_t axis = 0;               // axis along which the objects were divided
    SplitTree split = {};
};

// The intersection of two closed boxes; empty (lo > hi on some axis) if they are disjoint.
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
