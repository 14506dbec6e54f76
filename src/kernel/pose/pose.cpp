#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/rigidity.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <cmath>
#include <numbers>

namespace allide {
namespace {

using Rows = std::array<double, 12>;

bool all_finite(const Rows& rows) {
    return std::all_of(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); });
}

// Row-major [R|t] of the unit quaternion (w, x, y, z) and a position.
Rows rows_of(double w, double x, double y, double z, const Vec3& t) {
    return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     t.x,
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     t.y,
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), t.z};
}

}  // namespace

Angle degrees(double value) {
    const base::DefaultFloatEnvironment environment;
    return radians(value * (std::numbers::pi / 180));
}

Pose Pose::translation(const Vec3& offset) {
    return Pose().translated(offset);
}

Pose Pose::translated(const Vec3& offset) const {
    const base::DefaultFloatEnvironment environment;
    Rows rows = rows_;
    rows[3] += offset.x;
    rows[7] += offset.y;
    rows[11] += offset.z;
    base::expect(all_finite(rows), "a pose's offset must be finite");
    return Pose(rows);
}

Pose Pose::rotation(const Vec3& axis, Angle angle) {
    const base::DefaultFloatEnvironment environment;
    const double size = kernel::largest(axis);
    base::expect(size > 0 && kernel::finite(axis) && std::isfinite(angle.in_radians()),
                 "a rotation needs a finite axis that is not zero, and a finite angle");
    // Scale to about unit length first: the length of a subnormal axis is inaccurate, that of a huge one
    // overflows.
    const int exponent = -std::ilogb(size);
    const double x = std::ldexp(axis.x, exponent), y = std::ldexp(axis.y, exponent),
                 z = std::ldexp(axis.z, exponent);
    const double length = std::hypot(x, y, z);
    const double half = angle.in_radians() / 2;
    const double s = std::sin(half);
    return Pose(rows_of(std::cos(half), s * (x / length), s * (y / length), s * (z / length), {}));
}

Result<Pose> Pose::from_matrix(const Rows& rows) {
    const base::DefaultFloatEnvironment environment;
    if (!all_finite(rows))
        return Error{.code = ErrorCode::not_finite, .message = "a pose's numbers must be finite"};
    constexpr double tolerance = 1e-6;
    if (!(kernel::deviation_from_orthonormal(rows) <= tolerance) || !(kernel::determinant(rows) > 0))
        return Error{
            .code = ErrorCode::not_rigid,
            .message =
                "a pose must be rigid: its matrix is not a rotation (all |R'R - I| <= 1e-6, det R > 0)"};
    return Pose(rows);
}

Result<Pose> Pose::from_quaternion(const Vec3& position, const std::array<double, 4>& wxyz) {
    const base::DefaultFloatEnvironment environment;
    const auto [w, x, y, z] = wxyz;
    const double length = std::sqrt(w * w + x * x + y * y + z * z);
    if (!kernel::finite(position) || !kernel::finite({x, y, z}) || !std::isfinite(w))
        return Error{.code = ErrorCode::not_finite, .message = "a pose's numbers must be finite"};
    if (!(std::abs(length - 1) <= 1e-6))
        return Error{.code = ErrorCode::not_rigid,
                     .message = "a pose's quaternion must have unit length within 1e-6"};
    return from_matrix(rows_of(w / length, x / length, y / length, z / length, position));
}

}  // namespace allide
