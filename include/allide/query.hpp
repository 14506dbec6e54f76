// The questions. Both models are mapped to the world in exact arithmetic; a contact is a pair of closed
// triangles that share a point. So each answer is a mathematical fact: the same for every volume, thread
// count and instruction set, and the same with a and b exchanged.
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

// A pair of touching triangles, numbered as in the two meshes.
struct Contact {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    friend auto operator<=>(const Contact&, const Contact&) = default;
};

// What a query did.
struct QueryStats {
    std::uint64_t volume_tests = 0;     // volume against volume
    std::uint64_t mixed_tests = 0;      // volume against triangle
    std::uint64_t triangle_tests = 0;   // triangle against triangle
    std::uint64_t double_tests = 0;     // of these, left undecided by single precision
    std::uint64_t exact_tests = 0;      // of these, decided in whole numbers
    std::uint64_t realignments = 0;     // k-DOPs of B that were put along A's directions
    std::uint64_t multiplications = 0;  // that these took
};

// How candidate pairs are found. The answers are the same.
enum class Search {
    tree,
    brute_force,  // every triangle against every triangle: the twin that tests compare with
};

// Whether a k-DOP of B, once realigned, is kept for the rest of the query. The answers are the same.
enum class RealignCache {
    on,
    off,  // realigned for each test, as in the papers
};

struct CollideOptions {
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;  // for k-DOPs; other volumes are not realigned
};

struct ContactOptions {
    std::size_t limit = std::numeric_limits<std::size_t>::max();  // stop after so many contacts
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;  // for k-DOPs; other volumes are not realigned
};

// Contacts in ascending order of (triangle_a, triangle_b).
struct Contacts {
    std::vector<Contact> pairs;
    bool complete = true;  // false: the limit was reached, and there are more
    QueryStats stats;

    auto begin() const { return pairs.begin(); }
    auto end() const { return pairs.end(); }
    std::size_t size() const { return pairs.size(); }
    bool empty() const { return pairs.empty(); }
};

// A contact, and a point in the world within 1e-12·(largest coordinate) of both triangles; docs/guarantees.md
// says what holds at the two ends of the range of doubles.
struct Witness {
    Contact contact;
    Vec3 point;
};

struct FirstContact {
    std::optional<Witness> witness;  // empty: nothing touches
    QueryStats stats;
};

// What a query remembers for the next one about the same two models, from step to step of a motion, say. It
// saves time where the poses differ little, and changes no answer whatever the poses and models are. For one
// thread at a time.
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

struct BatchOptions {
    unsigned threads = 0;  // at most so many; 0: one a core
    // Called now and then with the number of poses done, never twice at once, from any of the threads.
    std::function<void(std::size_t done)> progress = {};
};

// Do the two touch?
bool collides(const Placed& a, const Placed& b, const CollideOptions& options = {});
bool collides(const Placed& a, const Placed& b, QueryCache& cache, const CollideOptions& options = {});
// The same for b at each of the poses, over all cores; answers in the order of the poses.
std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options = {});
// Any one contact, the pair of triangles alone. The same for each run on the same models.
std::optional<Contact> any_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
// With a cache: the last contact again, if it still is one.
std::optional<Contact> any_contact(const Placed& a, const Placed& b, QueryCache& cache,
                                   const CollideOptions& options = {});
// The same with a point, and what the search took.
FirstContact first_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
FirstContact first_contact(const Placed& a, const Placed& b, QueryCache& cache,
                           const CollideOptions& options = {});
// All contacts, or any `limit` of them.
Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options = {});

// ---- How close two models come. Both are mapped to the world in exact arithmetic; every number stands
// between two bounds that are certain, and is 0 if and only if the models touch.

struct DistanceOptions {
    // How far apart the two bounds may be, relative to the upper one: from 1e-12 to 0.5. Wider is quicker.
    double gap = 1e-12;
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;  // for k-DOPs; other volumes are not realigned
};

// Two triangles, numbered as in the two meshes, and their closest points in the world: the exact ones
// rounded. Where models touch it is one point.
struct ClosestPair {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    Vec3 point_a, point_b;
};

struct Distance {
    double value = std::numeric_limits<double>::infinity();  // = upper; infinite if a model has no triangles
    double lower = std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    std::optional<ClosestPair> closest;  // any closest pair; empty if a model has no triangles
    QueryStats stats;
};

// A pair of triangles and its distance, rounded up: within 1e-12 of the exact one.
struct PairDistance {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    double distance = 0;
};

