// Convex bodies: solids that are the hull of points, boxes, spheres, capsules, cylinders, cones, ellipsoids
// and half-spaces, and what can be asked about two of them. A body inside another touches it: these are
// solids.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>
#include <allide/result.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

class PlacedBody;
namespace detail {
struct BodyAccess;
struct BodyData;
}  // namespace detail

enum class BodyKind {
    polytope,  // the hull of finitely many points; boxes too
    sphere,
    capsule,
    cylinder,
    cone,
    ellipsoid,
    half_space,
};

// A flat face: its corners in order, counter-clockwise seen from outside.
struct BodyFace {
    std::vector<std::uint32_t> corners;
};
// An edge and the two faces that meet there.
struct BodyEdge {
    std::array<std::uint32_t, 2> corners{};
    std::array<std::uint32_t, 2> faces{};
};

// Of a solid with density 1. Rounded.
struct MassProperties {
    double volume = 0;
    Vec3 centroid;
    // About the centroid: xx xy xz yx yy yz zx zy zz.
    std::array<double, 9> inertia{};
};

// Immutable and cheap to copy: copies share the data. Const is safe from any number of threads. Moving
// copies, so that a body that has been moved from stays what it was: there is no empty body.
class ConvexBody {
  public:
    ConvexBody(const ConvexBody&) = default;
    ConvexBody& operator=(const ConvexBody&) = default;
    ~ConvexBody() = default;

    // The hull of the points. There must be one at least, all finite; a flat hull, a segment and a point are
    // bodies too.
    static Result<ConvexBody> from_points(std::span<const Vec3> points);
    // A closed convex surface. Whether it is one is decided exactly; what is not is refused, with the edge
    // that bends inward.
    static Result<ConvexBody> from_mesh(const Mesh& mesh);
    // Half the sides; 0 is allowed.
    static Result<ConvexBody> box(const Vec3& half_sides);
    static Result<ConvexBody> sphere(double radius);
    // All points within the radius of the segment from (0, 0, −half_length) to (0, 0, half_length).
    static Result<ConvexBody> capsule(double radius, double half_length);
    // About the z axis, from −half_height to half_height.
    static Result<ConvexBody> cylinder(double radius, double half_height);
    // The same with the base below and the apex at (0, 0, half_height).
    static Result<ConvexBody> cone(double radius, double half_height);
    static Result<ConvexBody> ellipsoid(const Vec3& semi_axes);
    // The normal is not 0.
    static Result<ConvexBody> half_space(const HalfSpace& half_space);

    // The body at a pose, to ask about. Refers to this body, which must outlive it. A pose's map is exact,
    // and applied to all of a body but the radius of a sphere or a capsule: that is a length in the world.
    PlacedBody at(const Pose& pose) const&;
    PlacedBody at_rest() const&;
    PlacedBody at(const Pose& pose) const&& = delete;
    PlacedBody at_rest() const&& = delete;

    BodyKind kind() const;
    // The corners of a polytope, the middle of a sphere, the ends of a capsule's segment; else empty.
    std::span<const Vec3> vertices() const;
    // Of what a sphere or a capsule is rounded by; else 0.
    double radius() const;
    // Of a polytope with volume; else empty. Faces in one plane are one.
    std::span<const BodyFace> faces() const;
    std::span<const BodyEdge> edges() const;
    // A plane a face: normals of length 1 up to rounding, offsets so that every vertex is inside up to
    // rounding. Of a half-space its own.
    std::span<const HalfSpace> planes() const;
    // Infinite for a half-space.
    MassProperties mass() const;

  private:
    friend struct detail::BodyAccess;
    explicit ConvexBody(std::shared_ptr<const detail::BodyData> data);
    std::shared_ptr<const detail::BodyData> data_;
};

// A body and a pose. A view, like std::string_view.
class PlacedBody {
  public:
    const Pose& pose() const { return pose_; }
    // The same body elsewhere.
    PlacedBody moved_to(const Pose& pose) const { return {*data_, pose}; }

  private:
    friend class ConvexBody;
    friend struct detail::BodyAccess;
    PlacedBody(const detail::BodyData& data, const Pose& pose) : data_(&data), pose_(pose) {}
    const detail::BodyData* data_;
    Pose pose_;
};

inline PlacedBody ConvexBody::at(const Pose& pose) const& {
    return {*data_, pose};
}
inline PlacedBody ConvexBody::at_rest() const& {
    return {*data_, Pose::identity()};
}

// What one question leaves for the next about the same two bodies. It changes no answer.
struct BodyHint {
    Vec3 direction;  // that parted them, or along which they were closest; 0: none
    std::array<std::array<std::uint32_t, 2>, 4> corners{};  // of both, that decided
    std::uint32_t size = 0;
};

enum class BodyVerdict {
    no,
    yes,
    undecided,  // only with a cylinder, a cone or an ellipsoid, and only if they touch or nearly do
};

// What an answer rests on.
enum class Certificate {
    direction,  // planes across this direction part the bodies, beyond all rounding
    simplex,    // four corners of the differences of both have the origin between them, beyond all rounding
    points,     // a point of each body, nearer to each other than the balls about them that lie in the bodies
    exact,      // exact arithmetic
    none,       // undecided
};

struct BodyOverlap {
    BodyVerdict verdict = BodyVerdict::no;
    Certificate certificate = Certificate::exact;
    // Of what is undecided: how far one has to be moved at most to make it a certain yes or a certain no.
    double bound = 0;
};

// Do the solids share a point? Exact for all kinds but cylinder, cone and ellipsoid. Never throws.
BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, BodyHint* hint = nullptr);

// Bounds on the exact distance, at most 1e-12 of the upper one apart, or 2⁻¹⁰⁷⁴; with a cylinder, a cone or
// an ellipsoid they are as they are. Both are 0 if and only if the solids share a point.
struct BodyDistance {
    double value = 0;  // = upper
    double lower = 0;
    double upper = 0;
    Vec3 point_a, point_b;  // closest points, rounded; the same point of both where the solids share one
};
BodyDistance distance(const PlacedBody& a, const PlacedBody& b, BodyHint* hint = nullptr);

// The length of the shortest translation of A after which no point is inside both: 0 where they only touch.
struct BodyPenetration {
    // At most 1e-12 of the bodies' size and distance from each other apart, and both 0 where nothing is
    // shared. Infinite if A cannot be moved out of B.
    double lower = 0;
    double upper = 0;
    Vec3 direction{0, 0, 1};  // of length 1 up to rounding; A moved by `upper` along it is out
    Vec3 point_a, point_b;  // that meet when A has been moved: point_a + upper · direction = point_b, rounded
};
BodyPenetration penetration(const PlacedBody& a, const PlacedBody& b);

}  // namespace allide
