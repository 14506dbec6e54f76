#include "robot/node_tests.hpp"

#include "robot/frame.hpp"
#include "simd/targets.hpp"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "robot/node_tests.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "robot/motion_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::robot {
namespace HWY_NAMESPACE {

// A node begins with these numbers: centre, three axes, half lengths, radius.
using NodeRows = LaneRows<16, node_tests_width>;

template <class D>
struct LaneBox {
    Vector3<D> axis[3];
    hn::Vec<D> half[3];

    // The point of the box about the origin that is closest to x, if the axes are orthonormal.
    HWY_INLINE Vector3<D> closest(const Vector3<D>& x) const {
        Vector3<D> out = multiple<D>(clamped(0, x), axis[0]);
        out = sum<D>(out, multiple<D>(clamped(1, x), axis[1]));
        return sum<D>(out, multiple<D>(clamped(2, x), axis[2]));
    }
    // The largest product of n with a point of the box about the origin.
    HWY_INLINE hn::Vec<D> support(const Vector3<D>& n) const {
        const auto part = [&](std::size_t k) { return hn::Mul(hn::Abs(kn::dot<D>(n, axis[k])), half[k]); };
        return hn::Add(hn::Add(part(0), part(1)), part(2));
    }

  private:
    HWY_INLINE hn::Vec<D> clamped(std::size_t k, const Vector3<D>& x) const {
        return hn::Min(hn::Max(kn::dot<D>(axis[k], x), hn::Neg(half[k])), half[k]);
    }
};

template <class D>
HWY_INLINE void test_lanes(D d, const NodeMotion& motion, const NodeRows& from_a, const NodeRows& from_b,
                           std::size_t lane, NodeVerdicts& out) {
    using V = hn::Vec<D>;
    const PointSeries& series = *motion.series;
    const auto point = [&](const NodeRows& from, std::size_t row) { return from.point(d, row, lane); };
    const auto number = [&](const NodeRows& from, std::size_t row) { return from.number(d, row, lane); };
    LaneBox<D> own, moved, other;
    for (std::size_t k = 0; k < 3; ++k) {
        own.axis[k] = point(from_a, 3 + 3 * k);
        own.half[k] = moved.half[k] = number(from_a, 12 + k);
        moved.axis[k] = turned(d, series.turn[0], own.axis[k]);
        other.axis[k] = point(from_b, 3 + 3 * k);
        other.half[k] = number(from_b, 12 + k);
    }
    // The coefficients of the place of the centre of a.
    const Vector3<D> center = point(from_a, 0);
    Vector3<D> p[4];
    for (std::size_t k = 0; k < 4; ++k) p[k] = coefficient(d, series, k, center);
    // The middle and half the length of the times from −1 to `until`.
    const V c = hn::Set(d, 0.5 * (motion.until - 1)), r = hn::Set(d, 0.5 * (motion.until + 1));
    const Vector3<D> later = multiple<D>(c, sum<D>(p[1], multiple<D>(c, sum<D>(p[2], multiple<D>(c, p[3])))));
    const Vector3<D> between = sum<D>(kn::subtract<D>(p[0], point(from_b, 0)), later);
    // A few projections find points of the two boxes that are close to each other at the middle of the
    // interval.
    const Vector3<D> first_b = other.closest(between);
    const Vector3<D> point_a = sum<D>(between, moved.closest(kn::subtract<D>(first_b, between)));
    const Vector3<D> n = kn::subtract<D>(point_a, other.closest(point_a));
    hn::Store(n.x, d, &out.across[0][lane]);
    hn::Store(n.y, d, &out.across[1][lane]);
    hn::Store(n.z, d, &out.across[2][lane]);
    const V size = hn::Add(number(from_a, 15), number(from_b, 15)), squared = kn::dot<D>(n, n);
    const V length = hn::Mul(hn::Sqrt(squared), hn::Set(d, up));
    const V gap = hn::Sub(hn::Sub(hn::Sub(kn::dot<D>(n, between), other.support(n)), moved.support(n)),
                          hn::Mul(hn::Set(d, motion.margin), length));
    // The polynomial's coefficients about the middle, for steps of r.
    const V g1 = kn::dot<D>(n, p[1]), g2 = kn::dot<D>(n, p[2]), g3 = kn::dot<D>(n, p[3]);
    const V triple = hn::Mul(hn::Mul(hn::Set(d, 3), c), g3);
    const V s1 = hn::Mul(r, hn::Add(g1, hn::Mul(c, hn::Add(hn::Add(g2, g2), triple))));
    const V s2 = hn::Mul(hn::Mul(r, r), hn::Add(g2, triple)), s3 = hn::Mul(hn::Mul(hn::Mul(r, r), r), g3);
    const auto& turn = series.turn[1];
    const Vector3<D> back{kn::dot<D>(n, everywhere(d, turn[0])), kn::dot<D>(n, everywhere(d, turn[1])),
                          kn::dot<D>(n, everywhere(d, turn[2]))};
    V loss = hn::Add(hn::Add(hn::Abs(s1), hn::Max(hn::Zero(d), hn::Neg(s2))), hn::Abs(s3));
    loss = hn::Add(loss, hn::Mul(hn::Set(d, polynomial_rounding),
                                 hn::Add(hn::Add(hn::Abs(g1), hn::Abs(g2)), hn::Abs(g3))));
    loss = hn::Add(loss, own.support(back));
    loss = hn::Add(loss, hn::Mul(hn::Mul(length, hn::Set(d, series.late_turn)), number(from_a, 15)));
    loss = hn::Mul(loss, hn::Set(d, long_up));
    // Comparisons are written so that NaN means "not apart".
    const auto disjoint = hn::And(hn::Gt(squared, hn::Set(d, shortest_square)), hn::Gt(gap, hn::Zero(d)));
    const auto apart = hn::And(disjoint, hn::Gt(gap, loss));
    const V small = hn::Set(d, size_per_way);
    const auto large = hn::Gt(hn::IfThenElse(disjoint, hn::Mul(size, length), size),
                              hn::Mul(small, hn::IfThenElse(disjoint, loss, hn::Set(d, series.way))));
    out.apart |= bits_of(d, apart, lane);
    out.undivided |= bits_of(d, hn::Not(hn::Or(apart, large)), lane);
}

void test_pairs(const NodeMotion& motion, const NodePairs& pairs, std::size_t count, NodeVerdicts& out) {
    NodeRows a, b;
    std::array<const double*, node_tests_width> from_a, from_b;
    for (std::size_t lane = 0; lane < node_tests_width; ++lane) {
        from_a[lane] = &pairs.a[lane]->center.x;
        from_b[lane] = &pairs.b[lane]->center.x;
    }
    a.set(from_a);
    b.set(from_b);
    out.apart = out.undivided = 0;
    const HWY_CAPPED(double, node_tests_width) d;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) test_lanes(d, motion, a, b, lane, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::robot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::robot {

HWY_EXPORT(test_pairs);

// A node is read as consecutive numbers.
static_assert(sizeof(Vec3) == 3 * sizeof(double));
static_assert(offsetof(BoxTree::Node, axis) == 3 * sizeof(double));
static_assert(offsetof(BoxTree::Node, half) == 12 * sizeof(double));
static_assert(offsetof(BoxTree::Node, radius) == 15 * sizeof(double));

NodeVerdicts test_nodes(const NodeMotion& motion, const NodePairs& pairs, std::size_t count) {
    NodeVerdicts out;
    HWY_DISPATCH_TABLE(test_pairs)[simd::target_index()](motion, pairs, count, out);
    const std::uint32_t used = (1u << count) - 1;
    out.apart &= used;
    out.undivided &= used;
    return out;
}

}  // namespace allide::robot
#endif
