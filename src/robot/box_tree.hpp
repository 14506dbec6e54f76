// A binary tree of oriented boxes over triangles, one triangle per leaf, in double precision.
#pragma once

#include "robot/frame.hpp"

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::robot {

struct BoxTree {
    struct Node {
        // All corners below the node are at center + Σ λⱼ·axis[j] with |λⱼ| ≤ half[j]. The axes are
        // orthonormal up to rounding.
        Vec3 center;
        std::array<Vec3, 3> axis{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        std::array<double, 3> half{};
        double radius = 0;           // an upper bound of half the diagonal of the box
        std::uint32_t children = 0;  // the first of two consecutive nodes; 0 for a leaf
        std::uint32_t triangle = 0;  // for a leaf: the number of its triangle in the mesh

        bool is_leaf() const { return children == 0; }
    };
    // The root is node 0; empty for a mesh without triangles.
    std::vector<Node> nodes;
    // The corners of the mesh's triangles, by their number.
    std::vector<std::array<Vec3, 3>> corners;
    // An upper bound of the magnitudes of all coordinates.
    double largest = 0;
    // The largest distance of a stored corner from the true one.
    double error = 0;
};

// The tree of the triangles in the mesh's own frame.
BoxTree box_tree(const Mesh& mesh);
// The tree of the triangles in world coordinates, with rounded corners.
BoxTree box_tree(const Mesh& mesh, const Pose& pose);

}  // namespace allide::robot
