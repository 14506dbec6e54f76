// What the steps of a fit share.
#pragma once

#include "base/scratch.hpp"
#include "tree/wide/fit_plan.hpp"
#include "tree/wide/local_unit.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <span>
#include <vector>

namespace allide::tree {

// How a surface is spread: its weight, its mean, and the integral of (x − mean)(x − mean)ᵀ as xx xy xz yy yz
// zz.
struct Moments {
    double weight = 0;
    std::array<double, 3> mean{};
    std::array<double, 6> spread{};
};

// Bounds of the children along the axes of a node.
struct alignas(64) Extents {
    std::array<std::array<double, wide_arity>, 3> lo, hi;
};

// Kept from one fit to the next, since memory that is new costs more than what is done with it.
struct FitSpace {
    void make_room(std::size_t points, std::size_t nodes);

    base::Scratch memory;
    std::array<std::span<double>, 3> at;      // by coordinate and point: where it is
    std::array<std::span<float>, 3> rounded;  // the same, to choose frames and measure thick nodes by
    std::span<Moments> moments;               // by node
    std::span<float> area;                    // by node: half the surface of its box, in 253² tree units
    std::span<float> thickness;               // by node with children: at most the smallest side of its box
};

struct FitJob {
    WideTree& tree;
    const FitPlan& plan;
    std::span<const Vec3> vertices;
    LocalUnit unit;
    double pad;  // added to every bound
    std::array<double*, 3> at;
    std::array<float*, 3> rounded;
    std::span<Moments> moments;
    std::span<float> area;
    std::span<float> thickness;

    // Whether a box measured in single precision is as good: what that adds to it is less than a step of its
    // bytes.
    bool thick(std::uint32_t node) const { return thickness[node] > 0x1p-13f; }
    // Added to every bound of a node's children. In single precision, of coordinates up to 1 along axes of
    // length 1, each product is rounded twice and each sum once: 4·2⁻²⁴·√3 at most in all.
    double pad_of(std::uint32_t node) const { return thick(node) ? pad + 0x1p-21 : pad; }
};

}  // namespace allide::tree
