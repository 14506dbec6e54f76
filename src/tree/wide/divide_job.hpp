// Data types shared by the steps of splitting triangles.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>

namespace allide::tree {

inline constexpr std::uint32_t leaf_size = wide_arity;
inline constexpr std::uint32_t sweep_size =
    96;  // groups of up to this many triangles are split by divide_sweep-inl.hpp

// A vertex in the tree's local coordinates, padded to four floats for vector loads.
struct alignas(16) LocalPoint {
    float at[4];
};

// Bounding box of a triangle. Upper bounds are negated, so that the union of two boxes is the componentwise
// minimum. `tag` and `nothing` take part in this arithmetic without affecting the bounds.
struct alignas(32) Primitive {
    float lo[3];
    std::uint32_t tag;
    float negative_hi[3];
    float nothing;

    // The triangle number plus an offset that makes its bits a normal float: arithmetic on subnormal floats
    // is slow on some machines.
    static constexpr std::uint32_t tag_of(std::uint32_t number) { return number + 0x00800000u; }
    std::uint32_t number() const { return tag - 0x00800000u; }

    float twice_center(std::size_t axis) const { return lo[axis] - negative_hi[axis]; }
    // All eight floats for vector loads; negative_hi starts at the fifth.
    const float* words() const { return reinterpret_cast<const float*>(this); }
    float* words() { return reinterpret_cast<float*>(this); }
};
static_assert(sizeof(Primitive) == 32);

// Bounding box of triangle centres, in coordinates multiplied by two (see Primitive::twice_center).
struct alignas(16) CenterBounds {
    float lo[4], hi[4];
};

// Number of triangles in the first half, and the bounds of the centres in each half.
struct Halves {
    std::uint32_t left = 0;
    CenterBounds first, second;
};

// Triangles with twice_center(axis) < border belong to the first half.
struct Split {
    std::uint32_t axis = 3;  // 3: no split found
    float border = 0;
};

// The nodes of a small subtree. Positions and child indices count from the beginning of the subtree.
struct FewNodes {
    std::array<BinaryNode, 2 * sweep_size / leaf_size> nodes;
    std::uint32_t count = 0;
};

}  // namespace allide::tree
