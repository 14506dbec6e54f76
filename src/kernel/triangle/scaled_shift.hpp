// A translation of model A relative to B whose start is rational but not a vector of doubles, such as a
// position between the knots of a path. All coordinates are multiplied by the common denominator `scale`.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle.hpp"

namespace allide::kernel {

struct ScaledShift {
    Pose pose_a, pose_b;
    Exact scale{1.0};                  // the common denominator; positive
    NumberPoint<Exact> start{};        // translation from pose_a to A's position at the start, times scale
    NumberPoint<Exact> translation{};  // translation of A during the motion, times scale

    NumberTriangle<Exact> triangle_a(const Triangle& t) const {
        NumberTriangle<Exact> out = scaled(image<Exact>(pose_a, t));
        for (NumberPoint<Exact>& corner : out)
            for (std::size_t k = 0; k < 3; ++k) corner[k] = corner[k] + start[k];
        return out;
    }
    NumberTriangle<Exact> triangle_b(const Triangle& t) const { return scaled(image<Exact>(pose_b, t)); }

  private:
    NumberTriangle<Exact> scaled(NumberTriangle<Exact> t) const {
        for (NumberPoint<Exact>& corner : t)
            for (Exact& x : corner) x = scale * x;
        return t;
    }
};

}  // namespace allide::kernel
