// Two placed bodies in one frame: the world's axes, with the translation of A's pose as origin. Lengths are
// therefore world lengths, and only the difference of the translations is rounded. The class evaluates the
// support function of the Minkowski difference A − B. docs/guarantees.md derives the error bounds.
#pragma once

#include "convex/body/body_data.hpp"
#include "convex/body/few_corners.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/convex.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace allide::convex {

// Smallest error bound in use: the rounding error of a subnormal result is not bounded by a multiple of the
// result. This constant covers the rounding of a few operations on subnormal numbers.
inline constexpr double least_error = 8 * std::numeric_limits<double>::denorm_min();

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

// A point w = a − b of A − B with its witness points a and b. For bodies with vertices, `corner_a` and
// `corner_b` are the indices of those vertices.
struct Difference {
    Vec3 a, b, w;
    std::uint32_t corner_a = 0, corner_b = 0;
};

// Holds references to the two placed bodies, which must outlive it.
class BodyPair {
  public:
    BodyPair(const PlacedBody& a, const PlacedBody& b);

    struct Support {
        Difference at;
        double height = 0;  // direction · at.w, with an error of at most height_error(direction)
    };
    // Support point of A − B in a direction. The radii of both bodies are left out.
    Support support(const Vec3& direction) const;
    // Support point of one body, in the body's own frame.
    struct LocalSupport {
        Vec3 local;
        std::uint32_t corner = 0;
        double height = 0;
    };
    static LocalSupport local_support(const detail::BodyData& body, const Vec3& direction);
    // Maps a point from the frame of A or B to the pair's frame.
    Vec3 place_a(const Vec3& local) const { return a_.place(local); }
    Vec3 place_b(const Vec3& local) const { return b_.place(local); }
    // Difference of two vertices, given by their indices.
    Difference corners(std::uint32_t corner_a, std::uint32_t corner_b) const;

    double height_error(const Vec3& direction) const {
        return 16 * 0x1p-53 * kernel::norm_1(direction) * scale_;
    }
    // Upper bound of the error of each coordinate of a computed point of A − B.
    double point_error() const { return 8 * 0x1p-53 * scale_; }
    // Upper bound of the length of a point of A − B that was computed as a weighted sum of differences of
    // vertices. The sum may have an error of a few units in the last place.
    double longest(const Vec3& difference) const {
        return std::sqrt(kernel::dot(difference, difference)) * (1 + 0x1p-49) + 2 * point_error();
    }
    // Lower bound of the distance of A − B from the origin, given that its support height along `direction`
    // is at most `height`. The bound is positive only if `height` is negative.
    static double shortest(const Vec3& direction, double height) {
        return -height / std::sqrt(kernel::dot(direction, direction)) * (1 - 0x1p-49);
    }
    // Upper bound on |a|₁ + |b|₁ + |offset from A to B|₁ over all points a of A and b of B.
    double scale() const { return scale_; }
    // True if no intermediate result of a search overflows or underflows, provided that each direction it
    // uses satisfies in_range(direction).
    bool in_range() const { return scale_ >= 0x1p-300 && scale_ <= 0x1p300; }
    // True if fourth powers of the lengths and radii neither overflow nor underflow. Other pairs are rescaled
    // before depths or distances of curved bodies are computed.
    bool depth_in_range() const {
        const double size = scale_ + radius_sum();
        return size >= 0x1p-64 && size <= 0x1p64;
    }
    static bool in_range(const Vec3& direction) {
        const double size = kernel::largest(direction);
        return size >= 0x1p-200 && size <= 0x1p200;
    }
    // The body's own radius plus that of the ball that `support` leaves out of an ellipsoid. The body is the
    // Minkowski sum of a core and a ball of this radius. The value is rounded.
    double radius_a() const { return a_.body->radius + a_.ball; }
    double radius_b() const { return b_.body->radius + b_.ball; }
    double radius_sum() const { return radius_a() + radius_b(); }
    double ball_a() const { return a_.ball; }
    double ball_b() const { return b_.ball; }
    // True if both bodies are hulls of points offset by radii: the kinds that exact arithmetic handles.
    bool exact_kinds() const { return is_rounded_polytope(*a_.body) && is_rounded_polytope(*b_.body); }
    // Vector from the `middle` of A to the `middle` of B.
    Vec3 between() const;
    // The sum of the radii of both bodies' inner balls, and that of their outer balls; both include the
    // bodies' own radii.
    double inner_balls() const {
        return a_.body->inner_ball + b_.body->inner_ball + a_.body->radius + b_.body->radius;
    }
    double outer_balls() const {
        return a_.body->outer_ball + b_.body->outer_ball + a_.body->radius + b_.body->radius;
    }
    const Vec3& origin() const { return origin_; }
    const PlacedBody& placed_a() const { return *placed_a_; }
    const PlacedBody& placed_b() const { return *placed_b_; }

