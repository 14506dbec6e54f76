#include "kernel/triangle_pair.hpp"

#include "kernel/exact_triangles.hpp"
#include "kernel/rounded_place.hpp"
#include "kernel/rounded_witness.hpp"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "allide must not be compiled with -ffast-math or -ffinite-math-only; its users may be"
#endif

namespace allide::kernel {
namespace {

// Calls visit(points, exponent) with the six corners mapped exactly.
template <typename Visit>
auto with_mapped(const ExactMap& map_a, const ExactMap& map_b, const Triangle& a, const Triangle& b,
                 Visit&& visit) {
    if (map_a.light() && map_b.light())
        return with_exact_points(
            std::array{map_a.light_image(a[0]), map_a.light_image(a[1]), map_a.light_image(a[2]),
                       map_b.light_image(b[0]), map_b.light_image(b[1]), map_b.light_image(b[2])},
            visit);
    return with_exact_points(std::array{map_a.image(a[0]), map_a.image(a[1]), map_a.image(a[2]),
                                        map_b.image(b[0]), map_b.image(b[1]), map_b.image(b[2])},
                             visit);
}

template <std::size_t N>
ExactTrianglePair<N> pair_of(const std::array<ExactPoint<N>, 6>& points) {
    return {{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
}

// The two poses with A's offset taken off both, if B's stays exact: fewer bits far from the origin. A shift
// of the whole world changes no contact.
std::pair<Pose, Pose> without_common_offset(const Pose& a, const Pose& b) {
    auto rows_a = a.matrix(), rows_b = b.matrix();
    for (const std::size_t i : {3, 7, 11}) {
        const double x = rows_b[i], y = rows_a[i], difference = x - y;
        // Knuth's two-sum: what the rounded difference leaves over.
        const double y_back = x - difference, x_back = difference + y_back;
        if ((x - x_back) + (y_back - y) != 0 || !std::isfinite(difference)) return {a, b};
        rows_b[i] = difference;
        rows_a[i] = 0;
    }
    return {Pose::from_matrix(rows_a).value(), Pose::from_matrix(rows_b).value()};
}

}  // namespace

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
    if (map_a.light() && map_b.light()) {
        std::array<ExactPoint<1>, 6> points;
        if (to_single_words(map_a, a, map_b, b, points)) return pair_of(points).touch();
    }
    return with_mapped(map_a, map_b, a, b,
                       [](const auto& points, const Exponents&) { return pair_of(points).touch(); });
}

Vec3 PairTester::witness_point(const Triangle& a, const Triangle& b) const {
    if (const auto rounded = rounded_witness(a, b, b_in_a_, pose_a_)) return *rounded;
    // Here the world matters, so nothing is left out of the maps.
    const ExactMap map_a(pose_a_);
    const ExactMap map_b(pose_b_);
    return with_mapped(map_a, map_b, a, b, [](const auto& points, const Exponents& low) {
        const auto place = pair_of(points).place();
        return rounded_place(place.from, place.to, place.fraction, low);
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
    counters.exact_tests += static_cast<std::uint64_t>(std::popcount(undecided));
    for (; undecided != 0; undecided &= undecided - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(undecided));
        if (tester_->touch_exact(triangle(lane, 0), triangle(lane, 9))) verdicts.touching |= 1u << lane;
    }
    return verdicts.touching & used;
}

}  // namespace allide::kernel
