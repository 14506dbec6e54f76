#include "kernel/screw/closing_time.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::kernel {
namespace {

double length_beside_z(const NumberPoint<double>& x) {
    return std::sqrt(x[0] * x[0] + x[1] * x[1]) * (1 + 0x1p-40);
}
double length_of_direction(const NumberPoint<double>& n) {
    return std::sqrt(dot_of(n, n));
}

}  // namespace

double Turning::speed_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const {
    const double roundings = 8 * off * (std::abs(angle) + std::abs(advance)) * length_of_direction(n);
    return advance * n[2] + angle * (n[1] * x[0] - n[0] * x[1]) + roundings;
}
double Turning::speed(const NumberPoint<double>& x) const {
    return (std::hypot(angle * (length_beside_z(x) + off), advance)) * (1 + 0x1p-40) + 0x1p-1000;
}
double Turning::acceleration(const NumberPoint<double>& x) const {
    return angle * angle * (length_beside_z(x) + off);
}
double Turning::acceleration_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const {
    return acceleration(x) * (length_beside_z(n) + off * length_of_direction(n));
}

double time_for(double distance, double speed, double acceleration) {
    const double root = std::sqrt(speed * speed + 2 * acceleration * distance);
    // For speed ≤ 0 the sum in the formula below cancels; this formula for the same root does not.
    if (speed <= 0) return acceleration > 0 ? (root - speed) / acceleration : base::infinity;
    return 2 * distance / (speed + root);
}

double closing_time(const Turning& turning, const NumberPoint<double>& n,
                    const NumberTriangle<double>& corners, double gap) {
    const double length = length_of_direction(n);
    std::array<double, 3> along;
    for (std::size_t i = 0; i < 3; ++i) along[i] = dot_of(n, corners[i]);
    const double farthest = *std::max_element(along.begin(), along.end());
    double least = base::infinity;
    for (std::size_t i = 0; i < 3; ++i) {
        const double behind = std::max(0.0, farthest - along[i] - 2 * turning.off * length);
        least = std::min(least, time_for(gap * length + behind, turning.speed_along(n, corners[i]),
                                         turning.acceleration_along(n, corners[i])));
    }
    return least * (1 - 0x1p-40);
}

double separation_time(const Turning& turning, const NumberPoint<double>& n, const NumberTriangle<double>& a,
                       const NumberTriangle<double>& b, double gap) {
    return std::max(closing_time(turning, n, a, gap),
                    closing_time(turning.backward(), {-n[0], -n[1], -n[2]}, b, gap));
}

}  // namespace allide::kernel
