#include "kernel/triangle/triangle_distance.hpp"

#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/rigidity.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/closest_features.hpp"
#include "kernel/triangle/exact_distance.hpp"
#include "kernel/triangle/mapped_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace allide::kernel {
namespace {

double largest_norm(const Triangle& t) {
    return std::max({norm_1(t[0]), norm_1(t[1]), norm_1(t[2])});
}

Vec3 weighted(const Triangle& t, const std::array<double, 3>& weights) {
    return weights[0] * t[0] + weights[1] * t[1] + weights[2] * t[2];
}

// Normalises the mantissa to [1, 2).
ScaledDouble normalised(const ScaledDouble& x) {
    const int shift = std::ilogb(x.mantissa);
    return {std::ldexp(x.mantissa, -shift), x.exponent + shift};
}
bool less(const ScaledDouble& x, const ScaledDouble& y) {
    return x.exponent != y.exponent ? x.exponent < y.exponent : x.mantissa < y.mantissa;
}

// True if numerator/denominator · 2^(2 low) ≤ limit².
template <std::size_t N>
bool at_most(const SquaredLength<N>& squared, int low, double limit) {
    const Dyadic d = dyadic(limit);
    const int shift = 2 * (low - d.exponent);
    const ScaledDouble ratio = squared.approximately();
    const auto m = static_cast<double>(d.mantissa);
    // If the two sides clearly differ, rounded logarithms decide. Otherwise they are nearly equal, so that
    // after the shift both fit into `words` words.
    const double log = std::log2(ratio.mantissa) + ratio.exponent + shift - 2 * std::log2(m);
    if (!(std::abs(log) < 1e-9)) return log < 0;
    const auto square = WideInt<1>{{static_cast<std::uint64_t>(d.mantissa)}} *
                        WideInt<1>{{static_cast<std::uint64_t>(d.mantissa)}};
    const auto product = squared.denominator * square;
    constexpr std::size_t words = 6 * N + 3;
    const auto left = shifted_up<words>(squared.numerator, std::max(shift, 0));
    const auto right = shifted_up<words>(product, std::max(-shift, 0));
    return !(right < left);
}

template <std::size_t N>
std::array<ExactTriangle<N>, 2> triangles_of(const std::array<ExactPoint<N>, 6>& points) {
    return {ExactTriangle<N>{points[0], points[1], points[2]},
            ExactTriangle<N>{points[3], points[4], points[5]}};
}

}  // namespace

DistanceTester::DistanceTester(const Pose& pose_a, const Pose& pose_b)
    : b_in_a_(pose_a, pose_b), frame_deviation_(deviation_from_orthonormal(pose_a.matrix()) + 0x1p-49) {
    std::tie(centred_a_, centred_b_) = without_common_offset(pose_a, pose_b);
    const auto &whole = pose_a.matrix(), &rest = centred_a_.matrix();
    common_offset_ = {whole[3] - rest[3], whole[7] - rest[7], whole[11] - rest[11]};
}

const DistanceTester::Maps& DistanceTester::maps() const {
    if (!maps_) maps_ = {ExactMap(centred_a_), ExactMap(centred_b_)};
    return *maps_;
}

Triangle DistanceTester::in_a(const Triangle& b) const {
    if (b_in_a_.identical) return b;
    return {b_in_a_.map(b[0]), b_in_a_.map(b[1]), b_in_a_.map(b[2])};
}

// Error bound of a distance that was computed from points of the two triangles in A's frame, or from their
// projections onto a line; see docs/guarantees.md.
double DistanceTester::error(const Triangle& a, const Triangle& b, const Triangle& b_in_a) const {
    return 32 * 0x1p-53 * (largest_norm(a) + largest_norm(b_in_a)) + 2 * b_in_a_.map_error(largest_norm(b)) +
           0x1p-300;
}

// Lengths in A's frame differ from those in the world by a factor of 1 ± 2ρ, where ρ is A's deviation from a
// rotation.
DistanceEstimate DistanceTester::estimate(const Triangle& a, const Triangle& b) const {
    const Triangle q = in_a(b);
    const double size = largest_norm(a) + largest_norm(q);
    // Outside this range fourth powers could underflow or overflow.
    if (!(size < 0x1p200) || !(size > 0x1p-200)) return {};
    const ClosestFeatures features = closest_features(a, q);
    const Vec3 gap = weighted(q, features.weights_b) - weighted(a, features.weights_a);
    const double length = std::sqrt(dot(gap, gap)), off = error(a, b, q);
    DistanceEstimate bounds{
        {.lower = 0, .upper = (length + off) * (1 + stretch() + 8 * 0x1p-53)}, gap, features};
    if (length > off) bounds.lower = lower_along(gap, a, b);
    return bounds;
}

