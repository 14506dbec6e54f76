// Do the convex hulls of two point sets share a point? Decided by a linear program in rationals, exactly.
//
// The program looks for non-negative weights λ_i of the points a_i of one set and μ_j of the points b_j of
// the other, with Σ λ_i = Σ μ_j = 1 and Σ λ_i a_i = Σ μ_j b_j: five equations. The first phase of the simplex
// method decides whether there are any; Bland's rule guarantees termination.
#pragma once

#include "oracle/dyadic.hpp"

#include <vector>

namespace oracle {

class Feasibility {
  public:
    // Each column belongs to a variable, each row to an equation, whose right side must not be negative.
    Feasibility(std::vector<std::vector<mpq_class>> columns, std::vector<mpq_class> right)
        : columns_(std::move(columns)), right_(std::move(right)) {
        // An artificial variable per row gives a feasible start; the sum of these must be reduced to 0.
        for (std::size_t row = 0; row < right_.size(); ++row) basis_.push_back(columns_.size() + row);
        for (const auto& column : columns_) {
            mpq_class sum = 0;
            for (const mpq_class& entry : column) sum += entry;
            gain_.push_back(sum);
        }
        for (const mpq_class& entry : right_) rest_ += entry;
    }

    bool solvable() {
        while (rest_ > 0) {
            std::size_t enter = 0;
            while (enter < columns_.size() && gain_[enter] <= 0) ++enter;
            if (enter == columns_.size()) return false;
            pivot(leaving_row(enter), enter);
        }
        return true;
    }

  private:
    std::size_t leaving_row(std::size_t enter) const {
        std::size_t best = right_.size();
        mpq_class least;
        for (std::size_t row = 0; row < right_.size(); ++row) {
            if (columns_[enter][row] <= 0) continue;
            const mpq_class ratio = right_[row] / columns_[enter][row];
            if (best == right_.size() || ratio < least || (ratio == least && basis_[row] < basis_[best])) {
                best = row;
                least = ratio;
            }
        }
        return best;
    }

    void pivot(std::size_t row, std::size_t enter) {
        const std::vector<mpq_class> by = columns_[enter];
        const mpq_class gain = gain_[enter];
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const mpq_class share = columns_[c][row] / by[row];
            for (std::size_t r = 0; r < right_.size(); ++r)
                columns_[c][r] = r == row ? share : mpq_class(columns_[c][r] - by[r] * share);
            gain_[c] -= gain * share;
        }
        const mpq_class share = right_[row] / by[row];
        for (std::size_t r = 0; r < right_.size(); ++r)
            right_[r] = r == row ? share : mpq_class(right_[r] - by[r] * share);
        rest_ -= gain * share;
        basis_[row] = enter;
    }

    std::vector<std::vector<mpq_class>> columns_;
    std::vector<mpq_class> right_, gain_;
    std::vector<std::size_t> basis_;
    mpq_class rest_ = 0;
};

inline bool hulls_touch(std::span<const Point> a, const Matrix& pose_a, std::span<const Point> b,
                        const Matrix& pose_b) {
    std::vector<DyadicPoint> world;
    for (const Point& p : a) world.push_back(to_world(p, pose_a));
    for (const Point& p : b) world.push_back(to_world(p, pose_b));
    const auto points = in_integers(world);
    std::vector<std::vector<mpq_class>> columns;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const int sign = i < a.size() ? 1 : -1;
        std::vector<mpq_class> column{sign > 0 ? 1 : 0, sign > 0 ? 0 : 1};
        for (const mpz_class& c : points[i]) column.emplace_back(sign * c);
        columns.push_back(std::move(column));
    }
    return Feasibility(std::move(columns), {1, 1, 0, 0, 0}).solvable();
}

}  // namespace oracle
