#include "papers/covariance.hpp"

#include "volume/hull/convex_hull.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <Eigen/Eigenvalues>

namespace allide::bench {
namespace {

Eigen::Vector3d vector(const Vec3& v) {
    return {v.x, v.y, v.z};
}

Eigen::Matrix3d covariance_of(std::span<const Vec3> points, std::span<const std::uint32_t> chosen) {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const std::uint32_t i : chosen) mean += vector(points[i]);
    mean /= static_cast<double>(chosen.size());
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (const std::uint32_t i : chosen)
        spread += (vector(points[i]) - mean) * (vector(points[i]) - mean).transpose();
    return spread;
}

volume::Obb box_along(const Eigen::Matrix3d& axes, std::span<const Vec3> points) {
    volume::Obb box;
    Eigen::Vector3d low = axes.transpose() * vector(points.front()), high = low;
    for (const Vec3& p : points) {
        const Eigen::Vector3d along = axes.transpose() * vector(p);
        low = low.cwiseMin(along);
        high = high.cwiseMax(along);
    }
    const Eigen::Vector3d center = axes * (0.5 * (low + high));
    std::array<int, 3> order{0, 1, 2};
    std::ranges::sort(order, [&](int i, int j) { return high[i] - low[i] > high[j] - low[j]; });
    box.center = {center.x(), center.y(), center.z()};
    for (std::size_t k = 0; k < 3; ++k) {
        box.axis[k] = {axes(0, order[k]), axes(1, order[k]), axes(2, order[k])};
        // The box is slightly enlarged to cover rounding errors.
        box.half[k] = 0.5 * (high[order[k]] - low[order[k]]) * (1 + 1e-12) + 1e-14;
    }
    return box;
}

}  // namespace

volume::Obb fit_obb_by(Covariance covariance, std::span<const Vec3> points) {
    if (covariance == Covariance::hull_surface) return volume::fit_obb(points);
    std::vector<std::uint32_t> chosen(points.size());
    std::iota(chosen.begin(), chosen.end(), 0u);
    if (covariance == Covariance::hull_vertices) chosen = volume::convex_hull(points).corners;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance_of(points, chosen));
    return box_along(solver.eigenvectors(), points);
}

}  // namespace allide::bench
