// The largest translation of a triangle along a direction d after which it still touches another. Exact.
//
// The largest s for which some x of p and y of q satisfy y = x + s d solves a linear program. Its optimum is
// attained where a corner meets a corner, an edge or a face, or an edge meets an edge, so that s is unique.
// All such pairs of features are enumerated; each gives a quotient of two integers.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/exact_triangles.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace allide::kernel {

// Bounds of an exact number; both are 0 if the number is 0.
struct Bracket {
    double lower = 0, upper = 0;
};

// Bounds of a positive quotient that was rounded with a relative error of at most 2⁻⁵⁰.
inline Bracket bracket_around(double rounded) {
    using Limits = std::numeric_limits<double>;
    if (std::isinf(rounded)) return {Limits::max(), rounded};
    const double slack = std::abs(rounded) * 0x1p-49 + Limits::denorm_min();
    return {rounded - slack, rounded + slack};
}

// The features of the moving triangle and of the one at rest that meet at the first contact.
enum class ShiftContact { corner_and_face, face_and_corner, edges };

// The smallest and the largest translation, as multiples of d, at which two triangles touch.
struct ShiftRange {
    Bracket first, last;
    bool begins_by_one = false, lasts_to_one = false;  // decided exactly: first ≤ 1, and last ≥ 1
    ShiftContact meeting = ShiftContact::edges;
};

// Operations that ExactShift uses, for numbers of arbitrary length: needed where coordinates are too long for
// a fixed number of words.
inline NumberPoint<Exact> operator-(const NumberPoint<Exact>& a, const NumberPoint<Exact>& b) {
    return minus(a, b);
}
inline NumberPoint<Exact> cross(const NumberPoint<Exact>& a, const NumberPoint<Exact>& b) {
    return cross_of(a, b);
}
inline Exact dot(const NumberPoint<Exact>& a, const NumberPoint<Exact>& b) {
    return dot_of(a, b);
}
inline bool is_zero(const NumberPoint<Exact>& a) {
    return a[0].sign() == 0 && a[1].sign() == 0 && a[2].sign() == 0;
}

template <typename Point>
class ExactShift {
  public:
    using Triangle = std::array<Point, 3>;

