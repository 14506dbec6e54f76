// Questions about one mesh: what a ray hits, what is nearest to a point, what lies in a region, what is
// inside, and where the mesh touches itself.
//
// The model is placed in the world in exact arithmetic. Its triangles are closed sets, degenerate ones too.
// Which triangles are hit, found or nearest, and in which order, is therefore a mathematical fact: the same
// for every bounding volume, thread count and instruction set.
//
// Contents, in this order:
//   1. rays and segments        first_hit, all_hits, any_hit
//   2. nearest triangles        nearest, nearest_triangles
//   3. triangles in a region    triangles_in a ball, a box, an intersection of half-spaces
//   4. inside and outside       contains, overlap_solid, winding_number
//   5. self-contacts            self_contacts
//   6. signed distance          signed_distance of points
//   7. slices                   slice
//   8. batches                  the same for many questions, in parallel
//
// Queries may run at once in any number of threads. A caller's mistake (a number that is not finite, a
// direction that is zero) throws PreconditionError.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

// Options of ray, nearest and region queries.
struct ProbeOptions {
    // The search method; the tree by default. It does not change the answers. Search::brute_force tests
    // every triangle.
    Search search = Search::tree;
};

// ---- 1. Rays and segments ----

// The points origin + t · direction of the world for 0 ≤ t ≤ max_t.
struct Ray {
    Vec3 origin;
    // The direction of the ray, not zero. Its length is the unit of t.
    Vec3 direction;
    // The end of the ray, not negative; infinite by default.
    double max_t = std::numeric_limits<double>::infinity();
};

// The points from + t · (to − from) of the world for 0 ≤ t ≤ 1. The two ends may be equal.
struct Segment {
    Vec3 from, to;
};

// A triangle that a ray or a segment hits.
struct Hit {
    // The smallest t of a common point of ray and triangle, off by at most 1e-13·t. Infinite on overflow.
    double t = 0;
    // The point at t, with an error of at most 1e-12·(largest coordinate of the point and of the origin).
    Vec3 point;
    std::uint32_t triangle = 0;
    friend bool operator==(const Hit&, const Hit&) = default;
};

