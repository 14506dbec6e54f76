// The contents of a QueryCache: what one query remembers for the next.
#pragma once

#include <allide/query.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace allide::detail {

// Relative pose and distance lower bound of the last query that found the models separated.
struct LastSeparation {
    std::array<std::uint64_t, 2> shapes;  // ShapeNumber of both
    std::array<double, 9> rotation;       // rotation of b in a's frame
    Vec3 translation;
    double error, gap;  // the error of the pose, and the lower bound
};

struct QueryMemory {
    // The contact that is tried first.
    std::optional<Contact> last_contact = {};
    // The two triangles that were closest.
    std::optional<Contact> last_closest = {};
    // True if the last search found no contact, and the two nodes where it ended.
    bool found_nothing = false;
    std::optional<std::array<std::uint32_t, 2>> last_leaves = {};
    std::optional<LastSeparation> last_separation = {};
    // The same about two convex bodies.
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

// Found by argument-dependent lookup.
inline detail::QueryMemory& memory_of(QueryCache& cache) {
    return detail::QueryCacheAccess::memory(cache);
}

}  // namespace allide
