#include "kernel/triangle_pair.hpp"

#include "kernel/exact_triangles.hpp"

namespace allide::kernel {
namespace {

using PairSums = std::array<SumPoint, 6>;

PairSums mapped(const ExactMap& map_a, const ExactMap& map_b, const Triangle& a, const Triangle& b) {
    return {map_a(a[0]), map_a(a[1]), map_a(a[2]), map_b(b[0]), map_b(b[1]), map_b(b[2])};
}

template <std::size_t N>
ExactTrianglePair<N> pair_of(const std::array<ExactPoint<N>, 6>& points) {
    return {{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
}

// Both ends are weighed, instead of one moved by a difference, because a difference may overflow.
Vec3 between(const Vec3& from, const Vec3& to, double fraction) {
    const double rest = 1 - fraction;
    return {rest * from.x + fraction * to.x, rest * from.y + fraction * to.y, rest * from.z + fraction * to.z};
}

}  // namespace

PairTester::PairTester(const Pose& pose_a, const Pose& pose_b) : b_in_a_(pose_a, pose_b), pose_a_(pose_a) {
    if (b_in_a_.identical) return;
    map_a_ = ExactMap(pose_a);
    map_b_ = ExactMap(pose_b);
}

bool PairTester::touch(const Triangle& a, const Triangle& b, PairCounters& counters) const {
    PairBatch batch(*this);
    batch.add(a, b, 0, 0);
    bool touches = false;
    batch.decide(counters, [&touches](std::uint32_t, std::uint32_t) { return touches = true; });
    return touches;
}

bool PairTester::touch_exact(const Triangle& a, const Triangle& b) const {
    return with_exact_points(mapped(map_a_, map_b_, a, b),
                             [](const auto& points, int) { return pair_of(points).touch(); });
}

Vec3 PairTester::witness_point(const Triangle& a, const Triangle& b) const {
    // Here the world matters, so equal poses are mapped too.
    const ExactMap map_a(pose_a_);
    const ExactMap& map_b = b_in_a_.identical ? map_a : map_b_;
    return with_exact_points(mapped(map_a, map_b, a, b), [](const auto& points, int low) {
        const auto place = pair_of(points).place();
        const auto rounded = [low](const auto& point) {
            return Vec3{to_double(point[0], low), to_double(point[1], low), to_double(point[2], low)};
        };
        return between(rounded(place.from), rounded(place.to), place.fraction);
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
    FilterVerdicts verdicts = filter_pairs(pairs_, tester_->b_in_a());
    counters.triangle_tests += count_;
    counters.double_tests += static_cast<std::uint64_t>(std::popcount(verdicts.needed_double & used));
    std::uint32_t undecided = used & ~(verdicts.touching | verdicts.disjoint);
    counters.exact_tests += static_cast<std::uint64_t>(std::popcount(undecided));
    for (; undecided != 0; undecided &= undecided - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(undecided));
        if (tester_->touch_exact(triangle(lane, 0), triangle(lane, 9))) verdicts.touching |= 1u << lane;
    }
    return verdicts.touching & used;
}

}  // namespace allide::kernel
