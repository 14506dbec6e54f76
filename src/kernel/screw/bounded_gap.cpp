#include "kernel/screw/bounded_gap.hpp"

#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

using GapCorners = NumberTriangle<DoubleDouble>;

NumberPoint<double> as_doubles(const DoubleDoublePoint& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}

Triangle gap_triangle(const GapCorners& t, const DoubleDoublePoint& from) {
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i) {
        const NumberPoint<double> x = as_doubles(minus(t[i], from));
        out[i] = {x[0], x[1], x[2]};
    }
    return out;
}

// A point that lies in the triangle however inaccurate the weights are: they are clamped to be non-negative
// with a sum of 1.
DoubleDoublePoint point_by_weights(const GapCorners& t, const std::array<double, 3>& weights) {
    const double sum = weights[0] + weights[1] + weights[2];
    const DoubleDouble one(1), second = std::clamp(weights[1] / sum, 0.0, 1.0), rest = one - second;
    DoubleDouble third = std::clamp(weights[2] / sum, 0.0, 1.0);
    if (weights[0] == 0 || rest < third) third = rest;
    DoubleDoublePoint out;
    for (std::size_t k = 0; k < 3; ++k)
        out[k] = t[0][k] + second * (t[1][k] - t[0][k]) + third * (t[2][k] - t[0][k]);
    return out;
}

struct GapAlong {
    NumberPoint<double> direction;
    double gap;
};

// Keeps the direction along which the gap between the two projections is largest.
class BestGap {
  public:
    BestGap(const GapCorners& a, const GapCorners& b, double less) : less_(less), best_{{}, -8 - less} {
        for (std::size_t i = 0; i < 3; ++i) {
            a_[i] = minus(a[i], a[0]);
            b_[i] = minus(b[i], a[0]);
        }
    }
    // n stays in double-double: rounding would tilt it, and the projections of a long edge could then change
    // by more than a small gap.
    void offer(const DoubleDoublePoint& n) {
        const DoubleDouble length = square_root(dot_of(n, n));
        if (!(length.high > 0x1p-400)) return;
        const Shadow of_a = shadow(a_, n), of_b = shadow(b_, n);
        const NumberPoint<double> about = as_doubles(n);
        take(about, (of_b.low - of_a.high) / length);
        take({-about[0], -about[1], -about[2]}, (of_a.low - of_b.high) / length);
    }
    const GapAlong& best() const { return best_; }

  private:
    struct Shadow {
        DoubleDouble low, high;
    };
    static Shadow shadow(const GapCorners& t, const DoubleDoublePoint& n) {
        Shadow out{dot_of(n, t[0]), {}};
        out.high = out.low;
        for (std::size_t i = 1; i < 3; ++i) {
            const DoubleDouble x = dot_of(n, t[i]);
            if (x < out.low) out.low = x;
            if (out.high < x) out.high = x;
        }
        return out;
    }
    void take(const NumberPoint<double>& n, const DoubleDouble& gap) {
        const double beyond = (gap - DoubleDouble(less_)).rounded();
        if (beyond > best_.gap) best_ = {n, beyond};
    }

    GapCorners a_, b_;
    double less_;
    GapAlong best_;  // the widest gap found so far; initially below any possible gap
};

// Offers one direction after another until the gap along one of them reaches `enough`. The gap along any
// direction is at most the distance.
void offer_directions(BestGap& gap, const GapCorners& a, const GapCorners& b,
                      const DoubleDoublePoint& between, double enough) {
    const auto is_enough = [&] { return gap.best().gap > 0 && gap.best().gap >= enough; };
    gap.offer(between);
    if (is_enough()) return;
    gap.offer(cross_of(minus(a[1], a[0]), minus(a[2], a[0])));
    gap.offer(cross_of(minus(b[1], b[0]), minus(b[2], b[0])));
    for (std::size_t i = 0; i < 3 && !is_enough(); ++i) {
        const DoubleDoublePoint e = minus(a[(i + 1) % 3], a[i]);
        gap.offer(cross_of(cross_of(e, between), e));
        for (std::size_t j = 0; j < 3; ++j) {
            const DoubleDoublePoint f = minus(b[(j + 1) % 3], b[j]), across = cross_of(e, f);
            if (i == 0) gap.offer(cross_of(cross_of(f, between), f));
            gap.offer(across);
            // If the two edges are coplanar, a separating axis may lie in their plane, across one of them.
            gap.offer(cross_of(across, e));
            gap.offer(cross_of(across, f));
        }
    }
}

}  // namespace

BoundedGap quick_gap(const NumberTriangle<double>& a, const NumberTriangle<double>& b, double slack) {
    const auto plain = [](const NumberTriangle<double>& t) {
        return Triangle{
            {{t[0][0], t[0][1], t[0][2]}, {t[1][0], t[1][1], t[1][2]}, {t[2][0], t[2][1], t[2][2]}}};
    };
    const auto at = [](const NumberTriangle<double>& t, const std::array<double, 3>& weights) {
        NumberPoint<double> out{};
        const double sum = weights[0] + weights[1] + weights[2];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) out[k] += weights[i] / sum * t[i][k];
        return out;
    };
    const auto [weights_a, weights_b] = closest_features(plain(a), plain(b));
    BoundedGap out;
    out.place = at(a, weights_a);
    out.to_b = out.direction = minus(at(b, weights_b), out.place);
    const NumberPoint<double>& n = out.direction;
    const double far = std::max({dot_of(n, a[0]), dot_of(n, a[1]), dot_of(n, a[2])});
    const double close = std::min({dot_of(n, b[0]), dot_of(n, b[1]), dot_of(n, b[2])});
    const double length = std::sqrt(dot_of(n, n)), off = slack + 0x1p-44;
    out.lower = length > 0 ? (close - far) / length - off : -off;
    out.upper = length + off;
    return out;
}

namespace {

// The closest points of two triangles and their distance.
struct ClosestPoints {
    DoubleDoublePoint near_a, between;
    DoubleDouble apart;
};
ClosestPoints closest_points(const GapCorners& a, const GapCorners& b) {
    const auto [weights_a, weights_b] = closest_features(gap_triangle(a, a[0]), gap_triangle(b, a[0]));
    ClosestPoints out{point_by_weights(a, weights_a), {}, {}};
    out.between = minus(point_by_weights(b, weights_b), out.near_a);
    out.apart = square_root(dot_of(out.between, out.between));
    return out;
}

}  // namespace

BoundedGap fine_gap_upper(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                          double slack, double less) {
    const ClosestPoints closest = closest_points(a, b);
    BoundedGap out;
    out.place = as_doubles(closest.near_a);
    out.to_b = as_doubles(closest.between);
    const double gap = (closest.apart - DoubleDouble(less)).rounded();
    out.upper = gap + 4 * slack + 0x1p-90 * (closest.apart.high + less);
    return out;
}

BoundedGap bounded_gap(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack, double less) {
    const auto [near_a, between, apart] = closest_points(a, b);
    BoundedGap out;
    out.place = as_doubles(near_a);
    out.to_b = as_doubles(between);
    BestGap gap(a, b, less);
    offer_directions(gap, a, b, between, 0.999 * (apart - DoubleDouble(less)).rounded());
    // Error bound of a rounded length: twice the error of the corners at each of its two ends, plus the
    // rounding errors of the sums in double-double.
    const double off = 4 * slack + 0x1p-90 * (std::abs(gap.best().gap) + less);
    out.direction = gap.best().direction;
    out.lower = gap.best().gap - off;
    out.upper = (apart - DoubleDouble(less)).rounded() + off;
    return out;
}

}  // namespace allide::kernel
