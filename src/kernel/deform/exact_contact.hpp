// The first contact of a vertex and a face, or of two edges, whose points move along straight lines; in exact
// arithmetic.
#pragma once

#include "kernel/deform/exact_roots.hpp"
#include "kernel/deform/moving_features.hpp"

#include <optional>

namespace allide::kernel::motion {

struct ContactSpan {
    double lo = 0, hi = 0;
};

// Empty if numbers of fixed size were too short for the computation. lo > hi means no contact.
using ExactAnswer = std::optional<ContactSpan>;
inline constexpr ContactSpan no_contact{2, 1};

template <typename Numbers>
class ExactMotion {
  public:
    using Coordinate = typename Numbers::Coordinate;
    using Vector = std::array<Coordinate, 3>;

    // Takes the eight points as exact integers. Each axis may have its own unit.
    ExactMotion(FeatureKind kind, const std::array<Vector, 8>& x, double tolerance)
        : kind_(kind), tolerance_(tolerance) {
        const bool face = kind == FeatureKind::vertex_face;
        for (std::size_t end = 0; end < 2; ++end) {
            const auto gap = [&](std::size_t to, std::size_t from) {
                const Vector &p = x[4 * end + to], &q = x[4 * end + from];
                return Vector{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
            };
            if (face) {
                v_[end] = {gap(1, 0), gap(2, 0), gap(3, 0)};
                d_[end] = {v_[end][0], v_[end][1], v_[end][2], v_[end][2]};
            } else {
                v_[end] = {gap(2, 0), gap(1, 0), gap(3, 2)};
                d_[end] = {gap(2, 0), gap(3, 0), gap(2, 1), gap(3, 1)};
            }
        }
    }

    ExactAnswer run() {
        const Cubic<Volume> form = coplanarity();
        if (form.c[0].sign() == 0) {
            RootOf<Volume> at_start{.form = &form, .a = Finder::start(), .b = Finder::start(), .exact = true};
            const Found touching = in_contact(at_start);
            if (touching == Found::gave_up) return std::nullopt;
            if (touching == Found::yes) return ContactSpan{0, 0};
        }
        if (form.is_zero()) return coplanar_motion();
        ContactSpan span = no_contact;
        const Found found = Finder::search(form, [&](RootOf<Volume> root) {
            const Found here = in_contact(root);
            return here == Found::yes ? taken(root, span) : here;
        });
        if (found == Found::gave_up) return std::nullopt;
        return span;
    }

  private:
    using Area = decltype(Coordinate() * Coordinate());
    using Volume = decltype(Area() * Coordinate());
    using Finder = RootFinder<Numbers>;
    using Time = typename Numbers::Time;
    template <typename Number>
    using RootOf = Root<Number, Time>;
    using Ends = std::array<const Vector*, 2>;  // a vector at t = 0 and at t = 1

    Ends edge_vector(std::size_t i) const { return {&v_[0][i], &v_[1][i]}; }
    Ends difference_vector(std::size_t i) const { return {&d_[0][i], &d_[1][i]}; }

    static Area minor(const Vector& a, const Vector& b, std::size_t k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        return a[i] * b[j] - a[j] * b[i];
    }
    static Quadratic<Area> cross(const Ends& a, const Ends& b, std::size_t k) {
        return {{minor(*a[0], *b[0], k), minor(*a[0], *b[1], k) + minor(*a[1], *b[0], k),
                 minor(*a[1], *b[1], k)}};
    }
    static Area dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
    static Quadratic<Area> dot(const Ends& a, const Ends& b) {
        return {{dot(*a[0], *b[0]), dot(*a[0], *b[1]) + dot(*a[1], *b[0]), dot(*a[1], *b[1])}};
    }

    Cubic<Volume> coplanarity() const {
        Cubic<Volume> form{};
        for (std::size_t k = 0; k < 3; ++k) {
            const Quadratic<Area> q = cross(edge_vector(1), edge_vector(2), k);
            const Coordinate &a = v_[0][0][k], &b = v_[1][0][k];
            form.c[0] = form.c[0] + q.c[0] * a;
            form.c[1] = form.c[1] + (q.c[0] * b + q.c[1] * a);
            form.c[2] = form.c[2] + (q.c[1] * b + q.c[2] * a);
            form.c[3] = form.c[3] + q.c[2] * b;
        }
        return form;
    }

    // ---- Contact at a root of the cubic, where the points are coplanar.

    template <typename Number>
    Found in_contact(RootOf<Number>& root) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Quadratic<Area> qr = cross(edge_vector(1), edge_vector(2), k),
                                  rp = cross(edge_vector(2), edge_vector(0), k),
                                  pq = cross(edge_vector(0), edge_vector(1), k);
            const bool face = kind_ == FeatureKind::vertex_face;
            const std::optional<int> side = Finder::sign_at(root, face ? qr + rp + pq : qr);
            if (!side) return Found::gave_up;
            if (*side == 0) continue;
            if (face) return all_agree(root, *side, std::array{qr, rp, pq});
            return all_agree(root, *side, std::array{Quadratic<Area>{} - rp, qr + rp, pq, qr - pq});
        }
        return on_any_segment(root);
    }

