// Data types shared by the steps of fitting a tree's boxes.
#pragma once

#include "base/scratch.hpp"
#include "tree/wide/fit_plan.hpp"
#include "tree/wide/local_unit.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <span>
#include <vector>

namespace allide::tree {

// Moments of a surface: its weight, its mean, and the integral of (x − mean)(x − mean)ᵀ, stored as the six
// entries xx xy xz yy yz zz.
struct Moments {
    double weight = 0;
    std::array<double, 3> mean{};
    std::array<double, 6> spread{};
};

// Bounds of each child of a node along the node's three axes.
struct alignas(64) Extents {
    std::array<std::array<double, wide_arity>, 3> lo, hi;
};

// Scratch memory reused from fit to fit: allocating it anew would cost more than the computation.
struct FitSpace {
    void make_room(std::size_t points, std::size_t nodes);

    base::Scratch memory;
    std::array<std::span<double>, 3> at;  // local coordinates of each point, one array per axis
    std::array<std::span<float>, 3>
        rounded;  // the same in single precision, for choosing frames and for thick nodes (see FitJob::thick)
    std::span<Moments> moments;  // per node: moments of the triangles below it
    std::span<float> area;       // per node: half the surface of its box in the tree's unit, divided by 253²
    std::span<float> thickness;  // per inner node: lower bound of the shortest side of its box
};

struct FitJob {
    WideTree& tree;
    const FitPlan& plan;
    std::span<const Vec3> vertices;
    LocalUnit unit;
    double pad;  // added to every bound: rounding plus the inflation
    std::array<double*, 3> at;
    std::array<float*, 3> rounded;
    std::span<Moments> moments;
    std::span<float> area;
    std::span<float> thickness;

    // True if the node may be measured in single precision: a step of its box bytes, more than 2⁻¹³/253 >
    // 2⁻²¹, then exceeds the error.
    bool thick(std::uint32_t node) const { return thickness[node] > 0x1p-13f; }
    // Added to every bound of a node's children. With coordinates up to 1 and unit axes, single precision
    // rounds each product twice and each sum once, which adds at most 4√3 · 2⁻²⁴ < 2⁻²¹.
    double pad_of(std::uint32_t node) const { return thick(node) ? pad + 0x1p-21 : pad; }
};

}  // namespace allide::tree