    // True if both bodies have vertices, as the searches specialised for vertices require.
    bool have_corners() const { return !a_.body->x.empty() && !b_.body->x.empty(); }
    Support support_of_corners(const Vec3& direction) const {
        return joined(direction, local_support_of_corners(*a_.body, a_.to_local(direction)),
                      local_support_of_corners(*b_.body, -1 * b_.to_local(direction)));
    }
    // True if both bodies have at most `few_corners` vertices, so that the SIMD support functions apply.
    bool have_few_corners() const { return a_.body->few.available() && b_.body->few.available(); }
    struct CoarseSupport {
        Vec3 w;
        // Positions in FewCorners::corners; number_a and number_b turn them into vertex indices.
        std::uint32_t corner_a = 0, corner_b = 0;
        double height = 0;  // direction · w, with an error of at most coarse_unit() · |direction|₁
    };
    CoarseSupport support_of_few_corners(const Vec3& direction) const;
    std::uint32_t number_a(std::uint32_t corner) const {
        return corner < a_.body->vertices.size() ? corner : 0;
    }
    std::uint32_t number_b(std::uint32_t corner) const {
        return corner < b_.body->vertices.size() ? corner : 0;
    }
    // Support height without the support point; its error is at most corner_height_error(direction).
    double height_of_few_corners(const Vec3& direction) const {
        return height_of_few(a_.body->few, a_.to_local(direction)) +
               height_of_few(b_.body->few, -1 * b_.to_local(direction)) - kernel::dot(direction, b_.shift);
    }
    double corner_height_error(const Vec3& direction) const {
        return 10 * 0x1p-53 * kernel::norm_1(direction) * scale_;
    }
    // Error bound of CoarseSupport::height divided by |direction|₁.
    double coarse_unit() const {
        return std::max(a_.body->few.error_units, b_.body->few.error_units) * (0x1p-53 * scale_);
    }
    // `middle` of A minus `middle` of B, which is a point of A − B.
    Vec3 middle_difference() const;

  private:
    struct Side {
        const detail::BodyData* body = nullptr;
        const double* turn = nullptr;  // the pose's matrix: three rows of four numbers
        Vec3 shift;
        bool turned = true;  // false if the rotation is the identity
        double ball = 0;     // radius of the ball left out of an ellipsoid
        // Rotates a direction into the body's frame.
        Vec3 to_local(const Vec3& d) const {
            if (!turned) return d;
            return {turn[0] * d.x + turn[4] * d.y + turn[8] * d.z,
                    turn[1] * d.x + turn[5] * d.y + turn[9] * d.z,
                    turn[2] * d.x + turn[6] * d.y + turn[10] * d.z};
        }
        Vec3 place(const Vec3& x) const {
            if (!turned) return x + shift;
            return {turn[0] * x.x + turn[1] * x.y + turn[2] * x.z + shift.x,
                    turn[4] * x.x + turn[5] * x.y + turn[6] * x.z + shift.y,
                    turn[8] * x.x + turn[9] * x.y + turn[10] * x.z + shift.z};
        }
    };
    static LocalSupport local_support_of_corners(const detail::BodyData& body, const Vec3& direction);
    static LocalSupport local_support_by_scan(const detail::BodyData& body, const Vec3& direction);
    Support joined(const Vec3& direction, const LocalSupport& far_a, const LocalSupport& far_b) const;
    void subtract_balls(const Vec3& direction, Support& far) const;

    const PlacedBody *placed_a_, *placed_b_;
    Vec3 origin_;
    Side a_, b_;
    double scale_ = 0;
};

[[gnu::always_inline]] inline BodyPair::CoarseSupport BodyPair::support_of_few_corners(
    const Vec3& direction) const {
    const SupportCorner far_a = support_of_few(a_.body->few, a_.to_local(direction)),
                        far_b = support_of_few(b_.body->few, -1 * b_.to_local(direction));
    return {a_.place(a_.body->few.corners[far_a.corner]) - b_.place(b_.body->few.corners[far_b.corner]),
            static_cast<std::uint32_t>(far_a.corner), static_cast<std::uint32_t>(far_b.corner),
            far_a.height + far_b.height - kernel::dot(direction, b_.shift)};
}

inline BodyPair::Support BodyPair::joined(const Vec3& direction, const LocalSupport& far_a,
                                          const LocalSupport& far_b) const {
    Support support;
    support.at.a = a_.place(far_a.local);
    support.at.b = b_.place(far_b.local);
    support.at.w = support.at.a - support.at.b;
    support.at.corner_a = far_a.corner;
    support.at.corner_b = far_b.corner;
    support.height = far_a.height + far_b.height - kernel::dot(direction, b_.shift);
    return support;
}

}  // namespace allide::convex
