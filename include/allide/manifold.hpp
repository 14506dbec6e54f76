// Contacts for simulators and planners: contact manifolds (normals, depths, points to push at), signed
// distances of two shapes, and times of impact of shapes of any kind.
//
//     const ConvexBody box = ConvexBody::box({1, 1, 1}).value();
//     const Pose above = Pose::translation({0, 0, 1.99});
//     if (const auto manifold = contact_manifold(box.at(above), box.at_rest()))
//         for (const ManifoldPoint& p : manifold->points) push(p.point_a, manifold->normal, p.depth);
//
// Depths are positive where the shapes overlap, and negative where there is a gap.
#pragma once

#include <allide/convex.hpp>
#include <allide/predict.hpp>
#include <allide/query.hpp>
#include <allide/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ALLIDE_EXPORT allide {

// ---- Contact manifolds ----

// A point of a contact manifold: a pair of surface points opposite each other along the normal.
struct ManifoldPoint {
    // The points in the world, rounded.
    Vec3 point_a, point_b;
    // How far a must move along the normal until these two points meet: dot(point_b − point_a, normal).
    double depth = 0;
    // The triangles of a mesh, or the faces of a polytope (see ConvexBody::faces); 0 for other bodies.
    std::uint32_t triangle_a = 0, triangle_b = 0;
    // The weights of the triangles' corners at the points, rounded; 0 for bodies.
    std::array<double, 3> barycentric_a{}, barycentric_b{};
    // Identifies the features that meet: the same from step to step as long as the same features meet.
    std::uint64_t feature = 0;
    friend bool operator==(const ManifoldPoint&, const ManifoldPoint&) = default;
};

// A connected region in which two shapes touch, overlap or are close.
struct ContactManifold {
    // The direction in which a moves away from b, of length 1 up to rounding.
    Vec3 normal{0, 0, 1};
    // Bounds of the depth of the region. For bodies: of the exact penetration depth or, if they are disjoint,
    // of minus the exact distance. For meshes see contact_manifolds.
    double depth_lower = 0, depth_upper = 0;
    // At most ManifoldOptions::points: the deepest point first, then those that enclose the largest area
    // around it.
    std::vector<ManifoldPoint> points = {};
    // The polygons in which flush faces (within ManifoldOptions::flush) overlap, each on the surface of b and
    // counter-clockwise seen from the side to which the normal points. Discs are polygons of 32 corners.
    // Meshes have one polygon per pair of flush triangles that overlap; together they cover the area in which
    // faces are flush.
    std::vector<std::vector<Vec3>> patches = {};
    // The number of triangle pairs of a region of meshes that touch; 0 for bodies.
    std::size_t contacts = 0;
    friend bool operator==(const ContactManifold&, const ContactManifold&) = default;
};

// The triangles of two meshes that a move by the depth of a region must separate.
enum class ManifoldDepth {
    // The region's own pairs of triangles. Triangles deep inside the other mesh, which touch nothing, do not
    // count, nor do other regions. Takes little time.
    region,
    // The two surfaces: once a has moved along the region's normal by the depth, a does not touch b, and
    // would not on any move farther along it, as with separation_along. Takes longer.
    surfaces,
};

// Options of contact manifolds.
struct ManifoldOptions {
    // The maximum number of points per region, at least 1; 4 by default.
    std::size_t points = 4;
    // Bodies that are at most this far apart have a manifold, too: with negative depths. A length, finite and
    // not negative; 0 by default. Meshes are given a manifold only where they touch.
    double margin = 0;
    // Faces count as flush if their normals differ by at most this angle in radians, from 0 to 0.1. The
    // points of a manifold may deviate from a plane by this angle.
    double flush = 1e-3;
    // The triangles of meshes that a move by a depth must separate; the region's pairs by default. Ignored
    // for bodies.
    ManifoldDepth depth = ManifoldDepth::region;
};

// The manifold of two convex bodies: the area in which the faces, edges or corners of both that are extreme
// along the normal lie opposite each other. Empty if the bodies are farther apart than the margin. After a
// has moved along the normal by depth_upper, the interiors share no point.
std::optional<ContactManifold> contact_manifold(const PlacedBody& a, const PlacedBody& b,
                                                const ManifoldOptions& options = {});

