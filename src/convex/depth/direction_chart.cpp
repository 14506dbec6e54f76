#include "convex/depth/direction_chart.hpp"

#include <algorithm>
#include <numbers>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

// largest tangent of the angle between the center and a direction of the patch
constexpr double largest_tangent = 2.6;
constexpr double most_longitude = 1.2;
constexpr double most_sine_of_latitude = 0.999;

Interval clipped(const Interval& range, double lo, double hi) {
    return {std::max(range.lo, lo), std::min(range.hi, hi)};
}
Interval with_margin(const Interval& range) {
    const double margin = 1e-9 * range.largest() + 1e-12;
    return {range.lo - margin, range.hi + margin};
}
double tangent_of_sine(double sine) {
    return sine / std::sqrt((1 - sine) * (1 + sine));
}

}  // namespace

DirectionChart DirectionChart::tangent_plane(const Vec3& center, const Vec3& first) {
    DirectionChart chart;
    chart.center_ = center;
    chart.along_x_ = first;
    chart.along_y_ = cross(center, first);
    return chart;
}

DirectionChart DirectionChart::cylinder(const Vec3& center, const Vec3& pole) {
    DirectionChart chart;
    const double sine = dot(pole, center);
    const Vec3 across = center - sine * pole;
    const double cosine = std::sqrt(dot(across, across));
    chart.center_ = (1 / cosine) * across;
    chart.along_x_ = cross(pole, chart.center_);
    chart.along_y_ = pole;
    chart.on_cylinder_ = true;
    chart.center_y_ = sine / cosine;
    return chart;
}

DirectionChart::Fit DirectionChart::fit(const DirectionPatch& patch) {
    return on_cylinder_ ? fit_cylinder(patch) : fit_plane(patch);
}

void DirectionChart::set_box(const Interval& x, const Interval& y) {
    const Interval wide_x = with_margin(x), wide_y = with_margin(y);
    size_x_ = wide_x.largest();
    size_y_ = wide_y.largest();
    x_ = {wide_x.lo / size_x_, wide_x.hi / size_x_};
    y_ = {wide_y.lo / size_y_, wide_y.hi / size_y_};
}

// A patch is the cone of directions through a facet, cut by a cap about the facet's normal. In the tangent
// plane the cone is a triangle, and the cap lies in a disc around the center.
DirectionChart::Fit DirectionChart::fit_plane(const DirectionPatch& patch) {
    const Vec3 aside = cross(center_, patch.normal);
    const double cosine = std::min(dot(center_, patch.normal), 1.0),
                 sine = std::sqrt(dot(aside, aside)) + 1e-9;
    // The farthest direction of the cap from the center.
    const double far_cosine = patch.cosine * cosine - patch.sine * sine,
                 far_sine = patch.sine * cosine + patch.cosine * sine;
    if (!(cosine > 0 && far_sine < largest_tangent * far_cosine)) return Fit::too_large;
    const double radius = far_sine / far_cosine;
    Interval x{1e9, -1e9}, y{1e9, -1e9};
    for (const Vec3& w : patch.corner) {
        const double up = dot(w, center_);
        if (!(up > 0.1 * std::sqrt(dot(w, w)))) {
            x = y = {-radius, radius};
            break;
        }
        x.include(dot(w, along_x_) / up);
        y.include(dot(w, along_y_) / up);
    }
    // The cap is an ellipse in the tangent plane; `cap` bounds its extent about the projected normal.
    const double px = dot(patch.normal, along_x_) / cosine, py = dot(patch.normal, along_y_) / cosine,
                 cap = patch.sine / (patch.cosine * cosine * far_cosine);
    x = clipped(x, std::max(-radius, px - cap) - 1e-12, std::min(radius, px + cap) + 1e-12);
    y = clipped(y, std::max(-radius, py - cap) - 1e-12, std::min(radius, py + cap) + 1e-12);
    if (x.lo > x.hi || y.lo > y.hi) return Fit::empty;
    set_box(x, y);
    return Fit::fits;
}

