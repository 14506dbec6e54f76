// Data shared by the steps of a fit.
#pragma once

#include "base/scratch.hpp"
#include "tree/wide/fit_plan.hpp"
#include "tree/wide/local_unit.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <span>
#include <vector>

namespace allide::tree {

// Second moments of a surface: its weight, its mean, and the integral of (x − mean)(x − mean)ᵀ as xx xy xz yy
// yz zz.
struct Moments {
    double weight = 0;
    std::array<double, 3> mean{};
    std::array<double, 6> spread{};
};

// Bounds of a node's children along the node's axes.
struct alignas(64) Extents {
    std::array<std::array<double, wide_arity>, 3> lo, hi;
};

// Scratch memory kept from one fit to the next, since fresh memory costs more than the work done in it.
struct FitSpace {
    void make_room(std::size_t points, std::size_t nodes);

    base::Scratch memory;
    std::array<std::span<double>, 3> at;  // coordinates of each point, one array per axis
    std::array<std::span<float>, 3>
        rounded;  // the same in single precision, for choosing frames and measuring thick nodes
    std::span<Moments> moments;  // per node
    std::span<float> area;       // per node: half the surface of its box in the tree's unit, divided by 253²
    std::span<float> thickness;  // per inner node: lower bound of its box's smallest side
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

    // True if measuring the node in single precision is accurate enough: the error is less than one step of
    // its bytes.
    bool thick(std::uint32_t node) const { return thickness[node] > 0x1p-13f; }
    // Added to every bound of a node's children. In single precision, with coordinates up to 1 and unit axes,
    // each product is rounded twice and each sum once: at most 4·2⁻²⁴·√3 in total.
    double pad_of(std::uint32_t node) const { return thick(node) ? pad + 0x1p-21 : pad; }
};

}  // namespace allide::tree
