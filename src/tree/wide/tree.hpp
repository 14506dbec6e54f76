// The tree of the default engine: eight children per node, child boxes of one byte per bound in the node's
// own frame, one record of 128 bytes per node or leaf. Data that a query reads together is stored together.
#pragma once

#include "base/mapped_memory.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::tree {

inline constexpr std::uint32_t wide_arity = 8;
// A box byte q stands for the position (q − box_middle) · step, measured from the node's centre. Boxes use
// the values 1 … 254, so that 0 and 255 lie outside of all boxes.
inline constexpr float box_middle = 127.5f;
inline constexpr float box_reach = 126.5f;

// Lengths are in the tree's unit; positions are relative to the tree's centre.
struct alignas(64) WideNode {
    std::array<float, 9> axis{};    // three rows: the node's axes, orthonormal up to rounding
    std::array<float, 3> center{};  // centre of the node's box
    std::array<float, 3> step{};    // length of one unit of the box bytes along each axis
    std::uint32_t first = 0;  // inner node: index of its first child; leaf: position of its first triangle
    // Indexed by axis, bound (0 lower, 1 upper) and child. A missing child has upper bounds below lower ones.
    std::array<std::array<std::array<std::uint8_t, wide_arity>, 2>, 3> box{};
    std::uint32_t corners = 0;  // leaf: index of its record in WideTree::corners
    float longest_edge = 0;     // leaf: longest edge of its triangles, rounded up
    float reach = 0;            // leaf: largest distance of its corners from its centre, rounded up
    std::uint8_t count = 0;     // number of children, or of triangles in a leaf
    bool leaf = false;
};
static_assert(sizeof(WideNode) == 128);

// Corners of a leaf's triangles relative to its centre: one row per coordinate of each of the three corners.
// The coordinate axes are the tree's, not the leaf's, since then the differences are often exact.
struct alignas(32) WideCorners {
    std::array<std::array<float, wide_arity>, 9> row{};
};

// The root is node 0; a tree without triangles has no nodes.
struct WideTree {
    // The records of a saved model may lie in its file, which is mapped into memory.
    base::MappedVector<WideNode> nodes;  // siblings are contiguous and come after their parent
    base::MappedVector<WideCorners> corners;
    std::vector<std::uint32_t> order;  // triangle numbers of the mesh, in tree order
    Vec3 center;           // a mesh point x has the local position (x − center) · 2^−exponent
    int exponent = 0;      // chosen so that no local coordinate exceeds 1 in magnitude
    double norm = 0;       // upper bound of |x|₁ over all corners
    double inflation = 0;  // length by which every box was enlarged, in mesh units
    double reach = 1.75;   // upper bound of the corners' distances from the tree's centre, in its unit

    bool empty() const { return nodes.empty(); }
};

}  // namespace allide::tree