// The triangle that is hit first: the one with the smallest number among several with the same t. Empty if
// none is hit. A ray through an edge or a vertex that triangles share always hits.
std::optional<Hit> first_hit(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
std::optional<Hit> first_hit(const Placed& model, const Segment& segment, const ProbeOptions& options = {});
// All triangles that are hit, in ascending order of (t, triangle).
std::vector<Hit> all_hits(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
std::vector<Hit> all_hits(const Placed& model, const Segment& segment, const ProbeOptions& options = {});
// True if some triangle is hit.
bool any_hit(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
bool any_hit(const Placed& model, const Segment& segment, const ProbeOptions& options = {});

// ---- 2. Nearest triangles ----

// A triangle and its distance from the query point. The exact distance is in [lower, upper]; upper − lower is
// at most max(1e-12·upper, 2⁻¹⁰⁷²). The three numbers are 0 if and only if the point is on the triangle.
struct Nearest {
    double distance = 0, lower = 0, upper = 0;
    // The triangle's point nearest to the query point, with an error of at most 8·2⁻⁵³·(largest coordinate).
    Vec3 point;
    std::uint32_t triangle = 0;
    friend bool operator==(const Nearest&, const Nearest&) = default;
};

// The nearest triangle: the one with the smallest number among several at the same distance. Empty if the
// model has no triangles.
std::optional<Nearest> nearest(const Placed& model, const Vec3& point, const ProbeOptions& options = {});
// The `count` nearest triangles, in ascending order of (distance, triangle); all if the model has fewer.
std::vector<Nearest> nearest_triangles(const Placed& model, const Vec3& point, std::size_t count,
                                       const ProbeOptions& options = {});

// ---- 3. Triangles in a region ----

// A closed ball.
struct Ball {
    Vec3 center;
    // The radius of the ball, not negative.
    double radius = 0;
};

// The triangles that share a point with the region, ascending. A box may have infinite corners. A region of
// no half-spaces is the whole space. A view frustum has 6 half-spaces, a thick ray 5, or 4 if it is infinite
// in both directions.
std::vector<std::uint32_t> triangles_in(const Placed& model, const Ball& ball,
                                        const ProbeOptions& options = {});
std::vector<std::uint32_t> triangles_in(const Placed& model, const Box& box,
                                        const ProbeOptions& options = {});
std::vector<std::uint32_t> triangles_in(const Placed& model, std::span<const HalfSpace> region,
                                        const ProbeOptions& options = {});

// ---- 4. Inside and outside ----

// The position of a point relative to a mesh. A mesh has an inside if it is closed: it has triangles, and
// every edge, compared by position, belongs to an even number of triangles that are not degenerate.
enum class PointLocation {
    outside,
    inside,
    // The point is on a triangle.
    boundary,
    // The mesh is not closed, so that it has no inside.
    open,
};

// The rule that defines the inside if shells are nested or intersect.
enum class InsideRule {
    // A point is inside if a ray from it crosses the surface an odd number of times: a shell inside a shell
    // is a cavity.
    odd,
    // A point is inside if the surface's winding number around it is not 0: a shell inside a shell of the
    // same orientation is not a cavity. Requires that the triangles use every edge equally often in both
    // directions.
    winding,
};

// Options of inside tests.
struct ContainsOptions {
    // The rule that defines the inside; odd by default.
    InsideRule rule = InsideRule::odd;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

PointLocation contains(const Placed& model, const Vec3& point, const ContainsOptions& options = {});

// The position of a model (or its surface, if it is open) relative to a closed model.
enum class Containment {
    // No point of the model is inside.
    outside,
    // All points of the model are inside.
    inside,
    // Some points are inside and others outside, and the surfaces do not touch.
    partly,
    // The surfaces touch.
    touching,
    // The outer mesh is not closed.
    open,
};
Containment contains(const Placed& outer, const Placed& inner, const ContainsOptions& options = {});

// The answer to the question whether two solids, including their surfaces, share a point. They do if one is
// entirely inside the other.
enum class SolidOverlap {
    no,
    yes,
    // Unknown: the surfaces do not touch, and a mesh that may contain the other one is not closed.
    open,
};
SolidOverlap overlap_solid(const Placed& a, const Placed& b, const ContainsOptions& options = {});

// The number of times that the surface winds around the point: the sum of all triangles' signed solid angles,
// divided by 4π. An integer for closed meshes of consistent orientation, a measure of insideness for others
// (Jacobson, Kavan, Sorkine-Hornung 2013). Rounded: the error is at most 1e-15 times the number of triangles,
// at any scale, if no triangle is within 1e-7 of the mesh's size from the point; nothing is promised for
// closer points.
double winding_number(const Placed& model, const Vec3& point);

// ---- 5. Self-contacts ----

// All pairs of triangles of one mesh that touch although they share no corner; corners are compared by
// position. Each pair has the smaller number first; the pairs are in ascending order.
std::vector<Contact> self_contacts(const Model& model, const ProbeOptions& options = {});

// ---- 6. Signed distance of points ----

// The signed distance of a point from the surface of a model, with bounds: negative inside, as `contains`
// decides it exactly, and positive outside. The distance from a mesh that is not closed, which has no inside,
// is never negative. The exact value is in [lower, upper], and |upper − lower| is at most max(1e-12·|value|,
// 2⁻¹⁰⁷²). The three numbers are 0 if and only if the point is on a triangle.
struct SignedDistance {
    double value = 0, lower = 0, upper = 0;
    // The surface point nearest to the query point, and its triangle; see Nearest.
    Vec3 point;
    std::uint32_t triangle = 0;
    // The direction in which the value grows fastest: away from the nearest point outside, towards it inside.
    // Its length is 1 up to rounding. Where the point is on the surface, the mean of the unit normals of the
    // triangles around it, weighted by their angles there; 0 if they cancel out.
    Vec3 gradient;
    // The unit normal of `triangle` in the order of its corners; 0 if it has no area.
    Vec3 normal;
    friend bool operator==(const SignedDistance&, const SignedDistance&) = default;
};

// Options of signed distances of points.
struct SignedDistanceOptions {
    // The rule that defines the inside; odd by default.
    InsideRule rule = InsideRule::odd;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

// Empty if the model has no triangles.
std::optional<SignedDistance> signed_distance(const Vec3& point, const Placed& model,
                                              const SignedDistanceOptions& options = {});

// ---- 7. Slices ----

// A curve in which a plane cuts a mesh.
struct SliceCurve {
    // The points in the order of the curve, without repetitions of neighbours. Each is the exact point,
    // rounded, with an error of at most 1e-12·(largest coordinate).
    std::vector<Vec3> points = {};
    // The triangle in which the curve runs from each point to the next; the last entry of a closed curve
    // leads back to the first point. A curve of one point has no triangles.
    std::vector<std::uint32_t> triangles = {};
    // True if the last point is connected to the first, which is not repeated.
    bool closed = false;
    friend bool operator==(const SliceCurve&, const SliceCurve&) = default;
};

// The side from which a slice approaches its plane.
enum class SliceSide {
    // From normal · x < offset: a face in the plane is cut along its border if the solid is below it.
    below,
    // From normal · x > offset.
    above,
};

// Options of slice.
struct SliceOptions {
    SliceSide side = SliceSide::below;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

struct Slice {
    // The curves; open ones come first. A closed curve begins at its edge with the smallest vertex numbers,
    // an open one at the end with smaller vertex numbers.
    std::vector<SliceCurve> curves = {};
    // The triangles that lie in the plane, in ascending order.
    std::vector<std::uint32_t> coplanar = {};
    friend bool operator==(const Slice&, const Slice&) = default;
};

// The curves in which the boundary of a half-space, the plane normal · x = offset in the world, cuts a model.
//
// The curves have the topology of a slice next to the plane, infinitely close to it on `side`, and the points
// that this slice approaches. So a closed mesh (see PointLocation) is cut into closed curves only, whatever
// vertices, edges and faces lie in the plane; a curve may shrink to one point or run along an edge and back.
// Every vertex's side of the plane is decided exactly. As in inspect(), vertices are compared by position and
// triangles without area have no edges: they are not cut. Where more than two triangles meet in an edge, they
// are joined in pairs in an unspecified order that is always the same. The normal must not be zero.
Slice slice(const Placed& model, const HalfSpace& half_space, const SliceOptions& options = {});

// ---- 8. Batches ----
//
// The same questions for many rays, points or regions, in parallel. The answers are in the order of the
// questions.

std::vector<std::optional<Hit>> first_hits(const Placed& model, std::span<const Ray> rays,
                                           const BatchOptions& options = {});
std::vector<std::optional<Hit>> first_hits(const Placed& model, std::span<const Segment> segments,
                                           const BatchOptions& options = {});
std::vector<std::vector<Hit>> all_hits(const Placed& model, std::span<const Ray> rays,
                                       const BatchOptions& options = {});
std::vector<std::vector<Hit>> all_hits(const Placed& model, std::span<const Segment> segments,
                                       const BatchOptions& options = {});
std::vector<bool> any_hits(const Placed& model, std::span<const Ray> rays, const BatchOptions& options = {});
std::vector<bool> any_hits(const Placed& model, std::span<const Segment> segments,
                           const BatchOptions& options = {});
std::vector<std::optional<Nearest>> nearest_many(const Placed& model, std::span<const Vec3> points,
                                                 const BatchOptions& options = {});
std::vector<std::vector<Nearest>> nearest_triangles_many(const Placed& model, std::span<const Vec3> points,
                                                         std::size_t count, const BatchOptions& options = {});
std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model, std::span<const Ball> balls,
                                                          const BatchOptions& options = {});
std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model, std::span<const Box> boxes,
                                                          const BatchOptions& options = {});
std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model,
                                                          std::span<const std::vector<HalfSpace>> regions,
                                                          const BatchOptions& options = {});
std::vector<PointLocation> contains_many(const Placed& model, std::span<const Vec3> points,
                                         InsideRule rule = InsideRule::odd, const BatchOptions& options = {});

// Several times as fast as one call per point, since close points share their search.
std::vector<std::optional<SignedDistance>> signed_distances(const Placed& model, std::span<const Vec3> points,
                                                            InsideRule rule = InsideRule::odd,
                                                            const BatchOptions& options = {});
std::vector<Slice> slices(const Placed& model, std::span<const HalfSpace> planes,
                          SliceSide side = SliceSide::below, const BatchOptions& options = {});

}  // namespace allide
