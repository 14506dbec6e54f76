// Times on a noisy machine: rivals take turns within each round, and medians over the rounds are kept.
#pragma once

#include "support/setting.hpp"

#include <functional>
#include <vector>

namespace allide::bench {

// Keeps the compiler from leaving out work whose result nobody reads.
template <typename T>
void keep(const T& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

inline double seconds_of(const std::function<void()>& work) {
    const double start = now();
    work();
    return now() - start;
}

// The median seconds of each rival, in their order.
inline std::vector<double> interleaved_medians(int rounds, const std::vector<std::function<void()>>& rivals) {
    std::vector<std::vector<double>> times(rivals.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < rivals.size(); ++i) times[i].push_back(seconds_of(rivals[i]));
    std::vector<double> medians;
    for (const auto& of_one : times) medians.push_back(median(of_one));
    return medians;
}

// Seconds of one call of something short: repeated until 20 ms have passed, the best of five such runs.
inline double seconds_of_short(const std::function<void()>& work) {
    double best = 1e300;
    for (int run = 0; run < 5; ++run) {
        std::uint64_t calls = 0;
        const double start = now();
        double passed = 0;
        while (passed < 0.02) {
            work();
            ++calls;
            passed = now() - start;
        }
        best = std::min(best, passed / static_cast<double>(calls));
    }
    return best;
}

}  // namespace allide::bench