// Covers the directions through the facet, and those of the cap, which are within the patch's angle of the
// facet's normal, by ranges of longitude and of latitude.
DirectionChart::Fit DirectionChart::fit_cylinder(const DirectionPatch& patch) {
    const Vec3& pole = along_y_;
    Interval longitude{10, -10}, sine{2, -2};
    std::array<Vec3, 3> v;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& w = patch.corner[i];
        v[i] = (1 / std::sqrt(dot(w, w))) * w;
        longitude.include(std::atan2(dot(v[i], along_x_), dot(v[i], center_)));
        sine.include(dot(v[i], pole));
    }
    // The great-circle arc between two corners may reach a higher or lower latitude than both.
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = v[i], &q = v[(i + 1) % 3];
        const double along = dot(p, q), zp = dot(p, pole), zq = dot(q, pole);
        const double from_p = zq - along * zp, from_q = zp - along * zq;
        if (!(from_p * from_q > 0)) continue;
        const Vec3 normal = cross(p, q);
        const double square = dot(normal, normal), z = dot(normal, pole);
        const double top = square > 0 ? std::sqrt(std::max(1 - z * z / square, 0.0)) : 1;
        sine.include(from_p > 0 ? top : -top);
    }
    // A triangle around the pole or across the half-plane opposite to the center spans all longitudes.
    if (longitude.hi - longitude.lo > 3) {
        longitude = {-std::numbers::pi, std::numbers::pi};
        sine = {-1, 1};
    }
    const double sine_n = dot(patch.normal, pole), aside = dot(patch.normal, along_x_),
                 ahead = dot(patch.normal, center_), cosine_n = std::sqrt(aside * aside + ahead * ahead);
    // Sines of the cap's least and largest latitude, unless it contains a pole.
    if (patch.sine < cosine_n) {
        sine = clipped(sine, sine_n * patch.cosine - cosine_n * patch.sine,
                       sine_n * patch.cosine + cosine_n * patch.sine);
        const double middle = std::atan2(aside, ahead),
                     span = std::asin(std::min(patch.sine / cosine_n, 1.0)) + 1e-9;
        // The cap's range of longitudes may cross ±π, opposite to the center; it is not used then.
        if (middle + span <= std::numbers::pi && middle - span >= -std::numbers::pi)
            longitude = clipped(longitude, middle - span, middle + span);
    }
    sine = {sine.lo - 1e-9, sine.hi + 1e-9};
    longitude = {longitude.lo - 1e-9, longitude.hi + 1e-9};
    if (longitude.lo > longitude.hi || sine.lo > sine.hi) return Fit::empty;
    if (!(longitude.largest() < most_longitude && sine.largest() < most_sine_of_latitude))
        return Fit::too_large;
    set_box(longitude, {tangent_of_sine(sine.lo) - center_y_, tangent_of_sine(sine.hi) - center_y_});
    return Fit::fits;
}

PatchSeries DirectionChart::product(const Vec3& v) const {
    const double ahead = dot(v, center_), aside = dot(v, along_x_), up = dot(v, along_y_);
    if (!on_cylinder_) return PatchSeries::linear(ahead, aside * size_x_, up * size_y_);
    PatchSeries series = PatchSeries::linear(ahead + up * center_y_, aside * size_x_, up * size_y_);
    // cos x = 1 − x²/2 + x⁴/24 up to x⁶/720, and sin x = x − x³/6 up to |x|⁵/120.
    const double square = size_x_ * size_x_, fourth = square * square;
    series.c[2][0] = -0.5 * ahead * square;
    series.c[3][0] = -aside * square * size_x_ / 6;
    series.c[4][0] = ahead * fourth / 24;
    series.rest_x = std::abs(ahead) * fourth * square / 720 + std::abs(aside) * fourth * size_x_ / 120;
    return series;
}

void DirectionChart::add_squared_product(double factor, const Vec3& v, PatchSeries& sum) const {
    const double u = kernel::dot(v, center_), x = kernel::dot(v, along_x_) * size_x_,
                 y = kernel::dot(v, along_y_) * size_y_;
    sum.c[0][0] += factor * u * u;
    sum.c[1][0] += 2 * factor * u * x;
    sum.c[0][1] += 2 * factor * u * y;
    sum.c[2][0] += factor * x * x;
    sum.c[1][1] += 2 * factor * x * y;
    sum.c[0][2] += factor * y * y;
}

PatchSeries DirectionChart::squared_length() const {
    PatchSeries series;
    series.c[0][0] = 1 + center_y_ * center_y_;
    series.c[0][1] = 2 * center_y_ * size_y_;
    series.c[0][2] = size_y_ * size_y_;
    if (!on_cylinder_) series.c[2][0] = size_x_ * size_x_;
    return series;
}

}  // namespace allide::convex
