#include "kernel/deform/exact_contact.hpp"

#include "kernel/deform/closest_weights.hpp"
#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/motion_differences.hpp"
#include "kernel/number/dyadic.hpp"

namespace allide::kernel {
namespace {

using motion::ExactAnswer;
using motion::ExactMotion;

std::array<double, 3> coordinates(const Vec3& x) {
    return {x.x, x.y, x.z};
}

// The coordinates of the eight points as mantissas and exponents, the lowest exponent on each axis, and the
// largest number of bits that they span on an axis.
struct DyadicPoints {
    std::array<std::array<Dyadic, 3>, 8> x;
    std::array<int, 3> low{};
    int bits = 0;

    explicit DyadicPoints(const EightPoints& points) {
        for (std::size_t i = 0; i < 8; ++i) {
            const std::array<double, 3> from = coordinates(points[i]);
            for (std::size_t k = 0; k < 3; ++k) x[i][k] = dyadic(from[k]);
        }
        for (std::size_t k = 0; k < 3; ++k) measure(k);
    }

    template <std::size_t N>
    std::array<std::array<WideInt<N>, 3>, 8> scaled() const {
        std::array<std::array<WideInt<N>, 3>, 8> points{};
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                if (x[i][k].mantissa != 0)
                    points[i][k] = shifted<N>(x[i][k].mantissa, x[i][k].exponent - low[k]);
        return points;
    }

  private:
    void measure(std::size_t k) {
        bool any = false;
        int high = 0;
        for (const auto& point : x) {
            const auto& [mantissa, exponent] = point[k];
            if (mantissa == 0) continue;
            const auto magnitude = static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa);
            const int top = exponent + 64 - std::countl_zero(magnitude);
            low[k] = any ? std::min(low[k], exponent) : exponent;
            high = any ? std::max(high, top) : top;
            any = true;
        }
        if (any) bits = std::max(bits, high - low[k]);
    }
};

std::array<std::array<Exact, 3>, 8> long_points(const EightPoints& points) {
    std::array<std::array<Exact, 3>, 8> x;
    for (std::size_t i = 0; i < 8; ++i) x[i] = {Exact(points[i].x), Exact(points[i].y), Exact(points[i].z)};
    return x;
}

motion::ContactSpan exact_span(FeatureKind kind, const EightPoints& x, double tolerance) {
    const DyadicPoints points(x);
    ExactAnswer answer;
    if (points.bits <= 58)
        answer = ExactMotion<motion::FixedNumbers<1>>(kind, points.scaled<1>(), tolerance).run();
    else if (points.bits <= 122)
        answer = ExactMotion<motion::FixedNumbers<2>>(kind, points.scaled<2>(), tolerance).run();
    if (!answer) answer = ExactMotion<motion::LongNumbers>(kind, long_points(x), tolerance).run();
    return *answer;
}

}  // namespace

MotionContact exact_feature_contact(FeatureKind kind, const EightPoints& x, double tolerance) {
    const motion::ContactSpan span = exact_span(kind, x, tolerance);
    MotionContact contact{.stage = MotionStage::exact};
    if (span.lo > span.hi) return contact;
    contact.verdict = MotionVerdict::impact;
    contact.t_lo = span.lo;
    contact.t_hi = span.hi;
    contact.weights = weights_at(kind, x, span.hi);
    return contact;
}

}  // namespace allide::kernel
