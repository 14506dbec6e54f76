#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/rigidity.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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

// True if the matrix is rigid within the tolerance that every Pose satisfies.
bool is_rigid(const Rows& rows) {
    constexpr double tolerance = 1e-6;
    return kernel::deviation_from_orthonormal(rows) <= tolerance && kernel::determinant(rows) > 0;
}

}  // namespace

double length(const Vec3& a) {
    const base::DefaultFloatEnvironment environment;
    const double size = kernel::largest(a);
    if (size >= 0x1p-400 && size <= 0x1p400) return std::sqrt(dot(a, a));
    if (std::isinf(a.x) || std::isinf(a.y) || std::isinf(a.z)) return base::infinity;
    if (!kernel::finite(a)) return std::numeric_limits<double>::quiet_NaN();
    if (size == 0) return 0;
    const int exponent = std::ilogb(size);
    const Vec3 scaled{std::ldexp(a.x, -exponent), std::ldexp(a.y, -exponent), std::ldexp(a.z, -exponent)};
    return std::ldexp(std::sqrt(dot(scaled, scaled)), exponent);
}

Vec3 normalized(const Vec3& a) {
    const base::DefaultFloatEnvironment environment;
    const double size = kernel::largest(a);
    base::expect(size > 0 && kernel::finite(a), "a vector to be normalised must be finite and not zero");
    // Scale to a length of about 1 first: a subnormal vector's length is inaccurate, a huge one's overflows.
    const int exponent = -std::ilogb(size);
    const Vec3 scaled{std::ldexp(a.x, exponent), std::ldexp(a.y, exponent), std::ldexp(a.z, exponent)};
    return scaled / std::sqrt(dot(scaled, scaled));
}

double Angle::in_degrees() const {
    const base::DefaultFloatEnvironment environment;
    return radians_ * (180 / std::numbers::pi);
}

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
    if (!is_rigid(rows))
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

Result<Pose> Pose::from_matrix_4x4(const std::array<double, 16>& rows) {
    if (rows[12] != 0 || rows[13] != 0 || rows[14] != 0 || rows[15] != 1)
        return Error{.code = ErrorCode::not_rigid,
                     .message = "a pose must be rigid: the last row of its 4x4 matrix must be 0 0 0 1"};
    Rows top;
    std::copy_n(rows.begin(), top.size(), top.begin());
    return from_matrix(top);
}

std::array<double, 16> Pose::matrix_4x4() const {
    std::array<double, 16> rows{};
    std::copy_n(rows_.begin(), rows_.size(), rows.begin());
    rows[15] = 1;
    return rows;
}

// Shepperd (1978): all four numbers are derived from the largest of their squares, so that no digits cancel.
std::array<double, 4> Pose::quaternion() const {
    const base::DefaultFloatEnvironment environment;
    const auto& [a, b, c, tx, d, e, f, ty, g, h, i, tz] = rows_;
    std::array<double, 4> q{1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i};  // 4 w², 4 x², …
    switch (std::max_element(q.begin(), q.end()) - q.begin()) {
        case 0:
            q = {q[0], h - f, c - g, d - b};
            break;
        case 1:
            q = {h - f, q[1], b + d, c + g};
            break;
        case 2:
            q = {c - g, b + d, q[2], f + h};
            break;
        default:
            q = {d - b, c + g, f + h, q[3]};
            break;
    }
    const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double divisor = q[0] < 0 ? -size : size;
    for (double& number : q) number /= divisor;
    return q;
}

AxisAngle Pose::axis_angle() const {
    const base::DefaultFloatEnvironment environment;
    const auto [w, x, y, z] = quaternion();
    const double sine = length({x, y, z});
    if (!(sine > 0)) return {};
    return {.axis = normalized({x, y, z}), .angle = radians(2 * std::atan2(sine, w))};
}

Pose operator*(const Pose& a, const Pose& b) {
    const base::DefaultFloatEnvironment environment;
    const Rows &m = a.matrix(), &n = b.matrix();
    Rows rows;
    for (std::size_t i = 0; i < 12; i += 4)
        for (std::size_t j = 0; j < 4; ++j)
            rows[i + j] = m[i] * n[j] + m[i + 1] * n[4 + j] + m[i + 2] * n[8 + j] + (j == 3 ? m[i + 3] : 0.0);
    base::expect(all_finite(rows), "the product of two poses has a translation beyond the largest double");
    base::expect(is_rigid(rows), "the product of two poses is no longer rigid within 1e-6");
    return Pose(rows);
}

}  // namespace allide
