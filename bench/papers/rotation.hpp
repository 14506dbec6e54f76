// Paper 000's benchmark: two equal objects in the cube of size 2, at several distances along x, one of them
// rotating about its own z axis. Queries the first contact without a cache.
#pragma once

#include "papers/engine.hpp"

#include <vector>

namespace allide::bench {

struct RotationSetting {
    int distances = 8;  // centres are 2.2 (i + ½) / distances apart
    int steps = 100;    // per full turn, at each distance
    int rounds = 3;
    Vec3 axis = {0, 0, 1};  // axis of the rotation
};

struct RotationCurve {
    std::vector<double> distance;
    std::vector<double> seconds;          // per query, including its setup
    std::vector<std::uint64_t> touching;  // number of touching steps; must be the same for all engines
    std::vector<double> volume_tests, mixed_tests, triangle_tests;  // per query

    double mean_seconds() const;
    double mean(const std::vector<double>& values) const;
};

double distance_of(const RotationSetting& setting, int i);
Pose pose_of(const RotationSetting& setting, int distance, int step);

// One curve per model; the models are measured alternately.
std::vector<RotationCurve> rotate(const std::vector<Model>& models, const RotationSetting& setting,
                                  const CollideOptions& options = {});

// Totals of queries for all contacts at the same poses. They do not depend on which contact is found first.
struct ContactCounts {
    QueryStats sum;
    std::uint64_t contacts = 0, queries = 0;
    double seconds = 0;

    double a_query(std::uint64_t count) const {
        return static_cast<double>(count) / static_cast<double>(queries);
    }
};
ContactCounts count_all_contacts(const Model& model, const RotationSetting& setting, RealignCache cache);

}  // namespace allide::bench
