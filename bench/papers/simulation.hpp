// A body that falls, tumbles and bounces: simple dynamics that produce realistic queries for a collision
// detector.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <functional>

namespace allide::bench {

struct Fall {
    int steps = 1000;
    double step = 0.01;  // time from one query to the next
    Vec3 start;
    Vec3 velocity = {}, spin = {};             // at the start; spin in radians per unit of time
    std::function<Vec3(const Vec3&)> gravity;  // acceleration as a function of the position
    double inertia = 0.4;                      // moment of inertia about every axis, for unit mass
    double bounce = 0.4;                       // coefficient of restitution
};

// Totals over all queries.
struct FallCounts {
    std::uint64_t steps = 0, contacts = 0, steps_in_contact = 0;
    QueryStats stats;
    double query_seconds = 0;
};

// In each step, queries all contacts and applies an impulse at each contact where the bodies approach each
// other. `body` must be centred at the origin.
FallCounts simulate(const Model& body, const Model& ground, const Fall& fall);

}  // namespace allide::bench
