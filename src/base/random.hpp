// A small random number generator with the same output on every platform, unlike the distributions of
// <random>.
#pragma once

#include <cstdint>

namespace allide::base {

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    // Uniform in [0, 1), a multiple of 2⁻⁵³.
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    // Uniform in 0 … n − 1, up to a bias of n/2⁶⁴.
    std::uint64_t below(std::uint64_t n) { return bits() % n; }

  private:
    std::uint64_t state_;
};

}  // namespace allide::base
