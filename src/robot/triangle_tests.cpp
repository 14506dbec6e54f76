#include "robot/triangle_tests.hpp"

#include "base/infinity.hpp"
#include "robot/frame.hpp"
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "robot/triangle_tests.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "robot/motion_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::robot {
namespace HWY_NAMESPACE {

using TriangleRows = LaneRows<9, node_tests_width>;

// The shortest difference found so far of a point of a and a point of b.
template <class D>
class Shortest {
  public:
    HWY_INLINE explicit Shortest(D d)
        : squared_(hn::Set(d, base::infinity)), gap_{hn::Zero(d), hn::Zero(d), hn::Zero(d)} {}
    HWY_INLINE void take(hn::Vec<D> squared, const Vector3<D>& gap, hn::Mask<D> valid) {
        const auto better = hn::And(valid, hn::Lt(squared, squared_));
        squared_ = hn::IfThenElse(better, squared, squared_);
        gap_ = kn::select<D>(better, gap, gap_);
    }
    HWY_INLINE const Vector3<D>& gap() const { return gap_; }

  private:
    hn::Vec<D> squared_;
    Vector3<D> gap_;
};

template <class D>
struct LaneTriangle {
    Vector3<D> corner[3];

    HWY_INLINE Vector3<D> edge(std::size_t i) const {
        return kn::subtract<D>(corner[(i + 1) % 3], corner[i]);
    }
};

// Considers each corner of one triangle with the edges and the face of the other. `sign` is 1 if the corners
// are a's, else -1.
template <class D>
HWY_INLINE void corners_to(D d, const LaneTriangle<D>& corners, const LaneTriangle<D>& other, double sign,
                           Shortest<D>& shortest) {
    using V = hn::Vec<D>;
    const V zero = hn::Zero(d), one = hn::Set(d, 1), direction = hn::Set(d, sign);
    const auto always = hn::Eq(zero, zero);
    for (std::size_t j = 0; j < 3; ++j) {
        const Vector3<D> edge = other.edge(j);
        const V inverse = hn::Div(one, kn::dot<D>(edge, edge));
        for (const Vector3<D>& corner : corners.corner) {
            const Vector3<D> w = kn::subtract<D>(corner, other.corner[j]);
            // NaN for an edge without length becomes 0.
            const V along = hn::Mul(kn::dot<D>(edge, w), inverse);
            const V t = hn::IfThenElseZero(hn::Gt(along, zero), hn::Min(along, one));
            const Vector3<D> gap = kn::subtract<D>(w, multiple<D>(t, edge));
            shortest.take(kn::dot<D>(gap, gap), multiple<D>(direction, gap), always);
        }
    }
    const Vector3<D> e = other.edge(0), f = kn::subtract<D>(other.corner[2], other.corner[0]);
    const Vector3<D> normal = kn::cross<D>(e, f);
    const V inverse = hn::Div(one, kn::dot<D>(normal, normal));
    for (const Vector3<D>& corner : corners.corner) {
        const Vector3<D> w = kn::subtract<D>(corner, other.corner[0]);
        const V along_e = hn::Mul(kn::dot<D>(kn::cross<D>(w, f), normal), inverse);
        const V along_f = hn::Mul(kn::dot<D>(kn::cross<D>(e, w), normal), inverse);
        const auto inside = hn::And(hn::And(hn::Gt(along_e, zero), hn::Gt(along_f, zero)),
                                    hn::Lt(hn::Add(along_e, along_f), one));
        const V height = kn::dot<D>(normal, w), share = hn::Mul(height, inverse);
        shortest.take(hn::Mul(height, share), multiple<D>(hn::Mul(direction, share), normal), inside);
    }
}

// Considers the edges whose common perpendicular meets both.
template <class D>
HWY_INLINE void edges_to(D d, const LaneTriangle<D>& a, const LaneTriangle<D>& b, Shortest<D>& shortest) {
    using V = hn::Vec<D>;
    const V zero = hn::Zero(d), one = hn::Set(d, 1);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3<D> e = a.edge(i);
        for (std::size_t j = 0; j < 3; ++j) {
            const Vector3<D> f = b.edge(j), w = kn::subtract<D>(b.corner[j], a.corner[i]);
            const Vector3<D> normal = kn::cross<D>(e, f);
            const V inverse = hn::Div(one, kn::dot<D>(normal, normal));
            const V s = hn::Mul(kn::dot<D>(kn::cross<D>(w, f), normal), inverse);
            const V t = hn::Mul(kn::dot<D>(kn::cross<D>(w, e), normal), inverse);
            const auto meet =
                hn::And(hn::And(hn::Gt(s, zero), hn::Lt(s, one)), hn::And(hn::Gt(t, zero), hn::Lt(t, one)));
            const V height = kn::dot<D>(normal, w), share = hn::Mul(height, inverse);
            shortest.take(hn::Mul(height, share), multiple<D>(hn::Neg(share), normal), meet);
        }
    }
}

// The places of a's corners as polynomials of time, and the corners of b.
template <class D>
struct LanePair {
    Vector3<D> series[3][4];
    LaneTriangle<D> b;

    HWY_INLINE LaneTriangle<D> placed(D d, double u) const {
        const hn::Vec<D> time = hn::Set(d, u);
        LaneTriangle<D> out;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& p = series[i];
            const Vector3<D> late = sum<D>(p[2], multiple<D>(time, p[3]));
            out.corner[i] = sum<D>(p[0], multiple<D>(time, sum<D>(p[1], multiple<D>(time, late))));
        }
        return out;
    }
};

