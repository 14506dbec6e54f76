// The inverse of a pose. It is not with the other functions of Pose because it needs exact numbers, which
// build on kernel/pose.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/number/exact_number.hpp"

#include <allide/geometry.hpp>

#include <cmath>

namespace allide {

// By Cramer's rule the inverse is x ↦ adj(R) x / det R − adj(R) t / det R. Only the quotients are rounded.
Pose Pose::inverse() const {
    const base::DefaultFloatEnvironment environment;
    using kernel::Exact;
    std::array<Exact, 12> m;
    for (std::size_t i = 0; i < 12; ++i) m[i] = Exact(rows_[i]);
    // Row i of the adjugate is the cross product of columns i + 1 and i + 2 of R.
    const auto cofactor = [&](std::size_t i, std::size_t j) {
        const std::size_t c1 = (i + 1) % 3, c2 = (i + 2) % 3, r1 = 4 * ((j + 1) % 3), r2 = 4 * ((j + 2) % 3);
        return m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1];
    };
    std::array<std::array<Exact, 3>, 3> adjugate;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) adjugate[i][j] = cofactor(i, j);
    const Exact determinant = m[0] * adjugate[0][0] + m[4] * adjugate[0][1] + m[8] * adjugate[0][2];
    std::array<double, 12> rows;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = adjugate[i];
        for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = kernel::quotient(row[j], determinant);
        rows[4 * i + 3] = kernel::quotient(-(row[0] * m[3] + row[1] * m[7] + row[2] * m[11]), determinant);
    }
    base::expect(std::isfinite(rows[3]) && std::isfinite(rows[7]) && std::isfinite(rows[11]),
                 "the inverse of a pose has a translation beyond the largest double");
    const Result<Pose> inverse = from_matrix(rows);
    base::expect(inverse.has_value(), "the inverse of a pose is not rigid within 1e-6");
    return *inverse;
}

}  // namespace allide