// The manifolds of two surfaces, one per region of connected contacts, in ascending order of their first
// contacts. Two contacts are connected if they have one triangle in common and their other triangles share a
// corner. The normal of a region is the direction of a sum of area vectors: that of the area that the
// region's curve encloses and, for each pair of triangles that face each other and are parallel within 1e-8
// (whatever ManifoldOptions::flush is), the mean of both triangles' areas, also where they overlap in part
// only. If the sum is 0, it is the mean of the triangles' normals. It points from b to a. This requires that
// the corners of triangles are counter-clockwise seen from outside. The depth, between bounds, is the length
// by which a must move along the normal until no pair of triangles of the region touches or, with
// ManifoldDepth::surfaces, until no pair of triangles of the two meshes touches.
std::vector<ContactManifold> contact_manifolds(const Placed& a, const Placed& b,
                                               const ManifoldOptions& options = {});
// The manifolds of a solid body and a surface: one per group of connected triangles that push the body in the
// same direction, within ManifoldOptions::flush. After a has moved along the normal by depth_upper, its
// interior meets none of the group's triangles.
std::vector<ContactManifold> contact_manifolds(const PlacedBody& a, const Placed& b,
                                               const ManifoldOptions& options = {});

// The manifolds of any two shapes. Meshes and height fields are treated like models above. Elements of other
// shapes have manifolds of their own: one per pair of elements that touch, in ascending order. Throws
// PreconditionError for a plane, which has no inside.
std::vector<ContactManifold> contact_manifolds(const PlacedShape& a, const PlacedShape& b,
                                               const ManifoldOptions& options = {});

// For each point of `now`, the index of the point of `before` that it continues: the one with the same
// feature, otherwise the nearest within `distance` that is not taken. A solver can reuse its impulses (warm
// starting).
std::vector<std::optional<std::size_t>> matching_points(const ContactManifold& before,
                                                        const ContactManifold& now, double distance);

// ---- Signed distance of two shapes ----

// A distance with bounds: positive outside, negative inside, 0 for shapes that just touch. It changes by at
// most 1 per unit of length by which one shape is moved.
struct PairSignedDistance {
    double value = 0, lower = 0, upper = 0;
    // The closest points of the two surfaces; where the shapes overlap, the points of greatest depth.
    Vec3 point_a, point_b;
    // A direction in which moving a increases the distance, of length 1 up to rounding; 0 if unknown.
    Vec3 direction;
};

// The distance of two solid bodies, or minus their penetration depth.
PairSignedDistance signed_distance(const PlacedBody& a, const PlacedBody& b);

// Options of signed distances of meshes.
struct PairSignedDistanceOptions {
    // The largest width of the bounds of a depth, relative to the upper one, from 1e-3 to 0.5.
    double depth_error = 0.1;
};
// The distance of two meshes, or minus their local interference depth (see LocalDepth). It is never negative
// if both meshes are open.
PairSignedDistance signed_distance(const Placed& a, const Placed& b,
                                   const PairSignedDistanceOptions& options = {});
// The distance of a solid body and a mesh. Where they overlap, minus a depth: the largest depth of a point of
// the mesh inside the body or, if the mesh is closed and this is larger, the depth of the body's centre
// inside the mesh.
PairSignedDistance signed_distance(const PlacedBody& a, const Placed& b,
                                   const PairSignedDistanceOptions& options = {});
// The signed distance of any two shapes: the least of all pairs of elements, where a closed mesh is one
// solid. For a plane, which has no inside, it is never negative.
PairSignedDistance signed_distance(const PlacedShape& a, const PlacedShape& b,
                                   const PairSignedDistanceOptions& options = {});

// ---- Moving shapes ----

// A shape that follows a motion.
struct MovingShape {
    Shape shape;
    Motion motion = {};
};

// Finds when two shapes first touch. In the answer, body_a and body_b are the numbers of elements (see
// Shape): for a mesh, that of the triangle. If b is a mesh, `triangle` is set too. Clouds of points are
// searched by their tree; cells and the parts of compounds one by one.
BodyPrediction predict(const MovingShape& a, const PlacedShape& b, const PredictOptions& options = {});
BodyPrediction predict(const MovingShape& a, const MovingShape& b, const PredictOptions& options = {});

}  // namespace allide
