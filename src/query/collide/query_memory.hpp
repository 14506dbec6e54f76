// The contents of a QueryCache: data that one query stores for the next.
#pragma once

#include <allide/query.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace allide::detail {

// Relative pose and distance lower bound of the last query that found the models separated.
struct LastSeparation {
    std::array<std::uint64_t, 2> shapes;  // ShapeNumber of a and of b
    std::array<double, 9> rotation;       // rotation of b in a's frame
    Vec3 translation;
    double error, gap;  // rounding error bound of the pose; lower bound of the distance
};

struct QueryMemory {
    // The last contact that was found, which the next query tests first.
    std::optional<Contact> last_contact = {};
    // The two triangles that were closest in the last distance query.
    std::optional<Contact> last_closest = {};
    // True if the last search found no contact. `last_leaves` are the two leaves whose triangles touched in
    // the last search that found one.
    bool found_nothing = false;
    std::optional<std::array<std::uint32_t, 2>> last_leaves = {};
    std::optional<LastSeparation> last_separation = {};
    // Data of queries about two convex bodies.
    BodyHint convex_hint = {};
};

struct QueryCacheAccess {
    static QueryMemory& memory(QueryCache& cache) {
        if (cache.memory_ == nullptr) cache.memory_ = std::make_unique<QueryMemory>();
        return *cache.memory_;
    }
};

}  // namespace allide::detail

namespace allide {

// Callers in every namespace find this by argument-dependent lookup.
inline detail::QueryMemory& memory_of(QueryCache& cache) {
    return detail::QueryCacheAccess::memory(cache);
}

}  // namespace allide
