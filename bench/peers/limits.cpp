#include "peers/limits.hpp"

#include "peers/compare.hpp"
#include "support/setting.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr int rounds = 5;

// Seconds per query: the median of several rounds.
template <typename Ask>
double timed(std::size_t count, Ask&& ask) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const double start = cpu_seconds();
        for (std::size_t i = 0; i < count; ++i) ask(i);
        times.push_back((cpu_seconds() - start) / static_cast<double>(count));
    }
    return median(times);
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += std::log(value);
    return std::exp(sum / static_cast<double>(values.size()));
}

// Compares the distance query with the query whether the distance is at most a tenth of its value.
void limits(Report& report, const std::vector<Pairing>& pairings) {
    Table table{"limits",
                "The distance query, and the query whether the distance is within a tenth of its value: "
                "microseconds per query.",
                {"scenario", "object", "distance µs", "within µs", "times"}};
    std::vector<double> ratios;
    for (const Pairing& pairing : pairings) {
        const Model a = Model::build(pairing.a).value(), b = Model::build(pairing.b).value();
        for (const Scenario& scenario : pairing.scenarios) {
            if (scenario.kind != QueryKind::distance || scenario.poses.empty()) continue;
            const std::vector<Pose>& poses = scenario.poses;
            std::vector<double> tenths;
            for (const Pose& pose : poses) tenths.push_back(distance(a.at_rest(), b.at(pose)).lower / 10);
            const double whole = timed(
                poses.size(), [&](std::size_t i) { return distance(a.at_rest(), b.at(poses[i])).value; });
            const double limit = timed(poses.size(), [&](std::size_t i) {
                return distance_within(a.at_rest(), b.at(poses[i]), tenths[i]).within;
            });
            ratios.push_back(whole / limit);
            table.add(
                {scenario.name, pairing.object, cell(1e6 * whole), cell(1e6 * limit), cell(whole / limit)});
        }
    }
    report.add(std::move(table));
    report.add_finding(geometric_mean(ratios) >= 10,
                       "deciding whether the distance is within a tenth of its value is at least 10 times as "
                       "fast as computing it",
                       cell(geometric_mean(ratios)));
}

void coherence(Report& report, const std::vector<Pairing>& pairings) {
    Table table{
        "coherence",
        "B rotates about its own z axis next to A, in steps: microseconds per distance, cold and with a "
        "QueryCache that remembers the last closest pair.",
        {"object", "step", "cold µs", "cache µs", "times"}};
    for (const Pairing& pairing : pairings) {
        if (!pairing.of_the_setting) continue;
        const Model model = Model::build(pairing.a).value();
        for (const double step : {1.8, 0.18}) {
            std::vector<Pose> poses;
            for (int j = 0; j < 60; ++j)
                poses.push_back(Pose::rotation({0, 0, 1}, degrees(step * j)).translated({2.2, 0.1, 0}));
            const double cold = timed(poses.size(), [&](std::size_t i) {
                return distance(model.at_rest(), model.at(poses[i])).value;
            });
            QueryCache cache;
            const double warm = timed(poses.size(), [&](std::size_t i) {
                return distance(model.at_rest(), model.at(poses[i]), cache).value;
            });
            table.add({pairing.object, fmt::format("{}°", step), cell(1e6 * cold), cell(1e6 * warm),
                       cell(cold / warm)});
        }
    }
    report.add(std::move(table));
}

}  // namespace

void report_limits(Report& report, const std::vector<Pairing>& pairings) {
    limits(report, pairings);
    coherence(report, pairings);
}

}  // namespace allide::bench