    // The triangle p is translated along d, which must not be zero; q rests.
    ExactShift(const Triangle& p, const Triangle& q, const Point& d) : p_(p), q_(q), d_(d) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            p_edge_[i] = p[next] - p[i];
            q_edge_[i] = q[next] - q[i];
            const Product beside_p = cross(p_edge_[i], d), beside_q = cross(q_edge_[i], d);
            for (std::size_t j = 0; j < 3; ++j) {
                p_sides_[i][j] = -dot(beside_p, q[j] - p[i]).sign();
                q_sides_[i][j] = -dot(beside_q, p[j] - q[i]).sign();
            }
        }
        corners_and_faces();
        edges_and_edges();
        corners_and_edges();
        corners_and_corners();
    }

    // The largest s for which the triangles touch; empty if it is negative or if they never touch.
    const std::optional<Bracket>& largest() const { return best_; }
    // The interval of all s, of either sign, for which they touch; empty if they never do.
    const std::optional<ShiftRange>& range() const { return range_; }

  private:
    using Sides = std::array<std::array<int, 3>, 3>;
    using Product = decltype(cross(std::declval<Point>(), std::declval<Point>()));
    using Volume = decltype(dot(std::declval<Product>(), std::declval<Point>()));

    // True if, projected along d, corner `point` of the other triangle lies in the triangle with these
    // `sides`.
    static bool is_within(const Sides& sides, std::size_t point) {
        const auto [low, high] = std::minmax({sides[0][point], sides[1][point], sides[2][point]});
        return low >= 0 || high <= 0;
    }

    void corners_and_faces() {
        const Product n_p = cross(p_edge_[0], p_edge_[1]), n_q = cross(q_edge_[0], q_edge_[1]);
        const Volume slope_p = dot(n_p, d_), slope_q = dot(n_q, d_);
        for (std::size_t i = 0; i < 3; ++i) {
            if (slope_q.sign() != 0 && is_within(q_sides_, i))
                add(dot(n_q, q_[0] - p_[i]), slope_q, ShiftContact::corner_and_face);
            if (slope_p.sign() != 0 && is_within(p_sides_, i))
                add(dot(n_p, q_[i] - p_[0]), slope_p, ShiftContact::face_and_corner);
        }
    }

    void edges_and_edges() {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                if (p_sides_[i][j] * p_sides_[i][(j + 1) % 3] > 0) continue;
                if (q_sides_[j][i] * q_sides_[j][(i + 1) % 3] > 0) continue;
                const Product normal = cross(p_edge_[i], q_edge_[j]);
                const Volume slope = dot(normal, d_);
                if (slope.sign() != 0) add(dot(normal, q_[j] - p_[i]), slope, ShiftContact::edges);
            }
        }
    }

    // Adds the translations at which a corner meets an edge that contains it in the projection along d.
    void corners_and_edges() {
        for (std::size_t edge = 0; edge < 3; ++edge) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                if (q_sides_[edge][corner] == 0)
                    on_edge(q_[edge] - p_[corner], negative(q_edge_[edge]), ShiftContact::corner_and_face);
                if (p_sides_[edge][corner] == 0)
                    on_edge(q_[corner] - p_[edge], p_edge_[edge], ShiftContact::face_and_corner);
            }
        }
    }
    // Adds the solution s of s d = w − t e with 0 ≤ t ≤ 1, if there is one, for coplanar w, e and d.
    void on_edge(const Point& w, const Point& e, ShiftContact meeting) {
        const Product along = cross(d_, e), place = cross(d_, w);
        for (std::size_t k = 0; k < 3; ++k) {
            if (along[k].sign() == 0) continue;
            // The cross product with d gives t (d × e) = d × w, that with e gives s (d × e) = w × e.
            const auto rest = along[k] - place[k];
            if (place[k].sign() * along[k].sign() >= 0 && rest.sign() * along[k].sign() >= 0)
                add(cross(w, e)[k], along[k], meeting);
            return;
        }
    }
    static Point negative(const Point& x) { return {-x[0], -x[1], -x[2]}; }

    void corners_and_corners() {
        for (const Point& x : p_) {
            for (const Point& y : q_) {
                const Point w = y - x;
                if (!is_zero(cross(w, d_))) continue;
                const std::size_t k = d_[0].sign() != 0 ? 0 : d_[1].sign() != 0 ? 1 : 2;
                add(w[k], d_[k], ShiftContact::corner_and_face);
            }
        }
    }

    template <typename Number>
    void add(const Number& numerator, const Number& denominator, ShiftContact meeting) {
        const int sign = numerator.sign() * denominator.sign();
        widen(numerator, denominator, sign, meeting);
        if (sign < 0) return;
        const Bracket found = sign == 0 ? Bracket{} : bracket_around(quotient(numerator, denominator));
        // Each bracket encloses a number. The result encloses the larger of the two numbers.
        const Bracket before = best_.value_or(Bracket{});
        best_ = Bracket{std::max({0.0, before.lower, found.lower}), std::max(before.upper, found.upper)};
    }

    template <typename Number>
    void widen(const Number& numerator, const Number& denominator, int sign, ShiftContact meeting) {
        Bracket found = sign == 0 ? Bracket{} : bracket_around(std::abs(quotient(numerator, denominator)));
        if (sign < 0) found = {-found.upper, -found.lower};
        const bool beyond_one = denominator.sign() > 0 ? denominator < numerator : numerator < denominator;
        const bool below_one = denominator.sign() > 0 ? numerator < denominator : denominator < numerator;
        if (!range_) range_ = ShiftRange{found, found, !beyond_one, !below_one, meeting};
        if (found.lower < range_->first.lower) range_->meeting = meeting;
        range_->first = {std::min(range_->first.lower, found.lower),
                         std::min(range_->first.upper, found.upper)};
        range_->last = {std::max(range_->last.lower, found.lower), std::max(range_->last.upper, found.upper)};
        range_->begins_by_one = range_->begins_by_one || !beyond_one;
        range_->lasts_to_one = range_->lasts_to_one || !below_one;
    }

    Triangle p_, q_;
    Point d_;
    std::array<Point, 3> p_edge_, q_edge_;
    // sides[edge][corner]: the side of an edge on which the other triangle's corner lies, projected along d.
    Sides p_sides_, q_sides_;
    std::optional<Bracket> best_;
    std::optional<ShiftRange> range_;
};

}  // namespace allide::kernel
