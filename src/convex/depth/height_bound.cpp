#include "convex/depth/height_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

constexpr double no_bound = -std::numeric_limits<double>::infinity();

// Enclosure of a number up to rounding, which the caller's error bound covers.
struct Range {
    double lo = 0, hi = 0;
};
Range operator+(const Range& p, const Range& q) {
    return {p.lo + q.lo, p.hi + q.hi};
}
Range operator-(const Range& p, const Range& q) {
    return {p.lo - q.hi, p.hi - q.lo};
}
Range operator*(double s, const Range& p) {
    return s < 0 ? Range{s * p.hi, s * p.lo} : Range{s * p.lo, s * p.hi};
}
Range operator*(const Range& p, const Range& q) {
    const double a = p.lo * q.lo, b = p.lo * q.hi, c = p.hi * q.lo, d = p.hi * q.hi;
    return {std::min(std::min(a, b), std::min(c, d)), std::max(std::max(a, b), std::max(c, d))};
}
Range square(const Range& p) {
    const double a = p.lo * p.lo, b = p.hi * p.hi;
    return {p.lo <= 0 && p.hi >= 0 ? 0 : std::min(a, b), std::max(a, b)};
}
double largest(const Range& p) {
    return std::max(std::abs(p.lo), std::abs(p.hi));
}

struct SecondDerivatives {
    Range xx, xy, yy;
};
SecondDerivatives operator+(const SecondDerivatives& p, const SecondDerivatives& q) {
    return {p.xx + q.xx, p.xy + q.xy, p.yy + q.yy};
}
SecondDerivatives operator*(double s, const SecondDerivatives& p) {
    return {s * p.xx, s * p.xy, s * p.yy};
}

// Coordinates of directions: longitude x from the patch's center and latitude y about a pole, with the ranges
// of their sines and cosines over the patch.
struct Chart {
    Vec3 pole, radial, sideways;                // orthonormal; the center is at longitude 0
    double latitude = 0, sine = 0, cosine = 1;  // of the center
    double sx = 0, sy = 0;                      // half sizes of the patch
    Range cos_x, sin_x, cos_y, sin_y;
};

// Height u = v · n of a fixed vector v and its derivatives over the patch.
struct LinearRanges {
    Range u, x, y;
    SecondDerivatives second;
};
LinearRanges linear_ranges(const Chart& chart, const Vec3& v) {
    const double up = dot(v, chart.pole), p = dot(v, chart.radial), q = dot(v, chart.sideways);
    const Range c = p * chart.cos_x + q * chart.sin_x, s = q * chart.cos_x - p * chart.sin_x;
    LinearRanges ranges;
    ranges.u = up * chart.sin_y + chart.cos_y * c;
    ranges.x = chart.cos_y * s;
    ranges.y = up * chart.cos_y - chart.sin_y * c;
    ranges.second.xx = -1 * (chart.cos_y * c);
    ranges.second.xy = -1 * (chart.sin_y * s);
    ranges.second.yy = -1 * ranges.u;
    return ranges;
}

// Second derivatives of N = √W, W = whole + Σ part u²: N″ = (W″ − W′ W′ / (2 W)) / (2 N). Returns false if W
// comes close to 0.
bool round_ranges(const Chart& chart, const RoundPart& round, SecondDerivatives& found) {
    Range w{round.whole, round.whole}, wx, wy;
    SecondDerivatives second;
    for (std::size_t i = 0; i < round.axes; ++i) {
        const LinearRanges r = linear_ranges(chart, round.axis[i]);
        const double k = round.part[i];
        w = w + k * square(r.u);
        wx = wx + (2 * k) * (r.u * r.x);
        wy = wy + (2 * k) * (r.u * r.y);
        second.xx = second.xx + (2 * k) * (square(r.x) + r.u * r.second.xx);
        second.xy = second.xy + (2 * k) * (r.x * r.y + r.u * r.second.xy);
        second.yy = second.yy + (2 * k) * (square(r.y) + r.u * r.second.yy);
    }
    if (!(w.lo > 1e-4 * round.whole)) return false;
    const Range half{0.5 / w.hi, 0.5 / w.lo}, share{0.5 / std::sqrt(w.hi), 0.5 / std::sqrt(w.lo)};
    found.xx = share * (second.xx - half * square(wx));
    found.xy = share * (second.xy - half * (wx * wy));
    found.yy = share * (second.yy - half * square(wy));
    return true;
}

