// Queries about two models: do they touch and where, how close are they, how deep, and how do they clash?
//
// Each model is placed in the world by a pose, in exact arithmetic. A contact is a pair of closed triangles,
// one of each model, that share a point. An answer is therefore a mathematical fact: it is the same for every
// bounding volume, thread count and instruction set, and does not depend on which model is a and which is b.
//
// Contents, in this order:
//   1. contacts                 collides, any_contact, first_contact, witness_of, contacts, collides_many
//   2. distance                 distance, distance_within, pairs_within, approximate_distance
//   3. penetration              penetration, separation_along
//   4. contact regions          contact_regions
//   5. clash of two parts       find_clash, interference
//   6. convex bodies            overlap_solid, distance, contacts, collides
//
// Queries may run at once in any number of threads. A caller's mistake (a limit that is negative or not
// finite, a triangle number that is too large) throws PreconditionError.
#pragma once

#include <allide/convex.hpp>
#include <allide/model.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct QueryCacheAccess;
struct QueryMemory;
}  // namespace detail

// ---- Shared by all queries ----

// How candidate pairs of triangles are found. The choice affects the speed of a query, not its answer.
enum class Search {
    // Descends the two bounding volume trees.
    tree,
    // Tests every triangle of a against every triangle of b. Slow; tests compare other methods with it.
    brute_force,
};

// Selects whether a query keeps the k-DOPs of b that it has realigned (enclosed in k-DOPs along a's axes) for
// later overlap tests. The choice changes no answer; models with other bounding volumes ignore it.
enum class RealignCache {
    // Keeps each realigned k-DOP until the query ends.
    on,
    // Realigns a k-DOP anew for each overlap test, as the published methods do (docs/papers.md).
    off,
};

// Work done by a query.
struct QueryStats {
    // The number of overlap tests between two bounding volumes.
    std::uint64_t volume_tests = 0;
    // The number of overlap tests between a bounding volume and a triangle.
    std::uint64_t mixed_tests = 0;
    // The number of triangle pairs tested.
    std::uint64_t triangle_tests = 0;
    // The number of triangle pairs that single precision could not decide.
    std::uint64_t double_tests = 0;
    // The number of triangle pairs that double precision could not decide.
    std::uint64_t exact_tests = 0;
    // The number of k-DOPs of b that were realigned to a's axes.
    std::uint64_t realignments = 0;
    // The number of multiplications spent on realignments.
    std::uint64_t multiplications = 0;
};

// One triangle of each model, by its number in the mesh. The triangles that a contact query returns touch.
struct Contact {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    friend auto operator<=>(const Contact&, const Contact&) = default;
};

// Remembers results for the next query about the same two models, such as the next step of a motion. It
// saves time where the poses differ little. Any cache may be passed with any models and poses: it changes no
// answer. A cache is for one thread at a time.
class QueryCache {
  public:
    QueryCache();
    QueryCache(QueryCache&&) noexcept;
    QueryCache& operator=(QueryCache&&) noexcept;
    QueryCache(const QueryCache&) = delete;
    QueryCache& operator=(const QueryCache&) = delete;
    ~QueryCache();

  private:
    friend struct detail::QueryCacheAccess;
    std::unique_ptr<detail::QueryMemory> memory_;  // null until the first query, and after a move
};

// ---- 1. Contacts ----

// Options of collides, any_contact, first_contact and queries with a distance limit.
struct CollideOptions {
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // Caching of realigned k-DOPs; on by default. It does not change the answers.
    RealignCache realign_cache = RealignCache::on;
};

// True if the surfaces touch.
bool collides(const Placed& a, const Placed& b, const CollideOptions& options = {});
bool collides(const Placed& a, const Placed& b, QueryCache& cache, const CollideOptions& options = {});

// Any one contact; empty if there is none. Which one is found is the same in each run on the same models.
// With a cache, the contact that the previous call returned is returned again if its triangles still touch.
std::optional<Contact> any_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
std::optional<Contact> any_contact(const Placed& a, const Placed& b, QueryCache& cache,
                                   const CollideOptions& options = {});

