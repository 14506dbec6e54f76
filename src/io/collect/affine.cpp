#include "io/collect/affine.hpp"

#include "kernel/number/dyadic.hpp"
#include "kernel/number/wide_int.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allide::io {
namespace {

// A product of two doubles is a multiple of 2⁻²¹⁴⁸ and below 2²⁰⁴⁸ in magnitude, so 66 words of 64 bits hold
// every sum of a few products.
constexpr int lowest_bit = -2148;
using Sum = kernel::WideInt<66>;

void add_product(Sum& sum, double a, double b) {
    const kernel::Dyadic left = kernel::dyadic(a), right = kernel::dyadic(b);
    if (left.mantissa == 0 || right.mantissa == 0) return;
    sum = sum + kernel::shifted<66>(kernel::Int128(left.mantissa) * right.mantissa,
                                    left.exponent + right.exponent - lowest_bit);
}

bool bit_at(const Sum& sum, int bit) {
    return bit >= 0 && (sum.words[static_cast<std::size_t>(bit) / 64] >> (bit % 64) & 1) != 0;
}
int highest_bit(const Sum& sum) {
    for (int word = 65; word >= 0; --word)
        if (const std::uint64_t bits = sum.words[static_cast<std::size_t>(word)])
            return 64 * word + 63 - std::countl_zero(bits);
    return -1;
}
bool any_below(const Sum& sum, int bit) {
    for (int i = 0; i < bit; ++i)
        if (bit_at(sum, i)) return true;
    return false;
}

// The nearest double to the sum; ties round to even.
double rounded(const Sum& sum) {
    const Sum magnitude = sum.negative() ? -sum : sum;
    const int top = highest_bit(magnitude);
    if (top < 0) return 0;
    const int last = std::max(top - 52, -1074 - lowest_bit);  // lowest bit that the double has room for
    std::uint64_t mantissa = 0;
    for (int bit = top; bit >= last; --bit) mantissa = mantissa << 1 | (bit_at(magnitude, bit) ? 1 : 0);
    if (bit_at(magnitude, last - 1) && ((mantissa & 1) != 0 || any_below(magnitude, last - 1))) ++mantissa;
    const double value = std::ldexp(static_cast<double>(mantissa), last + lowest_bit);
    return sum.negative() ? -value : value;
}

double exact_row(const double* row, const Vec3& p) {
    Sum sum;
    add_product(sum, row[0], p.x);
    add_product(sum, row[1], p.y);
    add_product(sum, row[2], p.z);
    add_product(sum, row[3], 1);
    return rounded(sum);
}

struct Pair {
    double high = 0, low = 0;
};

Pair two_sum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
Pair split(double a) {
    const double scaled = 134217729.0 * a;
    const double high = scaled - (scaled - a);
    return {high, a - high};
}
Pair two_product(double a, double b) {
    const double product = a * b;
    const Pair x = split(a), y = split(b);
    return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

// True for numbers whose products, with their rounding errors, neither overflow nor become subnormal.
bool products_stay_normal(double x) {
    const double size = std::abs(x);
    return size == 0 || (size > 0x1p-200 && size < 0x1p200);
}

// Computes a row times the point as high + low, with an error below 2⁻⁹⁸ times the sum of the magnitudes of
// its terms. If that error cannot change how the sum is rounded, the result is certain; otherwise the sum is
// computed exactly in integers.
double row_times(const double* row, const Vec3& p) {
    const std::array<double, 3> point{p.x, p.y, p.z};
    double high = row[3], low = 0, size = std::abs(row[3]);
    for (std::size_t i = 0; i < 3; ++i) {
        const Pair term = two_product(row[i], point[i]);
        const Pair sum = two_sum(high, term.high);
        high = sum.high;
        low += sum.low + term.low;
        size += std::abs(term.high);
    }
    const double error = size * 0x1p-98;
    const double above = high + (low + error), below = high + (low - error);
    return above == below ? above : exact_row(row, p);
}

double plain_row(const double* row, const Vec3& p) {
    double sum = row[3];
    if (row[0] != 0) sum += row[0] * p.x;
    if (row[1] != 0) sum += row[1] * p.y;
    if (row[2] != 0) sum += row[2] * p.z;
    return sum;
}

double mapped_row(const double* row, const Vec3& p) {
    const bool stay_normal = products_stay_normal(row[0]) && products_stay_normal(row[1]) &&
                             products_stay_normal(row[2]) && products_stay_normal(row[3]) &&
                             products_stay_normal(p.x) && products_stay_normal(p.y) &&
                             products_stay_normal(p.z);
    if (stay_normal) return row_times(row, p);
    const bool finite = std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) &&
                        std::all_of(row, row + 4, [](double x) { return std::isfinite(x); });
    return finite ? exact_row(row, p) : plain_row(row, p);
}

}  // namespace

Affine from_translation_rotation_scale(const std::array<double, 3>& translation,
                                       const std::array<double, 4>& rotation,
                                       const std::array<double, 3>& scale) {
    const auto [x, y, z, w] = rotation;
    const double n = x * x + y * y + z * z + w * w;
    const auto twice = [n](double value) { return 2 * (value / n); };
    const auto [a, b, c] = scale;
    return {(1 - twice(y * y + z * z)) * a, twice(x * y - w * z) * b,
            twice(x * z + w * y) * c,       translation[0],
            twice(x * y + w * z) * a,       (1 - twice(x * x + z * z)) * b,
            twice(y * z - w * x) * c,       translation[1],
            twice(x * z - w * y) * a,       twice(y * z + w * x) * b,
            (1 - twice(x * x + y * y)) * c, translation[2]};
}

Affine product(const Affine& a, const Affine& b) {
    Affine out{};
    for (std::size_t row = 0; row < 12; row += 4)
        for (std::size_t column = 0; column < 4; ++column)
            out[row + column] = a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] +
                                (column == 3 ? a[row + 3] : 0);
    return out;
}

bool is_finite(const Affine& map) {
    return std::all_of(map.begin(), map.end(), [](double x) { return std::isfinite(x); });
}

Vec3 mapped(const Affine& map, const Vec3& point) {
    return {mapped_row(map.data(), point), mapped_row(map.data() + 4, point),
            mapped_row(map.data() + 8, point)};
}

}  // namespace allide::io