struct Quadratic {
    double value = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
};

double least_on_segment(double value, double slope, double curvature, double size) {
    if (curvature > 0) {
        const double at = std::clamp(-slope / curvature, -size, size);
        return value + at * (slope + 0.5 * curvature * at);
    }
    return value - std::abs(slope) * size + 0.5 * curvature * size * size;
}

// Lower bound of a quadratic over the box |x| ≤ sx, |y| ≤ sy.
double least_over_box(const Quadratic& q, double sx, double sy) {
    // Minimized over all y, then over the range of x, and the other way round; the larger bound counts.
    double best = no_bound;
    if (q.yy > 0)
        best = std::max(best, least_on_segment(q.value - 0.5 * q.y * q.y / q.yy, q.x - q.y * q.xy / q.yy,
                                               q.xx - q.xy * q.xy / q.yy, sx));
    if (q.xx > 0)
        best = std::max(best, least_on_segment(q.value - 0.5 * q.x * q.x / q.xx, q.y - q.x * q.xy / q.xx,
                                               q.yy - q.xy * q.xy / q.xx, sy));
    const double split = least_on_segment(0, q.x, q.xx - std::abs(q.xy) * (sy / sx), sx) +
                         least_on_segment(0, q.y, q.yy - std::abs(q.xy) * (sx / sy), sy);
    return std::max(best, q.value + split);
}

// Pole for which the height of an edge is 0 along a circle of latitude: the axis of a cylinder or cone, or
// the edge itself.
std::optional<Vec3> pole_of_edge(const FeatureHeight& height, const FeatureSum::Edge& edge) {
    const RoundPart& round = edge.of_b ? height.b().round() : height.a().round();
    if (round.is_round()) return round.axis[0];
    const double length = std::sqrt(dot(edge.height.c, edge.height.c));
    if (!(length > 0)) return std::nullopt;
    return (1 / length) * edge.height.c;
}

