#include "generate/shapes/circle.hpp"

#include <numbers>
#include <utility>

namespace allide::mesh {

namespace {

// Taylor series for angles up to π/4, truncated where the next term would be below 2⁻⁶⁰.
double sine(double angle) {
    const double square = angle * angle;
    double sum = 1;
    for (int k = 8; k >= 1; --k) sum = 1 - square * sum / (2 * k * (2 * k + 1));
    return angle * sum;
}

double cosine(double angle) {
    const double square = angle * angle;
    double sum = 1;
    for (int k = 9; k >= 1; --k) sum = 1 - square * sum / (2 * k * (2 * k - 1));
    return sum;
}

}  // namespace

CirclePoint circle_point(std::uint64_t step, std::uint64_t steps) {
    // Octants are counted in integers, so that multiples of a quarter turn are exact.
    const std::uint64_t eighths = 8 * (step % steps);
    const std::uint64_t octant = eighths / steps;
    const std::uint64_t rest = eighths % steps;
    const std::uint64_t part = octant % 2 == 0 ? rest : steps - rest;
    const double angle = std::numbers::pi / 4 * (static_cast<double>(part) / static_cast<double>(steps));

    CirclePoint point{cosine(angle), sine(angle)};
    const std::uint64_t quarter = (octant + 1) / 2 % 4;  // the axis from which the angle is measured
    if (octant % 2 == 1) point.sin = -point.sin;
    for (std::uint64_t turn = 0; turn < quarter; ++turn) {
        std::swap(point.cos, point.sin);
        point.cos = -point.cos;
    }
    return {point.cos + 0.0, point.sin + 0.0};  // adding 0 turns −0 into 0
}

}  // namespace allide::mesh