// A contact, and a point in the world within 1e-12·(largest coordinate) of both triangles. For coordinates
// near the largest or the smallest doubles see docs/guarantees.md.
struct Witness {
    Contact contact;
    Vec3 point;
};
// The result of first_contact.
struct FirstContact {
    // A point of the contact. Empty if the surfaces do not touch.
    std::optional<Witness> witness;
    QueryStats stats;
};
// Like any_contact, with a witness point and statistics.
FirstContact first_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
FirstContact first_contact(const Placed& a, const Placed& b, QueryCache& cache,
                           const CollideOptions& options = {});

// The witness of a contact that is already known, such as one that contacts() has listed; no search is made.
// Throws PreconditionError if the models have no such triangles, or if these do not touch.
Witness witness_of(const Placed& a, const Placed& b, const Contact& contact);

// Options of contacts.
struct ContactOptions {
    // The search stops after this many contacts. At least 0; there is no limit by default.
    std::size_t limit = std::numeric_limits<std::size_t>::max();
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // Caching of realigned k-DOPs; on by default. It does not change the answers.
    RealignCache realign_cache = RealignCache::on;
};

// Contacts in ascending order of (triangle_a, triangle_b).
struct Contacts {
    std::vector<Contact> pairs;
    // False if the limit was reached, so that there may be further contacts.
    bool complete = true;
    QueryStats stats;

    auto begin() const { return pairs.begin(); }
    auto end() const { return pairs.end(); }
    std::size_t size() const { return pairs.size(); }
    bool empty() const { return pairs.empty(); }
};
// All contacts; if there are more than `limit`, any `limit` of them.
Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options = {});

// Options of all batch queries.
struct BatchOptions {
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // Called repeatedly with the number of answered queries, from any thread but never concurrently. None by
    // default.
    std::function<void(std::size_t done)> progress = {};
};
// collides(a, b) for b at each of the poses, in parallel. The answers are in the order of the poses.
std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options = {});

// ---- 2. Distance ----
//
// Every distance comes with certified bounds, and is 0 if and only if the surfaces touch.

// Options of distance.
struct DistanceOptions {
    // The largest allowed value of (upper − lower) / upper for the returned bounds: from 1e-12, the default,
    // to 0.5. A larger gap makes the query faster.
    double gap = 1e-12;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // Caching of realigned k-DOPs; on by default. It does not change the answers.
    RealignCache realign_cache = RealignCache::on;
};

// Two triangles, by their numbers in the two meshes, and their closest points in the world: the exact points,
// rounded. If the triangles touch, both points are the same.
struct ClosestPair {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    Vec3 point_a, point_b;
};

// The distance of two models: infinite if a model has no triangles, and 0 if and only if the models touch.
struct Distance {
    // The best estimate of the distance, between `lower` and `upper`.
    double value = std::numeric_limits<double>::infinity();
    // A lower bound of the exact distance.
    double lower = std::numeric_limits<double>::infinity();
    // An upper bound of the exact distance.
    double upper = std::numeric_limits<double>::infinity();
    // One closest pair of triangles. Empty if a model has no triangles.
    std::optional<ClosestPair> closest;
    QueryStats stats;
};

// The distance between the two surfaces.
Distance distance(const Placed& a, const Placed& b, const DistanceOptions& options = {});
// With a cache, the last closest pair is measured first, which is faster where the poses differ little. The
// bounds hold in any case; among several closest pairs another one may be returned.
Distance distance(const Placed& a, const Placed& b, QueryCache& cache, const DistanceOptions& options = {});

// The result of distance_within.
struct Within {
    bool within = false;
    QueryStats stats;
};
// Is the distance at most `limit`? Decided exactly, and much faster than distance() where the answer is
// obvious. The limit is a length, finite and not negative.
Within distance_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options = {});

// The result of pairs_within.
struct PairsWithin {
    // The pairs in ascending order.
    std::vector<Contact> pairs;
    QueryStats stats;
};
// All pairs of triangles whose distance is at most `limit`. Decided exactly.
PairsWithin pairs_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options = {});

