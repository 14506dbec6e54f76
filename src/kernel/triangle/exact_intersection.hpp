// The corners of the intersection of two closed triangles, exactly. It is a point, a segment or, for coplanar
// triangles, a polygon. Each corner is labelled with the feature of each triangle that contains it.
#pragma once

#include "kernel/triangle/exact_triangles.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace allide::kernel {

// A set of corners of a triangle as bits 1, 2, 4: one corner, an edge (two), or the face (three).
using CornerSet = std::uint8_t;
// A set of features, one bit per CornerSet. A point of a triangle lies in the interior of exactly one
// feature, unless the triangle has no area: then edges, and possibly corners, coincide.
using Features = std::uint8_t;

inline Features feature(CornerSet corners) {
    return static_cast<Features>(1u << corners);
}

template <std::size_t N>
struct IntersectionCorner {
    const ExactPoint<N>*from = nullptr, *to = nullptr;  // the point from + fraction · (to − from)
    double fraction = 0;
    Features a = 0, b = 0;  // the features of the two triangles whose interior contains the point
};

// One of the two triangles. Corners at the same position are identified, and overlapping edges removed.
template <std::size_t N>
class IntersectionSide {
  public:
    struct Edge {
        std::size_t from, to;
        Features features;
    };

    explicit IntersectionSide(const ExactTriangle<N>& corners)
        : corner_(corners), normal_(cross(corners[1] - corners[0], corners[2] - corners[0])) {
        axis_ = normal_[0].sign() != 0 ? 0 : normal_[1].sign() != 0 ? 1 : 2;
        turn_ = normal_[axis_].sign();
        has_area_ = turn_ != 0;
        if (has_area_)
            set_edges_of_face();
        else
            set_edges_on_line();
    }

    const ExactPoint<N>& corner(std::size_t i) const { return corner_[i]; }
    const ExactPoint<2 * N>& normal() const { return normal_; }
    bool has_area() const { return has_area_; }  // if so, the triangle spans a plane
    std::span<const Edge> edges() const { return {edges_.data(), edge_count_}; }
    // The set of all corners at the same position as corner i.
    Features features_of_corner(std::size_t i) const {
        Features out = 0;
        for (std::size_t j = 0; j < 3; ++j)
            if (corner_[j] == corner_[i]) out |= feature(static_cast<CornerSet>(1u << j));
        return out;
    }
    // True if no corner with a smaller number coincides with corner i.
    bool first_at_its_place(std::size_t i) const {
        for (std::size_t j = 0; j < i; ++j)
            if (corner_[j] == corner_[i]) return false;
        return true;
    }
    WideInt<3 * N> height(const ExactPoint<N>& x) const { return dot(normal_, x - corner_[0]); }

    // Twice the signed area of a triangle, projected along an axis that is not in this side's plane. If the
    // triangle is in that plane, this is 0 only if its points are on one line.
    WideInt<2 * N> turn(const ExactPoint<N>& x, const ExactPoint<N>& y, const ExactPoint<N>& z) const {
        const std::size_t u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
        return (y[u] - x[u]) * (z[v] - x[v]) - (y[v] - x[v]) * (z[u] - x[u]);
    }

    // The feature whose interior contains the point; 0 if the point is outside. If this side spans a plane,
    // the point must be in it.
    Features locate(const ExactPoint<N>& x) const {
        for (std::size_t i = 0; i < 3; ++i)
            if (corner_[i] == x) return features_of_corner(i);
        if (has_area_) return locate_in_plane(x);
        for (const Edge& edge : edges())
            if (is_on(edge, x)) return edge.features;
        return 0;
    }

