#include "convex/depth/height_bound.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

constexpr std::size_t no_linear_edge = 2;

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

// True if all edges are segments, whose heights are linear in any tangent plane.
bool has_straight_edges(const FeatureSum& sum) {
    for (std::size_t i = 0; i < sum.edges; ++i)
        if (sum.edge[i].height.a != 0 || sum.edge[i].height.b != 0) return false;
    return true;
}

// Series of f(n) − level · |n| over a patch, where f is a lower bound of the bodies' height. Heights are
// homogeneous, so the height along all directions of the patch is at least `level` if the series is nowhere
// negative.
class HeightOverPatch {
  public:
    HeightOverPatch(const FeatureHeight& height, const FeatureSum& sum, const DirectionChart& chart)
        : height_(height), sum_(sum), total_(sum.total()), chart_(chart) {}

    // `linear_edge` is the edge whose height is linear in the chart's y.
    bool stays_above(double level, const Vec3& center, std::size_t linear_edge) {
        if (!expand_rounds(center)) return false;
        excess_ = series_of(total_);
        if (!subtract_length(level)) return false;
        if (disc_ > 0) add_disc();
        if (linear_edge < sum_.edges && is_in_face(linear_edge)) linear_edge = no_linear_edge;
        for (std::size_t i = 0; i < sum_.edges; ++i) {
            if (i == linear_edge || is_in_face(i)) continue;
            const double rate = growth_rate(sum_, i);
            if (!(rate >= 0)) return false;
            add_growth(series_of(sum_.edge[i].height), rate);
        }
        if (linear_edge < sum_.edges) return is_positive_on_both_sides(linear_edge);
        excess_.subtract_rest();
        // Minimizes in closed form along the coordinate of the larger curvature, and by bisection along the
        // other.
        if (excess_.c[2][0] > excess_.c[0][2])
            return stays_positive(excess_.transposed(), chart_.y(), chart_.x());
        return stays_positive(excess_, chart_.x(), chart_.y());
    }

  private:
    // Sets the series of the round parts' heights, except that of a disc perpendicular to `center`, which
    // add_disc adds.
    bool expand_rounds(const Vec3& center) {
        if (!chart_.has_pole()) disc_ = sum_.face_disc;
        for (const bool of_b : {false, true}) {
            const FeatureBody& body = of_b ? height_.b() : height_.a();
            if (!uses_round(of_b)) continue;
            if (!chart_.has_pole() && body.is_along_disc(center)) {
                disc_ += (of_b ? total_.b : total_.a) * std::sqrt(body.round().whole);
                if (!has_straight_edges(sum_)) return false;
            } else if (!expand(body.round(), of_b ? b_ : a_)) {
                return false;
            }
        }
        return true;
    }
    // True for the edges of a polytope whose whole face is perpendicular to the center.
    bool is_in_face(std::size_t i) const {
        return disc_ > 0 && sum_.face_disc > 0 &&
               (sum_.edge[i].of_b ? height_.b() : height_.a()).is_polytope();
    }
    bool uses_round(bool of_b) const {
        const auto factor = [&](const HeightTerms& terms) { return of_b ? terms.b : terms.a; };
        if (factor(total_) != 0) return true;
        for (std::size_t i = 0; i < sum_.edges; ++i)
            if (factor(sum_.edge[i].height) != 0) return true;
        return false;
    }
    bool expand(const RoundPart& round, PatchSeries& found) const {
        if (chart_.has_pole() && round.axes == 1 && round.part[0] == -round.whole &&
            round.axis[0] == chart_.pole()) {
            found = PatchSeries::linear(std::sqrt(round.whole), 0, 0);
            return true;
        }
        if (is_plane_with_straight_edges()) return expand_in_plane(round, found);
        PatchSeries square;
        square.add(round.whole, chart_.squared_length());
        for (std::size_t i = 0; i < round.axes; ++i) {
            const PatchSeries along = chart_.product(round.axis[i]);
            square.add(round.part[i], along * along);
        }
        if (!(square.c[0][0] > 1e-6 * round.whole)) return false;
        return square_root(square, found);
    }
    bool subtract_length(double level) {
        if (is_plane_with_straight_edges()) {
            // |m + t| ≤ 1 + t²/2 − t⁴/8 + t⁶/16 for a unit vector m and a vector t perpendicular to it. The
            // last term is included in `fourth`.
            const double sx = chart_.size_x() * chart_.size_x(), sy = chart_.size_y() * chart_.size_y();
            const double half = 0.5 * level, fourth = 0.125 * level * std::max(1 - 0.5 * (sx + sy), 0.0);
            auto& c = excess_.c;
            c[0][0] -= level;
            c[2][0] += sx * -half;
            c[0][2] += sy * -half;
            c[4][0] += sx * sx * fourth;
            c[2][2] += 2 * sx * sy * fourth;
            c[0][4] += sy * sy * fourth;
            return true;
        }
        PatchSeries length;
        if (!square_root(chart_.squared_length(), length)) return false;
        excess_.add(-level, length);
        return true;
    }
    // If the round parts have no share in the edges, only lower bounds of them are needed, and in a tangent
    // plane these have closed forms.
    bool is_plane_with_straight_edges() const { return !chart_.has_pole() && has_straight_edges(sum_); }