struct ApproximateOptions {
    // What a pair may be farther apart than the closest: the larger of a length, and a share of the closest
    // pair's distance. Finite and not negative.
    double absolute_error = 0;
    double relative_error = 0;
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;
};

struct ApproximateDistance {
    Distance minimum;
    // All pairs within the error above the minimum, in ascending order of (triangle_a, triangle_b). Where a
    // pair's distance and that of the minimum with the error agree to 1e-12, it may be in or out.
    std::vector<PairDistance> pairs;
};

struct WeakApproximateDistance {
    Distance minimum;
    // As the search met them: each is within the error of the best before it, the last is the minimum.
    std::vector<PairDistance> sequence;
};

struct PairsWithin {
    std::vector<Contact> pairs;  // in ascending order
    QueryStats stats;
};

struct Within {
    bool within = false;
    QueryStats stats;
};

// The distance of the two surfaces.
Distance distance(const Placed& a, const Placed& b, const DistanceOptions& options = {});
// With a cache the last closest pair is looked at first, which makes the next question quicker where the
// poses differ little. The bounds hold in any case; of several closest pairs it may name another.
Distance distance(const Placed& a, const Placed& b, QueryCache& cache, const DistanceOptions& options = {});
// Are they at most this far apart? Exact, and much quicker than the distance where the answer is clear. The
// limit is finite and not negative.
Within distance_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options = {});
// All pairs of triangles at most this far apart. Exact.
PairsWithin pairs_within(const Placed& a, const Placed& b, double limit, const CollideOptions& options = {});
// The minimum, and all pairs of triangles within the error above it (Fünfzig, Fellner 2003).
ApproximateDistance approximate_distance(const Placed& a, const Placed& b, const ApproximateOptions& options);
// What can be had in one pass: a sequence of ever better pairs, up to the error.
WeakApproximateDistance weak_approximate_distance(const Placed& a, const Placed& b,
                                                  const ApproximateOptions& options);

// ---- How deep two solids are in each other, with what is certain about it.

// The depth is the length of the shortest translation of A after which no point is inside both solids. It is
// a number between two bounds, which agree to 1e-9 for convex bodies; for others the true one may be anywhere
// between them, since finding it is as hard as laying out all shapes of one body around the other.
struct Penetration {
    enum class Kind {
        none,    // no point is inside both, or on both surfaces: both bounds are 0
        convex,  // both bodies are convex: the bounds agree to 1e-9 of the upper one, or to 1e-13 of the
                 // largest coordinate, A's offset taken off
        solid,   // closed bodies of any shape
        open,    // a mesh is not closed and has no inside: the lower bound is 0, the upper one parts surfaces
    };
    Kind kind = Kind::none;
    // At least the largest distance from B's surface of a vertex of A that is inside B, or the reverse.
    double lower = 0;
    // A moved by this along the direction has no point inside B; what bounds the two, their convex hulls,
    // barely touches then.
    double upper = 0;
    Vec3 direction{0, 0, 1};  // in the world, of length 1 up to rounding
};

Penetration penetration(const Placed& a, const Placed& b);

// ---- Where two models meet, as curves, and how far one has to be moved until they never touch again.
//
// All of it is about surfaces, mapped to the world exactly. Which contacts belong together and how curves run
// is decided in exact arithmetic; points are rounded.

// Points in the order of the curve, in the world, each within 1e-12·(largest coordinate) of both surfaces.
struct Polyline {
    std::vector<Vec3> points = {};  // a lone one where triangles touch in a point only
    bool closed = false;            // the last is joined to the first, which is not repeated
};

// Contacts that hang together. The common set of two touching triangles is a point, a segment, or, if they
// lie in one plane, a polygon. Two contacts are neighbours if a corner of the one's common set is a corner of
// the other's: the same corner, edge or face of A there meets the same corner, edge or face of B. Corners and
// edges are the same if they are at the same places, whatever their numbers; faces, if they are the same
// triangle. A region is a largest set of contacts in which each is reached from each through neighbours.
struct ContactRegion {
    std::vector<Contact> contacts = {};  // ascending
    // The common segments, joined end to end. Curves end where not exactly two segments meet, so that a
    // curve that branches is several. Each is listed once, though several contacts may share it.
    std::vector<Polyline> curves = {};
    // How many contacts share a polygon of a common plane. Its sides are curves only where other contacts of
    // the region have them in common.
    std::size_t flat = 0;
    // The unit vector along Σ w (n_b − n_a) over the contacts, with n the triangles' unit normals by the
    // order of their corners and w the largest distance of two corners of the common set; where all of these
    // are 0, w = 1. If both models' triangles face outward it leads out of B: moving A along it parts the two
    // where they barely meet. Rounded, a hint and no fact; none where the sum vanishes.
    std::optional<Vec3> normal = {};
};

