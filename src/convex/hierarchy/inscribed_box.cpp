// Largest box with given axes inside a polyhedron, by a barrier method with Newton steps: the logarithm of
// the box's volume is a concave function of its six side coordinates, and the constraints are linear.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace allide {
namespace {

using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// The problem of the largest box inside given planes. Its variables y = (upper, lower) are the ends of the
// box along the axes, relative to an interior point. Plane i requires rows_[i] · y ≤ slacks_[i].
class BoxProblem {
  public:
    BoxProblem(std::span<const HalfSpace> planes, const Vec3& inside, const std::array<Vec3, 3>& axes) {
        for (const HalfSpace& plane : planes) {
            Vector6 row = Vector6::Zero();
            for (int k = 0; k < 3; ++k) {
                const double along = dot(plane.normal, axes[static_cast<std::size_t>(k)]);
                (along > 0 ? row[k] : row[3 + k]) = along;
            }
            rows_.push_back(row);
            slacks_.push_back(plane.offset - dot(plane.normal, inside));
        }
    }

    // Starts with a small cube about the interior point, which is the origin of y.
    bool start(Vector6& y) const {
        double half = base::infinity;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            half = std::min(half, slacks_[i] / rows_[i].cwiseAbs().sum());
        half *= 0.5;
        y << half, half, half, -half, -half, -half;
        return half > 0 && std::isfinite(half);
    }

    bool feasible(const Vector6& y) const {
        for (int k = 0; k < 3; ++k)
            if (!(y[k] > y[3 + k])) return false;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (!(slacks_[i] - rows_[i].dot(y) > 0)) return false;
        return true;
    }

    // Barrier function: −log volume − μ Σ log(slack), where slack = slacks_[i] − rows_[i] · y.
    double value(const Vector6& y, double mu) const {
        double sum = 0;
        for (int k = 0; k < 3; ++k) sum -= std::log(y[k] - y[3 + k]);
        for (std::size_t i = 0; i < rows_.size(); ++i) sum -= mu * std::log(slacks_[i] - rows_[i].dot(y));
        return sum;
    }

    // Takes one Newton step, shortened until it is feasible and decreases the barrier function. Returns half
    // the squared Newton decrement, an estimate of the remaining decrease.
    double step(Vector6& y, double mu) const {
        Vector6 gradient = Vector6::Zero();
        Matrix6 hessian = Matrix6::Zero();
        for (int k = 0; k < 3; ++k) {
            const double inverse = 1 / (y[k] - y[3 + k]);
            gradient[k] -= inverse;
            gradient[3 + k] += inverse;
            hessian(k, k) += inverse * inverse;
            hessian(3 + k, 3 + k) += inverse * inverse;
            hessian(k, 3 + k) -= inverse * inverse;
            hessian(3 + k, k) -= inverse * inverse;
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const double inverse = 1 / (slacks_[i] - rows_[i].dot(y));
            gradient += mu * inverse * rows_[i];
            hessian.noalias() += (mu * inverse * inverse) * rows_[i] * rows_[i].transpose();
        }
        const Vector6 direction = -hessian.ldlt().solve(gradient);
        const double slope = gradient.dot(direction);
        if (!(slope < 0)) return 0;
        const double before = value(y, mu);
        for (double length = 1; length > 0x1p-40; length /= 2) {
            const Vector6 next = y + length * direction;
            // Near the minimum, the decrease is smaller than the rounding error of the barrier function; the
            // tolerance of 1e-14 lets the full Newton step pass there.
            if (!feasible(next) ||
                value(next, mu) > before + 0.1 * length * slope + 1e-14 * (1 + std::abs(before)))
                continue;
            y = next;
            return -slope / 2;
        }
        return 0;
    }

    // Upper bound on log(largest volume) − log(volume of this box), by Lagrange duality with the multipliers
    // μ / slack. With c the total weight on side k, the Lagrangian is minimal where that side has length 1 /
    // c. If the weighted normals do not sum to 0, the remaining sum times the extent of the body is added.
    double gap(const Vector6& y, double mu) const {
        const std::vector<double> weights = balanced_weights(y, mu);
        Vector6 gradient = Vector6::Zero();
        double complementarity = 0, largest_slack = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (!(weights[i] >= 0)) return base::infinity;
            gradient += weights[i] * rows_[i];
            complementarity += weights[i] * slacks_[i];
            largest_slack = std::max(largest_slack, std::abs(slacks_[i]));
        }
        double gap = complementarity - 3, remaining = 0;
        for (int k = 0; k < 3; ++k) {
            const double c = (gradient[k] - gradient[3 + k]) / 2;
            gap -= std::log(y[k] - y[3 + k]) + std::log(c);
            remaining += std::abs(gradient[k] + gradient[3 + k]);
        }
        return gap + remaining * extent(largest_slack);
    }

  private:
    // Upper bound on the distance along an axis of a point of the body from the interior point. A crude bound
    // suffices, since it only multiplies rounding errors.
    static double extent(double largest_slack) { return 16 * largest_slack; }

    // Adjusts the weights μ / slack so that the weighted normals sum to 0. This is needed because a small
    // slack is mostly rounding error, which makes μ / slack inaccurate. If the sum is nearly 0 already, the
    // relative change of each weight is small.
    std::vector<double> balanced_weights(const Vector6& y, double mu) const {
        std::vector<double> weights;
        for (std::size_t i = 0; i < rows_.size(); ++i) weights.push_back(mu / (slacks_[i] - rows_[i].dot(y)));
        for (int round = 0; round < 3; ++round) {
            Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
            Eigen::Vector3d rest = Eigen::Vector3d::Zero();
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                spread += weights[i] * normal(i) * normal(i).transpose();
                rest += weights[i] * normal(i);
            }
            const Eigen::Vector3d change = -spread.ldlt().solve(rest);
            for (std::size_t i = 0; i < rows_.size(); ++i) weights[i] *= 1 + normal(i).dot(change);
        }
        return weights;
    }
    Eigen::Vector3d normal(std::size_t plane) const {
        return rows_[plane].head<3>() + rows_[plane].tail<3>();
    }

    std::vector<Vector6> rows_;
    std::vector<double> slacks_;
};

}  // namespace

InscribedBox largest_box(std::span<const HalfSpace> planes, const Vec3& inside,
                         const std::array<Vec3, 3>& axes) {
    const base::DefaultFloatEnvironment environment;
    const BoxProblem problem(planes, inside, axes);
    InscribedBox result;
    result.box.center = inside;
    result.box.axes = axes;
    result.log_volume_gap = base::infinity;
    Vector6 y;
    if (!problem.start(y)) return result;
    // At the minimum of the barrier function for μ, gap() is μ times the number of planes.
    const double last = 5e-10 / static_cast<double>(planes.size());
    double mu = 1;
    for (;;) {
        for (int i = 0; i < 30; ++i) {
            ++result.steps;
            if (problem.step(y, mu) < 1e-11 * mu) break;
        }
        if (mu <= last) break;
        mu = std::max(mu * 0.1, last);
    }
    result.log_volume_gap = std::max(problem.gap(y, mu), 0.0);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        result.box.center = result.box.center + ((y[i] + y[3 + i]) / 2) * axes[k];
        result.box.half[k] = (y[i] - y[3 + i]) / 2;
    }
    return result;
}

}  // namespace allide
