// Vectors, boxes, angles and poses: the values that every query takes and returns.
//
// Arithmetic on them is ordinary double arithmetic, rounded after each operation. It is a convenience for
// callers: queries map models to the world exactly, from the numbers of a pose as they are, and round only
// what they return.
#pragma once

#include <allide/result.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace ALLIDE_EXPORT allide {

// ---- Vectors. A Vec3 is a point or a direction; the function that takes it says which.

// Three coordinates.
struct Vec3 {
    double x = 0, y = 0, z = 0;
    friend bool operator==(const Vec3&, const Vec3&) = default;

    ALLIDE_ALWAYS_INLINE constexpr Vec3& operator+=(const Vec3& b) {
        x += b.x, y += b.y, z += b.z;
        return *this;
    }
    ALLIDE_ALWAYS_INLINE constexpr Vec3& operator-=(const Vec3& b) {
        x -= b.x, y -= b.y, z -= b.z;
        return *this;
    }
    ALLIDE_ALWAYS_INLINE constexpr Vec3& operator*=(double s) {
        x *= s, y *= s, z *= s;
        return *this;
    }
    ALLIDE_ALWAYS_INLINE constexpr Vec3& operator/=(double s) {
        x /= s, y /= s, z /= s;
        return *this;
    }
};

ALLIDE_ALWAYS_INLINE constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 operator-(const Vec3& a) {
    return {-a.x, -a.y, -a.z};
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 operator*(double s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 operator*(const Vec3& a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 operator/(const Vec3& a, double s) {
    return {a.x / s, a.y / s, a.z / s};
}
// Evaluated from left to right: (a.x b.x + a.y b.y) + a.z b.z.
ALLIDE_ALWAYS_INLINE constexpr double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
ALLIDE_ALWAYS_INLINE constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// The Euclidean length within 4 units in the last place. Squares neither overflow nor underflow: the result
// is infinite only if the length itself is beyond the largest double, or a component is infinite.
double length(const Vec3& a);
// a / length(a), of length 1 up to rounding, for every finite vector that is not zero, however short or long.
// Throws PreconditionError for a zero vector and for one that is not finite.
Vec3 normalized(const Vec3& a);

// ---- Boxes and half-spaces.

// An axis-aligned box: all points p with lo ≤ p ≤ hi in each coordinate, its boundary included. It is empty
// if lo exceeds hi in any coordinate. Box{} is the single point 0; Box::empty() is the box to start from when
// growing.
struct Box {
    Vec3 lo, hi;
    friend bool operator==(const Box&, const Box&) = default;

    // A box without points; growing it to a point gives the box of that point alone.
    static constexpr Box empty() {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    }
    ALLIDE_ALWAYS_INLINE constexpr bool is_empty() const {
        return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z);
    }
    ALLIDE_ALWAYS_INLINE constexpr bool contains(const Vec3& p) const {
        return lo.x <= p.x && p.x <= hi.x && lo.y <= p.y && p.y <= hi.y && lo.z <= p.z && p.z <= hi.z;
    }
    // True if all of `other` lies in this box; an empty box lies in every box.
    ALLIDE_ALWAYS_INLINE constexpr bool contains(const Box& other) const {
        return other.is_empty() || (contains(other.lo) && contains(other.hi));
    }
    // True if the boxes share a point; boxes that only touch do. An empty box overlaps nothing.
    ALLIDE_ALWAYS_INLINE constexpr bool overlaps(const Box& other) const {
        return !is_empty() && !other.is_empty() && lo.x <= other.hi.x && other.lo.x <= hi.x &&
               lo.y <= other.hi.y && other.lo.y <= hi.y && lo.z <= other.hi.z && other.lo.z <= hi.z;
    }
    // Enlarges this box so that it contains the point, or the other box.
    ALLIDE_ALWAYS_INLINE constexpr void grow(const Vec3& p) {
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
    }
    ALLIDE_ALWAYS_INLINE constexpr void grow(const Box& other) {
        lo = {std::min(lo.x, other.lo.x), std::min(lo.y, other.lo.y), std::min(lo.z, other.lo.z)};
        hi = {std::max(hi.x, other.hi.x), std::max(hi.y, other.hi.y), std::max(hi.z, other.hi.z)};
    }
    // This box with every side moved outward by `margin`, a length; inward if it is negative. The sums are
    // rounded.
    ALLIDE_ALWAYS_INLINE constexpr Box expanded(double margin) const {
        return {{lo.x - margin, lo.y - margin, lo.z - margin}, {hi.x + margin, hi.y + margin, hi.z + margin}};
    }
    // The midpoint, rounded. It does not overflow, and means nothing for an empty box.
    ALLIDE_ALWAYS_INLINE constexpr Vec3 center() const {
        return {lo.x / 2 + hi.x / 2, lo.y / 2 + hi.y / 2, lo.z / 2 + hi.z / 2};
    }
    // hi − lo, rounded.
    ALLIDE_ALWAYS_INLINE constexpr Vec3 size() const { return hi - lo; }
};

// All points p with normal · p ≤ offset. With a zero normal it is the whole space if offset ≥ 0, and else
// empty.
struct HalfSpace {
    Vec3 normal;
    double offset = 0;
    friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

// ---- Angles and poses.

// An angle. Construction names the unit, so that degrees and radians cannot be mixed up: degrees(90),
// radians(0.5).
class Angle {
  public:
    // The angle 0.
    constexpr Angle() = default;
    constexpr double in_radians() const { return radians_; }
    // The angle in degrees, rounded.
    double in_degrees() const;
    friend constexpr Angle radians(double value) { return Angle(value); }
    friend bool operator==(const Angle&, const Angle&) = default;

  private:
    constexpr explicit Angle(double value) : radians_(value) {}
    double radians_ = 0;
};
constexpr Angle radians(double value);
Angle degrees(double value);

// A rotation by `angle` about `axis`, right-handed.
struct AxisAngle {
    Vec3 axis{0, 0, 1};
    Angle angle = {};
};

// The position and orientation of a model: the map x_world = R x + t given by 12 doubles.
//
// A Pose is always finite and rigid: every entry of |RᵀR − I| is at most 1e-6, and det R > 0. Queries use the
// map exactly as given, to the last bit; a matrix that is only nearly orthonormal is not "repaired".
//
//     const Pose gripper = base * Pose::rotation({0, 0, 1}, degrees(30)) * Pose::translation({0, 0, 0.5});
//     const Vec3 tip     = gripper * Vec3{0, 0, 0.1};
//     const Pose in_hand = gripper.inverse() * part;
class Pose {
  public:
    // The identity.
    Pose() = default;
    static Pose identity() { return {}; }
    // A shift by `offset`, which must be finite.
    static Pose translation(const Vec3& offset);
    // A rotation about an axis through the origin, right-handed. The axis may have any length but zero.
    static Pose rotation(const Vec3& axis, Angle angle);
    static Pose rotation(const AxisAngle& turn) { return rotation(turn.axis, turn.angle); }
    // This pose followed by a shift by `offset` in the world; the sum must be finite.
    Pose translated(const Vec3& offset) const;

    // From 12 numbers, row-major [R|t]: r00 r01 r02 tx r10 r11 r12 ty r20 r21 r22 tz. An Error if they are
    // not finite or not rigid.
    static Result<Pose> from_matrix(const std::array<double, 12>& rows);
    // From 16 numbers, row-major 4×4. The last row must be 0 0 0 1.
    static Result<Pose> from_matrix_4x4(const std::array<double, 16>& rows);
    // From a position and a quaternion (w, x, y, z), whose length must be 1 within 1e-6; it is normalised in
    // double.
    static Result<Pose> from_quaternion(const Vec3& position, const std::array<double, 4>& wxyz);

    // The 12 numbers, row-major [R|t], exactly.
    const std::array<double, 12>& matrix() const& { return rows_; }
    std::array<double, 12> matrix() const&& { return rows_; }
    // The same as a 4×4 matrix, row-major, with 0 0 0 1 as the last row.
    std::array<double, 16> matrix_4x4() const;
    // The translation t: the position of the model's origin in the world, exactly.
    Vec3 position() const { return {rows_[3], rows_[7], rows_[11]}; }
    // R as a unit quaternion (w, x, y, z) with w ≥ 0, rounded. If R is not exactly a rotation, this is one
    // whose matrix differs from R by about as much as R deviates from being orthonormal.
    std::array<double, 4> quaternion() const;
    // R as a rotation by 0 … 180 degrees about an axis of length 1, rounded as in quaternion(). The axis of
    // the identity is z.
    AxisAngle axis_angle() const;

    // R x + t, rounded: where a point of the model is in the world.
    ALLIDE_ALWAYS_INLINE Vec3 apply(const Vec3& point) const {
        return {rows_[0] * point.x + rows_[1] * point.y + rows_[2] * point.z + rows_[3],
                rows_[4] * point.x + rows_[5] * point.y + rows_[6] * point.z + rows_[7],
                rows_[8] * point.x + rows_[9] * point.y + rows_[10] * point.z + rows_[11]};
    }
    // R v, rounded: the image of a direction or of a difference of points; the translation has no effect.
    ALLIDE_ALWAYS_INLINE Vec3 apply_to_vector(const Vec3& v) const {
        return {rows_[0] * v.x + rows_[1] * v.y + rows_[2] * v.z,
                rows_[4] * v.x + rows_[5] * v.y + rows_[6] * v.z,
                rows_[8] * v.x + rows_[9] * v.y + rows_[10] * v.z};
    }
    // The inverse map. Its 12 numbers are those of the exact inverse, with a relative error of at most 2⁻⁵⁰
    // where they are normal doubles. Its matrix is the inverse of R, not the transpose of R, which equals the
    // inverse only if R is orthonormal.
    //
    // Throws PreconditionError if the inverse is not a valid Pose: its translation overflows, or its
    // deviation from rigidity is above 1e-6. If this pose deviates by at most 3e-7, its inverse deviates by
    // at most 1e-6.
    Pose inverse() const;
    // The map x → a(b(x)), rounded. Throws PreconditionError if it is not a valid Pose: the translation
    // overflows, or the deviations from rigidity add up to more than 1e-6. Products of poses that this class
    // made deviate by about 1e-15 per factor. Poses of low precision need normalising first, by
    // from_quaternion(pose.position(), pose.quaternion()).
    friend Pose operator*(const Pose& a, const Pose& b);
    ALLIDE_ALWAYS_INLINE friend Vec3 operator*(const Pose& pose, const Vec3& point) {
        return pose.apply(point);
    }

    friend bool operator==(const Pose&, const Pose&) = default;

  private:
    friend class Motion;
    explicit Pose(const std::array<double, 12>& rows) : rows_(rows) {}
    std::array<double, 12> rows_{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};
Pose operator*(const Pose& a, const Pose& b);

// ---- The pieces that motions consist of. allide/motion.hpp makes motions; most callers need nothing below.

// A rotation about an axis combined with a shift along it, both proportional to time. At time t, from 0 to 1,
// a point x of the world is at p + Rot(axis, t·angle)(x − p) + t·advance·axis/|axis|, right-handed.
struct Screw {
    // Any point p of the axis; the origin by default.
    Vec3 point = {};
    // The direction of the axis, of any length except 0; z by default. The exact direction is axis/|axis|.
    Vec3 axis{0, 0, 1};
    // The rotation over the whole motion, of any number of turns; 0 by default.
    Angle angle = {};
    // The translation along the axis over the whole motion: a length of either sign; 0 by default.
    double advance = 0;
};

// One segment of a motion, a screw or a translation, exactly as queries use it.
struct MotionSegment {
    double t0 = 0, t1 = 1;   // The segment lasts from t0 to t1; its own time runs from 0 to 1.
    Pose start;              // The exact pose at t0, to which the screw or the translation is applied.
    Screw screw;             // The screw over the segment; unused if is_linear.
    Vec3 translation;        // The translation over the segment; unused unless is_linear.
    bool is_linear = false;  // True for a translation, x(t) = x + t·translation.
};

// The features of two triangles that meet, A's first.
enum class Features { vertex_face, face_vertex, edge_edge };

}  // namespace allide
