// The first contact of two small meshes, one of which is translated by t·translation, as an exact rational.
// Where contact begins, a vertex lies in a face or two edges cross; a vertex that stays in the plane of a
// face meets an edge or corner of it. All these times are roots of linear functions of t; at each root the
// two triangles are tested for contact.
#pragma once

#include "oracle/distance.hpp"
#include "oracle/high_precision.hpp"

#include <optional>

namespace oracle {

class LinearContacts {
  public:
    LinearContacts(const SmallMesh& a, const Matrix& pose_a, const SmallMesh& b, const Matrix& pose_b,
                   const Point& translation)
        : a_(triangles_of(a, pose_a)),
          b_(triangles_of(b, pose_b)),
          shift_{mpq_class(translation[0]), mpq_class(translation[1]), mpq_class(translation[2])} {}
    // `aside` is an additional translation of the first mesh at t = 0.
    LinearContacts(const SmallMesh& a, const Matrix& pose_a, const RationalPoint& aside, const SmallMesh& b,
                   const Matrix& pose_b, const RationalPoint& translation)
        : a_(triangles_of(a, pose_a)), b_(triangles_of(b, pose_b)), shift_(translation) {
        for (RationalTriangle& t : a_)
            for (RationalPoint& x : t) x = along(x, 1, aside);
    }

    // The interval of contact of each pair of triangles that touches. There is only one per pair, because
    // triangles are convex.
    std::vector<std::array<mpq_class, 2>> spans() const {
        std::vector<std::array<mpq_class, 2>> out;
        for (const RationalTriangle& s : a_)
            for (const RationalTriangle& t : b_) {
                std::vector<mpq_class> times = moments(s, t);
                times.insert(times.end(), {0, 1});
                std::erase_if(times, [&](const mpq_class& time) { return !touch(moved(s, time), t); });
                if (times.empty()) continue;
                const auto [first, last] = std::minmax_element(times.begin(), times.end());
                out.push_back({*first, *last});
            }
        return out;
    }
    // All times at which contact of a pair of triangles may begin or end and the pair does touch; sorted.
    std::vector<mpq_class> times() const {
        std::vector<mpq_class> times;
        for (const RationalTriangle& s : a_)
            for (const RationalTriangle& t : b_)
                for (const mpq_class& time : moments(s, t))
                    if (touch(moved(s, time), t)) times.push_back(time);
        std::sort(times.begin(), times.end());
        return times;
    }
    std::optional<mpq_class> first() const {
        if (touches(0)) return mpq_class(0);
        const auto all = times();
        return all.empty() ? std::nullopt : std::optional(all.front());
    }
    bool touches(const mpq_class& time) const {
        for (const RationalTriangle& s : a_)
            for (const RationalTriangle& t : b_)
                if (touch(moved(s, time), t)) return true;
        return false;
    }

  private:
    static std::vector<RationalTriangle> triangles_of(const SmallMesh& mesh, const Matrix& pose) {
        std::vector<RationalTriangle> out;
        for (const auto& f : mesh.faces)
            out.push_back(rational({mesh.points[f[0]], mesh.points[f[1]], mesh.points[f[2]]}, pose));
        return out;
    }
    RationalTriangle moved(const RationalTriangle& t, const mpq_class& time) const {
        return {along(t[0], time, shift_), along(t[1], time, shift_), along(t[2], time, shift_)};
    }
    static bool touch(const RationalTriangle& a, const RationalTriangle& b) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [a_least, a_most] = std::minmax({a[0][i], a[1][i], a[2][i]});
            const auto [b_least, b_most] = std::minmax({b[0][i], b[1][i], b[2][i]});
            if (a_most < b_least || b_most < a_least) return false;
        }
        return integer_triangles_touch<mpq_class>(a, b);
    }

    // Adds the root of n · (from_q + t·shift) if it is in [0, 1]. Returns true if the function is always 0.
    bool root(const RationalPoint& n, const RationalPoint& from_q, std::vector<mpq_class>& times) const {
        const mpq_class height = product(n, from_q), slope = product(n, shift_);
        if (slope == 0) return height == 0;
        const mpq_class t = -height / slope;
        if (t >= 0 && t <= 1) times.push_back(t);
        return false;
    }
    // Adds the times at which the moving point x meets f's plane or, if x stays in it, f's edges and corners.
    void point_and_face(const RationalPoint& x, const RationalTriangle& f,
                        std::vector<mpq_class>& times) const {
        const RationalPoint n = cross(difference(f[1], f[0]), difference(f[2], f[0]));
        if (!root(n, difference(x, f[0]), times)) return;
        for (std::size_t k = 0; k < 3; ++k) {
            const RationalPoint edge = difference(f[(k + 1) % 3], f[k]);
            root(cross(n, edge), difference(x, f[k]), times);
            root(edge, difference(x, f[k]), times);
        }
    }
    std::vector<mpq_class> moments(const RationalTriangle& s, const RationalTriangle& t) const {
        std::vector<mpq_class> times;
        for (const RationalPoint& x : s) point_and_face(x, t, times);
        // The moving plane of s reaches the resting point y when the moving point −y reaches the mirrored
        // plane at rest.
        const RationalPoint zero{0, 0, 0};
        const RationalTriangle mirrored{difference(zero, s[0]), difference(zero, s[1]),
                                        difference(zero, s[2])};
        for (const RationalPoint& y : t) point_and_face(difference(zero, y), mirrored, times);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                root(cross(difference(s[(i + 1) % 3], s[i]), difference(t[(j + 1) % 3], t[j])),
                     difference(s[i], t[j]), times);
        return times;
    }

    std::vector<RationalTriangle> a_, b_;
    RationalPoint shift_;
};

// Returns -1, 0 or 1 if the double is below, equal to or above the rational.
inline int compare(double x, const mpq_class& q) {
    return cmp(mpq_class(x), q);
}

}  // namespace oracle