    // Lower bound of a round part's height N(m + t) = √(p² + w²), where m is the chart's center and t is
    // perpendicular to it; p = N(m) + p₁ is linear and w² quadratic in t.
    bool expand_in_plane(const RoundPart& round, PatchSeries& found) const {
        PatchSeries form;
        form.add(round.whole, chart_.squared_length());
        for (std::size_t i = 0; i < round.axes; ++i)
            chart_.add_squared_product(round.part[i], round.axis[i], form);
        const double value = form.c[0][0];
        if (!(value > 1e-6 * round.whole)) return false;
        const double size = std::sqrt(value), gx = 0.5 * form.c[1][0] / size, gy = 0.5 * form.c[0][1] / size;
        const double xx = std::max(form.c[2][0] - gx * gx, 0.0), xy = 0.5 * form.c[1][1] - gx * gy,
                     yy = std::max(form.c[0][2] - gy * gy, 0.0);
        const double slope = std::abs(gx) + std::abs(gy), least = size - slope, steep = slope / size;
        if (!(steep < 0.95)) return false;
        const double most = steep + 0.25 * (xx + 2 * std::abs(xy) + yy) / (least * size);
        const double second = 0.5 / size, third = -second / size, fourth = -third / size * (1 - steep),
                     falling = 0.25 * third / least * (1 + most * (2 + 3 * most));
        auto& c = found.c;
        c[0][0] = size;
        c[1][0] = gx;
        c[0][1] = gy;
        c[2][0] = second * xx;
        c[1][1] = 2 * second * xy;
        c[0][2] = second * yy;
        // Terms of degree 3: third · w² p₁.
        c[3][0] = third * xx * gx;
        c[2][1] = third * (xx * gy + 2 * xy * gx);
        c[1][2] = third * (yy * gx + 2 * xy * gy);
        c[0][3] = third * yy * gy;
        // Terms of degree 4: w² (fourth · p₁² + falling · w²).
        const double fxx = fourth * gx * gx + falling * xx, fxy = fourth * gx * gy + falling * xy,
                     fyy = fourth * gy * gy + falling * yy;
        c[4][0] = xx * fxx;
        c[3][1] = 2 * (xx * fxy + xy * fxx);
        c[2][2] = xx * fyy + 4 * xy * fxy + yy * fxx;
        c[1][3] = 2 * (yy * fxy + xy * fyy);
        c[0][4] = yy * fyy;
        return true;
    }
    PatchSeries series_of(const HeightTerms& terms) const {
        PatchSeries sum = chart_.product(terms.c);
        if (terms.a != 0) sum.add(terms.a, a_);
        if (terms.b != 0) sum.add(terms.b, b_);
        return sum;
    }
    // A disc of radius disc_, perpendicular to the chart's center m, has the height disc_ · |t| along m + t.
    // The part `used` · |t| cancels the linear terms as far as it can; the rest is at least (disc_ − `used`)
    // · |t|² / (largest |t|).
    void add_disc() {
        const double sx = chart_.size_x(), sy = chart_.size_y();
        auto& c = excess_.c;
        const double slope = std::hypot(c[1][0] / sx, c[0][1] / sy), used = std::min(slope, disc_),
                     rest = slope > 0 ? 1 - used / slope : 0;
        const double curvature = (disc_ - used) * (1 - 1e-9) / std::sqrt(sx * sx + sy * sy);
        c[1][0] *= rest;
        c[0][1] *= rest;
        c[2][0] += curvature * sx * sx;
        c[0][2] += curvature * sy * sy;
    }
    // Adds a lower bound of rate · |edge|: its square, divided by its largest absolute value.
    void add_growth(const PatchSeries& edge, double rate) {
        const double most = edge.norm();
        if (most > 0) excess_.add(rate / most, edge * edge);
    }
    // Tests both sides of the line where the edge's two features are equally high, each side with its higher
    // feature.
    bool is_positive_on_both_sides(std::size_t i) const {
        const PatchSeries edge = series_of(sum_.edge[i].height);
        const double slope = edge.c[0][1], weight = sum_.edge[i].weight;
        if (!(std::abs(slope) > 0)) return false;
        const double line = -edge.c[0][0] / slope, rate = growth_rate(sum_, i);
        if (!(rate >= 0)) return false;
        for (const bool above : {false, true}) {
            const Interval &all = chart_.y(), part{above ? std::max(all.lo, line) : all.lo,
                                                   above ? all.hi : std::min(all.hi, line)};
            if (part.lo > part.hi) continue;
            const bool second = above == (slope > 0);
            const double share = sum_.edges > 1 ? rate : second ? 1 - weight : weight;
            PatchSeries side = excess_;
            side.add(second ? share : -share, edge);
            side.subtract_rest();
            if (!stays_positive(side, chart_.x(), part)) return false;
        }
        return true;
    }

