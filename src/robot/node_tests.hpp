// Tests of eight pairs of nodes at once: does a plane separate their boxes for a whole interval of time?
#pragma once

#include "robot/box_tree.hpp"
#include "robot/point_series.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace allide::robot {

inline constexpr std::size_t node_tests_width = 8;

// Nodes are divided while their sizes exceed this multiple of the distance that they move. Smaller nodes need
// shorter intervals of time.
inline constexpr double size_per_way = 2;
// The rounding of a polynomial's values, relative to its coefficients.
inline constexpr double polynomial_rounding = 0x1p-43;
// A direction counts as zero if its squared length is at most this.
inline constexpr double shortest_square = 0x1p-400;

// Up to eight pairs of nodes of two trees; lanes that are not used repeat another pair.
struct NodePairs {
    std::array<const BoxTree::Node*, node_tests_width> a{}, b{};
};

// The motion of the first nodes, and what is the same for all pairs.
struct NodeMotion {
    const PointSeries* series = nullptr;
    // A distance of at most this counts as a contact, in addition to the errors of the boxes.
    double margin = 0;
    // Planes are tested for the times from −1 to this one.
    double until = 1;
};

// One bit per pair.
struct NodeVerdicts {
    std::uint32_t apart = 0;      // a plane separates the boxes throughout
    std::uint32_t undivided = 0;  // the boxes are small compared with the distance that they move
    // Per pair: a direction in which the boxes are close to each other or apart, from b to a.
    alignas(64) std::array<std::array<double, node_tests_width>, 3> across;

    Vec3 direction(std::size_t lane) const { return {across[0][lane], across[1][lane], across[2][lane]}; }
};

// The verdicts of the first `count` pairs. All lanes of `pairs` must hold nodes.
NodeVerdicts test_nodes(const NodeMotion& motion, const NodePairs& pairs, std::size_t count);

}  // namespace allide::robot
