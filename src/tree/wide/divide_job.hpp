// Data shared by the steps of a split.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>

namespace allide::tree {

inline constexpr std::uint32_t leaf_size = wide_arity;
inline constexpr std::uint32_t sweep_size =
    96;  // up to this many triangles all splits into whole leaves are compared

// A vertex in the tree's unit, padded to four floats for vector loads.
struct alignas(16) LocalPoint {
    float at[4];
};

// Bounding box of a triangle: lower bounds, then negated upper bounds, so that the union of two boxes is the
// minimum of each number. The fourth numbers take part in the arithmetic without effect.
struct alignas(32) Primitive {
    float lo[3];
    std::uint32_t tag;
    float negative_hi[3];
    float nothing;

    // A triangle number stored as the bits of a normal float: arithmetic on subnormals is slow on some
    // machines.
    static constexpr std::uint32_t tag_of(std::uint32_t number) { return number + 0x00800000u; }
    std::uint32_t number() const { return tag - 0x00800000u; }

    float twice_center(std::size_t axis) const { return lo[axis] - negative_hi[axis]; }
    // The whole box as eight floats for vector loads; negative_hi starts at the fifth.
    const float* words() const { return reinterpret_cast<const float*>(this); }
    float* words() { return reinterpret_cast<float*>(this); }
};
static_assert(sizeof(Primitive) == 32);

// Bounds of the triangles' centres, multiplied by two.
struct alignas(16) CenterBounds {
    float lo[4], hi[4];
};

// Number of triangles in the first half, and the bounds of both halves.
struct Halves {
    std::uint32_t left = 0;
    CenterBounds first, second;
};

// Triangles with twice_center(axis) < border belong to the first half.
struct Split {
    std::uint32_t axis = 3;  // 3: no split found
    float border = 0;
};

// A small subtree as consecutive nodes; positions and children count from its beginning.
struct FewNodes {
    std::array<BinaryNode, 2 * sweep_size / leaf_size> nodes;
    std::uint32_t count = 0;
};

}  // namespace allide::tree
