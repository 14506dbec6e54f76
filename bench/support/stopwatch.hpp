// Timing on a noisy machine: the alternatives are measured alternately within each round, and the median over
// all rounds is reported.
#pragma once

#include "support/setting.hpp"

#include <functional>
#include <vector>

#include <time.h>

namespace allide::bench {

// Prevents the compiler from removing work whose result is not used.
template <typename T>
void keep(const T& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

// Processor time of this thread in seconds; other work of the machine is not counted.
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

// Runs the functions alternately in each round. Returns the median seconds of each one, in the given order.
inline std::vector<double> interleaved_medians(int rounds,
                                               const std::vector<std::function<void()>>& functions) {
    std::vector<std::vector<double>> times(functions.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < functions.size(); ++i) times[i].push_back(seconds_of(functions[i]));
    std::vector<double> medians;
    for (const auto& of_one : times) medians.push_back(median(of_one));
    return medians;
}

}  // namespace allide::bench