// Skips poles close to the center: around a pole, a patch spans all longitudes.
Vec3 chart_pole(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center) {
    constexpr double most_sine = 0.95;
    for (std::size_t i = 0; i < sum.edges; ++i) {
        const std::optional<Vec3> pole = pole_of_edge(height, sum.edge[i]);
        if (pole && std::abs(dot(*pole, center)) < most_sine) return *pole;
    }
    for (const FeatureBody* body : {&height.a(), &height.b()}) {
        const RoundPart& round = body->round();
        if (round.axes == 1 && std::abs(dot(round.axis[0], center)) < most_sine) return round.axis[0];
    }
    const Vec3 v = cross(center, std::abs(center.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    return (1 / std::sqrt(dot(v, v))) * v;
}

Chart chart_at(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center) {
    Chart chart;
    chart.pole = chart_pole(height, sum, center);
    chart.sine = dot(chart.pole, center);
    const Vec3 across = center - chart.sine * chart.pole;
    chart.cosine = std::sqrt(dot(across, across));
    chart.radial = (1 / chart.cosine) * across;
    chart.sideways = cross(chart.pole, chart.radial);
    chart.latitude = std::atan2(chart.sine, chart.cosine);
    return chart;
}

void include(Range& range, double x) {
    range.lo = std::min(range.lo, x);
    range.hi = std::max(range.hi, x);
}

enum class PatchFit { fits, empty, too_large };

// Sets the half sizes to cover the patch: the part of the facet's cone within the angle of its normal.
PatchFit fit_patch(Chart& chart, const DirectionPatch& patch) {
    constexpr double most_longitude = 1.2;
    Range longitude{10, -10}, sine{2, -2};
    std::array<Vec3, 3> v;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& w = patch.corner[i];
        v[i] = (1 / std::sqrt(dot(w, w))) * w;
        include(longitude, std::atan2(dot(v[i], chart.sideways), dot(v[i], chart.radial)));
        include(sine, dot(v[i], chart.pole));
    }
    // The great-circle arc between two corners may reach a higher or lower latitude than both.
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = v[i], &q = v[(i + 1) % 3];
        const double along = dot(p, q), zp = dot(p, chart.pole), zq = dot(q, chart.pole);
        const double from_p = zq - along * zp, from_q = zp - along * zq;
        if (!(from_p * from_q > 0)) continue;
        const Vec3 normal = cross(p, q);
        const double square = dot(normal, normal), z = dot(normal, chart.pole);
        const double top = square > 0 ? std::sqrt(std::max(1 - z * z / square, 0.0)) : 1;
        include(sine, from_p > 0 ? top : -top);
    }
    const double sine_n = dot(patch.normal, chart.pole), sideways = dot(patch.normal, chart.sideways),
                 radial = dot(patch.normal, chart.radial), cosine_n = std::hypot(sideways, radial);
    const double longitude_n = std::atan2(sideways, radial), latitude_n = std::atan2(sine_n, cosine_n);
    constexpr double half_pi = 0.5 * std::numbers::pi;
    // A triangle around the pole or across the half-plane opposite to the center spans all longitudes.
    if (longitude.hi - longitude.lo > 3) longitude = {-std::numbers::pi, std::numbers::pi};
    Range latitude{std::asin(std::clamp(sine.lo, -1.0, 1.0)), std::asin(std::clamp(sine.hi, -1.0, 1.0))};
    if (longitude.hi - longitude.lo > 3) latitude = {-half_pi, half_pi};
    latitude.lo = std::max(latitude.lo, latitude_n - patch.angle) - 1e-9;
    latitude.hi = std::min(latitude.hi, latitude_n + patch.angle) + 1e-9;
    const double reach = std::sin(patch.angle);
    if (reach < cosine_n) {
        const double span = std::asin(std::min(reach / cosine_n, 1.0)) + 1e-9;
        // The cap's range of longitudes may cross ±π, opposite to the center; it is not used then.
        if (longitude_n + span <= std::numbers::pi && longitude_n - span >= -std::numbers::pi) {
            longitude.lo = std::max(longitude.lo, longitude_n - span);
            longitude.hi = std::min(longitude.hi, longitude_n + span);
        }
    }
    longitude.lo -= 1e-9;
    longitude.hi += 1e-9;
    if (longitude.lo > longitude.hi || latitude.lo > latitude.hi) return PatchFit::empty;
    chart.sx = std::max(std::abs(longitude.lo), std::abs(longitude.hi));
    chart.sy = std::max(std::abs(latitude.lo - chart.latitude), std::abs(latitude.hi - chart.latitude));
    if (!(chart.sx < most_longitude) || !(std::abs(chart.latitude) + chart.sy < half_pi - 1e-3))
        return PatchFit::too_large;
    const double low = chart.latitude - chart.sy, high = chart.latitude + chart.sy;
    chart.cos_x = {std::cos(chart.sx), 1};
    chart.sin_x = {-std::sin(chart.sx), std::sin(chart.sx)};
    chart.sin_y = {std::sin(low), std::sin(high)};
    const double a = std::cos(low), b = std::cos(high);
    chart.cos_y = {std::min(a, b), low <= 0 && high >= 0 ? 1 : std::max(a, b)};
    return PatchFit::fits;
}

// Heights of sums of terms: value and slope at the patch's center, ranges of second derivatives over it.
class PatchHeights {
  public:
    PatchHeights(const FeatureHeight& height, const Chart& chart, const Vec3& center)
        : height_(height), chart_(chart), center_(center) {}

    bool enclose_rounds(bool a, bool b) {
        return (!a || round_ranges(chart_, height_.a().round(), a_)) &&
               (!b || round_ranges(chart_, height_.b().round(), b_));
    }
    Quadratic at_center(const HeightTerms& terms) const {
        const Vec3 east = chart_.sideways, north = chart_.cosine * chart_.pole - chart_.sine * chart_.radial;
        const HeightDerivatives d = height_.derivatives(terms, center_, east, north);
        return {.value = d.value, .x = chart_.cosine * d.gradient[0], .y = d.gradient[1]};
    }
    SecondDerivatives second(const HeightTerms& terms) const {
        SecondDerivatives sum = linear_ranges(chart_, terms.c).second;
        if (terms.a != 0) sum = sum + terms.a * a_;
        if (terms.b != 0) sum = sum + terms.b * b_;
        return sum;
    }

  private:
    const FeatureHeight& height_;
    const Chart& chart_;
    const Vec3 center_;
    SecondDerivatives a_, b_;
};

