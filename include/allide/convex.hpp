// Convex bodies (hulls of points, boxes, spheres, capsules, cylinders, cones, ellipsoids, half-spaces) and
// queries about two of them: overlap, distance, penetration depth. Bodies are solids: a body inside another
// one overlaps it.
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

class Motion;      // defined in allide/motion.hpp
class MovingBody;  // defined in allide/predict.hpp
class PlacedBody;
namespace detail {
struct BodyAccess;
struct BodyData;
}  // namespace detail

// The kinds of convex bodies.
enum class BodyKind {
    // The convex hull of finitely many points, such as a box.
    polytope,
    sphere,
    capsule,
    cylinder,
    cone,
    ellipsoid,
    half_space,
};

// Planar face of a polytope: its corners, as indices into vertices(), counter-clockwise seen from outside.
struct BodyFace {
    std::vector<std::uint32_t> corners;
};
// Edge of a polytope: its two ends, as indices into vertices(), and the two faces that meet in it, as indices
// into faces().
struct BodyEdge {
    std::array<std::uint32_t, 2> corners{};
    std::array<std::uint32_t, 2> faces{};
};

// Mass properties of a solid with density 1, rounded.
struct MassProperties {
    double volume = 0;
    Vec3 centroid;
    // Inertia tensor about the centroid, row by row: xx xy xz yx yy yz zx zy zz.
    std::array<double, 9> inertia{};
};

// Immutable and cheap to copy: copies share their data. Const member functions are thread-safe. A move is a
// copy: a moved-from body keeps its value, since there is no empty body.
class ConvexBody {
  public:
    ConvexBody(const ConvexBody&) = default;
    ConvexBody& operator=(const ConvexBody&) = default;
    ~ConvexBody() = default;

    // Hull of the points: at least one, all finite. A planar hull, a segment and a single point are valid
    // bodies.
    static Result<ConvexBody> from_points(std::span<const Vec3> points);
    // Solid bounded by a closed convex surface. Convexity is decided exactly; a mesh that is not convex is
    // refused, and the error names the edge that bends inward.
    static Result<ConvexBody> from_mesh(const Mesh& mesh);
    // Box centred at the origin, from −half_sides to half_sides; 0 is allowed.
    static Result<ConvexBody> box(const Vec3& half_sides);
    static Result<ConvexBody> sphere(double radius);
    // All points within `radius` of the segment from (0, 0, −half_length) to (0, 0, half_length).
    static Result<ConvexBody> capsule(double radius, double half_length);
    // Cylinder about the z axis, from z = −half_height to z = half_height.
    static Result<ConvexBody> cylinder(double radius, double half_height);
    // Cone about the z axis: base at z = −half_height, apex at (0, 0, half_height).
    static Result<ConvexBody> cone(double radius, double half_height);
    static Result<ConvexBody> ellipsoid(const Vec3& semi_axes);
    // The normal must not be 0.
    static Result<ConvexBody> half_space(const HalfSpace& half_space);

    // All points within `radius` of this body: its Minkowski sum with a ball. The radius is finite and not
    // negative. The kind stays the same, and queries are as exact as on this body. The radius of a sphere, a
    // capsule or a body that is already rounded grows by `radius`, with one rounding; a half-space's offset
    // grows by radius · |normal|, rounded up.
    Result<ConvexBody> rounded(double radius) const;

    // View of the body at a pose, for queries; the body must outlive the view. The pose's matrix is applied
    // exactly as given, except to the radius of a sphere or a capsule, which is a length in the world.
    PlacedBody at(const Pose& pose) const&;
    PlacedBody at_rest() const&;
    PlacedBody at(const Pose& pose) const&& = delete;
    PlacedBody at_rest() const&& = delete;
    // The body on a motion, see allide/predict.hpp. The body must outlive the result. With an offset, the
    // body is fixed at that pose in the moving frame, like one of several bodies that move together.
    MovingBody along(const Motion& motion) const&;
    MovingBody along(const Motion& motion, const Pose& offset) const&;
    MovingBody along(const Motion& motion) const&& = delete;
    MovingBody along(const Motion& motion, const Pose& offset) const&& = delete;

