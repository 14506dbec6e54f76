// Plain value types for the oracles, so that they do not depend on the library that they check.
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace oracle {

using Point = std::array<double, 3>;
using Triangle = std::array<Point, 3>;
using Matrix = std::array<double, 12>;  // row-major [R|t]

inline constexpr Matrix identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// Seeded random numbers that are the same on every machine, which <random>'s distributions do not guarantee.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t below(std::uint64_t n) { return engine_() % n; }
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    // Uniform in [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }

  private:
    std::mt19937_64 engine_;
};

}  // namespace oracle
