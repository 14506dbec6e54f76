// The tree of the default engine: eight children a node, 8-bit boxes in the node's own frame, one record of
// 128 bytes for a node and for a leaf alike. What a query reads next stands together.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::tree {

inline constexpr std::uint32_t wide_arity = 8;
// A box's coordinate q stands for the place (q − box_middle) · step from the centre. Boxes lie in 1 … 254, so
// that 0 and 255 are outside of all of them.
inline constexpr float box_middle = 127.5f;
inline constexpr float box_reach = 126.5f;

// Lengths are in the tree's unit, places relative to the tree's centre.
struct alignas(64) WideNode {
    std::array<float, 9> axis{};    // rows: three directions, orthonormal up to rounding
    std::array<float, 3> center{};  // of the node's box
    std::array<float, 3> step{};    // a unit of the children's boxes along each axis
    std::uint32_t first = 0;        // inner node: its first child; leaf: its first triangle in tree order
    // By axis, lower or upper bound, child. A place without a child has an upper bound below the lower.
    std::array<std::array<std::array<std::uint8_t, wide_arity>, 2>, 3> box{};
    std::uint32_t corners = 0;  // leaf: where its corners stand, leaf after leaf in tree order
    float longest_edge = 0;     // leaf: of its triangles, rounded up
    float reach = 0;            // leaf: of its corners from its centre, rounded up
    std::uint8_t count = 0;     // children or triangles
    bool leaf = false;
};
static_assert(sizeof(WideNode) == 128);

// Corners of a leaf's triangles relative to its centre: x y z of the three corners, a row each. Along the
// coordinate axes, not the leaf's, since such differences are often exact.
struct alignas(32) WideCorners {
    std::array<std::array<float, wide_arity>, 9> row{};
};

// The root is node 0; a tree without triangles has no nodes.
struct WideTree {
    std::vector<WideNode> nodes;  // children stand together, behind their parent
    std::vector<WideCorners> corners;
    std::vector<std::uint32_t> order;  // the mesh's number of each triangle in tree order
    Vec3 center;                       // a point x of the mesh stands at (x − center) · 2^−exponent
    int exponent = 0;                  // so that no coordinate exceeds 1
    double norm = 0;                   // bounds |x|₁ of every corner
    double inflation = 0;              // by which every box was grown, in mesh units
    double reach = 1.75;               // no corner is farther from the centre, in the tree's unit

    bool empty() const { return nodes.empty(); }
};

}  // namespace allide::tree
