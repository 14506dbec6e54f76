// Heights of corners of links on a chain of joints, in any number type: the reference for contacts of robots
// with a horizontal plane. A link touches the plane from above when its lowest corner reaches it.
#pragma once

#include "oracle/high_precision.hpp"

#include <cmath>
#include <vector>

namespace oracle {

using NinetyDigits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<90>, boost::multiprecision::et_off>;

struct ChainJoint {
    int parent = -1;  // the number of the joint that carries this one; −1: the world
    bool slides = false;
    // Position of the joint's frame in its parent's. The two frames have parallel axes when the joint's value
    // is 0.
    Point offset{0, 0, 0};
    Point axis{0, 0, 1};  // of any length except 0
    // The value is multiplier·q[source] + shift.
    int source = 0;
    double multiplier = 1, shift = 0;
};

struct JointChain {
    std::vector<ChainJoint> joints;
    // Corners of the link that each joint carries, in its frame.
    std::vector<std::vector<Point>> corners;
};

template <typename N>
struct ChainFrame {
    std::array<Vec<N>, 3> rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    Vec<N> place{0, 0, 0};

    Vec<N> direction(const Vec<N>& v) const {
        return {inner(rows[0], v), inner(rows[1], v), inner(rows[2], v)};
    }
};

template <typename N>
Vec<N> as_number(const Point& p) {
    return {N(p[0]), N(p[1]), N(p[2])};
}

// Rotation matrix by Rodrigues' formula, as rows.
template <typename N>
std::array<Vec<N>, 3> rotation(const Vec<N>& axis, const N& angle) {
    using std::cos;
    using std::sin;
    using std::sqrt;
    const N length = sqrt(inner(axis, axis)), s = sin(angle), c = cos(angle);
    const Vec<N> a{axis[0] / length, axis[1] / length, axis[2] / length};
    const N v = N(1) - c;
    return {{{v * a[0] * a[0] + c, v * a[0] * a[1] - s * a[2], v * a[0] * a[2] + s * a[1]},
             {v * a[0] * a[1] + s * a[2], v * a[1] * a[1] + c, v * a[1] * a[2] - s * a[0]},
             {v * a[0] * a[2] - s * a[1], v * a[1] * a[2] + s * a[0], v * a[2] * a[2] + c}}};
}

// The frames of all links at q(t) = q0 + t·(q1 − q0).
template <typename N>
std::vector<ChainFrame<N>> frames_at(const JointChain& chain, const std::vector<double>& q0,
                                     const std::vector<double>& q1, const N& t) {
    using std::sqrt;
    std::vector<ChainFrame<N>> frames;
    for (const ChainJoint& joint : chain.joints) {
        const ChainFrame<N> base =
            joint.parent < 0 ? ChainFrame<N>{} : frames[static_cast<std::size_t>(joint.parent)];
        const auto k = static_cast<std::size_t>(joint.source);
        const N q = N(q0[k]) + t * (N(q1[k]) - N(q0[k]));
        const N value = N(joint.multiplier) * q + N(joint.shift);
        ChainFrame<N> frame;
        Vec<N> local = as_number<N>(joint.offset);
        const Vec<N> axis = as_number<N>(joint.axis);
        if (joint.slides) {
            local = local + scaled(value / sqrt(inner(axis, axis)), axis);
            frame.rows = base.rows;
        } else {
            const auto turn = rotation(axis, value);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    frame.rows[i][j] = base.rows[i][0] * turn[0][j] + base.rows[i][1] * turn[1][j] +
                                       base.rows[i][2] * turn[2][j];
        }
        frame.place = base.place + base.direction(local);
        frames.push_back(frame);
    }
    return frames;
}

// The height of the lowest corner of all links at time t.
template <typename N>
N lowest(const JointChain& chain, const std::vector<double>& q0, const std::vector<double>& q1, const N& t) {
    const auto frames = frames_at(chain, q0, q1, t);
    bool any = false;
    N low = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Point& corner : chain.corners[i]) {
            const N z = frames[i].place[2] + inner(frames[i].rows[2], as_number<N>(corner));
            if (!any || z < low) low = z;
            any = true;
        }
    return low;
}

}  // namespace oracle
