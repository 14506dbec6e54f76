#include "convex/depth/inner_ball.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

// Principal axes of an ellipsoid, the shortest first. For each axis: the squared semi-axis minus the least
// one (`excess`), and the origin's coordinate relative to the center (`at`).
struct PrincipalFrame {
    std::array<Vec3, 3> axis;
    std::array<double, 3> excess{}, at{};
    double least = 0, most = 0;  // squared semi-axes
};

PrincipalFrame principal_frame(const RoundPart& round, const Vec3& origin) {
    PrincipalFrame frame;
    std::array<double, 3> part{};
    frame.axis[0] = round.axis[0];
    part[0] = round.part[0];
    if (round.axes == 2) {
        frame.axis[1] = round.axis[1];
        part[1] = round.part[1];
    } else {
        const Vec3 across = origin - dot(origin, round.axis[0]) * round.axis[0];
        const double size = std::sqrt(dot(across, across));
        const Vec3 other = std::abs(round.axis[0].x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        Vec3 second = size > 0 ? (1 / size) * across : cross(round.axis[0], other);
        second = second - dot(second, round.axis[0]) * round.axis[0];
        frame.axis[1] = (1 / std::sqrt(dot(second, second))) * second;
    }
    frame.axis[2] = cross(frame.axis[0], frame.axis[1]);
    const std::size_t shortest =
        static_cast<std::size_t>(std::min_element(part.begin(), part.end()) - part.begin());
    std::swap(frame.axis[0], frame.axis[shortest]);
    std::swap(part[0], part[shortest]);
    frame.least = round.whole + part[0];
    for (std::size_t i = 0; i < 3; ++i) {
        frame.excess[i] = part[i] - part[0];
        frame.most = std::max(frame.most, round.whole + part[i]);
        frame.at[i] = dot(origin, frame.axis[i]);
    }
    // If several axes are shortest, rotates them until the origin's coordinate is 0 along all of them but the
    // first.
    for (std::size_t i = 1; i < 3; ++i) {
        if (frame.excess[i] != 0) continue;
        const double size = std::hypot(frame.at[0], frame.at[i]);
        if (!(size > 0)) continue;
        const double c = frame.at[0] / size, s = frame.at[i] / size;
        const Vec3 first = c * frame.axis[0] + s * frame.axis[i];
        frame.axis[i] = c * frame.axis[i] - s * frame.axis[0];
        frame.axis[0] = first;
        frame.at[0] = size;
        frame.at[i] = 0;
    }
    return frame;
}

// The least s ≥ 0 with Σ p² a² / (excess + s)² ≤ 1, where p are the origin's coordinates and a the semi-axes.
// Newton's method approaches it from below, where the sum is convex.
double best_shift(const PrincipalFrame& frame) {
    // A lower bound of s: no single term of the sum may exceed 1.
    double s = 0;
    for (std::size_t i = 0; i < 3; ++i)
        s = std::max(s, std::abs(frame.at[i]) * std::sqrt(frame.least + frame.excess[i]) - frame.excess[i]);
    for (int step = 0; step < 12; ++step) {
        double sum = -1, slope = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            if (frame.at[i] == 0) continue;
            const double below = frame.excess[i] + s;
            if (!(below > 0)) return s;
            const double term = frame.at[i] * frame.at[i] * (frame.least + frame.excess[i]) / (below * below);
            sum += term;
            slope += 2 * term / below;
        }
        if (!(sum > 1e-15)) return s;
        s += sum / slope;
    }
    return s;
}

}  // namespace

// With p the origin's coordinates and a the semi-axes, the ball of radius r lies in the ellipsoid if r² ≤
// g(t) = t − Σ t p² / (a² − t) for some t up to the least a² (docs/guarantees.md). Every such t gives a valid
// bound. The code has a² − t as excess + s.
InnerBall inner_ball(const RoundPart& round, const Vec3& center) {
    const PrincipalFrame frame = principal_frame(round, -1 * center);
    const double s = best_shift(frame), t = frame.least - s;
    if (!(t > 0)) return {};
    double square = t;
    Vec3 outward;
    for (std::size_t i = 0; i < 3; ++i) {
        if (frame.at[i] == 0) continue;
        const double move = frame.at[i] * t / (frame.excess[i] + s);
        square -= frame.at[i] * move;
        outward = outward + move * frame.axis[i];
    }
    if (!(square > 1e-4 * frame.most)) return {};
    const double size = std::sqrt(square), left = square - dot(outward, outward);
    if (left > 0) outward = outward + std::sqrt(left) * frame.axis[0];
    InnerBall ball;
    ball.radius = size - 32 * 0x1p-53 * frame.most / size;
    ball.direction = (1 / std::sqrt(dot(outward, outward))) * outward;
    return ball;
}

}  // namespace allide::convex
