// The first time at which two features are within a given distance of each other, in exact arithmetic.
//
// The distance of two features is the least over several kinds of point pairs. For a vertex and a face: the
// vertex and its projection onto the face, the vertex and its projection onto an edge, or the vertex and a
// corner. For two edges: the two ends of their common perpendicular, an end of one edge and its projection
// onto the other, or an end of each. The two points of a pair are at the given distance at the roots of a
// polynomial in time. Such a root counts if the signs of other polynomials show that the points lie on the
// features.
#include "kernel/deform/closest_weights.hpp"
#include "kernel/deform/exact_polynomial.hpp"
#include "kernel/deform/first_contact.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace motion {
namespace {

using PolynomialVector = std::array<Polynomial, 3>;

PolynomialVector minus(const PolynomialVector& a, const PolynomialVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Polynomial dot(const PolynomialVector& a, const PolynomialVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

PolynomialVector position(const Vec3& from, const Vec3& to) {
    const auto coordinate = [](double x, double y) {
        Polynomial p{Exact(x), Exact(y) - Exact(x)};
        while (!p.empty() && p.back().sign() == 0) p.pop_back();
        return p;
    };
    return {coordinate(from.x, to.x), coordinate(from.y, to.y), coordinate(from.z, to.z)};
}

// One kind of point pairs. The points lie on the features where `positive` is above 0 and no weight is below
// 0; `excess` then has the sign of their distance minus the clearance.
struct ApproachCase {
    Polynomial excess;
    Polynomial positive;
    std::vector<Polynomial> weights;

    bool within_at_start() const {
        const Exact start(0.0);
        if (sign_at(excess, start) > 0 || sign_at(positive, start) <= 0) return false;
        return std::all_of(weights.begin(), weights.end(),
                           [&](const Polynomial& w) { return sign_at(w, start) >= 0; });
    }
    bool holds_at(PolynomialRoot& root) const {
        if (root.sign_of(positive) <= 0) return false;
        return std::all_of(weights.begin(), weights.end(),
                           [&](const Polynomial& w) { return root.sign_of(w) >= 0; });
    }
};

class ExactApproach {
  public:
    ExactApproach(FeatureKind kind, const EightPoints& x, double clearance)
        : squared_({Exact(clearance) * Exact(clearance)}) {
        std::array<PolynomialVector, 4> p;
        for (std::size_t i = 0; i < 4; ++i) p[i] = position(x[i], x[4 + i]);
        if (kind == FeatureKind::vertex_face)
            add_face(p);
        else
            add_edges(p);
    }

    const std::vector<ApproachCase>& cases() const { return cases_; }

  private:
    void add_face(const std::array<PolynomialVector, 4>& p) {
        const PolynomialVector n = cross(minus(p[2], p[1]), minus(p[3], p[1]));
        ApproachCase inside = plane_case(n, dot(minus(p[0], p[1]), n));
        for (std::size_t i = 1; i < 4; ++i)
            inside.weights.push_back(dot(cross(minus(p[i % 3 + 1], p[i]), minus(p[0], p[i])), n));
        cases_.push_back(std::move(inside));
        for (std::size_t i = 1; i < 4; ++i) {
            add_segment(p[0], p[i], p[i % 3 + 1]);
            add_point(p[0], p[i]);
        }
    }
    void add_edges(const std::array<PolynomialVector, 4>& p) {
        const PolynomialVector u = minus(p[1], p[0]), e = minus(p[3], p[2]), gap = minus(p[2], p[0]),
                               n = cross(u, e);
        ApproachCase inside = plane_case(n, dot(gap, n));
        const Polynomial s = dot(cross(gap, e), n), r = dot(cross(gap, u), n);
        inside.weights = {s, inside.positive - s, r, inside.positive - r};
        cases_.push_back(std::move(inside));
        for (std::size_t i = 0; i < 2; ++i) {
            add_segment(p[i], p[2], p[3]);
            add_segment(p[2 + i], p[0], p[1]);
            add_point(p[i], p[2]);
            add_point(p[i], p[3]);
        }
    }
    // The points that a common perpendicular n joins; they are height / |n| apart.
    ApproachCase plane_case(const PolynomialVector& n, const Polynomial& height) const {
        ApproachCase found;
        found.positive = dot(n, n);
        found.excess = height * height - squared_ * found.positive;
        return found;
    }
    void add_segment(const PolynomialVector& x, const PolynomialVector& from, const PolynomialVector& to) {
        const PolynomialVector e = minus(to, from), d = minus(x, from);
        ApproachCase found;
        found.positive = dot(e, e);
        const Polynomial along = dot(d, e);
        found.excess = dot(d, d) * found.positive - along * along - squared_ * found.positive;
        found.weights = {along, found.positive - along};
        cases_.push_back(std::move(found));
    }
    void add_point(const PolynomialVector& x, const PolynomialVector& y) {
        const PolynomialVector d = minus(y, x);
        cases_.push_back({.excess = dot(d, d) - squared_, .positive = {Exact(1.0)}, .weights = {}});
    }

    Polynomial squared_;
    std::vector<ApproachCase> cases_;
};

// The time as a double: exact if possible, otherwise rounded in the direction of `towards`.
double rounded_time(const Exact& t, double towards) {
    const Approximate a = t.approximate();
    const double near = std::ldexp(a.mantissa, a.exponent);
    if (Exact(near) == t) return near;
    // Two steps cover the error of the approximation, also where the result is subnormal.
    return std::nextafter(std::nextafter(near, towards), towards);
}

}  // namespace
}  // namespace motion

MotionContact exact_feature_approach(FeatureKind kind, const EightPoints& x, double clearance,
                                     double tolerance) {
    const motion::ExactApproach approach(kind, x, clearance);
    MotionContact first{.stage = MotionStage::exact};
    const auto take = [&](double lo, double hi) {
        const bool any = first.verdict == MotionVerdict::impact;
        first.verdict = MotionVerdict::impact;
        first.t_lo = any ? std::min(first.t_lo, lo) : lo;
        first.t_hi = any ? std::min(first.t_hi, hi) : hi;
    };
    for (const motion::ApproachCase& one : approach.cases())
        if (one.within_at_start()) {
            take(0, 0);
            first.weights = weights_at(kind, x, 0);
            return first;
        }
    for (const motion::ApproachCase& one : approach.cases()) {
        if (one.excess.empty()) continue;
        motion::PolynomialRoots finder(one.excess);
        for (motion::PolynomialRoot& root : finder.all()) {
            if (!one.holds_at(root)) continue;
            while (root.width() > 0.5 * tolerance) root.tighten();
            take(motion::rounded_time(root.at.lo, 0.0),
                 root.exact ? motion::rounded_time(root.at.lo, 1.0) : motion::rounded_time(root.at.hi, 1.0));
            break;
        }
    }
    if (first.verdict == MotionVerdict::impact) first.weights = weights_at(kind, x, first.t_hi);
    return first;
}

}  // namespace allide::kernel
