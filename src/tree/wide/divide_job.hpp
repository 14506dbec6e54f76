// What the steps of a division share.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>

namespace allide::tree {

inline constexpr std::uint32_t leaf_size = wide_arity;
inline constexpr std::uint32_t sweep_size = 96;  // from here on every division into whole leaves is compared

// A vertex in the tree's unit, with a fourth number for the sake of vectors.
struct alignas(16) LocalPoint {
    float at[4];
};

// A triangle's box: the lower bounds, then the upper ones with the sign changed, so that the box around two
// is the smaller of each number. What stands in the fourth place is reckoned with too, to no effect.
struct alignas(32) Primitive {
    float lo[3];
    std::uint32_t tag;
    float negative_hi[3];
    float nothing;

    // As the bits of a float a number is never subnormal, with which some machines reckon slowly.
    static constexpr std::uint32_t tag_of(std::uint32_t number) { return number + 0x00800000u; }
    std::uint32_t number() const { return tag - 0x00800000u; }

    float twice_center(std::size_t axis) const { return lo[axis] - negative_hi[axis]; }
    // All of it as eight numbers, for vectors; those of negative_hi begin at the fifth.
    const float* words() const { return reinterpret_cast<const float*>(this); }
    float* words() { return reinterpret_cast<float*>(this); }
};
static_assert(sizeof(Primitive) == 32);

// Of the triangles' middles, doubled.
struct alignas(16) CenterBounds {
    float lo[4], hi[4];
};

// How many triangles come first after a division, and the bounds of the two parts.
struct Halves {
    std::uint32_t left = 0;
    CenterBounds first, second;
};

// Those with twice_center(axis) < border come first.
struct Split {
    std::uint32_t axis = 3;  // 3: there is none
    float border = 0;
};

// The lowest part of a tree, as nodes that follow each other: places and children count from its beginning.
struct FewNodes {
    std::array<BinaryNode, 2 * sweep_size / leaf_size> nodes;
    std::uint32_t count = 0;
};

}  // namespace allide::tree
