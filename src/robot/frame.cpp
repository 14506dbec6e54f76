#include "robot/frame.hpp"

#include "kernel/number/sin_cos.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::cross;
using kernel::operator+;
using kernel::operator*;

// Bounds of rounding errors: of a product of two rotations, of a rotation about an axis, and of a matrix that
// was made orthonormal (all in the Frobenius norm); and of a mapped point, relative to the 1-norms of its
// terms.
constexpr double product_error = 0x1p-49, rotation_error = 0x1p-46, orthonormal_error = 0x1p-48,
                 point_error = 0x1p-50;
// Added to error bounds to cover underflow.
constexpr double tiny = 0x1p-1060;

std::array<double, 9> product(const std::array<double, 9>& a, const std::array<double, 9>& b) {
    std::array<double, 9> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    return out;
}

}  // namespace

double length_up(const Vec3& v) {
    const double largest = kernel::largest(v);
    if (largest > 0x1p-400 && largest < 0x1p400) return std::sqrt(kernel::dot(v, v)) * up;
    return length(v) * up;
}

Frame operator*(const Frame& a, const Frame& b) {
    Frame out;
    out.turn = product(a.turn, b.turn);
    const Vec3 turned = a.direction(b.place);
    out.place = turned + a.place;
    out.turn_error = (a.turn_error * (1 + b.turn_error) + b.turn_error + product_error) * up;
    const double far = kernel::norm_1(b.place);
    out.place_error = (a.place_error + b.place_error + a.turn_error * far +
                       point_error * (kernel::norm_1(a.place) + far * (1 + a.turn_error))) *
                          up +
                      tiny;
    return out;
}

// Two steps of Newton's iteration R ← R(3 − RᵀR)/2. It converges to the orthonormal factor of the polar
// decomposition, which is the nearest orthonormal matrix; a deviation of 1e-6 becomes less than 1e-23.
Frame orthonormal_frame(const Pose& pose) {
    const auto& m = pose.matrix();
    Frame out;
    out.turn = {m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]};
    out.place = pose.position();
    std::array<double, 9>& r = out.turn;
    if (r == std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}) return out;
    for (int step = 0; step < 2; ++step) {
        const std::array<double, 9> back{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]};
        std::array<double, 9> square = product(back, r);
        for (std::size_t k = 0; k < 9; ++k) square[k] = (k % 4 == 0 ? 1.5 : 0) - 0.5 * square[k];
        r = product(r, square);
    }
    out.turn_error = orthonormal_error;
    return out;
}

Pose pose_of(const Frame& frame) {
    const auto& r = frame.turn;
    const Vec3& t = frame.place;
    return Pose::from_matrix({r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z}).value();
}

Frame rotation_about(const Vec3& unit_axis, const Ball& angle) {
    const kernel::SinCos turn = kernel::sin_cos(angle.value);
    const double s = turn.sin, c = turn.cos, v = 1 - c;
    const Vec3& a = unit_axis;
    Frame out;
    out.turn = {v * a.x * a.x + c,       v * a.x * a.y - s * a.z, v * a.x * a.z + s * a.y,
                v * a.x * a.y + s * a.z, v * a.y * a.y + c,       v * a.y * a.z - s * a.x,
                v * a.x * a.z - s * a.y, v * a.y * a.z + s * a.x, v * a.z * a.z + c};
    out.turn_error = rotation_error + 1.5 * angle.error;
    return out;
}

Frame translation_along(const Vec3& unit_axis, const Ball& length) {
    Frame out;
    out.place = length.value * unit_axis;
    out.place_error =
        (length.error + (axis_error + point_error) * (std::abs(length.value) + length.error)) * up + tiny;
    return out;
}

Vec3 unit_axis(const Vec3& axis) {
    // An axis along a coordinate axis is normalised exactly.
    if ((axis.x != 0) + (axis.y != 0) + (axis.z != 0) == 1) {
        const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
        return {sign(axis.x), sign(axis.y), sign(axis.z)};
    }
    // One step of Newton's iteration for the length after the division.
    const Vec3 a = normalized(axis);
    return (1.5 - 0.5 * kernel::dot(a, a)) * a;
}

}  // namespace allide::robot