// Options of approximate distance queries.
struct ApproximateOptions {
    // A pair is returned if its distance is at most m + absolute_error or m · (1 + relative_error), where m
    // is the minimum distance. A length, finite and not negative; 0 by default.
    double absolute_error = 0;
    // The relative error in the condition above, finite and not negative; 0 by default.
    double relative_error = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // Caching of realigned k-DOPs; on by default. It does not change the answers.
    RealignCache realign_cache = RealignCache::on;
};

// A pair of triangles and an upper bound of their distance, whose relative error is at most 1e-12.
struct PairDistance {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    double distance = 0;
};

struct ApproximateDistance {
    Distance minimum;
    // All pairs that satisfy the condition in ApproximateOptions, in ascending order of (triangle_a,
    // triangle_b). A pair whose distance equals the limit within a relative 1e-12 may be missing.
    std::vector<PairDistance> pairs;
};
// The minimum distance, and all pairs of triangles within the given errors of it (Fünfzig, Fellner 2003).
ApproximateDistance approximate_distance(const Placed& a, const Placed& b, const ApproximateOptions& options);

struct WeakApproximateDistance {
    Distance minimum;
    // Pairs in the order in which the search found them. Each one is within the given errors of the smallest
    // distance found before it; the last one has the minimum distance.
    std::vector<PairDistance> sequence;
};
// The same in one pass: a pair is listed if it is within the errors of the smallest distance known by then.
WeakApproximateDistance weak_approximate_distance(const Placed& a, const Placed& b,
                                                  const ApproximateOptions& options);

// ---- 3. Penetration and separation ----

// The penetration depth is the length of the shortest translation of A after which no point is inside both
// solids. It comes as two bounds. For convex bodies they agree to 1e-9. For others they may be far apart,
// since the exact depth needs the Minkowski sum of the two bodies, which is much larger than either.
struct Penetration {
    // The kind of bodies on which the bounds are based.
    enum class Kind {
        // No point is inside both solids or on both surfaces. The bounds are 0.
        none,
        // Both bodies are convex. The bounds differ by at most 1e-9 of the upper one or 1e-13 of the largest
        // coordinate relative to A's position, whichever is larger.
        convex,
        // Both bodies are closed; they may have any shape.
        solid,
        // A mesh is not closed and has no inside. The lower bound is 0; the upper one separates the surfaces.
        open,
    };
    Kind kind = Kind::none;
    // A lower bound of the depth. For solids, it comes from the depths of vertices of one body in the other.
    double lower = 0;
    // After a translation of A by `upper` along `direction`, no point of A is inside B: the convex hulls of A
    // and B then just touch. Infinite only if this length exceeds the largest double.
    double upper = 0;
    // The direction in the world, of length 1 up to rounding.
    Vec3 direction{0, 0, 1};
};
Penetration penetration(const Placed& a, const Placed& b);

// The distance by which A must be moved along a direction so that it touches B neither there nor farther on.
struct Separation {
    // Bounds of s, the largest number for which A, shifted by s · direction, touches B: shifted by s they
    // touch, shifted by more they do not. 0 if they touch for no s ≥ 0.
    double lower = 0;
    double upper = 0;
    // A pair of triangles that touches at s. Empty if the models touch for no s ≥ 0.
    std::optional<Contact> last = {};
};
// Options of separation_along.
struct SeparationOptions {
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};
// The direction is in the world, finite and not zero; s is in units of its length. The bounds differ by a few
// units in the last place. Two closed surfaces separated like this do not contain each other.
Separation separation_along(const Placed& a, const Placed& b, const Vec3& direction,
                            const SeparationOptions& options = {});

// ---- 4. Contact regions ----
//
// Where two surfaces meet, as connected regions and curves. Which contacts are connected, and how curves run,
// is decided in exact arithmetic; the points are rounded.

// A curve in the world. Each point is within 1e-12·(largest coordinate) of both surfaces.
struct Polyline {
    // The points in the order of the curve. A curve of one point means that triangles touch in that point.
    std::vector<Vec3> points = {};
    // True if the last point is connected to the first, which is not repeated.
    bool closed = false;
};