    BodyKind kind() const;
    // Corners of a polytope, centre of a sphere, or ends of a capsule's segment; empty for the other kinds. A
    // rounded polytope has the corners of the polytope before rounding.
    std::span<const Vec3> vertices() const;
    // Radius of a sphere or a capsule. For other bodies, the radius by which they were rounded: 0 if they
    // were not.
    double radius() const;
    // Semi-axes of an ellipsoid; radius, radius and half height of a cylinder or a cone; 0 for other bodies.
    // A rounded body has those of the body before rounding.
    const Vec3& extent() const;
    // Faces and edges of a polytope with volume; empty for all other bodies. Coplanar facets form one face. A
    // rounded polytope has those of the polytope before rounding.
    std::span<const BodyFace> faces() const;
    std::span<const BodyEdge> edges() const;
    // One plane per face: its normal has length 1, and the body is on its inner side and touches it, both up
    // to rounding. A half-space has one plane: its own.
    std::span<const HalfSpace> planes() const;
    // The volume of a half-space is infinite.
    MassProperties mass() const;

  private:
    friend struct detail::BodyAccess;
    explicit ConvexBody(std::shared_ptr<const detail::BodyData> data);
    std::shared_ptr<const detail::BodyData> data_;
};

// Non-owning view of a body at a pose, like std::string_view.
class PlacedBody {
  public:
    const Pose& pose() const { return pose_; }
    // The same body at another pose.
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

// A starting point for the next query about the same two bodies. It affects only the speed, not the answer.
struct BodyHint {
    // The direction that separated the bodies, or that of the line between their closest points. 0 if not
    // set.
    Vec3 direction;
    // The last simplex, as pairs of a corner of A and a corner of B.
    std::array<std::array<std::uint32_t, 2>, 4> corners{};
    // The number of valid entries in `corners`.
    std::uint32_t size = 0;
};

// The answer to the question whether two solids share a point.
enum class BodyVerdict {
    no,
    yes,
    // Only with a cylinder, a cone or an ellipsoid, and only if the bodies touch or nearly touch.
    undecided,
};

// Proof behind a verdict.
enum class Certificate {
    // A separating plane, with a gap larger than the rounding error bound.
    direction,
    // The four corners of the last simplex, points of the Minkowski difference A − B: their tetrahedron
    // contains the origin by more than the rounding error bound.
    simplex,
    // A point in each body with a ball around it that lies inside the body. The two balls overlap.
    points,
    // Exact arithmetic.
    exact,
    // There is no proof: the verdict is undecided.
    none,
};

// The result of overlap_solid for two convex bodies.
struct BodyOverlap {
    BodyVerdict verdict = BodyVerdict::no;
    Certificate certificate = Certificate::exact;
    // If undecided: upper bound on the distance of the bodies if they are separated, and on their penetration
    // depth if they overlap.
    double bound = 0;
};

// Decides whether the solids share a point: exactly for all kinds except cylinder, cone and ellipsoid. Never
// throws.
BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, BodyHint* hint = nullptr);

// The distance of two bodies with bounds on the exact value. For most kinds of bodies, the bounds differ by
// at most 1e-12 · upper or 2⁻¹⁰⁷⁴, whichever is larger. With a cylinder, a cone or an ellipsoid, they usually
// differ by at most 1e-12 of the bodies' sizes plus their distance from each other, in some pairs by more.
// Both bounds are 0 if the solids share a point. If neither body is of these three kinds, they are 0 in no
// other case.
struct BodyDistance {
    // The best estimate: lower ≤ value ≤ upper.
    double value = 0;
    double lower = 0;
    double upper = 0;
    // The closest points of the two surfaces, rounded. If the solids share a point, both are that same point.
    Vec3 point_a, point_b;
};
BodyDistance distance(const PlacedBody& a, const PlacedBody& b, BodyHint* hint = nullptr);

// Length of the shortest translation of A after which the interiors share no point; 0 if the bodies only
// touch.
struct BodyPenetration {
    // Bounds on that length. Both are 0 if the bodies share no point, and infinite if no translation
    // separates them. They usually differ by at most 1e-12 of the bodies' sizes plus their distance from each
    // other. They differ by more in rare pairs with a cylinder, a cone or an ellipsoid, and in about one of
    // 1,000 pairs that are nearly, but not exactly, coaxial.
    double lower = 0;
    double upper = 0;
    // The direction of the translation, of length 1 up to rounding: moved by `upper` along it, A is separated
    // from B.
    Vec3 direction{0, 0, 1};
    // The surface points that touch after that translation: point_a + upper · direction = point_b, rounded.
    Vec3 point_a, point_b;
};
BodyPenetration penetration(const PlacedBody& a, const PlacedBody& b);

}  // namespace allide
