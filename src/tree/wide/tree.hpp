// The tree of the default engine: eight children per node, 8-bit boxes in the node's own frame, one record of
// 128 bytes per node or leaf. Data that a query reads together is stored together.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::tree {

inline constexpr std::uint32_t wide_arity = 8;
// Box coordinate q means the position (q − box_middle) · step from the centre. Boxes use 1 … 254, so that 0
// and 255 lie outside of all boxes.
inline constexpr float box_middle = 127.5f;
inline constexpr float box_reach = 126.5f;

// Lengths are in the tree's unit, positions relative to the tree's centre.
struct alignas(64) WideNode {
    std::array<float, 9> axis{};    // rows: three directions, orthonormal up to rounding
    std::array<float, 3> center{};  // centre of the node's box
    std::array<float, 3> step{};    // length of one unit of the children's boxes along each axis
    std::uint32_t first = 0;  // inner node: index of its first child; leaf: its first triangle in tree order
    // Indexed by axis, lower or upper bound, child. A missing child has an upper bound below its lower bound.
    std::array<std::array<std::array<std::uint8_t, wide_arity>, 2>, 3> box{};
    std::uint32_t corners = 0;  // leaf: index of its entry in WideTree::corners
    float longest_edge = 0;     // leaf: longest edge of its triangles, rounded up
    float reach = 0;            // leaf: largest distance of its corners from its centre, rounded up
    std::uint8_t count = 0;     // number of children or triangles
    bool leaf = false;
};
static_assert(sizeof(WideNode) == 128);

// Corners of a leaf's triangles relative to its centre: one row per coordinate of each of the three corners.
// They are along the coordinate axes, not the leaf's, since such differences are often exact.
struct alignas(32) WideCorners {
    std::array<std::array<float, wide_arity>, 9> row{};
};

// The root is node 0; a tree without triangles has no nodes.
struct WideTree {
    std::vector<WideNode> nodes;  // siblings are contiguous and follow their parent
    std::vector<WideCorners> corners;
    std::vector<std::uint32_t> order;  // triangle numbers of the mesh, in tree order
    Vec3 center;           // a mesh point x has the local position (x − center) · 2^−exponent
    int exponent = 0;      // chosen so that no local coordinate exceeds 1
    double norm = 0;       // upper bound of |x|₁ over all corners
    double inflation = 0;  // every box was grown by this, in mesh units
    double reach = 1.75;   // upper bound of the corners' distance from the centre, in the tree's unit

    bool empty() const { return nodes.empty(); }
};

}  // namespace allide::tree