template <class D>
HWY_INLINE hn::Vec<D> sum_of_terms(const Vector3<D>& n, const Vector3<D>& x) {
    return hn::Add(hn::Add(hn::Abs(hn::Mul(n.x, x.x)), hn::Abs(hn::Mul(n.y, x.y))),
                   hn::Abs(hn::Mul(n.z, x.z)));
}

// Lanes in which a plane perpendicular to n separates the triangles from −1 to `until`: the Bernstein
// coefficients of the gap are positive on both halves of the interval.
template <class D>
HWY_INLINE hn::Mask<D> separated(D d, const NodeMotion& motion, const LanePair<D>& pair,
                                 const Vector3<D>& n) {
    using V = hn::Vec<D>;
    V limit = kn::dot<D>(n, pair.b.corner[0]), terms = sum_of_terms<D>(n, pair.b.corner[0]);
    for (std::size_t j = 1; j < 3; ++j) {
        limit = hn::Max(limit, kn::dot<D>(n, pair.b.corner[j]));
        terms = hn::Max(terms, sum_of_terms<D>(n, pair.b.corner[j]));
    }
    const V squared = kn::dot<D>(n, n), length = hn::Mul(hn::Sqrt(squared), hn::Set(d, up));
    const V margin = hn::Mul(hn::Set(d, motion.margin), length);
    const double half = 0.5 * (motion.until + 1);
    const V step = hn::Set(d, half), square = hn::Set(d, half * half), cube = hn::Set(d, half * half * half);
    const V third = hn::Set(d, 1.0 / 3), three = hn::Set(d, 3);
    auto positive = hn::Gt(squared, hn::Set(d, shortest_square));
    for (const auto& p : pair.series) {
        const V c1 = kn::dot<D>(n, p[1]), c2 = kn::dot<D>(n, p[2]), c3 = kn::dot<D>(n, p[3]);
        V error = hn::Mul(hn::Set(d, product_rounding), hn::Add(terms, sum_of_terms<D>(n, p[0])));
        error = hn::Add(error, hn::Mul(hn::Set(d, polynomial_rounding),
                                       hn::Add(hn::Add(hn::Abs(c1), hn::Abs(c2)), hn::Abs(c3))));
        const V c0 = hn::Sub(hn::Sub(hn::Sub(kn::dot<D>(n, p[0]), limit), margin), error);
        for (const double at : {-1.0, -1 + half}) {
            // The Taylor coefficients at `at`, for steps of half the interval.
            const V x = hn::Set(d, at), c3_x = hn::Mul(x, c3), c3_3x = hn::Mul(three, c3_x);
            const V t0 = hn::Add(c0, hn::Mul(x, hn::Add(c1, hn::Mul(x, hn::Add(c2, c3_x)))));
            const V t1 = hn::Mul(step, hn::Add(c1, hn::Mul(x, hn::Add(hn::Add(c2, c2), c3_3x))));
            const V t2 = hn::Mul(square, hn::Add(c2, c3_3x)), t3 = hn::Mul(cube, c3);
            const V b1 = hn::Add(t0, hn::Mul(t1, third));
            const V b2 = hn::Add(t0, hn::Mul(hn::Add(hn::Add(t1, t1), t2), third));
            const V b3 = hn::Add(hn::Add(t0, t1), hn::Add(t2, t3));
            const V least = hn::Min(hn::Min(t0, b1), hn::Min(b2, b3));
            positive = hn::And(positive, hn::Gt(least, hn::Zero(d)));
        }
    }
    return positive;
}

std::uint32_t test_pairs_of_triangles(const NodeMotion& motion, const TrianglePairs& pairs,
                                      std::size_t count) {
    const HWY_CAPPED(double, node_tests_width) d;
    using D = std::remove_const_t<decltype(d)>;
    std::array<const double*, node_tests_width> from_a, from_b;
    for (std::size_t lane = 0; lane < node_tests_width; ++lane) {
        from_a[lane] = &(*pairs.a[lane])[0].x;
        from_b[lane] = &(*pairs.b[lane])[0].x;
    }
    TriangleRows a, b;
    a.set(from_a);
    b.set(from_b);
    std::uint32_t apart = 0;
    for (std::size_t lane = 0; lane < count; lane += hn::Lanes(d)) {
        LanePair<D> pair;
        for (std::size_t i = 0; i < 3; ++i) {
            pair.b.corner[i] = b.point(d, 3 * i, lane);
            const Vector3<D> own = a.point(d, 3 * i, lane);
            for (std::size_t k = 0; k < 4; ++k) pair.series[i][k] = coefficient(d, *motion.series, k, own);
        }
        const Vector3<D> across{hn::Load(d, &pairs.across[0][lane]), hn::Load(d, &pairs.across[1][lane]),
                                hn::Load(d, &pairs.across[2][lane])};
        auto found = separated(d, motion, pair, across);
        if (!hn::AllTrue(d, found)) {
            const LaneTriangle<D> placed = pair.placed(d, 0.5 * (motion.until - 1));
            Shortest<D> shortest(d);
            corners_to(d, placed, pair.b, 1, shortest);
            corners_to(d, pair.b, placed, -1, shortest);
            edges_to(d, placed, pair.b, shortest);
            found = hn::Or(found, separated(d, motion, pair, shortest.gap()));
        }
        apart |= bits_of(d, found, lane);
    }
    return apart;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::robot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::robot {

HWY_EXPORT(test_pairs_of_triangles);

// A triangle is read as consecutive numbers.
static_assert(sizeof(kernel::Triangle) == 9 * sizeof(double));

std::uint32_t test_triangles(const NodeMotion& motion, const TrianglePairs& pairs, std::size_t count) {
    return HWY_DISPATCH_TABLE(test_pairs_of_triangles)[simd::target_index()](motion, pairs, count) &
           ((1u << count) - 1);
}

}  // namespace allide::robot
#endif
