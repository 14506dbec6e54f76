// How close two models come. Both are mapped to the world in exact arithmetic; every number stands between
// two bounds that are certain, and is 0 if and only if the models touch.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace allide {

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

}  // namespace allide