double DistanceTester::lower_along(const Vec3& direction, const Triangle& a, const Triangle& b) const {
    const Triangle q = in_a(b);
    const auto at = [&](const Vec3& corner) { return dot(direction, corner); };
    const double farthest_a = std::max({at(a[0]), at(a[1]), at(a[2])}),
                 nearest_b = std::min({at(q[0]), at(q[1]), at(q[2])});
    const double length = std::sqrt(dot(direction, direction));
    const double between =
        ((nearest_b - farthest_a) / length - error(a, b, q)) * (1 - stretch() - 8 * 0x1p-53);
    // Nothing is proven where products underflow or overflow.
    return length > 0x1p-300 && between > 0 && between < 0x1p300 ? between : 0;
}

MeasuredDistance DistanceTester::measure(const Triangle& a, const Triangle& b, double gap,
                                         const ClosestFeatures& features) const {
    const auto good = [gap](const MeasuredDistance& fine) {
        return std::isfinite(fine.upper) && fine.upper - fine.lower <= gap * fine.upper;
    };
    MeasuredDistance fine = distance_of_features(a, centred_a_, b, centred_b_, common_offset_, features);
    if (good(fine)) return fine;
    // `features` were found in A's frame, where doubles far from the origin lose digits. This search takes
    // coordinates relative to a corner of A, which keep them.
    fine = double_double_distance(a, centred_a_, b, centred_b_, common_offset_);
    if (good(fine)) return fine;
    // Either the features that double arithmetic selected are wrong, or all lengths are very small.
    fine = distance_of_all_features(a, centred_a_, b, centred_b_, common_offset_);
    if (good(fine)) return fine;
    const DistanceBounds bounds = measure_exactly(a, b);
    fine.lower = bounds.lower;
    fine.upper = bounds.upper;
    return fine;
}

DistanceBounds DistanceTester::measure_exactly(const Triangle& a, const Triangle& b) const {
    DistanceBounds bounds =
        with_mapped<Axes::same_unit>(maps().a, maps().b, a, b, [](const auto& points, const Exponents& low) {
            const auto [p, q] = triangles_of(points);
            ScaledDouble least{1, std::numeric_limits<int>::max()};
            ExactDistance(p, q).any([&least](const auto& squared) {
                const ScaledDouble length = normalised(squared.approximately());
                if (less(length, least)) least = length;
                return false;
            });
            // The exponent must be even for the square root.
            const int odd = least.exponent & 1;
            const double root = std::sqrt(std::ldexp(least.mantissa, odd));
            const int exponent = (least.exponent - odd) / 2 + low[0];
            return DistanceBounds{scaled_down(root * (1 - 0x1p-47), exponent),
                                  scaled_up(root * (1 + 0x1p-47), exponent)};
        });
    // Among subnormals these bounds may be two steps apart, which is too wide: find the smallest upper bound.
    if (bounds.upper < 0x1p-1020) {
        while (bounds.upper > 0x1p-1074 && within(a, b, std::nextafter(bounds.upper, 0)))
            bounds.upper = std::nextafter(bounds.upper, 0);
        bounds.lower = std::nextafter(bounds.upper, 0);
    }
    return bounds;
}

bool DistanceTester::within(const Triangle& a, const Triangle& b, double limit) const {
    if (!(limit > 0)) return false;
    const DistanceBounds bounds = estimate(a, b);
    if (bounds.upper <= limit) return true;
    if (bounds.lower > limit) return false;
    const MeasuredDistance fine = double_double_distance(a, centred_a_, b, centred_b_, common_offset_);
    if (fine.upper <= limit) return true;
    if (fine.lower > limit) return false;
    return within_exactly(a, b, limit);
}

bool DistanceTester::within_exactly(const Triangle& a, const Triangle& b, double limit) const {
    return with_mapped<Axes::same_unit>(
        maps().a, maps().b, a, b, [limit](const auto& points, const Exponents& low) {
            const auto [p, q] = triangles_of(points);
            return ExactDistance(p, q).any(
                [&](const auto& squared) { return at_most(squared, low[0], limit); });
        });
}

}  // namespace allide::kernel
