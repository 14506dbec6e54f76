#include "query/rational_shift.hpp"

#include "kernel/double_double.hpp"
#include "kernel/vec.hpp"

#include <cmath>

namespace allide::query {
namespace {

using kernel::DoubleDouble;
using kernel::Exact;
using kernel::two_product;

// The square root, if two doubles hold it: that of a sum of squares has seldom more than 54 bits.
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

// x / by, if a double holds it.
std::optional<double> exact_quotient(const Exact& x, const Exact& by) {
    if (x.sign() == 0) return 0;
    const double about = quotient(x, by);
    if (!std::isfinite(about)) return {};
    // The quotient may be rounded in its last bits.
    const double out = about + quotient(x - by * Exact(about), by);
    if (!std::isfinite(out) || !(by * Exact(out) == x)) return {};
    return out;
}

}  // namespace

AxisAboutOne axis_about_one(const Screw& screw) {
    const Vec3& given = screw.axis;
    const int exponent = -std::ilogb(kernel::largest(given));
    const Vec3 axis{std::ldexp(given.x, exponent), std::ldexp(given.y, exponent),
                    std::ldexp(given.z, exponent)};
    const DoubleDouble squares =
        two_product(axis.x, axis.x) + two_product(axis.y, axis.y) + two_product(axis.z, axis.z);
    return {axis, kernel::square_root(squares).rounded()};
}

std::optional<RationalShift> rational_shift(const MotionLeg& leg) {
    if (leg.is_linear) return RationalShift{kernel::as_given<Exact>(leg.translation)};
    if (leg.screw.angle.in_radians() != 0) return {};
    const auto axis = kernel::as_given<Exact>(axis_about_one(leg.screw).direction);
    const auto length = exact_root(kernel::dot_of(axis, axis));
    if (!length) return {};
    return RationalShift{kernel::product_of(Exact(leg.screw.advance), axis), *length};
}

std::optional<Vec3> shift_in_doubles(const MotionLeg& leg) {
    if (leg.is_linear) return leg.translation;
    const auto shift = rational_shift(leg);
    if (!shift) return {};
    const auto x = exact_quotient(shift->way[0], shift->by), y = exact_quotient(shift->way[1], shift->by),
               z = exact_quotient(shift->way[2], shift->by);
    if (x && y && z) return Vec3{*x, *y, *z};
    return {};
}

}  // namespace allide::query