// Adds a lower bound of rate · |e|, where e is the height of an edge: with its tangent plane L and the
// largest value M of |L| over the patch, |L| ≥ L²/M.
void add_growth(const Quadratic& e, const SecondDerivatives& second, double rate, const Chart& chart,
                Quadratic& q, double& cross_radius) {
    const double most = std::abs(e.value) + std::abs(e.x) * chart.sx + std::abs(e.y) * chart.sy;
    if (!(most > 0)) return;
    const double xx = largest(second.xx), xy = largest(second.xy), yy = largest(second.yy);
    // The edge's height is 0 along a curve, that of its tangent plane along a line. The error term for this
    // difference must leave enough of the curvature along the line, so the rate is reduced; any smaller rate
    // is valid.
    const double vx = -e.y, vy = e.x, along = q.xx * vx * vx + 2 * q.xy * vx * vy + q.yy * vy * vy,
                 cost = xx * vx * vx + 2 * xy * std::abs(vx * vy) + yy * vy * vy;
    if (along > 0 && rate * cost > 0.25 * along) rate = 0.25 * along / cost;
    const double share = 2 * rate / most;
    q.value += 0.5 * share * e.value * e.value;
    q.x += share * e.value * e.x;
    q.y += share * e.value * e.y;
    q.xx += share * e.x * e.x - rate * xx;
    q.xy += share * e.x * e.y;
    q.yy += share * e.y * e.y - rate * yy;
    cross_radius += rate * xy;
}

// Lower bound on how much the height of the whole bodies exceeds the sum's, per unit of |height of edge i|.
double growth_rate(const FeatureSum& sum, std::size_t i) {
    double base = 1, least = 1;
    std::size_t same = 0;
    for (std::size_t k = 0; k < sum.edges; ++k) {
        if (sum.edge[k].of_b != sum.edge[i].of_b) continue;
        base -= sum.edge[k].weight;
        least = std::min(least, sum.edge[k].weight);
        ++same;
    }
    return std::min(base, least) / static_cast<double>(same);
}

// Lower bound by tangent-plane coordinates: n = m + t with t perpendicular to the center m. Heights are
// homogeneous, so the bodies' height is at least `level` if f(m + t) ≥ level · |m + t|. Linear terms stay
// linear. N(m + t) = √(p² + w²), where p = N(m) + p₁ is linear in t and w² quadratic, exceeds its tangent
// plane p by w² / (p + √(p² + w²)); the largest denominator gives a lower bound.
class TangentBound {
  public:
    TangentBound(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center)
        : height_(height), sum_(sum), m_(center) {}

    bool stays_above(const DirectionPatch& patch, double level) {
        x_ = perpendicular(m_);
        y_ = cross(m_, x_);
        const HeightTerms total = sum_.total();
        align(height_.derivatives(total, m_, x_, y_));
        const PatchFit fit = fit_box(patch);
        if (fit != PatchFit::fits) return fit == PatchFit::empty;
        Quadratic q = linear_part(total);
        q.value -= level;
        q.xx = q.yy = -level;
        double disc = 0;
        for (const bool of_b : {false, true}) {
            const FeatureBody& body = of_b ? height_.b() : height_.a();
            const double factor = of_b ? total.b : total.a;
            if (body.is_along_disc(m_))
                disc += factor * std::sqrt(body.round().whole);
            else if (!add_round(body.round(), factor, q))
                return false;
        }
        if (disc > 0) add_disc(disc, q);
        double cross_radius = 0;
        for (std::size_t i = 0; i < sum_.edges; ++i) {
            const double rate = growth_rate(sum_, i);
            if (!(rate >= 0) || !add_edge(sum_.edge[i].height, rate, q, cross_radius)) return false;
        }
        q.xx -= cross_radius * (sy_ / sx_);
        q.yy -= cross_radius * (sx_ / sy_);
        return least_over_box(q, sx_, sy_) >= 0;
    }

