// The places of a shape's points during an interval, as polynomials of time in the frame of another shape.
#pragma once

#include "robot/chain.hpp"
#include "robot/shape_pair.hpp"

#include <array>

namespace allide::robot {

// In an interval with middle m and half length h, at the time m + u·h for −1 ≤ u ≤ 1: a point x of the shape,
// in the frame of its link, is within `error` of Σ uᵏ·(turn[k]·x + shift[k]), k = 0 … 3, in the frame of the
// other shape.
struct PointSeries {
    std::array<std::array<Vec3, 3>, 4> turn{};  // by columns
    std::array<Vec3, 4> shift{};
    // Includes the rounding errors of sums and products with this series.
    double error = 0;
    // Upper bounds of ‖turn[2]‖ + ‖turn[3]‖, and of the distance of any point from its place at u = 0.
    double late_turn = 0, way = 0;

    Vec3 turned(std::size_t k, const Vec3& v) const {
        const auto& t = turn[k];
        return {t[0].x * v.x + t[1].x * v.y + t[2].x * v.z, t[0].y * v.x + t[1].y * v.y + t[2].y * v.z,
                t[0].z * v.x + t[1].z * v.y + t[2].z * v.z};
    }
    Vec3 coefficient(std::size_t k, const Vec3& x) const {
        const auto& t = turn[k];
        return {t[0].x * x.x + t[1].x * x.y + t[2].x * x.z + shift[k].x,
                t[0].y * x.x + t[1].y * x.y + t[2].y * x.z + shift[k].y,
                t[0].z * x.x + t[1].z * x.y + t[2].z * x.z + shift[k].z};
    }
};

// The series for a shape of the mover, whose link is in `link` at the middle. `frame` is that of the other
// shape's link; null for the world.
PointSeries point_series(const MotionSeries& motion, const PlacedShape& shape, const Frame& link,
                         const Frame* frame);

}  // namespace allide::robot
