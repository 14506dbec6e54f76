// Checks of single nodes of a wide tree, vectorised for readers of trees from disk.
#pragma once

#include "tree/wide/tree.hpp"

#include <cstddef>
#include <span>

namespace allide::tree {

// Axes are rounded to float, so the dot product of two axes has an error of at most 2·√3·2⁻²⁵.
inline constexpr double orthonormal = 0x1p-22;

// The leaf flag as a byte: reading a bool whose byte is neither 0 nor 1 is undefined behaviour.
unsigned char leaf_byte(const WideNode& node);

// True if every node has a leaf flag of 0 or 1, orthonormal axes, a centre within 2, finite positive steps,
// and boxes in order for its children and reversed for missing ones. A rounding error may make it false for a
// frame that is at the limit.
bool frames_are_good(std::span<const WideNode> nodes);

}  // namespace allide::tree
