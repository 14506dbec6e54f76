// The first time at which a vertex and a face, or two edges, are within a distance of each other, while all
// their points move along straight lines.
//
// The closest points of two features are two vertices, a vertex and its foot on an edge or in a face, or the
// feet of the common perpendicular of two edges. Each such case has a polynomial in time that is 0 where its
// distance equals the given one. At each root of these polynomials, found by Sturm sequences, all cases are
// tested: the features are within the distance if they are so in one case.
#pragma once

#include "oracle/feature_motion.hpp"

namespace oracle {

class FeatureApproach {
  public:
    // `edges` and the points `x` are as in FeatureMotion; `distance` is the distance to be reached.
    FeatureApproach(bool edges, const std::array<Point, 8>& x, double distance) {
        int low = exponent_of(distance);
        for (const Point& p : x)
            for (const double c : p)
                if (c != 0) low = std::min(low, exponent_of(c));
        std::array<Vector, 4> p;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                const mpz_class from = integer(x[i][k], low), to = integer(x[4 + i][k], low);
                p[i][k] = {from, mpz_class(to - from)};
                trim(p[i][k]);
            }
        const mpz_class d = integer(distance, low);
        squared_ = {mpz_class(d * d)};
        if (edges) {
            add_lines(p);
            for (const auto& [a, b, c] : {std::array{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}})
                add_segment(p[std::size_t(a)], p[std::size_t(b)], p[std::size_t(c)]);
            for (const auto& [a, b] : {std::array{0, 2}, {0, 3}, {1, 2}, {1, 3}})
                add_point(p[std::size_t(a)], p[std::size_t(b)]);
        } else {
            add_plane(p);
            for (const auto& [a, b] : {std::array{1, 2}, {2, 3}, {3, 1}}) {
                add_segment(p[0], p[std::size_t(a)], p[std::size_t(b)]);
                add_point(p[0], p[std::size_t(a)]);
            }
        }
    }

    // For each polynomial, its first root at which the features are within the distance: the earliest of
    // these roots is the answer. Empty if the features never are within the distance; one entry without a
    // time if they are at the start.
    std::vector<FeatureMotion::First> first_times() const {
        const Binary zero{0, 0};
        if (within(zero)) return {FeatureMotion::First{}};
        std::vector<FeatureMotion::First> found;
        for (const Case& one : cases_) {
            if (one.excess.size() < 2) continue;
            const auto sequence = std::make_shared<SturmSequence>(one.excess);
            if (auto first = search(sequence, {0, 0}, {1, 0})) found.push_back(*first);
        }
        return found;
    }

  private:
    using Vector = std::array<Polynomial, 3>;
    struct Case {
        Polynomial excess,
            extent;  // excess = extent · (distance² − limit²); where extent is 0, there is no such case
        std::vector<Polynomial> not_negative;
    };

    static int exponent_of(double c) { return std::ilogb(c) < -1022 ? -1074 : std::ilogb(c) - 52; }
    static mpz_class integer(double c, int low) {
        if (c == 0) return 0;
        int exponent = 0;
        mpz_class n(std::ldexp(std::frexp(c, &exponent), 53));
        const int shift = exponent - 53 - low;
        if (shift >= 0)
            n <<= static_cast<mp_bitcnt_t>(shift);
        else
            n >>= static_cast<mp_bitcnt_t>(-shift);
        return n;
    }
    static Vector gap(const Vector& a, const Vector& b) {
        return {minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])};
    }
    static Vector cross(const Vector& a, const Vector& b) {
        Vector c;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            c[k] = minus(times(a[i], b[j]), times(a[j], b[i]));
        }
        return c;
    }
    static Polynomial dot(const Vector& a, const Vector& b) {
        return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
    }

    void add_point(const Vector& a, const Vector& b) {
        const Vector d = gap(a, b);
        cases_.push_back({minus(dot(d, d), squared_), {1}, {}});
    }
    // With d = x − from and the edge e, |d × e|² is the squared distance of x from the edge's line, times e².
    void add_segment(const Vector& x, const Vector& from, const Vector& to) {
        const Vector e = gap(to, from), area = cross(gap(x, from), e);
        const Polynomial extent = dot(e, e);
        cases_.push_back({minus(dot(area, area), times(squared_, extent)),
                          extent,
                          {dot(gap(x, from), e), dot(gap(to, x), e)}});
    }
    void add_plane(const std::array<Vector, 4>& p) {
        const Vector n = cross(gap(p[2], p[1]), gap(p[3], p[1]));
        Case one{height_above(n, gap(p[0], p[1])), dot(n, n), {}};
        for (const auto& [a, b] : {std::array{1, 2}, {2, 3}, {3, 1}}) {
            const Vector outward = cross(gap(p[std::size_t(b)], p[std::size_t(a)]), n);
            one.not_negative.push_back(dot(outward, gap(p[std::size_t(a)], p[0])));
        }
        cases_.push_back(std::move(one));
    }
    // The feet of the common perpendicular lie on both edges if each edge crosses the plane that contains the
    // other edge and is parallel to the perpendicular n.
    void add_lines(const std::array<Vector, 4>& p) {
        const Vector u = gap(p[1], p[0]), e = gap(p[3], p[2]), n = cross(u, e);
        Case one{height_above(n, gap(p[2], p[0])), dot(n, n), {}};
        const Vector across_e = cross(e, n), across_u = cross(n, u);
        one.not_negative = {dot(across_e, gap(p[2], p[0])), dot(across_e, gap(p[1], p[2])),
                            dot(across_u, gap(p[0], p[2])), dot(across_u, gap(p[3], p[0]))};
        cases_.push_back(std::move(one));
    }
    Polynomial height_above(const Vector& n, const Vector& d) const {
        const Polynomial height = dot(n, d);
        return minus(times(height, height), times(squared_, dot(n, n)));
    }

    template <typename Time>
    bool within(Time& t) const {
        for (const Case& one : cases_) {
            if (sign_at(one.extent, t) == 0 || sign_at(one.excess, t) > 0) continue;
            bool on_features = true;
            for (const Polynomial& w : one.not_negative) on_features = on_features && sign_at(w, t) >= 0;
            if (on_features) return true;
        }
        return false;
    }
    std::optional<FeatureMotion::First> search(const std::shared_ptr<SturmSequence>& sequence,
                                               const Binary& a, const Binary& b) const {
        const int count = sequence->roots(a, b);
        if (count == 0) return std::nullopt;
        if (count == 1) {
            AlgebraicTime t{sequence.get(), a, b};
            if (!within(t)) return std::nullopt;
            return FeatureMotion::First{sequence, t};
        }
        const Binary m = middle(a, b);
        if (auto found = search(sequence, a, m)) return found;
        return search(sequence, m, b);
    }

    Polynomial squared_;
    std::vector<Case> cases_;
};

}  // namespace oracle
