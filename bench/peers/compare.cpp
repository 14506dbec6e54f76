#include "peers/compare.hpp"

#include "support/setting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ctime>

#include <sched.h>

namespace allide::bench {

double cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

namespace {

constexpr std::size_t fewest_poses = 3;

// Least duration of a timed round, in seconds: longer than typical interruptions by other programs.
constexpr double shortest_round = 0.004;

struct Round {
    double seconds = 0;  // time to answer all poses once
    std::uint64_t hash = 0;
    std::uint64_t contacts = 0;
    std::vector<double> distances = {};
};

std::uint64_t hash_of(std::size_t pose, std::vector<Contact>& found) {
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::uint64_t hash = 0;
    for (const Contact& c : found) hash += mixed(pose, c.triangle_a, c.triangle_b);
    return hash;
}

// Lists all contacts at each pose. Sorting and hashing of the answers are not timed.
Round list_all(EngineAdapter& engine, const std::vector<Pose>& poses) {
    Round round;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const double start = cpu_seconds();
        std::vector<Contact> found = engine.contacts(poses[i]);
        round.seconds += cpu_seconds() - start;
        round.hash += hash_of(i, found);
        round.contacts += found.size();
    }
    return round;
}

Round query_contact(EngineAdapter& engine, const std::vector<Pose>& poses,
                    bool (EngineAdapter::*ask)(const Pose&)) {
    Round round;
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < poses.size(); ++i)
        if ((engine.*ask)(poses[i])) round.hash += mixed(i, 0, 0);
    round.seconds = cpu_seconds() - start;
    return round;
}

Round measure(EngineAdapter& engine, const std::vector<Pose>& poses) {
    Round round;
    round.distances.reserve(poses.size());
    const double start = cpu_seconds();
    for (const Pose& pose : poses) round.distances.push_back(engine.distance(pose));
    round.seconds = cpu_seconds() - start;
    for (std::size_t i = 0; i < poses.size(); ++i)
        round.hash += mixed(i, std::bit_cast<std::uint64_t>(round.distances[i]), 0);
    return round;
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
    return largest;
}

Round once(EngineAdapter& engine, QueryKind kind, const std::vector<Pose>& poses) {
    switch (kind) {
        case QueryKind::all_contacts:
            return list_all(engine, poses);
        case QueryKind::next_contact:
            return query_contact(engine, poses, &EngineAdapter::still_touches);
        case QueryKind::distance:
            return measure(engine, poses);
        default:
            return query_contact(engine, poses, &EngineAdapter::touches);
    }
}

Round repeated(EngineAdapter& engine, QueryKind kind, const std::vector<Pose>& poses) {
    Round round;
    double total = 0;
    int times = 0;
    do {
        round = once(engine, kind, poses);
        total += round.seconds;
        ++times;
    } while (total < shortest_round);
    round.seconds = total / times;
    return round;
}

// At most `n` poses: the first n / runs poses of each run or, if there are more than `n` runs, the first pose
// of `n` runs. The chosen runs are spread over the list by a step that is coprime to the number of runs,
// starting at two fifths of the list.
std::vector<Pose> sample(const Scenario& scenario, std::size_t n) {
    const std::vector<Pose>& all = scenario.poses;
    const std::size_t runs = all.size() / scenario.run_length;
    const std::size_t of_each = std::clamp<std::size_t>(n / runs, 1, scenario.run_length);
    std::vector<Pose> poses;
    for (std::size_t run = 0; run < std::min(n, runs); ++run)
        for (std::size_t k = 0; k < of_each; ++k)
            poses.push_back(all[(2 * runs / 5 + 151 * run) % runs * scenario.run_length + k]);
    return poses;
}

// The number of poses that can be answered in about `seconds`, estimated from a few poses.
std::size_t affordable(EngineAdapter& engine, const Scenario& scenario, double seconds) {
    // Warm-up: an engine may build data for its first query.
    once(engine, scenario.kind, sample(scenario, 1));
    std::size_t n = 1;
    double seconds_per_query = 0;
    for (;;) {
        const std::vector<Pose> tried = sample(scenario, n);
        seconds_per_query = once(engine, scenario.kind, tried).seconds / static_cast<double>(tried.size());
        if (n >= 16 || seconds_per_query * static_cast<double>(n) > seconds / 8) break;
        n *= 4;
    }
    const double count = std::floor(seconds / std::max(seconds_per_query, 1e-9));
    return static_cast<std::size_t>(
        std::clamp(count, double{fewest_poses}, static_cast<double>(scenario.poses.size())));
}

}  // namespace

Measurement compare(EngineAdapter& ours, EngineAdapter& theirs, const Scenario& scenario,
                    const Budget& budget) {
    Measurement measurement;
    measurement.poses = sample(scenario, affordable(theirs, scenario, budget.seconds));
    std::vector<double> our_times, their_times, ratios;
    // If only a few slow queries fit, more rounds would not make them a better sample.
    const int rounds = measurement.poses.size() <= fewest_poses ? 1 : budget.rounds;
    for (int k = 0; k < rounds; ++k) {
        const Round theirs_now = repeated(theirs, scenario.kind, measurement.poses);
        const Round ours_now = repeated(ours, scenario.kind, measurement.poses);
        their_times.push_back(theirs_now.seconds);
        our_times.push_back(ours_now.seconds);
        ratios.push_back(theirs_now.seconds / ours_now.seconds);
        measurement.our_hash = ours_now.hash;
        measurement.their_hash = theirs_now.hash;
        measurement.contacts = ours_now.contacts;
        if (scenario.kind == QueryKind::distance)
            measurement.difference = largest_difference(ours_now.distances, theirs_now.distances);
    }
    const auto n = static_cast<double>(measurement.poses.size());
    measurement.ours = median(our_times) / n;
    measurement.theirs = median(their_times) / n;
    measurement.ratio = median(ratios);
    measurement.first_ratio = ratios.front();
    measurement.rounds = rounds;
    return measurement;
}

PinnedToCore::PinnedToCore() : before_(sizeof(cpu_set_t)) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return;
    std::memcpy(before_.data(), &set, sizeof set);
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &set);
    sched_setaffinity(0, sizeof set, &set);
}

PinnedToCore::~PinnedToCore() {
    cpu_set_t set;
    std::memcpy(&set, before_.data(), sizeof set);
    sched_setaffinity(0, sizeof set, &set);
}

}  // namespace allide::bench
