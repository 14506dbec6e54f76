// Two placed bodies in one frame: the world's axes with A's offset as origin, so that lengths are those of
// the world and only the difference of the offsets is ever rounded. What is asked of them is how far their
// differences a − b reach in a direction. docs/guarantees.md derives the bounds.
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

// The smallest numbers are rounded by more than a part of them: not below what a few steps do to those.
inline constexpr double least_error = 8 * std::numeric_limits<double>::denorm_min();

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

// A point of each body, and their difference. For bodies that have corners also the numbers of these.
struct Difference {
    Vec3 a, b, w;
    std::uint32_t corner_a = 0, corner_b = 0;
};

// Refers to the two placed bodies, which must outlive it.
class BodyPair {
  public:
    BodyPair(const PlacedBody& a, const PlacedBody& b);

    struct Support {
        Difference at;
        double height = 0;  // direction · at.w, within height_error(direction)
    };
    // The difference that reaches farthest in a direction. The radii are left out.
    Support support(const Vec3& direction) const;
    // The same of one body, in its own frame.
    struct Reach {
        Vec3 local;
        std::uint32_t corner = 0;
        double height = 0;
    };
    static Reach reach(const detail::BodyData& body, const Vec3& direction);
    // Points of A and B, seen from the pair's origin, that are given in their own frames.
    Vec3 place_a(const Vec3& local) const { return a_.place(local); }
    Vec3 place_b(const Vec3& local) const { return b_.place(local); }
    // The difference of two corners.
    Difference corners(std::uint32_t corner_a, std::uint32_t corner_b) const;

    double height_error(const Vec3& direction) const {
        return 16 * 0x1p-53 * kernel::norm_1(direction) * scale_;
    }
    // Each coordinate of a difference is at most this far off one of the two bodies.
    double point_error() const { return 8 * 0x1p-53 * scale_; }
    // A bound on the length of a difference that weights and corners make, off by a few units of these.
    double longest(const Vec3& difference) const {
        return std::sqrt(kernel::dot(difference, difference)) * (1 + 0x1p-49) + 2 * point_error();
    }
    // All differences are longer than this if they stay below the height, which is negative.
    static double shortest(const Vec3& direction, double height) {
        return -height / std::sqrt(kernel::dot(direction, direction)) * (1 - 0x1p-49);
    }
    // |a|₁ + |b|₁ + |offset|₁ of all points.
    double scale() const { return scale_; }
    // Nothing that matters overflows or vanishes, for directions in range too.
    bool in_range() const { return scale_ >= 0x1p-300 && scale_ <= 0x1p300; }
    // Fourth powers of the lengths and the radii neither overflow nor vanish. Pairs beyond are rescaled.
    bool depth_in_range() const {
        const double size = scale_ + radius_sum();
        return size >= 0x1p-64 && size <= 0x1p64;
    }
    static bool in_range(const Vec3& direction) {
        const double size = kernel::largest(direction);
        return size >= 0x1p-200 && size <= 0x1p200;
    }
    // A sphere's or capsule's radius, or that of a ball that `support` leaves out of an ellipsoid: the body
    // is the sum of a core and this ball. Rounded.
    double radius_a() const { return a_.body->radius + a_.ball; }
    double radius_b() const { return b_.body->radius + b_.ball; }
    double radius_sum() const { return radius_a() + radius_b(); }
    double ball_a() const { return a_.ball; }
    double ball_b() const { return b_.ball; }
    // Both are hulls of points, grown by their radii.
    bool exact_kinds() const { return is_rounded_polytope(*a_.body) && is_rounded_polytope(*b_.body); }
    // From the middle of A to that of B.
    Vec3 between() const;
    // Of the balls in the bodies and of those around them, the radii counted.
    double inner_balls() const {
        return a_.body->inner_ball + b_.body->inner_ball + a_.body->radius + b_.body->radius;
    }
    double outer_balls() const {
        return a_.body->outer_ball + b_.body->outer_ball + a_.body->radius + b_.body->radius;
    }
    const Vec3& origin() const { return origin_; }
    const PlacedBody& placed_a() const { return *placed_a_; }
    const PlacedBody& placed_b() const { return *placed_b_; }

    // Both have corners: for searches that know it.
    bool have_corners() const { return !a_.body->x.empty() && !b_.body->x.empty(); }
    Support support_of_corners(const Vec3& direction) const {
        return joined(direction, reach_of_corners(*a_.body, a_.into(direction)),
                      reach_of_corners(*b_.body, -1 * b_.into(direction)));
    }
    // Both have few corners.
    bool have_few_corners() const { return a_.body->few.there() && b_.body->few.there(); }
    struct CoarseSupport {
        Vec3 w;
        std::uint32_t corner_a = 0,
                      corner_b = 0;  // as in FarCorner; number_a and number_b tell the true ones
        double height = 0;           // within coarse_unit() · |direction|₁
    };
    CoarseSupport support_of_few_corners(const Vec3& direction) const;
    std::uint32_t number_a(std::uint32_t corner) const {
        return corner < a_.body->vertices.size() ? corner : 0;
    }
    std::uint32_t number_b(std::uint32_t corner) const {
        return corner < b_.body->vertices.size() ? corner : 0;
    }
    // Only how far they reach, within corner_height_error(direction).
    double height_of_few_corners(const Vec3& direction) const {
        return height_of_few(a_.body->few, a_.into(direction)) +
               height_of_few(b_.body->few, -1 * b_.into(direction)) - kernel::dot(direction, b_.shift);
    }
    double corner_height_error(const Vec3& direction) const {
        return 10 * 0x1p-53 * kernel::norm_1(direction) * scale_;
    }
    // Of coarse heights, by the direction's |d|₁.
    double coarse_unit() const {
        return std::max(a_.body->few.doubt, b_.body->few.doubt) * (0x1p-53 * scale_);
    }
    // Of the points in the middle, which are inside.
    Vec3 middle_difference() const;

  private:
    struct Side {
        const detail::BodyData* body = nullptr;
        const double* turn = nullptr;  // the pose's matrix
        Vec3 shift;
        bool turned = true;  // else the matrix is that of the identity
        double ball = 0;     // of an ellipsoid
        // A direction seen from the body.
        Vec3 into(const Vec3& d) const {
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
    static Reach reach_of_corners(const detail::BodyData& body, const Vec3& direction);
    static Reach reach_of_all_corners(const detail::BodyData& body, const Vec3& direction);
    Support joined(const Vec3& direction, const Reach& far_a, const Reach& far_b) const;
    void leave_out_balls(const Vec3& direction, Support& far) const;

    const PlacedBody *placed_a_, *placed_b_;
    Vec3 origin_;
    Side a_, b_;
    double scale_ = 0;
};

[[gnu::always_inline]] inline BodyPair::CoarseSupport BodyPair::support_of_few_corners(
    const Vec3& direction) const {
    const FarCorner far_a = farthest_of_few(a_.body->few, a_.into(direction)),
                    far_b = farthest_of_few(b_.body->few, -1 * b_.into(direction));
    return {a_.place(a_.body->few.corners[far_a.corner]) - b_.place(b_.body->few.corners[far_b.corner]),
            static_cast<std::uint32_t>(far_a.corner), static_cast<std::uint32_t>(far_b.corner),
            far_a.height + far_b.height - kernel::dot(direction, b_.shift)};
}

inline BodyPair::Support BodyPair::joined(const Vec3& direction, const Reach& far_a,
                                          const Reach& far_b) const {
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
