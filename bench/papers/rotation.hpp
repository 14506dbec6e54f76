// Paper 000's benchmark: two equal objects in the cube of size 2, at several distances along x, one of them
// rotating about its own z axis. Queries the first contact without a cache.
#pragma once

#include "papers/engine.hpp"

#include <vector>

namespace allide::bench {

struct RotationSetting {
    int distances = 8;  // number of distances; the i-th is 2.2 (i + ½) / distances
    int steps = 100;    // poses per full turn, at each distance
    int rounds = 3;
    Vec3 axis = {0, 0, 1};  // axis of the rotation
};

struct RotationCurve {
    std::vector<double> distance;
    std::vector<double> seconds;          // mean per query, with its setup; one entry per distance
    std::vector<std::uint64_t> touching;  // steps in contact; must be the same for all engines
    std::vector<double> volume_tests, mixed_tests, triangle_tests;  // means per query

    double mean_seconds() const;
    double mean(const std::vector<double>& values) const;
};

double distance_of(const RotationSetting& setting, int i);
Pose pose_of(const RotationSetting& setting, int distance, int step);

// One curve per model; the models are measured alternately.
std::vector<RotationCurve> rotate(const std::vector<Model>& models, const RotationSetting& setting,
                                  const CollideOptions& options = {});

// Totals of queries for all contacts at the same poses; independent of the order in which contacts are found.
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
