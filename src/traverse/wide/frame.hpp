// How two wide trees stand to each other: what a search prepares once.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <cstdint>

namespace allide::traverse {

// All in A's unit, relative to A's centre: a place x_b of B's tree is at rotation · scale_b · x_b + offset.
struct WideFrame {
    enum class For {
        contacts,
        distance,  // also of models that are far apart
    };
    WideFrame(const tree::WideTree& a, const tree::WideTree& b, const kernel::RelativePose& b_in_a,
              For purpose = For::contacts);

    enum class Kind {
        usual,
        apart,   // nothing can touch
        beyond,  // sizes or places that single precision cannot hold side by side
    };
    Kind kind = Kind::usual;
    double gap = 0;                    // if they are apart: by more than this
    std::array<double, 9> rotation{};  // row-major
    std::array<double, 3> offset{};
    double scale_b = 1;
    // The margin of a pair of boxes: fixed, and relative to |T|₁ + |a|₁ + |b|₁.
    float fixed_margin = 0;
    float relative_margin = 0;
    float gap_factor = 1;  // lengths along boxes' axes, which are not quite at right angles, times this hold
};

}  // namespace allide::traverse
