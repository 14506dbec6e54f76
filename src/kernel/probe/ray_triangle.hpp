// A ray against a closed triangle, for rounded and exact numbers alike.
//
// With A, B, C the corners seen from the ray's origin, d its direction and n the triangle's normal:
// d · (A × B), d · (B × C), d · (C × A) say on which sides of the edges the line passes; their sum is d · n,
// and the line meets the plane at t = A · n / d · n. If that is 0 / 0, or the triangle has no area, the
// common set is found on the edges.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <algorithm>
#include <optional>

namespace allide::kernel {

// The points origin + t · direction for 0 ≤ t, and t ≤ max_t where there is one.
template <typename Number>
struct NumberRay {
    NumberPoint<Number> origin, direction;
    std::optional<Number> max_t;
};

// The smallest t of the common points is numerator / denominator; the denominator is positive.
template <typename Number>
struct RayMeeting {
    Number numerator, denominator;
};

template <typename Number>
class RayTriangle {
  public:
    // `doubt` is set where rounded numbers cannot tell; then the answer means nothing.
    RayTriangle(const NumberRay<Number>& ray, const NumberTriangle<Number>& t, bool& doubt)
        : ray_(ray),
          corner_{minus(t[0], ray.origin), minus(t[1], ray.origin), minus(t[2], ray.origin)},
          normal_(cross_of(minus(t[1], t[0]), minus(t[2], t[0]))),
          doubt_(doubt) {}

    std::optional<RayMeeting<Number>> meeting() {
        bool sides_in_doubt = false;
        const bool passes = line_passes_by(sides_in_doubt);
        if (passes) return std::nullopt;
        Number slope = dot_of(ray_.direction, normal_);
        const int slope_sign = sign_of(slope, doubt_);
        if (doubt_) return std::nullopt;
        Number height = dot_of(corner_[0], normal_);
        if (slope_sign == 0) return sign_of(height, doubt_) != 0 ? std::nullopt : in_plane();
        if (slope_sign < 0) {
            slope = -slope;
            height = -height;
        }
        auto found = in_range({height, slope});
        if (found) doubt_ = doubt_ || sides_in_doubt;
        return found;
    }

  private:
    using Meeting = std::optional<RayMeeting<Number>>;

    // Edges on both sides of the line: it meets the triangle nowhere. (In the triangle's plane all are 0.)
    bool line_passes_by(bool& in_doubt) const {
        bool left = false, right = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const int side =
                sign_of(dot_of(ray_.direction, cross_of(corner_[i], corner_[(i + 1) % 3])), in_doubt);
            left = left || side > 0;
            right = right || side < 0;
        }
        return left && right;
    }

    Meeting in_range(const RayMeeting<Number>& t) {
        if (sign_of(t.numerator, doubt_) < 0) return std::nullopt;
        if (ray_.max_t && sign_of(t.numerator - *ray_.max_t * t.denominator, doubt_) > 0) return std::nullopt;
        return t;
    }

    // The line lies in the triangle's plane, or the triangle has no area.
    Meeting in_plane() {
        if (origin_inside()) return RayMeeting<Number>{Number(), Number(1.0)};
        Meeting best;
        for (std::size_t i = 0; i < 3; ++i) {
            const Meeting found = with_edge(corner_[i], corner_[(i + 1) % 3]);
            if (!found) continue;
            if (!best || sign_of(found->numerator * best->denominator - best->numerator * found->denominator,
                                 doubt_) < 0)
                best = found;
        }
        return best;
    }

    bool origin_inside() {
        if (is_zero(normal_)) return false;
        for (std::size_t i = 0; i < 3; ++i)
            if (sign_of(dot_of(normal_, cross_of(corner_[i], corner_[(i + 1) % 3])), doubt_) < 0)
                return false;
        return true;
    }

    bool is_zero(const NumberPoint<Number>& p) {
        return sign_of(p[0], doubt_) == 0 && sign_of(p[1], doubt_) == 0 && sign_of(p[2], doubt_) == 0;
    }

    // t d = a + s e for an edge from a along e: multiplied by e it gives t (d × e) = a × e, by d it gives
    // s (d × e) = a × d.
    Meeting with_edge(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
        const NumberPoint<Number>& d = ray_.direction;
        const NumberPoint<Number> e = minus(b, a), across = cross_of(d, e);
        if (is_zero(across)) return along_line(a, b);
        if (sign_of(dot_of(a, across), doubt_) != 0) return std::nullopt;
        const Number whole = dot_of(across, across), place = dot_of(cross_of(a, d), across);
        if (sign_of(place, doubt_) < 0 || sign_of(whole - place, doubt_) < 0) return std::nullopt;
        return in_range({dot_of(cross_of(a, e), across), whole});
    }

    // The edge is parallel to the ray, or a point.
    Meeting along_line(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
        const NumberPoint<Number>& d = ray_.direction;
        if (!is_zero(cross_of(a, d)) || !is_zero(cross_of(b, d))) return std::nullopt;
        const Number whole = dot_of(d, d), at_a = dot_of(a, d), at_b = dot_of(b, d);
        const bool a_first = sign_of(at_b - at_a, doubt_) >= 0;
        const Number &first = a_first ? at_a : at_b, &last = a_first ? at_b : at_a;
        if (sign_of(last, doubt_) < 0) return std::nullopt;
        if (sign_of(first, doubt_) < 0) return RayMeeting<Number>{Number(), Number(1.0)};
        return in_range({first, whole});
    }

    const NumberRay<Number>& ray_;
    NumberTriangle<Number> corner_;
    NumberPoint<Number> normal_;
    bool& doubt_;
};

}  // namespace allide::kernel
