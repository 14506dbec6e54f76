// The placement of two wide trees relative to each other, computed once per search.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <cstdint>

namespace allide::traverse {

// All numbers are in the unit of A's tree and relative to its centre: a point x_b of B's tree is at rotation
// · scale_b · x_b + offset.
struct WideFrame {
    enum class Purpose {
        contacts,
        distance,  // the frame is also usable for models that are far apart
    };
    WideFrame(const tree::WideTree& a, const tree::WideTree& b, const kernel::RelativePose& b_in_a,
              Purpose purpose = Purpose::contacts);

    enum class Kind {
        usual,
        apart,   // certainly no contact
        beyond,  // single precision cannot represent both trees in one frame
    };
    Kind kind = Kind::usual;
    double gap = 0;                    // if `apart`: a lower bound of the distance
    std::array<double, 9> rotation{};  // from B's frame to A's, row-major
    std::array<double, 3> offset{};
    double scale_b = 1;
    // A box pair's margin: fixed_margin + relative_margin · (|offset of centres|₁ + sum of all half extents).
    float fixed_margin = 0;
    float relative_margin = 0;
    float gap_factor = 1;  // factor for lengths along box axes, since these are not exactly orthonormal
};

}  // namespace allide::traverse
