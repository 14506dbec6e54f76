// The squared distance of two disjoint triangles in exact arithmetic.
//
// The distance is attained between two corners, between a corner and an edge or face over whose interior it
// lies, or between two edges that their common perpendicular meets. Each of these candidates is the squared
// distance of two points of the triangles, as a quotient of integers; the smallest one is the result.
#pragma once

#include "kernel/triangle/exact_triangles.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace allide::kernel {

// The number mantissa · 2^exponent.
struct ScaledDouble {
    double mantissa = 0;
    int exponent = 0;

    // As a double; infinity on overflow.
    double value() const { return std::ldexp(mantissa, exponent); }
};

// A squared length as a quotient of integers, in the square of the unit of the corners' integer coordinates.
template <std::size_t N>
struct SquaredLength {
    WideInt<6 * N> numerator;
    WideInt<4 * N> denominator;

    // The quotient, with a relative error of at most 2⁻⁴⁹.
    ScaledDouble approximately() const {
        const Approximate n = approximate(numerator), d = approximate(denominator);
        return {n.mantissa / d.mantissa, n.exponent - d.exponent};
    }
};

template <std::size_t M, std::size_t N>
WideInt<M> widened(const WideInt<N>& value) {
    static_assert(M >= N);
    WideInt<M> result;
    for (std::size_t i = 0; i < M; ++i)
        result.words[i] = i < N ? value.words[i] : value.negative() ? ~std::uint64_t{0} : 0;
    return result;
}

template <std::size_t N>
class ExactDistance {
  public:
    ExactDistance(const ExactTriangle<N>& p, const ExactTriangle<N>& q) : p_(p), q_(q) {}

    // Calls visit(squared_length) for each candidate pair of features until it returns true. Returns true if
    // one of the calls did.
    template <typename Visit>
    bool any(Visit&& visit) const {
        return corners(visit) || corner_and_edge(p_, q_, visit) || corner_and_edge(q_, p_, visit) ||
               edges(visit) || corner_and_face(p_, q_, visit) || corner_and_face(q_, p_, visit);
    }

  private:
    using Point = ExactPoint<N>;
    using Vector = ExactPoint<2 * N>;  // a cross product of two differences

    template <std::size_t M>
    static WideInt<2 * M> inner(const ExactPoint<M>& a, const ExactPoint<M>& b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    template <std::size_t A, std::size_t B, typename Visit>
    static bool call(const WideInt<A>& numerator, const WideInt<B>& denominator, Visit&& visit) {
        return visit(SquaredLength<N>{widened<6 * N>(numerator), widened<4 * N>(denominator)});
    }
    static WideInt<1> one() { return {{1}}; }

    template <typename Visit>
    bool corners(Visit&& visit) const {
        for (const Point& p : p_)
            for (const Point& q : q_)
                if (call(inner(q - p, q - p), one(), visit)) return true;
        return false;
    }

    template <typename Visit>
    static bool corner_and_edge(const ExactTriangle<N>& corners, const ExactTriangle<N>& triangle,
                                Visit&& visit) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Point edge = triangle[(i + 1) % 3] - triangle[i];
            const auto length = inner(edge, edge);
            for (const Point& corner : corners) {
                const Point w = corner - triangle[i];
                const auto along = inner(edge, w);
                if (along.sign() <= 0 || !(along < length)) continue;
                const Vector product = cross(edge, w);
                if (call(inner(product, product), length, visit)) return true;
            }
        }
        return false;
    }

    // For edges e and f, n = e × f, and the vector w between their first corners: the common perpendicular
    // meets e at the fraction (w × f) · n / |n|² of its length, and f at the fraction (w × e) · n / |n|².
    template <typename Visit>
    bool edges(Visit&& visit) const {
        for (std::size_t i = 0; i < 3; ++i) {
            const Point e = p_[(i + 1) % 3] - p_[i];
            for (std::size_t j = 0; j < 3; ++j) {
                const Point f = q_[(j + 1) % 3] - q_[j], w = q_[j] - p_[i];
                const Vector normal = cross(e, f);
                if (is_zero(normal)) continue;
                const auto length = inner(normal, normal);
                const auto inside = [&](const Vector& product) {
                    const auto at = inner(product, normal);
                    return at.sign() > 0 && at < length;
                };
                if (!inside(cross(w, f)) || !inside(cross(w, e))) continue;
                const auto height = dot(normal, w);
                if (call(height * height, length, visit)) return true;
            }
        }
        return false;
    }

    template <typename Visit>
    static bool corner_and_face(const ExactTriangle<N>& corners, const ExactTriangle<N>& triangle,
                                Visit&& visit) {
        const Vector normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
        if (is_zero(normal)) return false;
        const auto length = inner(normal, normal);
        for (const Point& corner : corners) {
            bool above = true;
            for (std::size_t i = 0; above && i < 3; ++i)
                above =
                    inner(cross(triangle[(i + 1) % 3] - triangle[i], corner - triangle[i]), normal).sign() >
                    0;
            if (!above) continue;
            const auto height = dot(normal, corner - triangle[0]);
            if (call(height * height, length, visit)) return true;
        }
        return false;
    }

    const ExactTriangle<N>& p_;
    const ExactTriangle<N>& q_;
};

}  // namespace allide::kernel
