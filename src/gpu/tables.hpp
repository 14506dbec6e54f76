// The tables of a mesh that the kernels read, and the view of a pair of meshes. The types are plain data;
// their pointers are addresses in the memory of the machine that runs the kernels.
//
// Coordinates are relative to the centre of the mesh and scaled by a power of two, so that the larger mesh of
// a pair has a radius of at most 1: floats then have the same relative precision for meshes of every size.
#pragma once

#include <cstdint>

namespace allide::gpu {

// A node of the binary tree of oriented boxes: a frame, and in it one box per child, or one box for the
// triangles of a leaf. The points of a box are centre + frame · y with |y − middle| ≤ half in each
// coordinate, where middle and half are integers times 2^(exponent − 69).
struct alignas(16) Node {
    float frame[9];  // row-major; the columns are nearly orthonormal
    float centre[3];
    std::uint32_t link;      // index, exponent and flags; see below
    std::uint32_t boxes[3];  // byte 6 i + k: 128 + middle of child i along axis k; byte 6 i + 3 + k: half
};
static_assert(sizeof(Node) == 64);

// Node::link consists of 24 bits of index, 6 bits of exponent and 2 flags. In an inner node, the index is
// that of the first child, which the second child follows, and flag i is set if child i is a leaf. In a leaf,
// the index is that of the first triangle, and flag 0 is set if there is a second triangle, which follows the
// first.
inline constexpr std::uint32_t index_mask = (1u << 24) - 1;
inline constexpr int exponent_shift = 24, flag_shift = 30;
inline constexpr std::uint32_t leaf_bit = 1u << 31;  // set in a reference to a node that is a leaf
inline constexpr int lowest_exponent = -69;

// A triangle in the order of the leaves.
struct alignas(16) TriangleRecord {
    float corner[3], edge_1[3], edge_2[3];  // the first corner, and vectors from it to the others
    std::uint32_t vertices[3];              // numbers of the corners in MeshView::vertices
};
static_assert(sizeof(TriangleRecord) == 48);

// A sampled vertex of the surface, in scaled coordinates.
struct alignas(16) Probe {
    float at[3], unused;
};
inline constexpr int probe_count = 64;
inline constexpr int largest_grid_words = 24 * 1024;  // 96 KiB

// One bit per cell, set if all points in the cell or near it are certainly inside the mesh.
struct InsideGrid {
    const std::uint32_t* words;  // null if there is no grid: the mesh is open or too flat
    std::uint32_t
        counts[3];  // cells along each axis; cell (x, y, z) is bit (z · counts[1] + y) · counts[0] + x
    float low[3];   // corner of the first cell
    float cells_per_unit;
    float slack;  // what counts as near: at most this far in each coordinate
};

struct MeshView {
    const Node* nodes;
    const TriangleRecord* triangles;
    const std::uint32_t* numbers;  // numbers of the triangles in the mesh
    const double* vertices;        // three per vertex, as in the mesh; null if they are not stored
    const Probe* probes;           // probe_count of them; the first ones are the farthest apart
    std::uint32_t root;            // reference to the root
    float radius;                  // no scaled corner is farther than this from the origin
    double centre[3];
    float box_low[3], box_high[3];  // box of the scaled corners, rounded outward
    InsideGrid grid;
};

// A at its pose, and B, whose pose comes with each question.
struct PairView {
    MeshView a, b;
    double inverse[9];            // inverse of A's matrix, rounded
    double position[3];           // position of A
    double deviation;             // deviation of A's matrix from a rotation
    double scale;                 // converts lengths to scaled ones; a power of two
    float reach;                  // sum of the radii
    std::uint32_t probes_decide;  // 1 if a probe inside A and another one outside prove contact
};

// A pose as 12 numbers, row-major [R|t].
struct alignas(16) PoseMatrix {
    double numbers[12];
};

// Poses of B as given: 12 numbers each, with the layout and alignment of PoseMatrix, or 7 numbers each, a
// position and a quaternion w x y z.
struct PosesView {
    const double* numbers;
    std::uint32_t numbers_per_pose;  // 12 or 7
    std::uint32_t count;
};

// The answer about one pose.
enum Answer : std::uint8_t {
    answer_no = 0,
    answer_yes = 1,
    answer_left = 2,     // the CPU must answer
    answer_invalid = 3,  // the pose is not finite or not rigid
    answer_open = 4,     // not decided yet; never in a final answer
};

// A pair of triangles at one pose: a contact, or a pair that the kernels could not decide.
struct PairEntry {
    std::uint32_t pose, triangle_a, triangle_b;
};

// A list to which kernels append. If `count` exceeds `capacity`, entries were lost, and the caller repeats
// the work with a longer list or lets the CPU answer the poses concerned.
struct PairList {
    PairEntry* entries;
    std::uint32_t* count;
    std::uint32_t capacity;
};

// Certified bounds of the distance at one pose, and the pair of triangles that gave the upper bound.
struct DistanceEntry {
    double lower, upper;
    std::uint32_t triangle_a, triangle_b;
};

}  // namespace allide::gpu
