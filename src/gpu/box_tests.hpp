// Tests the boxes of two nodes, one of each mesh: overlap, and lower bounds of the distance. All pairs of
// their children's boxes, up to four, are tested at once, since they share one rotation. docs/guarantees.md
// derives the margins.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/motion.hpp"
#include "gpu/tables.hpp"

#include <cstdint>

namespace allide::gpu {

// A box in its node's frame.
struct Box3 {
    float middle[3], half[3];
};

// The box of one child of a node, converted without rounding.
template <int child>
ALLIDE_GPU_CODE Box3 box_of(const Node& node) {
    const std::uint32_t exponent = node.link >> exponent_shift & 63;
    const float quantum = float_of_bits((exponent + static_cast<std::uint32_t>(127 + lowest_exponent)) << 23);
    constexpr int first = 6 * child;
    // Subtracts, in quanta, the 2²³ that biased_byte() adds, and for a middle also the 128 that Node::boxes
    // adds.
    const float zero = -8388608 * quantum, centre = -8388736 * quantum;
    Box3 box;
    box.middle[0] = fused(biased_byte<first % 4>(node.boxes[first / 4]), quantum, centre);
    box.middle[1] = fused(biased_byte<(first + 1) % 4>(node.boxes[(first + 1) / 4]), quantum, centre);
    box.middle[2] = fused(biased_byte<(first + 2) % 4>(node.boxes[(first + 2) / 4]), quantum, centre);
    box.half[0] = fused(biased_byte<(first + 3) % 4>(node.boxes[(first + 3) / 4]), quantum, zero);
    box.half[1] = fused(biased_byte<(first + 4) % 4>(node.boxes[(first + 4) / 4]), quantum, zero);
    box.half[2] = fused(biased_byte<(first + 5) % 4>(node.boxes[(first + 5) / 4]), quantum, zero);
    return box;
}

// Both children of a node in one word: the index of the first child, and flags as in Node::link. For a leaf,
// the word refers to the leaf itself.
ALLIDE_GPU_CODE std::uint32_t children_of(std::uint32_t reference, const Node& node) {
    constexpr std::uint32_t flags = 3u << flag_shift;
    return (reference & leaf_bit) != 0 ? (reference & index_mask) | flags : node.link & (index_mask | flags);
}
// The reference to child i.
ALLIDE_GPU_CODE std::uint32_t child_of(std::uint32_t children, std::uint32_t i) {
    return ((children & index_mask) + i) | (children >> (flag_shift + i) & 1) << 31;
}
ALLIDE_GPU_CODE std::uint32_t triangles_in_leaf(const Node& leaf) {
    return 1 + (leaf.link >> flag_shift & 1);
}

// The frame of a node of b relative to that of a node of a.
struct NodePair {
    float r[9];       // the axes of b's frame in a's frame
    float from_a[3];  // from a's centre to b's, along a's axes
    float from_b[3];  // the same along b's axes
};

ALLIDE_GPU_CODE NodePair node_pair(const Node& a, const Node& b, const Motion& motion) {
    NodePair pair;
    float turned[9], offset[3];
    for (int i = 0; i < 3; ++i) {
        const float* m = &motion.rotation[3 * i];
        for (int j = 0; j < 3; ++j)
            turned[3 * i + j] = fused(m[0], b.frame[j], fused(m[1], b.frame[3 + j], m[2] * b.frame[6 + j]));
        offset[i] = fused(m[0], b.centre[0],
                          fused(m[1], b.centre[1], fused(m[2], b.centre[2], motion.translation[i]))) -
                    a.centre[i];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            pair.r[3 * i + j] = fused(a.frame[i], turned[j],
                                      fused(a.frame[3 + i], turned[3 + j], a.frame[6 + i] * turned[6 + j]));
        pair.from_a[i] =
            fused(a.frame[i], offset[0], fused(a.frame[3 + i], offset[1], a.frame[6 + i] * offset[2]));
    }
    for (int j = 0; j < 3; ++j)
        pair.from_b[j] = fused(pair.r[j], pair.from_a[0],
                               fused(pair.r[3 + j], pair.from_a[1], pair.r[6 + j] * pair.from_a[2]));
    return pair;
}

// Encloses a box of b, enlarged by the margin, in a box along a's axes.
ALLIDE_GPU_CODE Box3 box_along_a(const NodePair& pair, const Box3& box, float margin) {
    Box3 along;
    for (int i = 0; i < 3; ++i) {
        const float* r = &pair.r[3 * i];
        along.middle[i] = fused(r[0], box.middle[0],
                                fused(r[1], box.middle[1], fused(r[2], box.middle[2], pair.from_a[i])));
        along.half[i] =
            fused(magnitude(r[0]), box.half[0],
                  fused(magnitude(r[1]), box.half[1], fused(magnitude(r[2]), box.half[2], margin)));
    }
    return along;
}
// Encloses a box of a, enlarged by the margin, in a box along b's axes. Its `middle` is the vector from the
// middle of the enclosing box to b's centre.
ALLIDE_GPU_CODE Box3 box_along_b(const NodePair& pair, const Box3& box, float margin) {
    Box3 along;
    for (int j = 0; j < 3; ++j) {
        const float* r = &pair.r[j];
        along.middle[j] = fused(-r[0], box.middle[0],
                                fused(-r[3], box.middle[1], fused(-r[6], box.middle[2], pair.from_b[j])));
        along.half[j] =
            fused(magnitude(r[0]), box.half[0],
                  fused(magnitude(r[3]), box.half[1], fused(magnitude(r[6]), box.half[2], margin)));
    }
    return along;
}

// One number per pair of boxes: that of child i of a and child j of b is at 2 i + j. A leaf has one box only;
// pairs with its missing second box have the value `absent`.
struct FourPairs {
    float value[4];
};

inline constexpr float absent = -1;

// For each pair of boxes, the smallest overlap along the six axes of both nodes; negative if the boxes are
// certainly disjoint.
ALLIDE_GPU_CODE FourPairs overlaps(const Node& a, bool leaf_a, const Node& b, bool leaf_b,
                                   const Motion& motion, float margin) {
    const NodePair pair = node_pair(a, b, motion);
    const Box3 of_a[2] = {box_of<0>(a), box_of<1>(a)}, of_b[2] = {box_of<0>(b), box_of<1>(b)};
    const Box3 b_along_a[2] = {box_along_a(pair, of_b[0], margin), box_along_a(pair, of_b[1], margin)};
    const Box3 a_along_b[2] = {box_along_b(pair, of_a[0], margin), box_along_b(pair, of_a[1], margin)};
    FourPairs four;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            float depth[6];
            for (int k = 0; k < 3; ++k) {
                depth[k] = (of_a[i].half[k] + b_along_a[j].half[k]) -
                           magnitude(b_along_a[j].middle[k] - of_a[i].middle[k]);
                depth[3 + k] = (of_b[j].half[k] + a_along_b[i].half[k]) -
                               magnitude(a_along_b[i].middle[k] + of_b[j].middle[k]);
            }
            const float least = smaller(smaller(smaller(depth[0], depth[1]), smaller(depth[2], depth[3])),
                                        smaller(depth[4], depth[5]));
            four.value[2 * i + j] = (leaf_a && i == 1) || (leaf_b && j == 1) ? absent : least;
        }
    }
    return four;
}

