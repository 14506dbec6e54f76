// A shift of one model as another sees it, from a place that no double holds, such as one in between the
// knots of a path: quotients with a common denominator, by which the whole scene is multiplied.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle.hpp"

namespace allide::kernel {

struct ScaledShift {
    Pose pose_a, pose_b;
    Exact scale{1.0};            // positive
    NumberPoint<Exact> start{};  // where A begins, from its pose, times the scale
    NumberPoint<Exact> way{};    // and how far it goes, times the scale

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
