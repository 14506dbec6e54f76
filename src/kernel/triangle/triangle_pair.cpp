#include "kernel/triangle/triangle_pair.hpp"

#include "kernel/triangle/double_double_filter.hpp"
#include "kernel/triangle/mapped_triangles.hpp"
#include "kernel/triangle/rounded_point.hpp"
#include "kernel/triangle/rounded_witness.hpp"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "allide must not be compiled with -ffast-math or -ffinite-math-only; its users may be"
#endif

namespace allide::kernel {

PairTester::PairTester(const Pose& pose_a, const Pose& pose_b)
    : b_in_a_(pose_a, pose_b), pose_a_(pose_a), pose_b_(pose_b) {}

const PairTester::Maps& PairTester::maps() const {
    if (maps_) return *maps_;
    maps_.emplace();
    if (!b_in_a_.identical) {
        const auto [centred_a, centred_b] = without_common_offset(pose_a_, pose_b_);
        maps_->a = ExactMap(centred_a);
        maps_->b = ExactMap(centred_b);
    }
    return *maps_;
}

bool PairTester::touch(const Triangle& a, const Triangle& b, PairCounters& counters) const {
    const Verdict verdict = filter_one(a, b, b_in_a_);
    if (verdict != Verdict::undecided) {
        ++counters.triangle_tests;
        return verdict == Verdict::touching;
    }
    PairBatch batch(*this, FilterFrom::double_precision);
    batch.add(a, b, 0, 0);
    bool touches = false;
    batch.decide(counters, [&touches](std::uint32_t, std::uint32_t) { return touches = true; });
    return touches;
}

bool PairTester::touch_exact(const Triangle& a, const Triangle& b) const {
    const auto& [map_a, map_b] = maps();
    if (map_a.permutes_axes() && map_b.permutes_axes()) {
        std::array<ExactPoint<1>, 6> points;
        Exponents low;
        if (to_single_words(map_a, a, map_b, b, points, low)) return pair_of(points).touch();
    }
    return with_mapped(map_a, map_b, a, b,
                       [](const auto& points, const Exponents&) { return pair_of(points).touch(); });
}

Vec3 PairTester::witness_point(const Triangle& a, const Triangle& b) const {
    if (const auto rounded = rounded_witness(a, b, b_in_a_, pose_a_)) return *rounded;
    // The result is a point in the world, so the common offset must not be removed from the poses.
    const ExactMap map_a(pose_a_);
    const ExactMap map_b(pose_b_);
    return with_mapped(map_a, map_b, a, b, [](const auto& points, const Exponents& low) {
        const auto common = pair_of(points).common_point();
        return rounded_point(common.from, common.to, common.fraction, low);
    });
}

Triangle PairBatch::triangle(std::size_t lane, std::size_t first_row) const {
    Triangle result;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t row = first_row + 3 * i;
        result[i] = {pairs_.corners[row][lane], pairs_.corners[row + 1][lane], pairs_.corners[row + 2][lane]};
    }
    return result;
}

std::uint32_t PairBatch::verdicts(PairCounters& counters) const {
    const std::uint32_t used = (1u << count_) - 1;
    FilterVerdicts verdicts = filter_pairs(pairs_, count_, tester_->b_in_a(), from_);
    counters.triangle_tests += count_;
    counters.double_tests += static_cast<std::uint64_t>(std::popcount(verdicts.needed_double & used));
    std::uint32_t undecided = used & ~(verdicts.touching | verdicts.disjoint);
    if (undecided != 0 && !tester_->b_in_a().identical) {
        filter_in_double_double(pairs_, count_, tester_->pose_a(), tester_->pose_b(), verdicts);
        undecided = used & ~(verdicts.touching | verdicts.disjoint);
    }
    counters.exact_tests += static_cast<std::uint64_t>(std::popcount(undecided));
    for (; undecided != 0; undecided &= undecided - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(undecided));
        if (tester_->touch_exact(triangle(lane, 0), triangle(lane, 9))) verdicts.touching |= 1u << lane;
    }
    return verdicts.touching & used;
}

}  // namespace allide::kernel