// A factor below 1 that turns a computed squared gap into a lower bound, although frames are only nearly
// orthonormal.
ALLIDE_GPU_CODE float certain_part(float deviation) {
    return fused(-24.0f, deviation, 1 - 0x1p-18f);
}

// For each pair of boxes, a lower bound of the squared distance in A's frame: the largest of the bounds from
// the gaps along a's axes, along b's axes, and along `direction`. That is a vector of length 1, or 0 if
// unknown, from A to B between the closest points found so far: for the boxes around these points, the gap
// along it is nearly the distance.
ALLIDE_GPU_CODE FourPairs squared_gaps(const Node& a, bool leaf_a, const Node& b, bool leaf_b,
                                       const Motion& motion, const float* direction, float margin,
                                       float certain) {
    const NodePair pair = node_pair(a, b, motion);
    float along_a[3], along_b[3];  // `direction` in the nodes' frames
    for (int k = 0; k < 3; ++k)
        along_a[k] = fused(a.frame[k], direction[0],
                           fused(a.frame[3 + k], direction[1], a.frame[6 + k] * direction[2]));
    for (int k = 0; k < 3; ++k)
        along_b[k] =
            fused(pair.r[k], along_a[0], fused(pair.r[3 + k], along_a[1], pair.r[6 + k] * along_a[2]));
    const float between =
        fused(along_a[0], pair.from_a[0],
              fused(along_a[1], pair.from_a[1], fused(along_a[2], pair.from_a[2], -2 * margin)));
    const Box3 of_a[2] = {box_of<0>(a), box_of<1>(a)}, of_b[2] = {box_of<0>(b), box_of<1>(b)};
    const Box3 b_along_a[2] = {box_along_a(pair, of_b[0], margin), box_along_a(pair, of_b[1], margin)};
    const Box3 a_along_b[2] = {box_along_b(pair, of_a[0], margin), box_along_b(pair, of_a[1], margin)};
    float end_of_a[2], start_of_b[2];  // along `direction`, from the nodes' centres
    for (int i = 0; i < 2; ++i) {
        end_of_a[i] = 0, start_of_b[i] = 0;
        for (int k = 0; k < 3; ++k) {
            end_of_a[i] = fused(along_a[k], of_a[i].middle[k],
                                fused(magnitude(along_a[k]), of_a[i].half[k], end_of_a[i]));
            start_of_b[i] = fused(along_b[k], of_b[i].middle[k],
                                  fused(-magnitude(along_b[k]), of_b[i].half[k], start_of_b[i]));
        }
    }
    FourPairs four;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            float square_a = 0, square_b = 0;
            for (int k = 0; k < 3; ++k) {
                const float gap_a = larger(0, magnitude(b_along_a[j].middle[k] - of_a[i].middle[k]) -
                                                  (of_a[i].half[k] + b_along_a[j].half[k]));
                const float gap_b = larger(0, magnitude(a_along_b[i].middle[k] + of_b[j].middle[k]) -
                                                  (of_b[j].half[k] + a_along_b[i].half[k]));
                square_a = fused(gap_a, gap_a, square_a);
                square_b = fused(gap_b, gap_b, square_b);
            }
            const float gap = larger(0, between + (start_of_b[j] - end_of_a[i]));
            four.value[2 * i + j] = (leaf_a && i == 1) || (leaf_b && j == 1)
                                        ? absent
                                        : certain * larger(larger(square_a, square_b), gap * gap);
        }
    }
    return four;
}

}  // namespace allide::gpu