// A region of connected contacts.
//
// Two touching triangles intersect in a point, a segment or, if they are coplanar, a polygon. Two contacts
// are neighbours if a corner of one intersection is also a corner of the other: there, the same vertex, edge
// or face of A meets the same vertex, edge or face of B. Vertices, edges and faces are the same if they are
// at the same positions, whatever their numbers. A region is a maximal set of contacts that are connected
// through neighbours.
struct ContactRegion {
    // The contacts of the region, in ascending order.
    std::vector<Contact> contacts = {};
    // The intersection segments, joined end to end. A curve ends where one segment ends or more than two
    // meet: a branching curve is split. A segment that several contacts share is listed once.
    std::vector<Polyline> curves = {};
    // The number of contacts that intersect in a polygon. A polygon's sides are part of a curve only where
    // other contacts of the region intersect in them.
    std::size_t flat = 0;
    // The unit vector along Σ w (n_b − n_a) over the contacts. n_a and n_b are the triangles' unit normals by
    // the order of their corners; w is the diameter of the intersection, or 1 if all intersections are
    // points. If all triangles face outward it points out of B: moving A along it separates the two where
    // they barely touch. Rounded, and only a hint. Empty if the sum is zero.
    std::optional<Vec3> normal = {};
};

// All regions, in ascending order of their first contacts.
std::vector<ContactRegion> contact_regions(const Placed& a, const Placed& b);

// ---- 5. Clash of two parts ----

// The kind of a clash, decided exactly. If several kinds apply, the first one in this list is reported.
enum class ClashKind {
    // Both parts are the same set of triangles, compared by position.
    duplicate,
    // All of one part is inside the other, which is closed; the surfaces may touch from within. An open part
    // is contained only if it has a point that is inside, not on the surface.
    contained,
    // For closed parts: some point is inside both. For other parts: two triangles cross, each passing through
    // the other along a segment. Faces that overlap from opposite sides are never hard.
    hard,
    // The surfaces meet in another way, or the gap or the depth is at most ClashLimits::touch, or the depth
    // is at most ClashLimits::sag.
    touch,
    // The distance is at most the clearance.
    clearance,
};
std::string_view name_of(ClashKind kind);

// The limits of a clash.
struct ClashLimits {
    // Parts at most this far apart clash. A length, finite and not negative; 0, the default, means contact
    // only.
    double clearance = 0;
    // A gap or a depth (PairClash::depth) of at most this is a touch. A length, finite and not negative; 0 by
    // default.
    double touch = 0;
    // The sag of both parts together: how far their triangles are from the curved surfaces that they
    // approximate. A hard clash no deeper than this is a touch. A length, finite and not negative; 0 by
    // default.
    double sag = 0;
    // The largest width of the bounds of a depth, relative to the upper one, from 1e-3 to 0.5; 0.1 by
    // default. Bounds no wider than a tenth of the sag are accepted, too.
    double depth_error = 0.1;
};

// Bounds of the local interference depth: how deep the surface of either part reaches into the other part.
// For a point of one surface inside the other part, the depth is its distance from the other part's surface;
// the largest depth of all such points counts. If one part is open, only its own points count, since nothing
// lies inside it. The bounds differ by at most ClashLimits::depth_error of the upper one, a tenth of the sag,
// or 2⁻⁴⁰ of the largest coordinate, whichever is largest. They may differ by more if the search stops at its
// limit of 100,000 pieces of surface.
struct LocalDepth {
    // The bounds of the exact depth.
    double lower = 0, upper = 0;
    // A point of the clash; where `lower` is positive, a point inside one part, at least `lower` from its
    // surface, and within rounding on the other part's surface.
    Vec3 point = {};
    friend bool operator==(const LocalDepth&, const LocalDepth&) = default;
};

// The volume of the intersection of two closed parts.
struct CommonVolume {
    // The bounds of the exact volume.
    double lower = 0, upper = 0;
    // The common volume divided by the volume of the smaller part, rounded.
    double fraction = 0;
    friend bool operator==(const CommonVolume&, const CommonVolume&) = default;
};

