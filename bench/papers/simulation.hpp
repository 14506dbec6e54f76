// A body that falls, tumbles and bounces: enough dynamics to lead a collision detector through real
// situations.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <functional>

namespace allide::bench {

struct Fall {
    int steps = 1000;
    double step = 0.01;  // of time
    Vec3 start;
    Vec3 velocity = {}, spin = {};             // at the start; spin in radians a unit of time
    std::function<Vec3(const Vec3&)> gravity;  // at a place
    double inertia = 0.4;                      // of the unit mass, about every axis
    double bounce = 0.4;                       // part of the speed of approach that is given back
};

// What all queries together did.
struct FallCounts {
    std::uint64_t steps = 0, contacts = 0, steps_in_contact = 0;
    QueryStats stats;
    double query_seconds = 0;
};

// At each step all contacts are asked for, and each that approaches gets an impulse. `body` must be centred.
FallCounts simulate(const Model& body, const Model& ground, const Fall& fall);

}  // namespace allide::bench
