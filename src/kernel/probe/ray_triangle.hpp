// Ray against closed triangle, for any number type.
//
// Let A, B, C be the corners relative to the ray's origin, d its direction and n the triangle's normal. The
// signs of the three numbers d · (A × B), d · (B × C), d · (C × A) say on which side of each edge the ray's
// line passes. The three numbers sum to d · n, and the line meets the plane at t = (A · n) / (d · n). If that
// is 0 / 0, because the line lies in the plane or the triangle has no area, the intersection is found on the
// edges.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <algorithm>
#include <optional>

namespace allide::kernel {

// The points origin + t · direction for t ≥ 0, and t ≤ max_t if that is set.
template <typename Number>
struct NumberRay {
    NumberPoint<Number> origin, direction;
    std::optional<Number> max_t;
};

// The smallest t of a point common to ray and triangle: numerator / denominator. The denominator is positive.
template <typename Number>
struct RayParameter {
    Number numerator, denominator;
};

template <typename Number>
class RayTriangle {
  public:
    // Sets `doubt` if a sign is not proven; the result is then meaningless.
    RayTriangle(const NumberRay<Number>& ray, const NumberTriangle<Number>& t, bool& doubt)
        : ray_(ray),
          corner_{minus(t[0], ray.origin), minus(t[1], ray.origin), minus(t[2], ray.origin)},
          normal_(cross_of(minus(t[1], t[0]), minus(t[2], t[0]))),
          doubt_(doubt) {}

    // The smallest t at which ray and triangle share a point; empty if they share none.
    std::optional<RayParameter<Number>> first_common() {
        bool sides_in_doubt = false;
        const bool passes = line_passes_by(sides_in_doubt);
        if (passes) return std::nullopt;
        Number slope = dot_of(ray_.direction, normal_);
        const int slope_sign = sign_of(slope, doubt_);
        if (doubt_) return std::nullopt;
        Number height = dot_of(corner_[0], normal_);
        if (slope_sign == 0) return sign_of(height, doubt_) != 0 ? std::nullopt : first_in_plane();
        if (slope_sign < 0) {
            slope = -slope;
            height = -height;
        }
        auto found = in_range({height, slope});
        if (found) doubt_ = doubt_ || sides_in_doubt;
        return found;
    }

  private:
    using OptionalParameter = std::optional<RayParameter<Number>>;

    // True if the line passes one edge on its left and another on its right, and so misses the triangle. (For
    // a line in the triangle's plane all signs are 0.)
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

    OptionalParameter in_range(const RayParameter<Number>& t) {
        if (sign_of(t.numerator, doubt_) < 0) return std::nullopt;
        if (ray_.max_t && sign_of(t.numerator - *ray_.max_t * t.denominator, doubt_) > 0) return std::nullopt;
        return t;
    }

    // The first common point if the line is in the triangle's plane or the triangle has no area.
    OptionalParameter first_in_plane() {
        if (origin_inside()) return RayParameter<Number>{Number(), Number(1.0)};
        OptionalParameter best;
        for (std::size_t i = 0; i < 3; ++i) {
            const OptionalParameter found = first_on_edge(corner_[i], corner_[(i + 1) % 3]);
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

    // Solves t d = a + s e for an edge from a along e: the cross product with e gives t (d × e) = a × e, that
    // with d gives s (d × e) = a × d.
    OptionalParameter first_on_edge(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
        const NumberPoint<Number>& d = ray_.direction;
        const NumberPoint<Number> e = minus(b, a), across = cross_of(d, e);
        if (is_zero(across)) return first_on_parallel_edge(a, b);
        if (sign_of(dot_of(a, across), doubt_) != 0) return std::nullopt;
        const Number whole = dot_of(across, across), place = dot_of(cross_of(a, d), across);
        if (sign_of(place, doubt_) < 0 || sign_of(whole - place, doubt_) < 0) return std::nullopt;
        return in_range({dot_of(cross_of(a, e), across), whole});
    }

    // The first common point with an edge that is parallel to the ray, or has length 0.
    OptionalParameter first_on_parallel_edge(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
        const NumberPoint<Number>& d = ray_.direction;
        if (!is_zero(cross_of(a, d)) || !is_zero(cross_of(b, d))) return std::nullopt;
        const Number whole = dot_of(d, d), at_a = dot_of(a, d), at_b = dot_of(b, d);
        const bool a_first = sign_of(at_b - at_a, doubt_) >= 0;
        const Number &first = a_first ? at_a : at_b, &last = a_first ? at_b : at_a;
        if (sign_of(last, doubt_) < 0) return std::nullopt;
        if (sign_of(first, doubt_) < 0) return RayParameter<Number>{Number(), Number(1.0)};
        return in_range({first, whole});
    }

    const NumberRay<Number>& ray_;
    NumberTriangle<Number> corner_;
    NumberPoint<Number> normal_;
    bool& doubt_;
};

}  // namespace allide::kernel
