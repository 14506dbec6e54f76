// The coplanarity cubic in double-double arithmetic, to narrow a bracket further than double precision can.
#pragma once

#include "kernel/deform/motion_differences.hpp"
#include "kernel/number/double_double.hpp"

namespace allide::kernel {

class DoubleDoubleCubic {
  public:
    DoubleDoubleCubic(FeatureKind kind, const EightPoints& x, const MotionDifferences& v)
        : error_(0x1p-92 * v.volume + cubic_floor) {
        const bool face = kind == FeatureKind::vertex_face;
        constexpr std::size_t face_pairs[3][2] = {{1, 0}, {2, 0}, {3, 0}};
        constexpr std::size_t edge_pairs[3][2] = {{2, 0}, {1, 0}, {3, 2}};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [to, from] = face ? face_pairs[i] : edge_pairs[i];
            start_[i] = difference(x[to], x[from]);
            const Vector end = difference(x[4 + to], x[4 + from]);
            for (std::size_t k = 0; k < 3; ++k) change_[i][k] = end[k] - start_[i][k];
        }
    }

    double error() const { return error_; }

    // Value at t, with an error of at most error().
    DoubleDouble operator()(double t) const {
        std::array<Vector, 3> v;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) v[i][k] = start_[i][k] + change_[i][k] * DoubleDouble(t);
        DoubleDouble sum;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            sum = sum + v[0][k] * (v[1][i] * v[2][j] - v[1][j] * v[2][i]);
        }
        return sum;
    }
    // −1 or 1 if the sign is certain, otherwise 0.
    int sign(double t) const {
        const double value = (*this)(t).high;
        return value > error_ ? 1 : value < -error_ ? -1 : 0;
    }

  private:
    using Vector = std::array<DoubleDouble, 3>;
    static Vector difference(const Vec3& a, const Vec3& b) {
        return {two_sum(a.x, -b.x), two_sum(a.y, -b.y), two_sum(a.z, -b.z)};
    }

    std::array<Vector, 3> start_, change_;
    double error_;
};

}  // namespace allide::kernel
