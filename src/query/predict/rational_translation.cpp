#include "query/predict/rational_translation.hpp"

#include "kernel/number/double_double.hpp"
#include "kernel/pose/vec.hpp"

#include <cmath>

namespace allide::query {
namespace {

using kernel::DoubleDouble;
using kernel::Exact;
using kernel::two_product;

// The square root, if it is exactly the sum of two doubles. Rational roots of sums of squares of doubles
// seldom need more: few have above 54 bits.
std::optional<Exact> exact_root(const Exact& square) {
    const Exact one(1.0), high(root_of_quotient(square, one)), twice = high + high;
    double low = 0;
    for (int step = 0; step < 3; ++step) {
        const Exact root = high + Exact(low), rest = square - root * root;
        if (rest.sign() == 0) return root;
        low += quotient(rest, twice);
    }
    return {};
}

// x / by, if a double represents it exactly.
std::optional<double> exact_quotient(const Exact& x, const Exact& by) {
    if (x.sign() == 0) return 0;
    const double about = quotient(x, by);
    if (!std::isfinite(about)) return {};
    // The quotient may have rounding errors in its last bits.
    const double out = about + quotient(x - by * Exact(about), by);
    if (!std::isfinite(out) || !(by * Exact(out) == x)) return {};
    return out;
}

Vec3 times_power(const Vec3& x, int exponent) {
    return {std::ldexp(x.x, exponent), std::ldexp(x.y, exponent), std::ldexp(x.z, exponent)};
}

// Scales by two powers, because the single power may not be representable as a double.
kernel::NumberPoint<Exact> exactly_about_one(const Vec3& axis) {
    const int exponent = -std::ilogb(kernel::largest(axis)), half = exponent / 2;
    const Exact power = Exact(std::ldexp(1.0, half)) * Exact(std::ldexp(1.0, exponent - half));
    return kernel::product_of(power, kernel::as_given<Exact>(axis));
}

}  // namespace

AxisAboutOne axis_about_one(const Screw& screw) {
    const Vec3& given = screw.axis;
    const int exponent = -std::ilogb(kernel::largest(given));
    const Vec3 axis = times_power(given, exponent);
    const DoubleDouble squares =
        two_product(axis.x, axis.x) + two_product(axis.y, axis.y) + two_product(axis.z, axis.z);
    const double length = kernel::square_root(squares).rounded();
    if (times_power(axis, -exponent) == given) return {axis, length};
    // Scaling would lose digits of a component that is much smaller than the largest one.
    return {given, std::ldexp(length, -exponent)};
}

std::optional<RationalShift> rational_shift(const MotionSegment& segment) {
    if (segment.is_linear) return RationalShift{kernel::as_given<Exact>(segment.translation)};
    if (segment.screw.angle.in_radians() != 0) return {};
    const auto axis = exactly_about_one(segment.screw.axis);
    const auto length = exact_root(kernel::dot_of(axis, axis));
    if (!length) return {};
    return RationalShift{kernel::product_of(Exact(segment.screw.advance), axis), *length};
}

std::optional<Vec3> shift_in_doubles(const MotionSegment& segment) {
    if (segment.is_linear) return segment.translation;
    const auto shift = rational_shift(segment);
    if (!shift) return {};
    const auto x = exact_quotient(shift->translation[0], shift->by),
               y = exact_quotient(shift->translation[1], shift->by),
               z = exact_quotient(shift->translation[2], shift->by);
    if (x && y && z) return Vec3{*x, *y, *z};
    return {};
}

}  // namespace allide::query
