// Points, angles and poses: the values that every question is asked with.
#pragma once

#include <allide/result.hpp>

#include <array>

namespace allide {

struct Vec3 {
    double x = 0, y = 0, z = 0;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

// An axis-aligned box; empty when a lower corner lies above the upper one.
struct Box {
    Vec3 lo, hi;
    friend bool operator==(const Box&, const Box&) = default;
};

// The points x with normal · x ≤ offset. A normal of 0 leaves everything, or nothing.
struct HalfSpace {
    Vec3 normal;
    double offset = 0;
    friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

// An angle, so that degrees and radians cannot be mixed up.
class Angle {
  public:
    constexpr Angle() = default;
    constexpr double in_radians() const { return radians_; }
    friend constexpr Angle radians(double value) { return Angle(value); }

  private:
    constexpr explicit Angle(double value) : radians_(value) {}
    double radians_ = 0;
};
constexpr Angle radians(double value);
Angle degrees(double value);

// Where a model stands: the exact affine map x_world = R x + t of its 12 doubles.
//
// A Pose is always finite and rigid: every entry of |RᵀR − I| is at most 1e-6 and det R > 0. The map is
// used as given, to the last bit; a matrix that is only nearly orthonormal is not "repaired".
class Pose {
  public:
    Pose() = default;  // the identity
    static Pose identity() { return {}; }
    // Shift by `offset`, which must be finite.
    static Pose translation(const Vec3& offset);
    // Turn about an axis through the origin (any length but zero), right-handed.
    static Pose rotation(const Vec3& axis, Angle angle);
    // The same rotation, moved on by `offset`.
    Pose translated(const Vec3& offset) const;
    // Row-major [R|t]: r00 r01 r02 tx r10 r11 r12 ty r20 r21 r22 tz.
    static Result<Pose> from_matrix(const std::array<double, 12>& rows);
    // Position and quaternion (w, x, y, z), normalised in double; off unit length by more than 1e-6: refused.
    static Result<Pose> from_quaternion(const Vec3& position, const std::array<double, 4>& wxyz);

    // The 12 doubles, row-major [R|t]: the exact map.
    const std::array<double, 12>& matrix() const& { return rows_; }
    std::array<double, 12> matrix() const&& { return rows_; }
    friend bool operator==(const Pose&, const Pose&) = default;

  private:
    friend class Motion;
    explicit Pose(const std::array<double, 12>& rows) : rows_(rows) {}
    std::array<double, 12> rows_{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

// ---- What a motion is made of, and which parts of two triangles meet on it.

// A turn about an axis with an advance along it, both in proportion to the time:
// x(t) = p + Rot(axis, t·angle)(x − p) + t·advance·axis/|axis|, right-handed, in the world.
struct Screw {
    Vec3 point = {};     // any point of the axis
    Vec3 axis{0, 0, 1};  // of any length but 0; its exact direction is axis/|axis|
    Angle angle = {};    // over the whole motion, any number of turns
    double advance = 0;  // over the whole motion, a length, either sign
};

// One screw or translation of a motion, exactly as it is used.
struct MotionLeg {
    double t0 = 0, t1 = 1;  // of the motion's time; a leg's own time runs from 0 to 1 in between
    Pose start;             // the exact map at its start, to which the screw or the translation is applied
    Screw screw;
    Vec3 translation;        // over the leg, where it is one
    bool is_linear = false;  // x(t) = x + t·translation instead of the screw
};

// Which parts of two triangles meet, A's first.
enum class Features { vertex_face, face_vertex, edge_edge };

}  // namespace allide
