// Lets one source serve the GPU and its emulation on the CPU: arithmetic with the same rounding on both, and
// warps whose lanes are threads on the GPU and a loop on the CPU.
//
// The kernels are functions of a Warp. The work of a single lane is a lambda that is passed to `each`; values
// that a lane keeps between two such steps are PerLane. nvcc compiles with -fmad=false, so that a
// multiply-add is fused only where fused() says so, and both machines compute the same bits.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define ALLIDE_GPU_CODE __device__ __forceinline__
// For code that is rarely called: not inlined, it takes no registers from the code around it.
#define ALLIDE_GPU_RARE_CODE static __device__ __noinline__
#else
#define ALLIDE_GPU_CODE inline
#define ALLIDE_GPU_RARE_CODE inline
#include "base/to_float.hpp"

#include <bit>
#include <cmath>
#endif

namespace allide::gpu {

inline constexpr int warp_width = 32;

#if defined(__CUDACC__)

ALLIDE_GPU_CODE float fused(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
}
ALLIDE_GPU_CODE double fused(double a, double b, double c) {
    return __fma_rn(a, b, c);
}
ALLIDE_GPU_CODE float magnitude(float x) {
    return fabsf(x);
}
ALLIDE_GPU_CODE double magnitude(double x) {
    return fabs(x);
}
ALLIDE_GPU_CODE float smaller(float x, float y) {
    return fminf(x, y);
}
ALLIDE_GPU_CODE float larger(float x, float y) {
    return fmaxf(x, y);
}
ALLIDE_GPU_CODE double smaller(double x, double y) {
    return fmin(x, y);
}
ALLIDE_GPU_CODE double larger(double x, double y) {
    return fmax(x, y);
}
ALLIDE_GPU_CODE float root(float x) {
    return __fsqrt_rn(x);
}
ALLIDE_GPU_CODE double root(double x) {
    return __dsqrt_rn(x);
}
ALLIDE_GPU_CODE float quotient(float x, float y) {
    return __fdiv_rn(x, y);
}
ALLIDE_GPU_CODE double quotient(double x, double y) {
    return __ddiv_rn(x, y);
}
ALLIDE_GPU_CODE float to_float(double x) {
    return __double2float_rn(x);
}
ALLIDE_GPU_CODE float float_of_bits(std::uint32_t bits) {
    return __uint_as_float(bits);
}
ALLIDE_GPU_CODE std::uint32_t bits_of_float(float x) {
    return __float_as_uint(x);
}
ALLIDE_GPU_CODE int count_bits(std::uint32_t bits) {
    return __popc(bits);
}
// Returns the position of the lowest bit that is set. Requires that one is.
ALLIDE_GPU_CODE std::uint32_t lowest_bit(std::uint32_t bits) {
    return static_cast<std::uint32_t>(__ffs(static_cast<int>(bits)) - 1);
}
// Returns 2²³ + the given byte of a word; byte 0 is the lowest.
template <int byte>
ALLIDE_GPU_CODE float biased_byte(std::uint32_t word) {
    return __uint_as_float(__byte_perm(word, 0x4B000000u, 0x7540 | byte));
}
ALLIDE_GPU_CODE std::uint32_t add_atomically(std::uint32_t* counter, std::uint32_t amount) {
    return atomicAdd(counter, amount);
}

// Reads a record with the widest loads, through the cache for constant data. No kernel may change the record
// while this one runs.
template <typename T>
ALLIDE_GPU_CODE T loaded(const T* from) {
    static_assert(sizeof(T) % sizeof(uint4) == 0 && alignof(T) % alignof(uint4) == 0);
    T value;
#pragma unroll
    for (unsigned i = 0; i < sizeof(T) / sizeof(uint4); ++i)
        reinterpret_cast<uint4*>(&value)[i] = __ldg(reinterpret_cast<const uint4*>(from) + i);
    return value;
}

template <typename T>
struct PerLane {
    T value;
    ALLIDE_GPU_CODE T& operator[](int) { return value; }
};

class Warp {
  public:
    ALLIDE_GPU_CODE Warp() : lane_(static_cast<int>(threadIdx.x) % warp_width) {}
    // Calls step(lane) for every lane. Afterwards, all lanes see what any of them wrote to shared memory.
    template <typename Step>
    ALLIDE_GPU_CODE void each(Step&& step) const {
        step(lane_);
        __syncwarp();
    }
    // Returns the results of test(lane) for all lanes, one bit per lane.
    template <typename Test>
    ALLIDE_GPU_CODE std::uint32_t ballot(Test&& test) const {
        return __ballot_sync(0xffffffffu, test(lane_));
    }
    // Returns the bitwise or of the values of all lanes.
    template <typename Value>
    ALLIDE_GPU_CODE std::uint32_t joined(Value&& value) const {
        return __reduce_or_sync(0xffffffffu, value(lane_));
    }
    // Returns the smallest of all lanes' values. Requires that none is negative or NaN.
    template <typename Value>
    ALLIDE_GPU_CODE float smallest(Value&& value) const {
        return __uint_as_float(__reduce_min_sync(0xffffffffu, __float_as_uint(value(lane_))));
    }
    // Calls the action once and returns its result to all lanes.
    template <typename Action>
    ALLIDE_GPU_CODE std::uint32_t once(Action&& action) const {
        std::uint32_t value = 0;
        if (lane_ == 0) value = action();
        return __shfl_sync(0xffffffffu, value, 0);
    }