// The clash of two parts.
struct PairClash {
    ClashKind kind = ClashKind::touch;
    // The kind of the triangles as given, without ClashLimits::sag.
    ClashKind exact_kind = ClashKind::touch;
    // True if this is a touch only because the depth is at most ClashLimits::sag.
    bool within_facets = false;
    // The distance between the parts, rounded up with a relative error of at most 1e-12. Set if the kind is
    // clearance, or if it is touch although there is a gap. Otherwise 0.
    double distance = 0;
    // The depth; 0 for parts that only touch or are apart. Empty if both parts are open.
    std::optional<LocalDepth> depth = {};
    // The volume of the intersection; 0 for parts that only touch or are apart. Empty unless both parts are
    // closed.
    std::optional<CommonVolume> volume = {};
    // The area in which coplanar faces of the parts overlap, rounded.
    double contact_area = 0;
    // A translation of a that separates the parts: its length, `upper` of `penetration` in section 3, and its
    // direction, of length 1 up to rounding. 0 and empty for parts that only touch.
    double separation = 0;
    std::optional<Vec3> separation_direction = {};
    // True for a hard clash whose depth is below 1e-6 of the larger diagonal of the two bounding boxes. Faces
    // that were flush until their coordinates were rounded clash like this.
    bool shallow = false;
    // The number of triangle pairs that touch.
    std::uint64_t contacts = 0;
    // A point on both surfaces. If they do not touch: a point of the contained part, or a's point closest to
    // b.
    Vec3 point;
    friend bool operator==(const PairClash&, const PairClash&) = default;
};

// The clash between two parts; empty if there is none.
//
// A part is closed, and so has an inside, if every edge belongs to an even number of its triangles. Triangles
// without area do not count, and repeated triangles count once.
//
// A part that is not closed in this sense may become closed when its walls are left out. A wall is a triangle
// that the part lists an even number of times, such as the common face of two boxes in one part. Repeated
// triangles that form a closed surface among themselves, connected by edges, are not walls. A part that is
// closed without its walls counts as closed, and its walls bound nothing.
//
// A wall with a point outside the part is a sheet. A part with sheets keeps its inside, but also counts as an
// open part. It clashes hard where a point is inside both parts, and where two triangles cross that are
// sheets or bound a part. It is contained only together with its sheets.
//
// The result depends neither on the order of corners, triangles and parts nor on the orientation of
// triangles.
//
// The analysis of a part's surface is cached with its model when a pair first needs it, and lives as long as
// the model. Scene::clashes frees it after the last pair.
std::optional<PairClash> find_clash(const Placed& a, const Placed& b, const ClashLimits& limits = {});

// The options of `interference`.
struct InterferenceOptions {
    // The largest width of the bounds of the depth, relative to the upper one, from 1e-3 to 0.5.
    double depth_error = 0.1;
};

// How much two parts overlap.
struct Interference {
    // The local interference depth; 0 for parts that do not overlap. Empty if both parts are open.
    std::optional<LocalDepth> depth = {};
    // The volume of the intersection. Empty unless both parts are closed.
    std::optional<CommonVolume> volume = {};
};

// The depth and the volume of the overlap of two parts, as find_clash reports them, without a kind.
Interference interference(const Placed& a, const Placed& b, const InterferenceOptions& options = {});

// ---- 6. Convex bodies, repeatedly and against meshes ----

// As in convex.hpp, and faster where the poses differ little from those of the last query.
BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);
BodyDistance distance(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);

// Contacts between a solid body and the surface of a model. A mesh entirely inside the body touches it; a
// body entirely inside a closed mesh does not touch the mesh.
struct BodyContacts {
    // The triangles that certainly share a point with the body, in ascending order.
    std::vector<std::uint32_t> triangles;
    // The triangles for which this is undecided (see BodyVerdict), in ascending order.
    std::vector<std::uint32_t> undecided;
};
BodyContacts contacts(const PlacedBody& body, const Placed& model);
// Stops at the first certain contact: yes if a triangle certainly touches the body, undecided if none
// certainly does but some may, else no.
BodyVerdict collides(const PlacedBody& body, const Placed& model);

// The distance between a convex body and a mesh.
struct BodyMeshDistance {
    // The distance; point_a is on the body and point_b on the triangle.
    BodyDistance distance;
    // The number of one closest triangle.
    std::uint32_t triangle = 0;
};
// Empty if the model has no triangles.
std::optional<BodyMeshDistance> distance(const PlacedBody& body, const Placed& model);

}  // namespace allide