  private:
    // Edge i starts at corner i or ends there.
    void set_edges_of_face() {
        edges_ = {{{0, 1, feature(3)}, {1, 2, feature(6)}, {0, 2, feature(5)}}};
        edge_count_ = 3;
    }
    void set_edges_on_line() {
        std::array<std::size_t, 3> order{0, 1, 2};
        // Lexicographic order, which on a line is the order along it.
        std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
            for (std::size_t k = 0; k < 3; ++k)
                if (corner_[i][k] != corner_[j][k]) return corner_[i][k] < corner_[j][k];
            return i < j;
        });
        for (std::size_t n = 0; n < 2; ++n) {
            const std::size_t from = order[n], to = order[n + 1];
            if (corner_[from] == corner_[to]) continue;
            edges_[edge_count_++] = {from, to, covering(from, to)};
        }
    }
    // The edges of a collinear triangle that cover the segment between two neighbouring corners.
    Features covering(std::size_t from, std::size_t to) const {
        Features out = 0;
        for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>(0, 1), {1, 2}, {0, 2}})
            if (is_between(corner_[from], corner_[i], corner_[j]) &&
                is_between(corner_[to], corner_[i], corner_[j]))
                out |= feature(static_cast<CornerSet>(1u << i | 1u << j));
        return out;
    }
    // True if x is on the segment from p to q, ends included. The three points must be collinear.
    static bool is_between(const ExactPoint<N>& x, const ExactPoint<N>& p, const ExactPoint<N>& q) {
        for (std::size_t k = 0; k < 3; ++k)
            if ((x[k] < p[k] && x[k] < q[k]) || (p[k] < x[k] && q[k] < x[k])) return false;
        return true;
    }
    bool is_on(const Edge& edge, const ExactPoint<N>& x) const {
        const ExactPoint<N>&p = corner_[edge.from], &q = corner_[edge.to];
        return is_between(x, p, q) && is_zero(cross(q - p, x - p));
    }
    // The same for a point in the plane that is not a corner.
    Features locate_in_plane(const ExactPoint<N>& x) const {
        Features found = feature(7);
        for (std::size_t i = 0; i < 3; ++i) {
            const int side = turn(corner_[i], corner_[(i + 1) % 3], x).sign() * turn_;
            if (side < 0) return 0;
            if (side == 0) found = edges_[i].features;
        }
        return found;
    }

    ExactTriangle<N> corner_;
    ExactPoint<2 * N> normal_;
    std::size_t axis_ = 0;  // the first axis along which the normal is not 0, and the sign there
    int turn_ = 0;
    bool has_area_ = false;
    std::array<Edge, 3> edges_{};
    std::size_t edge_count_ = 0;
};

template <std::size_t N>
class ExactIntersection {
  public:
    ExactIntersection(const ExactTriangle<N>& p, const ExactTriangle<N>& q) : p_(p), q_(q) {
        add_corners();
        const bool one_plane =
            p_.has_area() && q_.has_area() && q_heights_[0] == 0 && q_heights_[1] == 0 && q_heights_[2] == 0;
        for (const auto& e : p_.edges()) add_piercing(e, p_, p_heights_, q_, true);
        for (const auto& e : q_.edges()) add_piercing(e, q_, q_heights_, p_, false);
        for (const auto& e : p_.edges())
            for (const auto& f : q_.edges()) find_crossing(e, f, one_plane);
        has_area_ = one_plane && count_ >= 3;
    }
    ExactIntersection(const ExactIntersection&) = delete;  // not copyable: corners_ points into the object
    ExactIntersection& operator=(const ExactIntersection&) = delete;

    std::span<const IntersectionCorner<N>> corners() const { return {corners_.data(), count_}; }
    // True if the triangles are coplanar and their intersection is a polygon.
    bool has_area() const { return has_area_; }

  private:
    using Side = IntersectionSide<N>;
    using Edge = typename Side::Edge;

    void add(const IntersectionCorner<N>& corner) { corners_[count_++] = corner; }

    void add_corners() {
        for (std::size_t i = 0; i < 3; ++i) {
            // A triangle without area has normal 0, so every height over it is 0.
            p_heights_[i] = q_.has_area() ? q_.height(p_.corner(i)).sign() : 0;
            q_heights_[i] = p_.has_area() ? p_.height(q_.corner(i)).sign() : 0;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if (p_heights_[i] != 0 || !p_.first_at_its_place(i)) continue;
            if (const Features there = q_.locate(p_.corner(i)))
                add({&p_.corner(i), &p_.corner(i), 0, p_.features_of_corner(i), there});
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if (q_heights_[i] != 0 || !q_.first_at_its_place(i)) continue;
            const ExactPoint<N>& x = q_.corner(i);
            if (x == p_.corner(0) || x == p_.corner(1) || x == p_.corner(2))
                continue;  // already found as a corner of p
            if (const Features there = p_.locate(x)) add({&x, &x, 0, there, q_.features_of_corner(i)});
        }
    }

