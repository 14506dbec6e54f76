// The tables of a mesh that the kernels read, and the record of a pair of meshes. Plain data with pointers,
// which are addresses of the machine that runs the kernels.
//
// Coordinates are relative to the centre of the mesh and scaled by a power of two, so that the larger mesh of
// a pair has a radius of at most 1: floats then have the same relative precision for meshes of every size.
#pragma once

#include <cstdint>

namespace allide::gpu {

// A node of the binary tree of oriented boxes: a frame, and a box in it for each of the two children, or for
// the triangles of a leaf. All its points are centre + frame · y with |y − middle| ≤ half in each coordinate,
// where middle and half are integers times 2^(exponent − 69).
struct alignas(16) Node {
    float frame[9];  // row-major; the columns are nearly orthonormal
    float centre[3];
    std::uint32_t link;      // see below
    std::uint32_t boxes[3];  // byte 6 i + k: 128 + middle of child i along axis k; byte 6 i + 3 + k: half
};
static_assert(sizeof(Node) == 64);

// Node::link: 24 bits of index, 6 of exponent, 2 flags. In an inner node the index is that of the first
// child, the second one follows it, and flag i says that child i is a leaf. In a leaf it is that of the first
// triangle; the first flag says that a second triangle follows.
inline constexpr std::uint32_t index_mask = (1u << 24) - 1;
inline constexpr int exponent_shift = 24, flag_shift = 30;
inline constexpr std::uint32_t leaf_bit = 1u << 31;  // in a reference to a node: it is a leaf
inline constexpr int lowest_exponent = -69;

// A triangle in the order of the leaves.
struct alignas(16) TriangleRecord {
    float corner[3], edge_1[3], edge_2[3];  // the first corner; from there to the others
    std::uint32_t vertices[3];              // numbers of the corners in MeshView::vertices
};
static_assert(sizeof(TriangleRecord) == 48);

inline constexpr int probe_count = 64;
inline constexpr int largest_grid_words = 24 * 1024;  // 96 KiB

// One bit per cell: all points of the cell, and those near it, are certainly inside the mesh.
struct InsideGrid {
    const std::uint32_t* words;  // null: no grid, because the mesh is open
    std::int32_t
        counts[3];  // cells along each axis; cell (x, y, z) is bit (z · counts[1] + y) · counts[0] + x
    float low[3];   // corner of the first cell
    float cells_per_unit;
    float slack;  // "near": a point off by this much in each coordinate is still inside
};

struct MeshView {
    const Node* nodes;
    const TriangleRecord* triangles;
    const std::uint32_t* numbers;  // of the triangles in the mesh
    const double* vertices;        // three per vertex, as in the mesh; null: not kept
    const float* probes;  // probe_count points of the surface, three numbers each, the farthest apart first
    std::uint32_t root;   // a reference to a node
    float radius;         // all scaled corners are within this of 0
    double centre[3];
    float box_low[3], box_high[3];  // of the scaled corners, rounded outward
    InsideGrid grid;
};

// A at its pose, and B, whose pose comes with each question.
struct PairView {
    MeshView a, b;
    double inverse[9];            // of A's matrix, rounded
    double position[3];           // of A
    double deviation;             // of A's matrix from a rotation
    double scale;                 // from lengths to scaled ones, a power of two
    float reach;                  // sum of the radii
    std::uint32_t probes_decide;  // 1: a probe inside A and one outside prove contact
};

// Poses of B as given: 12 numbers, row-major [R|t], or 7, a position and a quaternion w x y z.
struct PosesView {
    const double* numbers;
    std::uint32_t numbers_per_pose;  // 12 or 7
    std::uint32_t count;
};

// The answer about one pose.
enum Answer : std::uint8_t {
    answer_no = 0,
    answer_yes = 1,
    answer_left = 2,     // left to the CPU
    answer_invalid = 3,  // the pose is not finite or not rigid
    answer_open = 4,     // not decided yet; never in a final answer
};

// A pair of triangles of one pose: in lists of contacts, and of pairs that the kernels could not decide.
struct PairEntry {
    std::uint32_t pose, triangle_a, triangle_b;
};

// A list that kernels append to. `count` may exceed `capacity`: what did not fit is lost, and the caller
// repeats the work with a longer list or leaves the poses concerned to the CPU.
struct PairList {
    PairEntry* entries;
    std::uint32_t* count;
    std::uint32_t capacity;
};

// Certified bounds of one pose's distance, and the pair of triangles that gave the upper one.
struct DistanceEntry {
    double lower, upper;
    std::uint32_t triangle_a, triangle_b;
};

}  // namespace allide::gpu