  private:
    int lane_;
};

#else

ALLIDE_GPU_CODE float fused(float a, float b, float c) {
    return std::fma(a, b, c);
}
ALLIDE_GPU_CODE double fused(double a, double b, double c) {
    return std::fma(a, b, c);
}
ALLIDE_GPU_CODE float magnitude(float x) {
    return std::abs(x);
}
ALLIDE_GPU_CODE double magnitude(double x) {
    return std::abs(x);
}
ALLIDE_GPU_CODE float smaller(float x, float y) {
    return std::fmin(x, y);
}
ALLIDE_GPU_CODE float larger(float x, float y) {
    return std::fmax(x, y);
}
ALLIDE_GPU_CODE double smaller(double x, double y) {
    return std::fmin(x, y);
}
ALLIDE_GPU_CODE double larger(double x, double y) {
    return std::fmax(x, y);
}
ALLIDE_GPU_CODE float root(float x) {
    return std::sqrt(x);
}
ALLIDE_GPU_CODE double root(double x) {
    return std::sqrt(x);
}
ALLIDE_GPU_CODE float quotient(float x, float y) {
    return x / y;
}
ALLIDE_GPU_CODE double quotient(double x, double y) {
    return x / y;
}
ALLIDE_GPU_CODE float to_float(double x) {
    return base::to_float(x);
}
ALLIDE_GPU_CODE float float_of_bits(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}
ALLIDE_GPU_CODE std::uint32_t bits_of_float(float x) {
    return std::bit_cast<std::uint32_t>(x);
}
ALLIDE_GPU_CODE int count_bits(std::uint32_t bits) {
    return std::popcount(bits);
}
ALLIDE_GPU_CODE std::uint32_t lowest_bit(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
}
template <int byte>
ALLIDE_GPU_CODE float biased_byte(std::uint32_t word) {
    return float_of_bits(0x4B000000u | (word >> (8 * byte) & 0xff));
}
template <typename T>
ALLIDE_GPU_CODE T loaded(const T* from) {
    return *from;
}
// The emulation runs on one thread, so plain addition is atomic.
ALLIDE_GPU_CODE std::uint32_t add_atomically(std::uint32_t* counter, std::uint32_t amount) {
    const std::uint32_t before = *counter;
    *counter += amount;
    return before;
}

template <typename T>
struct PerLane {
    T values[warp_width];
    T& operator[](int lane) { return values[lane]; }
};

class Warp {
  public:
    template <typename Step>
    void each(Step&& step) const {
        for (int lane = 0; lane < warp_width; ++lane) step(lane);
    }
    template <typename Test>
    std::uint32_t ballot(Test&& test) const {
        std::uint32_t bits = 0;
        for (int lane = 0; lane < warp_width; ++lane) bits |= (test(lane) ? 1u : 0u) << lane;
        return bits;
    }
    template <typename Value>
    std::uint32_t joined(Value&& value) const {
        std::uint32_t bits = 0;
        for (int lane = 0; lane < warp_width; ++lane) bits |= value(lane);
        return bits;
    }
    template <typename Value>
    float smallest(Value&& value) const {
        float least = value(0);
        for (int lane = 1; lane < warp_width; ++lane) least = std::fmin(least, value(lane));
        return least;
    }
    template <typename Action>
    std::uint32_t once(Action&& action) const {
        return action();
    }
};

#endif

// A mask of the lanes before `lane`.
ALLIDE_GPU_CODE std::uint32_t lanes_before(int lane) {
    return (1u << lane) - 1;
}

// A mask of the lanes after `lane`.
ALLIDE_GPU_CODE std::uint32_t lanes_after(int lane) {
    return ~lanes_before(lane) & ~(1u << lane);
}

// For values from 0 to 4, one per lane: their bits in all lanes, from which sums over lanes are counted.
struct SmallCounts {
    std::uint32_t ones, twos, fours;

    // The sum of the values of the lanes in the mask.
    ALLIDE_GPU_CODE std::uint32_t sum(std::uint32_t lanes) const {
        return static_cast<std::uint32_t>(count_bits(ones & lanes) + 2 * count_bits(twos & lanes) +
                                          4 * count_bits(fours & lanes));
    }
};
template <typename Value>
ALLIDE_GPU_CODE SmallCounts small_counts(const Warp& warp, Value&& value) {
    SmallCounts counts;
    counts.ones = warp.ballot([&](int lane) { return (value(lane) & 1) != 0; });
    counts.twos = warp.ballot([&](int lane) { return (value(lane) & 2) != 0; });
    counts.fours = warp.ballot([&](int lane) { return (value(lane) & 4) != 0; });
    return counts;
}

}  // namespace allide::gpu
