// Times on a noisy machine: rivals take turns within each round, and medians over the rounds are kept.
#pragma once

#include "support/setting.hpp"

#include <functional>
#include <vector>

#include <time.h>

namespace allide::bench {

// Keeps the compiler from leaving out work whose result nobody reads.
template <typename T>
void keep(const T& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

// This thread's own processor time in seconds: what else the machine does meanwhile does not count.
inline double cpu_now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double seconds_of(const std::function<void()>& work) {
    const double start = cpu_now();
    work();
    return cpu_now() - start;
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

}  // namespace allide::bench