    // Adds the point where an edge crosses the interior of a face.
    void add_piercing(const Edge& edge, const Side& mine, const Signs& heights, const Side& other,
                      bool mine_is_a) {
        if (heights[edge.from] * heights[edge.to] >= 0) return;
        const ExactPoint<N>&from = mine.corner(edge.from), &to = mine.corner(edge.to);
        int side = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const int sign = orientation(from, to, other.corner(i), other.corner((i + 1) % 3)).sign();
            if (sign == 0 || sign * side < 0) return;
            side = sign;
        }
        const auto above = other.height(from), below = other.height(to);
        const double fraction = quotient(above, above - below);
        add({&from, &to, fraction, mine_is_a ? edge.features : feature(7),
             mine_is_a ? feature(7) : edge.features});
    }

    static bool are_apart(const WideInt<N>& a, const WideInt<N>& b, const WideInt<N>& c,
                          const WideInt<N>& d) {
        return a < b ? (b < c && b < d) || (c < a && d < a) : (a < c && a < d) || (c < b && d < b);
    }

    // Adds the point where two edges cross in the interior of both.
    void find_crossing(const Edge& e, const Edge& f, bool one_plane) {
        const ExactPoint<N>&a = p_.corner(e.from), &b = p_.corner(e.to), &c = q_.corner(f.from),
              &d = q_.corner(f.to);
        // An edge that meets the other's plane not at all, or only with an end point, has no crossing.
        const auto may_cross = [](int from, int to) { return from * to < 0 || (from == 0 && to == 0); };
        if (!one_plane && !(may_cross(p_heights_[e.from], p_heights_[e.to]) &&
                            may_cross(q_heights_[f.from], q_heights_[f.to])))
            return;
        for (std::size_t k = 0; k < 3; ++k)
            if (are_apart(a[k], b[k], c[k], d[k])) return;
        // The plane of both edges is that of a triangle if both ends of the other's edge are in it.
        const bool in_plane_of_q = p_heights_[e.from] == 0 && p_heights_[e.to] == 0 && q_.has_area(),
                   in_plane_of_p = q_heights_[f.from] == 0 && q_heights_[f.to] == 0 && p_.has_area();
        if (in_plane_of_q) return add_crossing_in_plane(q_, e, f);
        if (in_plane_of_p) return add_crossing_in_plane(p_, e, f);
        const ExactPoint<2 * N> normal = cross(b - a, d - c);
        if (is_zero(normal) || dot(normal, c - a).sign() != 0) return;
        const std::size_t axis = normal[0].sign() != 0 ? 0 : normal[1].sign() != 0 ? 1 : 2;
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        add_crossing(e, f, [u, v](const ExactPoint<N>& x, const ExactPoint<N>& y, const ExactPoint<N>& z) {
            return (y[u] - x[u]) * (z[v] - x[v]) - (y[v] - x[v]) * (z[u] - x[u]);
        });
    }
    // The same for edges in the plane of a side. Its axis is that of the normal of two edges in its plane.
    void add_crossing_in_plane(const Side& plane, const Edge& e, const Edge& f) {
        add_crossing(e, f, [&plane](const ExactPoint<N>& x, const ExactPoint<N>& y, const ExactPoint<N>& z) {
            return plane.turn(x, y, z);
        });
    }
    // The same for edges in one plane. `turn` is twice the signed area of a projected triangle.
    template <typename Turn>
    void add_crossing(const Edge& e, const Edge& f, const Turn& turn) {
        const ExactPoint<N>&a = p_.corner(e.from), &b = p_.corner(e.to), &c = q_.corner(f.from),
              &d = q_.corner(f.to);
        const auto first = turn(c, d, a), second = turn(c, d, b);
        if (first.sign() * second.sign() >= 0 || turn(a, b, c).sign() * turn(a, b, d).sign() >= 0) return;
        add({&a, &b, quotient(first, first - second), e.features, f.features});
    }

    Side p_, q_;
    Signs p_heights_{}, q_heights_{};  // signs of the heights over the other triangle's plane
    // Room for the largest number of points: 6 corners, 6 edges piercing the other face, 9 pairs of edges.
    std::array<IntersectionCorner<N>, 3 + 3 + 6 + 9> corners_;
    std::size_t count_ = 0;
    bool has_area_ = false;
};

}  // namespace allide::kernel