    template <typename Number, std::size_t Count>
    static Found all_agree(RootOf<Number>& root, int side,
                           const std::array<Quadratic<Area>, Count>& weights) {
        for (const Quadratic<Area>& weight : weights) {
            const std::optional<int> sign = Finder::sign_at(root, weight);
            if (!sign) return Found::gave_up;
            if (*sign * side < 0) return Found::no;
        }
        return Found::yes;
    }

    // A segment as seen from a point: the difference vectors from the point to the segment's two ends. For a
    // vertex and a face, these are the face's edges seen from the vertex; for two edges, each edge seen from
    // both ends of the other.
    std::size_t segment_count() const { return kind_ == FeatureKind::vertex_face ? 3 : 4; }
    std::array<Ends, 2> segment(std::size_t i) const {
        constexpr std::size_t of_face[3][2] = {{0, 1}, {1, 2}, {2, 0}};
        constexpr std::size_t of_edges[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
        const auto& [a, b] = kind_ == FeatureKind::vertex_face ? of_face[i] : of_edges[i];
        return {difference_vector(a), difference_vector(b)};
    }

    // For a face without area or parallel edges: the features are in contact if a point lies on a segment.
    template <typename Number>
    Found on_any_segment(RootOf<Number>& root) {
        for (std::size_t i = 0; i < segment_count(); ++i)
            if (const Found found = on_segment(root, segment(i), nullptr); found != Found::no) return found;
        return Found::no;
    }

    // Does the point lie on the segment at the root? `known`, if not null, is a quadratic that is 0 at the
    // root.
    template <typename Number>
    static Found on_segment(RootOf<Number>& root, const std::array<Ends, 2>& d,
                            const Quadratic<Area>* known) {
        const std::optional<int> along = Finder::sign_at(root, dot(d[0], d[1]));
        if (!along) return Found::gave_up;
        if (*along > 0) return Found::no;
        for (std::size_t k = 0; k < 3; ++k) {
            const Quadratic<Area> q = cross(d[0], d[1], k);
            if (known != nullptr && proportional(q, *known)) continue;
            const std::optional<int> sign = Finder::sign_at(root, q);
            if (!sign) return Found::gave_up;
            if (*sign != 0) return Found::no;
        }
        return Found::yes;
    }

    // ---- All points stay in one plane, and there is no contact at the start: the features first touch where
    // an end of a segment reaches another segment.

    ExactAnswer coplanar_motion() {
        ContactSpan first = no_contact;
        const auto merge = [&first](const ContactSpan& other) {
            if (other.lo > other.hi) return;
            const bool none = first.lo > first.hi;
            first = none ? other : ContactSpan{std::min(first.lo, other.lo), std::min(first.hi, other.hi)};
        };
        for (std::size_t i = 0; i < segment_count(); ++i) {
            const auto reached = point_on_segment(segment(i));
            if (!reached) return std::nullopt;
            merge(*reached);
        }
        return first;
    }

    ExactAnswer point_on_segment(const std::array<Ends, 2>& d) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Quadratic<Area> q = cross(d[0], d[1], k);
            if (q.is_zero()) continue;
            const Cubic<Area> form = elevated(q);
            ContactSpan span = no_contact;
            const Found found = Finder::search(form, [&](RootOf<Area> root) {
                const Found here = on_segment(root, d, &q);
                return here == Found::yes ? taken(root, span) : here;
            });
            if (found == Found::gave_up) return std::nullopt;
            return span;
        }
        const ContactSpan one = point_on_point(d[0]), other = point_on_point(d[1]);
        return one.hi <= other.hi || other.lo > other.hi ? (one.lo > one.hi ? other : one) : other;
    }

    // The time at which a difference vector, which is not 0 at the start, becomes 0: two points meet.
    static ContactSpan point_on_point(const Ends& d) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Coordinate &from = (*d[0])[k], &to = (*d[1])[k];
            if (from.sign() == 0) continue;
            if (from.sign() * to.sign() > 0) return no_contact;
            const Coordinate p = from.sign() < 0 ? -from : from, s = to.sign() < 0 ? -to : to;
            for (std::size_t j = 0; j < 3; ++j)
                if (((*d[0])[j] * s + (*d[1])[j] * p).sign() != 0) return no_contact;
            if (s.sign() == 0) return {1, 1};
            return widened(quotient(p, s + p));
        }
        return no_contact;
    }

    // ---- Times in double.

    // Widening by one more double covers times that are subnormal, or positive and below all doubles.
    static ContactSpan widened(double t) {
        return {std::nextafter(std::max(0.0, t * (1 - 0x1p-48)), 0.0),
                std::nextafter(std::min(1.0, t * (1 + 0x1p-48)), 1.0)};
    }

    template <typename Number>
    Found taken(RootOf<Number>& root, ContactSpan& span) const {
        while (!root.exact && root.b.t - root.a.t > 0.5 * tolerance_)
            if (!Finder::tighten(root)) return Found::gave_up;
        const auto down = [](const auto& at) { return at.on_grid ? at.t : widened(at.t).lo; };
        const auto up = [](const auto& at) { return at.on_grid ? at.t : widened(at.t).hi; };
        span = {down(root.a), up(root.b)};
        return Found::yes;
    }

    FeatureKind kind_;
    double tolerance_;
    std::array<std::array<Vector, 3>, 2> v_;  // the vectors of MotionDifferences at both ends
    std::array<std::array<Vector, 4>, 2> d_;  // differences of a point of B and one of A
};

}  // namespace allide::kernel::motion
