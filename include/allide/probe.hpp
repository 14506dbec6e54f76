// Questions about one mesh: what a ray meets, what is nearest to a point, what lies in a region, what is
// inside. The model is mapped to the world in exact arithmetic and its triangles are closed sets, degenerate
// ones too; so which triangles are hit, met or near, and in which order, is a mathematical fact, the same for
// every volume, thread count and instruction set.
//
// A caller's mistake (a number that is not finite, a direction that is zero) throws PreconditionError.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

// The points origin + t · direction of the world with 0 ≤ t ≤ max_t.
struct Ray {
    Vec3 origin;
    Vec3 direction;  // of any length but 0; t is counted in units of it
    double max_t = std::numeric_limits<double>::infinity();  // 0 or more
};

// The points from + t · (to − from) with 0 ≤ t ≤ 1; the two ends may be equal.
struct Segment {
    Vec3 from, to;
};

struct Hit {
    double t = 0;  // the smallest t of the common points, within 1e-13·t
    Vec3 point;    // there, within 1e-12·(largest coordinate of it and of the origin)
    std::uint32_t triangle = 0;
    friend bool operator==(const Hit&, const Hit&) = default;
};

struct ProbeOptions {
    Search search = Search::tree;  // brute_force: the twin that tests compare with
};

// The triangle that is hit first; of several with the same t the one with the smallest number. A ray through
// a shared edge or corner hits, always.
std::optional<Hit> first_hit(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
std::optional<Hit> first_hit(const Placed& model, const Segment& segment, const ProbeOptions& options = {});
// All triangles that are hit, by (t, triangle).
std::vector<Hit> all_hits(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
std::vector<Hit> all_hits(const Placed& model, const Segment& segment, const ProbeOptions& options = {});
bool any_hit(const Placed& model, const Ray& ray, const ProbeOptions& options = {});
bool any_hit(const Placed& model, const Segment& segment, const ProbeOptions& options = {});

// A triangle's nearest point. The exact distance lies in [lower, upper], which is at most 1e-12·upper wide,
// or 2⁻¹⁰⁷² if that is larger; all three are 0 if and only if the point lies on the triangle.
struct Nearest {
    double distance = 0, lower = 0, upper = 0;
    Vec3 point;  // of the triangle, within 8·2⁻⁵³·(largest coordinate)
    std::uint32_t triangle = 0;
    friend bool operator==(const Nearest&, const Nearest&) = default;
};

// The nearest triangle; of several at the same distance the one with the smallest number. Empty for a model
// without triangles.
std::optional<Nearest> nearest(const Placed& model, const Vec3& point, const ProbeOptions& options = {});
// The `count` nearest, by (distance, triangle); fewer if the model has fewer.
std::vector<Nearest> nearest_triangles(const Placed& model, const Vec3& point, std::size_t count,
                                       const ProbeOptions& options = {});

// A closed ball.
struct Ball {
    Vec3 center;
    double radius = 0;  // 0 or more
};

// The triangles that share a point with the region, ascending. A box's corners may be infinite; no half-space
// at all is the whole space. A frustum is 6 half-spaces, a fat ray 5, or 4 if it runs both ways.
std::vector<std::uint32_t> triangles_in(const Placed& model, const Ball& ball,
                                        const ProbeOptions& options = {});
std::vector<std::uint32_t> triangles_in(const Placed& model, const Box& box,
                                        const ProbeOptions& options = {});
std::vector<std::uint32_t> triangles_in(const Placed& model, std::span<const HalfSpace> region,
                                        const ProbeOptions& options = {});

// Where a point is. A mesh has an inside if it is closed: it has triangles, and every edge, compared by
// position, belongs to an even number of triangles that are not degenerate.
enum class Where {
    outside,
    inside,
    boundary,  // on a triangle
    open,      // the mesh is not closed, so that the question has no answer
};

// What counts as inside, where shells lie in or across each other.
enum class InsideRule {
    odd,      // rays from there leave through an odd number of triangles: a shell in a shell is a cavity
    winding,  // the shells wind about the point, whether once or several times: a shell in a shell that is
              // turned the same way is no cavity. Needs edges that are used as often in each direction
};

struct ContainsOptions {
    InsideRule rule = InsideRule::odd;
    Search search = Search::tree;
};

Where contains(const Placed& model, const Vec3& point, const ContainsOptions& options = {});

// How a model, or its surface if it is open, lies in a closed one.
enum class Containment {
    outside,   // no point of it is inside
    inside,    // all of it
    partly,    // some of it, and the surfaces do not touch
    touching,  // the surfaces touch
    open,      // the outer mesh is not closed
};
Containment contains(const Placed& outer, const Placed& inner, const ContainsOptions& options = {});

// Do the solids, surfaces included, share a point? A part wholly inside another does.
enum class SolidOverlap {
    no,
    yes,
    open,  // they do not touch, and a mesh that is not closed leaves it open whether it contains the other
};
SolidOverlap overlap_solid(const Placed& a, const Placed& b, const ContainsOptions& options = {});

// How often the surface winds about the point: the solid angle of all triangles as they are turned, by 4π. A
// whole number about closed meshes that are turned alike, a measure of insideness about others (Jacobson,
// Kavan, Sorkine-Hornung 2013). Rounded: off by 1e-15 times the number of triangles for points that are not
// within 1e-7 of the mesh's size of a triangle; nothing is promised nearer.
double winding_number(const Placed& model, const Vec3& point);

// All pairs of triangles of one mesh that touch although they share no corner by position; the smaller number
// first, ascending.
std::vector<Contact> self_contacts(const Model& model, const ProbeOptions& options = {});

// The same for many, over all cores; answers in the order of the questions.
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
std::vector<Where> contains_many(const Placed& model, std::span<const Vec3> points,
                                 InsideRule rule = InsideRule::odd, const BatchOptions& options = {});

}  // namespace allide