    const FeatureHeight& height_;
    const FeatureSum& sum_;
    const HeightTerms total_;
    const DirectionChart& chart_;
    PatchSeries a_, b_;  // heights of the round parts
    double disc_ = 0;
    PatchSeries excess_;
};

Vec3 some_tangent(const Vec3& n) {
    const Vec3 v = cross(n, std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    return (1 / std::sqrt(dot(v, v))) * v;
}

// The principal direction of the height if the sum has no edges; otherwise the direction along which the
// first edge's height does not change.
Vec3 first_tangent(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center) {
    const Vec3 x = some_tangent(center), y = cross(center, x);
    if (sum.edges == 0) {
        const auto [c, s] = principal_angle(height.derivatives(sum.total(), center, x, y));
        return c * x + s * y;
    }
    const HeightDerivatives edge = height.derivatives(sum.edge[0].height, center, x, y);
    const double size = std::hypot(edge.gradient[0], edge.gradient[1]);
    if (!(size > 0)) return x;
    return (edge.gradient[1] / size) * x - (edge.gradient[0] / size) * y;
}

// False for a center near the pole: a patch that contains the pole spans all longitudes.
bool is_far_from_pole(const Vec3& pole, const Vec3& center) {
    return std::abs(dot(pole, center)) < 0.95;
}

bool stays_above_on(DirectionChart chart, const FeatureHeight& height, const FeatureSum& sum,
                    const Vec3& center, const DirectionPatch& patch, double level, std::size_t linear_edge) {
    const DirectionChart::Fit fit = chart.fit(patch);
    if (fit != DirectionChart::Fit::fits) return fit == DirectionChart::Fit::empty;
    return HeightOverPatch(height, sum, chart).stays_above(level, center, linear_edge);
}

// Lower bound of the bodies' height along a direction: the height of the sum, plus the least that its edges
// add. Infinite for a sum with a face disc, which adds height, too: the quick test then passes.
double height_with_edges(const FeatureHeight& height, const FeatureSum& sum, const Vec3& n) {
    double value = height.value(sum.total(), n);
    for (std::size_t i = 0; i < sum.edges; ++i) {
        const double edge = height.value(sum.edge[i].height, n), weight = sum.edge[i].weight;
        const double share = sum.edges > 1 ? growth_rate(sum, i) : edge > 0 ? 1 - weight : weight;
        value += share * std::abs(edge);
    }
    if (sum.face_disc > 0) return base::infinity;
    return value;
}

// The coordinates about a pole are useful only where all round parts have nearly the same axis.
bool have_common_axis(const FeatureHeight& height, const HeightTerms& total) {
    const RoundPart &a = height.a().round(), &b = height.b().round();
    if ((total.a != 0 && a.axes != 1) || (total.b != 0 && b.axes != 1)) return false;
    if (total.a == 0 || total.b == 0) return true;
    const Vec3 across = cross(a.axis[0], b.axis[0]);
    return dot(across, across) < 0.04;
}

}  // namespace

bool height_stays_above(const FeatureHeight& height, const FeatureSum& sum, const Vec3& center,
                        const DirectionPatch& patch, double level) {
    // A quick test: the patch's normal is usually one of its directions.
    if (!(height_with_edges(height, sum, patch.normal) >= level)) return false;
    // The height of an edge of a cone is linear only in the tangent of the latitude about its axis, which is
    // the coordinate y of a cylinder chart.
    for (std::size_t i = 0; i < sum.edges; ++i) {
        const HeightTerms& edge = sum.edge[i].height;
        if (edge.a == 0 && edge.b == 0) continue;
        const Vec3& pole = (sum.edge[i].of_b ? height.b() : height.a()).round().axis[0];
        if (!is_far_from_pole(pole, center)) continue;
        return stays_above_on(DirectionChart::cylinder(center, pole), height, sum, center, patch, level, i);
    }
    const std::size_t linear = sum.edges > 0 && has_straight_edges(sum) ? 0 : no_linear_edge;
    if (stays_above_on(DirectionChart::tangent_plane(center, first_tangent(height, sum, center)), height, sum,
                       center, patch, level, linear))
        return true;
    // About the axis of a body of revolution, whole circles of directions may have the same height.
    const HeightTerms total = sum.total();
    if (!have_common_axis(height, total)) return false;
    for (const bool of_b : {false, true}) {
        const RoundPart& round = of_b ? height.b().round() : height.a().round();
        if ((of_b ? total.b : total.a) == 0 || !is_far_from_pole(round.axis[0], center)) continue;
        // An edge of a cylinder is parallel to its axis: its height is linear in the chart's y.
        std::size_t along = 0;
        while (along < sum.edges && sum.edge[along].of_b != of_b) ++along;
        return stays_above_on(DirectionChart::cylinder(center, round.axis[0]), height, sum, center, patch,
                              level, along < sum.edges ? along : no_linear_edge);
    }
    return false;
}

}  // namespace allide::convex
