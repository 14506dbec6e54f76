// Tests of eight pairs of triangles at once: does a plane separate them for a whole interval of time?
#pragma once

#include "kernel/triangle/triangle.hpp"
#include "robot/node_tests.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace allide::robot {

// The rounding of a difference of two products of vectors, relative to their terms.
inline constexpr double product_rounding = 0x1p-49;

// Up to eight pairs of triangles, the first of which move; lanes that are not used repeat another pair.
struct TrianglePairs {
    std::array<const kernel::Triangle*, node_tests_width> a{}, b{};
    // Per pair: a direction from b to a that may separate them.
    alignas(64) std::array<std::array<double, node_tests_width>, 3> across;
};

// One bit per pair, set if a plane separates the triangles from −1 to `until`: perpendicular to the given
// direction, or to the gap of the triangles in the middle of that time. All lanes must hold triangles.
std::uint32_t test_triangles(const NodeMotion& motion, const TrianglePairs& pairs, std::size_t count);

}  // namespace allide::robot
