#include "volume/box/obb.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/box.hpp"
#include "volume/box/gap.hpp"
#include "volume/box/range.hpp"
#include "volume/hull/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Eigenvalues>

namespace allide::volume {
namespace {

using kernel::operator+;
using kernel::operator*;
using kernel::largest;

Eigen::Vector3d vector(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// Moves points to the origin and scales them to about unit size by a power of two, so that squares neither
// overflow nor underflow whatever the size of the model.
class Normaliser {
  public:
    explicit Normaliser(std::span<const Vec3> points) : bounds_(kernel::box_of(points)) {
        if (!kernel::finite(middle_difference())) return;  // some coordinate is not finite
        const int exponent = std::ilogb(std::max(largest(middle_difference()), 0x1p-1074));
        // The factor is applied in two steps, because 2^1074 is not representable.
        first_ = std::ldexp(1.0, -exponent / 2);
        second_ = std::ldexp(1.0, -exponent - -exponent / 2);
    }
    Vec3 middle() const { return bounds_.center(); }
    Eigen::Vector3d operator()(const Vec3& p) const { return vector(second_ * (first_ * (p - middle()))); }

  private:
    Vec3 middle_difference() const { return 0.5 * bounds_.hi - 0.5 * bounds_.lo; }
    Box bounds_;
    double first_ = 1, second_ = 1;
};

// Covariance of the surface of the hull, integrated over each facet. Over a triangle of area A with centroid
// c and corners p, q, r, the integral of x xᵀ is A/12 (9 c cᵀ + p pᵀ + q qᵀ + r rᵀ).
Eigen::Matrix3d surface_covariance(const ConvexHull& hull, std::span<const Vec3> points,
                                   const Normaliser& local) {
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    double total = 0;
    for (const auto& facet : hull.facets) {
        const Eigen::Vector3d p = local(points[facet[0]]), q = local(points[facet[1]]),
                              r = local(points[facet[2]]);
        const double area = 0.5 * (q - p).cross(r - p).norm();
        const Eigen::Vector3d c = (p + q + r) / 3;
        second +=
            area / 12 * (9 * c * c.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose());
        first += area * c;
        total += area;
    }
    return second / total - (first / total) * (first / total).transpose();
}

// Axes for a box: along the line if the points are collinear, otherwise the principal axes of the hull's
// surface; the coordinate axes if the points have no extent.
Eigen::Matrix3d principal_axes(const ConvexHull& hull, std::span<const Vec3> points,
                               const Normaliser& local) {
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    if (hull.dimension == 1) {
        const Eigen::Vector3d along = local(points[hull.corners[1]]) - local(points[hull.corners[0]]);
        spread = along * along.transpose();
    } else if (hull.dimension >= 2) {
        spread = surface_covariance(hull, points, local);
    }
    if (!spread.allFinite()) return Eigen::Matrix3d::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
    const Eigen::Matrix3d& axes = solver.eigenvectors();
    const bool orthonormal =
        (axes.transpose() * axes - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 0x1p-48;
    return solver.info() == Eigen::Success && axes.allFinite() && orthonormal ? axes
                                                                              : Eigen::Matrix3d::Identity();
}

// The box around the points along the given axes. If the points are coplanar or collinear (`dimension` is
// below 3), half sizes that are 0 up to rounding become exactly 0.
Obb box_along(const Eigen::Matrix3d& axes, std::span<const Vec3> points,
              std::span<const std::uint32_t> corners, const Vec3& origin, int dimension) {
    std::array<Vec3, 3> axis;
    std::array<double, 3> low, high;
    for (int k = 0; k < 3; ++k) {
        axis[k] = {axes(0, k), axes(1, k), axes(2, k)};
        low[k] = high[k] = dot(axis[k], points[corners.front()] - origin);
        for (const std::uint32_t i : corners) {
            const double along = dot(axis[k], points[i] - origin);
            low[k] = std::min(low[k], along);
            high[k] = std::max(high[k], along);
        }
    }
    Obb box;
    box.center = origin;
    std::array<int, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int j) { return high[i] - low[i] > high[j] - low[j]; });
    for (int k = 0; k < 3; ++k) {
        box.axis[k] = axis[order[k]];
        box.half[k] = 0.5 * (high[order[k]] - low[order[k]]);
        box.center = box.center + (0.5 * (low[order[k]] + high[order[k]])) * box.axis[k];
    }
    // The half sizes are recomputed relative to the rounded centre, which matters far from the origin.
    for (int k = 0; k < 3; ++k)
        for (const std::uint32_t i : corners)
            box.half[k] = std::max(box.half[k], std::abs(dot(box.axis[k], points[i] - box.center)));
    for (int k = std::max(dimension, 0); k < 3; ++k)
        if (box.half[k] <= fit_tolerance(box)) box.half[k] = 0;
    return box;
}

}  // namespace

Obb fit_obb(std::span<const Vec3> points) {
    if (points.empty()) return {};
    const ConvexHull hull = convex_hull(points);
    const Normaliser local(points);
    return box_along(principal_axes(hull, points, local), points, hull.corners, local.middle(),
                     hull.dimension);
}

// docs/guarantees.md derives the constants of the two margins.
ObbFrame::ObbFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b)
    : b_in_a_(&b_in_a),
      fixed_margin_(may_overflow(b_in_a, norm_a, norm_b)
                        ? base::infinity
                        : 4 * b_in_a.map_error(2 * norm_b) + 32 * 0x1p-53 * (norm_a + norm_b) + 0x1p-1050),
      relative_margin_(512 * 0x1p-53 + 32 * b_in_a.deviation) {}

// The larger of two lower bounds: one from the gaps along A's axes, one from the gaps along B's.
double ObbFrame::gap(const Obb& a, const Placed& b) const {
    const Vec3 offset = b.center - a.center;
    const std::array<double, 3> t{dot(a.axis[0], offset), dot(a.axis[1], offset), dot(a.axis[2], offset)};
    const double margin = fixed_margin_ + relative_margin_ * (std::abs(t[0]) + std::abs(t[1]) +
                                                              std::abs(t[2]) + a.sum() + b.sum);
    std::array<double, 3> on_a, on_b;
    for (std::size_t j = 0; j < 3; ++j) on_b[j] = std::abs(dot(b.axis[j], offset)) - b.half[j] - margin;
    for (std::size_t i = 0; i < 3; ++i) {
        on_a[i] = std::abs(t[i]) - a.half[i] - margin;
        for (std::size_t j = 0; j < 3; ++j) {
            const double r = std::abs(dot(a.axis[i], b.axis[j]));
            on_a[i] -= b.half[j] * r;
            on_b[j] -= a.half[i] * r;
        }
    }
    return gap_factor(b_in_a_->deviation) *
           std::max(length_of_gaps(on_a[0], on_a[1], on_a[2]), length_of_gaps(on_b[0], on_b[1], on_b[2]));
}

}  // namespace allide::volume
