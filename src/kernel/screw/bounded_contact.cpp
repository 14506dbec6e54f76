#include "kernel/screw/bounded_contact.hpp"

#include "kernel/screw/crossing_line.hpp"
#include "kernel/triangle/closest_features.hpp"

namespace allide::kernel {
namespace {

// Tests if the edge from p0 to p1 passes through a triangle. All points have an error of at most `slack`.
Certainty edge_through_face(const DoubleDoublePoint& p0, const DoubleDoublePoint& p1,
                            const NumberTriangle<DoubleDouble>& c, double slack) {
    const DoubleDoublePoint e = minus(c[1], c[0]), f = minus(c[2], c[0]), n = cross_of(e, f);
    const double le = length_of_any(e), lf = length_of_any(f);
    const auto sign_of_height = [&](const DoubleDoublePoint& p) {
        const DoubleDoublePoint v = minus(p, c[0]);
        const double far = length_of_any(v), h = rounded(dot_of(n, v));
        const double bound = 4 * slack * (le * lf + (le + lf) * far) + 0x1p-1000;
        return h > bound ? 1 : h < -bound ? -1 : 0;
    };
    const int first = sign_of_height(p0), last = sign_of_height(p1);
    if (first * last > 0) return Certainty::no;
    const DoubleDoublePoint d = minus(p1, p0);
    const double ld = length_of_any(d);
    int low = 1, high = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleDoublePoint v = minus(c[k], p0), w = minus(c[(k + 1) % 3], p0);
        const double lv = length_of_any(v), lw = length_of_any(w), s = rounded(dot_of(cross_of(v, w), d));
        const double bound = 4 * slack * (lv * lw + (lv + lw) * ld) + 0x1p-1000;
        const int sign = s > bound ? 1 : s < -bound ? -1 : 0;
        low = std::min(low, sign);
        high = std::max(high, sign);
    }
    if (low < 0 && high > 0) return Certainty::no;
    return low * high > 0 && first * last < 0 ? Certainty::yes : Certainty::maybe;
}

Triangle rounded_triangle(const NumberTriangle<DoubleDouble>& t, const DoubleDoublePoint& from) {
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i) {
        const DoubleDoublePoint x = minus(t[i], from);
        out[i] = {x[0].rounded(), x[1].rounded(), x[2].rounded()};
    }
    return out;
}

// Vector between the closest points of the two triangles, rounded.
DoubleDoublePoint closest_direction(const NumberTriangle<DoubleDouble>& a,
                                    const NumberTriangle<DoubleDouble>& b) {
    const auto [weights_a, weights_b] =
        closest_features(rounded_triangle(a, a[0]), rounded_triangle(b, a[0]));
    DoubleDoublePoint out;
    const double sum_a = weights_a[0] + weights_a[1] + weights_a[2];
    const double sum_b = weights_b[0] + weights_b[1] + weights_b[2];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            out[k] = out[k] + DoubleDouble(weights_b[i] / sum_b) * b[i][k] -
                     DoubleDouble(weights_a[i] / sum_a) * a[i][k];
    return out;
}

NumberTriangle<BoundedDoubleDouble> enclosed(const NumberTriangle<DoubleDouble>& t, double slack) {
    NumberTriangle<BoundedDoubleDouble> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i][k] = {t[i][k], slack};
    return out;
}

}  // namespace

bool certainly_apart(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                     double slack) {
    const auto parts = [&](const DoubleDoublePoint& n) {
        double low_a = 0, high_a = 0, low_b = 0, high_b = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double of_a = dot_of(n, minus(a[i], a[0])).rounded(),
                         of_b = dot_of(n, minus(b[i], a[0])).rounded();
            low_a = std::min(low_a, of_a);
            high_a = std::max(high_a, of_a);
            low_b = i == 0 ? of_b : std::min(low_b, of_b);
            high_b = i == 0 ? of_b : std::max(high_b, of_b);
        }
        return std::max(low_b - high_a, low_a - high_b) > 4 * slack * length_of_any(n);
    };
    const DoubleDoublePoint between = closest_direction(a, b);
    if (parts(cross_of(minus(b[1], b[0]), minus(b[2], b[0]))) ||
        parts(cross_of(minus(a[1], a[0]), minus(a[2], a[0]))) || parts(between))
        return true;
    // For triangles close to each other the direction between the closest points is inaccurate. The exact
    // direction is perpendicular to an edge of one triangle, or to an edge of each.
    const auto edge = [](const NumberTriangle<DoubleDouble>& t, std::size_t i) {
        return minus(t[(i + 1) % 3], t[i]);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        for (const DoubleDoublePoint& e : {edge(a, i), edge(b, i)})
            if (parts(cross_of(cross_of(e, between), e))) return true;
        for (std::size_t j = 0; j < 3; ++j)
            if (parts(cross_of(edge(a, i), edge(b, j)))) return true;
    }
    return false;
}

Certainty touch_within(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack) {
    Certainty all = Certainty::no;
    for (std::size_t i = 0; i < 3; ++i) {
        for (const Certainty one : {edge_through_face(a[i], a[(i + 1) % 3], b, slack),
                                    edge_through_face(b[i], b[(i + 1) % 3], a, slack)}) {
            if (one == Certainty::yes) return Certainty::yes;
            if (one == Certainty::maybe) all = Certainty::maybe;
        }
    }
    return all == Certainty::maybe && certainly_cross(enclosed(a, slack), enclosed(b, slack)) ? Certainty::yes
                                                                                              : all;
}

}  // namespace allide::kernel
