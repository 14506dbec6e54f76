// The exact verdict on two triangles, in four stages: float, double, double-double, exact integers.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/triangle.hpp"
#include "kernel/triangle/triangle_filter.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace allide::kernel {

struct PairCounters {
    std::uint64_t triangle_tests = 0;
    std::uint64_t double_tests = 0;  // pairs that single precision left undecided
    std::uint64_t exact_tests = 0;   // pairs that all floating-point stages left undecided
};

// Constructed once per query from the two poses, and used by one thread. Triangles are given in their
// own model's coordinates.
class PairTester {
  public:
    PairTester(const Pose& pose_a, const Pose& pose_b);

    // True if the closed triangles share a point.
    bool touch(const Triangle& a, const Triangle& b, PairCounters& counters) const;
    // The same without the floating-point stages.
    bool touch_exact(const Triangle& a, const Triangle& b) const;
    // A common point of two triangles that touch, in the world: the exact point, rounded.
    Vec3 witness_point(const Triangle& a, const Triangle& b) const;

    const RelativePose& b_in_a() const { return b_in_a_; }
    const Pose& pose_a() const { return pose_a_; }
    const Pose& pose_b() const { return pose_b_; }

  private:
    RelativePose b_in_a_;
    Pose pose_a_, pose_b_;
    // Exact maps for touch_exact() only: they preserve contacts but not positions in the world. With equal
    // poses both are the identity, because an affine bijection preserves contacts; otherwise A's offset is
    // subtracted from both where that is exact. Created on first use, which most queries never reach.
    struct Maps {
        ExactMap a, b;
    };
    const Maps& maps() const;
    mutable std::optional<Maps> maps_;
};

// Collects pairs and decides them together, which is several times faster than one at a time.
class PairBatch {
  public:
    // `from` is the first filter stage to run.
    explicit PairBatch(const PairTester& tester, FilterFrom from = FilterFrom::single_precision)
        : tester_(&tester), from_(from) {}

    bool full() const { return count_ == filter_width; }
    bool empty() const { return count_ == 0; }

    void add(const Triangle& a, const Triangle& b, std::uint32_t index_a, std::uint32_t index_b) {
        const Triangle* const sides[2] = {&a, &b};
        std::size_t row = 0;
        for (const Triangle* side : sides) {
            for (const Vec3& corner : *side) {
                pairs_.corners[row++][count_] = corner.x;
                pairs_.corners[row++][count_] = corner.y;
                pairs_.corners[row++][count_] = corner.z;
            }
        }
        indices_[count_++] = {index_a, index_b};
    }

    struct Indices {
        std::uint32_t a, b;
    };

    // Calls report(a, b) for each pair that touches, in the order of adding, and empties the batch. Stops
    // early, discarding the remaining pairs, when report returns false.
    template <typename Report>
    void decide(PairCounters& counters, Report&& report) {
        const std::uint32_t touching = verdicts(counters);
        const std::size_t count = count_;
        count_ = 0;
        for (std::size_t i = 0; i < count; ++i)
            if ((touching >> i & 1) != 0 && !report(indices_[i].a, indices_[i].b)) return;
    }

  private:
    std::uint32_t verdicts(PairCounters& counters) const;
    Triangle triangle(std::size_t lane, std::size_t first_row) const;

    const PairTester* tester_;
    FilterFrom from_;
    std::size_t count_ = 0;
    std::array<Indices, filter_width> indices_;
    FilterPairs pairs_;
};

}  // namespace allide::kernel