// All regions, in ascending order of their first contacts.
std::vector<ContactRegion> contact_regions(const Placed& a, const Placed& b);

// How far A is moved along a direction until it never touches B again.
struct Separation {
    // The exact number s is the largest for which A, shifted by s · direction, touches B: shifted by s they
    // touch, shifted by any more they do not. It is 0 also if they touch for no s ≥ 0. Bounds of it:
    double lower = 0;
    double upper = 0;
    std::optional<Contact> last =
        {};  // a pair that touches when shifted by lower … upper; none: no pair does
};

struct SeparationOptions {
    Search search = Search::tree;
};

// The direction is in the world, finite and not zero; s counts in units of its length. lower and upper differ
// by a few units in the last place. Of two closed surfaces moved apart so, neither is then inside the other.
Separation separation_along(const Placed& a, const Placed& b, const Vec3& direction,
                            const SeparationOptions& options = {});

// ---- What is wrong between two parts that share a place: one of five kinds, decided exactly.

// The first that applies counts.
enum class ClashKind {
    duplicate,  // the same set of triangles, by position
    contained,  // all of one is inside the other, which is closed; their surfaces may meet from within. Of an
                // open one some point must be inside
    hard,       // closed parts: a point is inside both. Others: two triangles cross, each running through
                // the other along a segment. Faces that lie on each other from both sides are never hard
    touch,      // the surfaces meet otherwise, or the gap or the depth is at most the touch limit
    clearance,  // they are at most the clearance apart
};

std::string_view name_of(ClashKind kind);

struct ClashLimits {
    double clearance = 0;  // parts so close clash: a length, finite and not negative; 0: only what meets does
    double touch = 0;      // a gap or a depth of at most this is a touch: a length, finite and not negative
};

struct PairClash {
    ClashKind kind = ClashKind::touch;
    double distance = 0;  // rounded up, within 1e-12; 0 unless it is a clearance or a touch with a gap
    // How far one has to be moved until no point is inside both: bounds, see allide/query.hpp. 0 for
    // what only touches.
    double depth = 0, depth_lower = 0;
    // A hard clash whose depth is below 1e-6 of the larger diagonal of the two bounding boxes: turned faces
    // that were flush before their coordinates were rounded look like this.
    bool shallow = false;
    std::uint64_t contacts = 0;  // pairs of triangles that touch
    Vec3 point;                  // where: of both surfaces, of the inner part, or of a that is closest to b
    friend bool operator==(const PairClash&, const PairClash&) = default;
};

// None if there is nothing wrong. What is known about a part is found anew for each call; Scene::clashes
// finds it once.
//
// A part is closed, and has an inside, if every edge belongs to an even number of its triangles that have
// area, those that are there several times counted once. If it is not closed so, walls are left out, as where
// two boxes of a part have a face in common: triangles that are there an even number of times, unless they
// are closed among themselves (those that hang together by edges). The part is closed if it is so without
// them, and walls bound nothing. A wall with a point that is neither inside the part nor on its surface is a
// sheet. A part with sheets keeps its inside, and counts as an open one too: it is hard where a point is
// inside both, and where two triangles cross that bound or are sheets; it is contained only with its sheets.
// Neither the order of corners, triangles and parts nor the way in which triangles are turned matters.
std::optional<PairClash> find_clash(const Placed& a, const Placed& b, const ClashLimits& limits = {});

// ---- Convex bodies asked again and again, and against meshes.

// As in convex.hpp, quicker where the poses differ little from those of the last question.
BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);
BodyDistance distance(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);

// A solid body against the surface of a model: a mesh wholly inside the body touches it, a body wholly inside
// a closed mesh does not.
struct BodyContacts {
    std::vector<std::uint32_t> triangles;  // that share a point with the body, ascending
    std::vector<std::uint32_t> undecided;  // ascending; see BodyVerdict
};
BodyContacts contacts(const PlacedBody& body, const Placed& model);
// The first certain answer: yes if any triangle touches, undecided if none does for certain and some may.
BodyVerdict collides(const PlacedBody& body, const Placed& model);

struct BodyMeshDistance {
    BodyDistance distance;       // point_a is on the body, point_b on the triangle
    std::uint32_t triangle = 0;  // any closest one
};
// Empty if the model has no triangles.
std::optional<BodyMeshDistance> distance(const PlacedBody& body, const Placed& model);

}  // namespace allide