  private:
    static Vec3 perpendicular(const Vec3& n) {
        const Vec3 v = cross(n, std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        return (1 / std::sqrt(dot(v, v))) * v;
    }
    // Rotates the tangents to the principal directions, or the first one to the gradient of the first edge.
    void align(const HeightDerivatives& d) {
        double c = 1, s = 0;
        if (sum_.edges > 0) {
            const HeightDerivatives e = height_.derivatives(sum_.edge[0].height, m_, x_, y_);
            const double size = std::hypot(e.gradient[0], e.gradient[1]);
            if (size > 0) {
                c = e.gradient[0] / size;
                s = e.gradient[1] / size;
            }
        } else {
            const double angle = 0.5 * std::atan2(2 * d.xy, d.xx - d.yy);
            c = std::cos(angle);
            s = std::sin(angle);
        }
        const Vec3 x = c * x_ + s * y_;
        y_ = c * y_ - s * x_;
        x_ = x;
    }
    // Sets the box sx_, sy_ that covers the patch in the tangent plane: the facet's cone is a triangle there,
    // and the cap lies in a disc.
    PatchFit fit_box(const DirectionPatch& patch) {
        Range x{1e9, -1e9}, y{1e9, -1e9};
        const double cosine = std::min(dot(m_, patch.normal), 1.0);
        const double far = patch.angle + std::acos(std::max(cosine, -1.0)) + 1e-9;
        if (!(far < 1.2)) return PatchFit::too_large;
        const double radius = std::tan(far);
        for (const Vec3& w : patch.corner) {
            const double up = dot(w, m_);
            if (!(up > 0.1 * std::sqrt(dot(w, w)))) {
                x = y = {-radius, radius};
                break;
            }
            include(x, dot(w, x_) / up);
            include(y, dot(w, y_) / up);
        }
        // The cap is an ellipse in the tangent plane; `cap` bounds its extent about the projected normal.
        const double px = dot(patch.normal, x_) / cosine, py = dot(patch.normal, y_) / cosine,
                     cap = std::tan(patch.angle) / (cosine * std::cos(far)) + 1e-12;
        x = {std::max(x.lo, std::max(-radius, px - cap)), std::min(x.hi, std::min(radius, px + cap))};
        y = {std::max(y.lo, std::max(-radius, py - cap)), std::min(y.hi, std::min(radius, py + cap))};
        if (x.lo > x.hi || y.lo > y.hi) return PatchFit::empty;
        sx_ = largest(x) * (1 + 1e-9) + 1e-12;
        sy_ = largest(y) * (1 + 1e-9) + 1e-12;
        return PatchFit::fits;
    }

    Quadratic linear_part(const HeightTerms& terms) const {
        return {.value = dot(terms.c, m_), .x = dot(terms.c, x_), .y = dot(terms.c, y_)};
    }
    // N(m + t) = √(p² + w²): `plane` is p; xx, xy, yy are the coefficients of w²; `least` and `most` bound p
    // over the box, and `most_square` is an upper bound of w².
    struct Tangent {
        Quadratic plane;
        double xx = 0, xy = 0, yy = 0;
        double least = 0, most = 0, most_square = 0;
    };
    bool tangent_of(const RoundPart& round, Tangent& found) const {
        const auto form = [&](const Vec3& p, const Vec3& r) {
            double sum = round.whole * dot(p, r);
            for (std::size_t i = 0; i < round.axes; ++i)
                sum += round.part[i] * dot(round.axis[i], p) * dot(round.axis[i], r);
            return sum;
        };
        const double squared = round.squared(m_), size = std::sqrt(squared);
        if (!(squared > 1e-6 * round.whole)) return false;
        const double gx = form(m_, x_) / size, gy = form(m_, y_) / size;
        found.plane = {.value = size, .x = gx, .y = gy};
        found.xx = std::max(form(x_, x_) - gx * gx, 0.0);
        found.xy = form(x_, y_) - gx * gy;
        found.yy = std::max(form(y_, y_) - gy * gy, 0.0);
        const double slope = std::abs(gx) * sx_ + std::abs(gy) * sy_;
        found.least = size - slope;
        found.most = size + slope;
        found.most_square = found.xx * sx_ * sx_ + 2 * std::abs(found.xy) * sx_ * sy_ + found.yy * sy_ * sy_;
        return found.least > 0.05 * size;
    }
    bool add_round(const RoundPart& round, double factor, Quadratic& q) const {
        if (factor == 0) return true;
        Tangent t;
        if (!tangent_of(round, t)) return false;
        const double share =
            2 * factor / (t.most + std::sqrt(t.most * t.most + t.most_square)) * (1 - 0x1p-40);
        q.value += factor * t.plane.value;
        q.x += factor * t.plane.x;
        q.y += factor * t.plane.y;
        q.xx += share * t.xx;
        q.xy += share * t.xy;
        q.yy += share * t.yy;
        return true;
    }
    // Height of a disc perpendicular to the center: radius · |t|. Part of the radius balances the slope of q;
    // the rest of it adds at least rest · |t|² / (largest |t|).
    void add_disc(double radius, Quadratic& q) const {
        const double slope = std::sqrt(q.x * q.x + q.y * q.y), used = std::min(slope, radius),
                     rest = slope > 0 ? 1 - used / slope : 0;
        const double curvature = 2 * (radius - used) * (1 - 1e-9) / std::sqrt(sx_ * sx_ + sy_ * sy_);
        q.x *= rest;
        q.y *= rest;
        q.xx += curvature;
        q.yy += curvature;
    }
    // Adds a lower bound of rate · |edge|. The edge's tangent plane is exact except for its round parts.
    bool add_edge(const HeightTerms& terms, double rate, Quadratic& q, double& cross_radius) const {
        Quadratic e = linear_part(terms);
        SecondDerivatives second;
        for (const bool of_b : {false, true}) {
            const double factor = of_b ? terms.b : terms.a;
            if (factor == 0) continue;
            Tangent t;
            if (!tangent_of(of_b ? height_.b().round() : height_.a().round(), t)) return false;
            e.value += factor * t.plane.value;
            e.x += factor * t.plane.x;
            e.y += factor * t.plane.y;
            const double share = std::abs(factor) / t.least;
            second.xx.hi += share * t.xx;
            second.xy.hi += share * std::abs(t.xy);
            second.yy.hi += share * t.yy;
        }
        Chart box;
        box.sx = sx_;
        box.sy = sy_;
        add_growth(e, second, rate, box, q, cross_radius);
        return true;
    }

    const FeatureHeight& height_;
    const FeatureSum& sum_;
    const Vec3 m_;
    Vec3 x_, y_;
    double sx_ = 0, sy_ = 0;
};

double least_by_chart(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center,
                      const DirectionPatch& patch) {
    Chart chart = chart_at(height, sum, center);
    const PatchFit fit = fit_patch(chart, patch);
    if (fit == PatchFit::empty) return std::numeric_limits<double>::infinity();
    if (fit == PatchFit::too_large) return no_bound;
    const HeightTerms total = sum.total();
    PatchHeights heights(height, chart, center);
    const bool round_a = height.a().round().is_round(), round_b = height.b().round().is_round();
    if (!heights.enclose_rounds(round_a, round_b)) return no_bound;
    Quadratic q = heights.at_center(total);
    const SecondDerivatives second = heights.second(total);
    q.xx = second.xx.lo;
    q.yy = second.yy.lo;
    q.xy = 0.5 * (second.xy.lo + second.xy.hi);
    double cross_radius = 0.5 * (second.xy.hi - second.xy.lo);
    for (std::size_t i = 0; i < sum.edges; ++i) {
        const double rate = growth_rate(sum, i);
        if (!(rate >= 0)) return no_bound;
        add_growth(heights.at_center(sum.edge[i].height), heights.second(sum.edge[i].height), rate, chart, q,
                   cross_radius);
    }
    // Bounds the mixed terms by |x y| ≤ (x² sy/sx + y² sx/sy) / 2.
    q.xx -= cross_radius * (chart.sy / chart.sx);
    q.yy -= cross_radius * (chart.sx / chart.sy);
    return least_over_box(q, chart.sx, chart.sy);
}

// The chart's enclosures are tight only where all round parts have nearly the same axis.
bool have_common_axis(const FeatureHeight& height) {
    const RoundPart &a = height.a().round(), &b = height.b().round();
    if (a.axes != 1 && b.axes != 1) return false;
    if (!a.is_round() || !b.is_round() || a.axes == 0 || b.axes == 0) return true;
    if (a.axes != 1 || b.axes != 1) return false;
    const Vec3 across = cross(a.axis[0], b.axis[0]);
    return dot(across, across) < 0.04;
}

}  // namespace

bool height_stays_above(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center,
                        const DirectionPatch& patch, double level) {
    if (TangentBound(height, sum, center).stays_above(patch, level)) return true;
    return have_common_axis(height) && least_by_chart(height, sum, center, patch) >= level;
}

}  // namespace allide::convex
