// What the steps of a fit share.
#pragma once

#include "tree/fit_plan.hpp"
#include "tree/local_points.hpp"
#include "tree/wide_tree.hpp"

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

struct FitJob {
    FitJob(WideTree& its_tree, const FitPlan& its_plan, std::span<const Vec3> its_vertices,
           const LocalUnit& its_unit);

    WideTree& tree;
    const FitPlan& plan;
    std::span<const Vec3> vertices;
    LocalUnit unit;
    double pad;                      // added to every bound
    std::vector<double> x, y, z;     // by point: where it is
    std::vector<Moments> moments;    // by node
};

}  // namespace allide::tree
