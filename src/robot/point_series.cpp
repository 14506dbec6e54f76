#include "robot/point_series.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Bounds the rounding errors of all steps, relative to the sum of all lengths in them.
constexpr double series_rounding = 0x1p-47;

}  // namespace

PointSeries point_series(const MotionSeries& motion, const PlacedShape& shape, const Frame& link,
                         const Frame* frame) {
    PointSeries out;
    const auto& r = link.turn;
    const std::array<Vec3, 3> columns{Vec3{r[0], r[3], r[6]}, Vec3{r[1], r[4], r[7]}, Vec3{r[2], r[5], r[8]}};
    out.turn[0] = columns;
    out.shift[0] = link.place;
    const Vec3 arm = link.place - motion.center;
    const double h = motion.half, reach = shape.shape->reach();
    const std::array<double, 4> factor{1, h, h * h / 2, h * h * h / 6};
    double lengths = kernel::norm_1(link.place) + kernel::norm_1(motion.center) + reach;
    // The factor by which an error of a point at the middle can grow.
    double growth = 1, power = 1;
    for (std::size_t k = 1; k < 4; ++k) {
        const AffineField& field = motion.derivative[k - 1];
        for (std::size_t j = 0; j < 3; ++j) out.turn[k][j] = factor[k] * field.along(columns[j]);
        out.shift[k] = factor[k] * (field.along(arm) + field.shift);
        power *= motion.turn;
        growth += factor[k] * power;
        lengths += factor[k] * (power * (length_up(arm) + reach) + length_up(field.shift));
    }
    out.error = motion.error + shape.error * growth;
    if (frame != nullptr) {
        out.shift[0] = out.shift[0] - frame->place;
        for (std::size_t k = 0; k < 4; ++k) {
            for (Vec3& column : out.turn[k]) column = frame->direction_back(column);
            out.shift[k] = frame->direction_back(out.shift[k]);
        }
        lengths += kernel::norm_1(frame->place);
        out.error += frame->place_error + frame->turn_error * (lengths + out.error);
    }
    out.error = (out.error + series_rounding * lengths) * long_up;

    // The ball around the shape bounds how far its points move.
    const Vec3 center = shape.shape->center;
    for (std::size_t k = 1; k < 4; ++k) {
        const auto& t = out.turn[k];
        const double norm =
            std::sqrt(kernel::dot(t[0], t[0]) + kernel::dot(t[1], t[1]) + kernel::dot(t[2], t[2])) * up;
        if (k > 1) out.late_turn += norm;
        out.way += length_up(out.coefficient(k, center)) + norm * shape.shape->radius;
    }
    out.late_turn *= long_up;
    out.way = (out.way + out.error) * long_up;
    return out;
}

}  // namespace allide::robot
