// The triangle test of float_filter-inl.hpp in double precision, with an error weight per number
// (bounded_lanes-inl.hpp). An exact zero has weight 0, and so has every product with it. Parts that slide on
// a plane or rotate about an axis often have corners of equal height; the resulting zeros are proven too.
// docs/guarantees.md proves the bounds. Compiled once per instruction set.
#if defined(ALLIDE_KERNEL_DOUBLE_FILTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_DOUBLE_FILTER_INL
#undef ALLIDE_KERNEL_DOUBLE_FILTER_INL
#else
#define ALLIDE_KERNEL_DOUBLE_FILTER_INL
#endif

#include "kernel/number/bounded_lanes-inl.hpp"
#include "kernel/triangle/coplanar_filter-inl.hpp"
#include "kernel/triangle/float_filter-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// For three corners: on which side of a plane each is proven to lie, and which one is the lone corner (see
// LoneCorner in exact_triangles.hpp).
template <class D>
struct ProvenSides {
    using Mask = hn::Mask<D>;
    Mask separated;  // all three corners are strictly on one side
    Mask usable;     // all signs are proven, and not all are zero
    Mask in_plane;   // all three corners are in the plane
    Mask first_alone, second_alone, lone_above;

    HWY_INLINE explicit ProvenSides(const std::array<Sign<D>, 3>& s) {
        separated = hn::Or(hn::And(s[0].above, hn::And(s[1].above, s[2].above)),
                           hn::And(s[0].below, hn::And(s[1].below, s[2].below)));
        in_plane = hn::And(s[0].zero, hn::And(s[1].zero, s[2].zero));
        usable = hn::AndNot(in_plane, hn::And(s[0].known(), hn::And(s[1].known(), s[2].known())));
        const auto on_top = [&](std::size_t i, std::size_t j, std::size_t k) {
            return hn::Or(hn::AndNot(hn::Or(s[j].above, s[k].above), s[i].above),
                          hn::And(s[i].zero, hn::And(s[j].below, s[k].below)));
        };
        const auto at_bottom = [&](std::size_t i, std::size_t j, std::size_t k) {
            return hn::Or(hn::AndNot(hn::Or(s[j].below, s[k].below), s[i].below),
                          hn::And(s[i].zero, hn::And(s[j].above, s[k].above)));
        };
        const Mask top0 = on_top(0, 1, 2), top1 = on_top(1, 2, 0), top2 = on_top(2, 0, 1);
        first_alone = hn::Or(top0, at_bottom(0, 1, 2));
        second_alone = hn::AndNot(first_alone, hn::Or(top1, at_bottom(1, 2, 0)));
        lone_above =
            hn::Or(hn::And(first_alone, top0),
                   hn::Or(hn::And(second_alone, top1), hn::AndNot(hn::Or(first_alone, second_alone), top2)));
    }
    // The corners in cyclic order, starting with the lone one.
    template <class Arithmetic, class Corners>
    HWY_INLINE Corners ordered(const Corners& c) const {
        const auto chosen = [this](const auto& first, const auto& second, const auto& third) {
            return Arithmetic::choose(first_alone, first, Arithmetic::choose(second_alone, second, third));
        };
        return {chosen(c[0], c[1], c[2]), chosen(c[1], c[2], c[0]), chosen(c[2], c[0], c[1])};
    }
};

// p are A's corners and q are B's, in one frame. Triangles without area stay undecided, and so do most
// coplanar pairs; in a plane perpendicular to a coordinate axis, however, zero heights are proven.
template <class Arithmetic, class D>
class BoundedTriangleTest {
    using A = Arithmetic;
    using Vector = typename A::Vector;
    using Corners = std::array<Vector, 3>;
    using Mask = hn::Mask<D>;
    using V = hn::Vec<D>;

  public:
    HWY_INLINE BoundedTriangleTest(const Corners& p, const Corners& q, const CornerErrors<D>& errors)
        : p_(p),
          q_(q),
          errors_(errors),
          size_e_(size(A::minus(p[1], p[0]), A::minus(p[2], p[0]))),
          size_f_(size(A::minus(q[1], q[0]), A::minus(q[2], q[0]))),
          size_d_(hn::Max(size(A::minus(q[0], p[0]), A::minus(q[1], p[0])),
                          largest<D>(A::rounded(A::minus(q[2], p[0]))))),
          of_corners_(A::unit, errors, size_d_),
          of_edges_(A::unit, errors, size_f_) {}

    HWY_INLINE Decision<D> decide() const {
        const D d;
        const auto p_normal = normal(p_, of_corners_.in_a), q_normal = normal(q_, of_edges_.in_b);
        const ProvenSides<D> q_sides(heights(q_, p_normal, p_, of_corners_));
        const ProvenSides<D> p_sides(heights(p_, q_normal, q_, of_edges_));
        const Mask fit = hn::And(hn::Le(hn::Max(of_corners_.kappa, of_edges_.kappa), hn::Set(d, 0x1p-10)),
                                 hn::Le(hn::Max(size_e_, size_d_), hn::Set(d, A::largest_size)));
        const Mask valid = hn::And(fit, hn::And(proven_nonzero(p_normal, of_corners_.four_kappa),
                                                proven_nonzero(q_normal, of_edges_.four_kappa)));
        const Mask separated = hn::And(valid, hn::Or(q_sides.separated, p_sides.separated));
        const Mask open = hn::AndNot(separated, hn::And(valid, hn::And(q_sides.usable, p_sides.usable)));
        Decision<D> decision{hn::MaskFromVec(hn::Zero(d)), separated};
        if (!hn::AllFalse(d, open)) add(decision, open, decide_on_line(p_sides, q_sides));
        if constexpr (A::is_double) {
            const Mask in_plane = hn::And(valid, hn::Or(q_sides.in_plane, p_sides.in_plane));
            if (!hn::AllFalse(d, in_plane))
                add(decision, in_plane, decide_coplanar<D>(p_, q_, p_normal, q_normal, of_edges_));
        }
        return decision;
    }

  private:
    HWY_INLINE static V size(const Vector& a, const Vector& b) {
        return hn::Max(largest<D>(A::rounded(a)), largest<D>(A::rounded(b)));
    }
    HWY_INLINE static BoundedVectorLanes<D, A> difference(const Vector& a, const Vector& b,
                                                          const Vector3<D>& spread) {
        return BoundedVectorLanes<D, A>::difference(A::minus(a, b), spread);
    }
    HWY_INLINE static BoundedVectorLanes<D, A> normal(const Corners& c, const Vector3<D>& spread) {
        return cross_product(difference(c[1], c[0], spread), difference(c[2], c[0], spread));
    }
    HWY_INLINE static void add(Decision<D>& decision, Mask lanes, const Decision<D>& more) {
        decision.touching = hn::Or(decision.touching, hn::And(lanes, more.touching));
        decision.disjoint = hn::Or(decision.disjoint, hn::And(lanes, more.disjoint));
    }

    // True where two corners are proven to be equal. Determinants that contain their difference are then
    // exactly zero, which rounded values cannot prove. Parts of an assembly often share corners.
    HWY_INLINE Mask same_place(const Vector& a, const Vector& b) const {
        const auto any = [](const typename CornerErrors<D>::Rough& rough) {
            return hn::Or(rough[0], hn::Or(rough[1], rough[2]));
        };
        return hn::AndNot(hn::Or(any(errors_.rough_p), any(errors_.rough_q)), A::equal(a, b));
    }

    // Signs of the heights of corners over the plane of the other triangle.
    HWY_INLINE std::array<Sign<D>, 3> heights(const Corners& corners,
                                              const BoundedVectorLanes<D, A>& normal_of_plane,
                                              const Corners& plane, const ErrorScale<D>& unit) const {
        const auto height = [&](const Vector& x) {
            return Sign<D>(normal_of_plane, difference(x, plane[0], unit.between), unit.four_kappa);
        };
        std::array<Sign<D>, 3> out{height(corners[0]), height(corners[1]), height(corners[2])};
        const Mask known = hn::And(out[0].known(), hn::And(out[1].known(), out[2].known()));
        if (!hn::AllTrue(D(), known))
            for (std::size_t i = 0; i < 3; ++i)
                out[i].add_zeros(
                    hn::Or(same_place(corners[i], plane[0]),
                           hn::Or(same_place(corners[i], plane[1]), same_place(corners[i], plane[2]))));
        return out;
    }

    // For two triangles each of which crosses the other's plane: compares the intervals that they cover on
    // the planes' common line. As in meet_on_line(), a triangle's second and third corner are exchanged where
    // the other's lone corner lies below its plane.
    HWY_INLINE Decision<D> decide_on_line(const ProvenSides<D>& p_sides,
                                          const ProvenSides<D>& q_sides) const {
        const Corners p = p_sides.template ordered<A>(p_), q = q_sides.template ordered<A>(q_);
        const auto gap = difference(q[0], p[0], of_edges_.between);
        const auto compare = [&](const Vector& of_p, const Vector& of_q) {
            Sign<D> sign(cross_product(gap, difference(of_q, q[0], of_edges_.in_b)),
                         difference(of_p, p[0], of_edges_.in_a), of_edges_.four_kappa);
            if (!hn::AllTrue(D(), sign.known()))
                sign.add_zeros(hn::Or(hn::Or(same_place(p[0], q[0]), same_place(p[0], of_q)),
                                      hn::Or(same_place(of_p, q[0]), same_place(of_p, of_q))));
            return sign;
        };
        const Mask one = hn::Xor(p_sides.lone_above, q_sides.lone_above);
        const Sign<D> second = compare(A::choose(one, p[2], p[1]), q[1]);
        const Sign<D> third = compare(A::choose(one, p[1], p[2]), q[2]);
        const auto either = [&p_sides](Mask above, Mask below) {
            return hn::Or(hn::And(p_sides.lone_above, above), hn::AndNot(p_sides.lone_above, below));
        };
        const Mask starts = either(hn::Or(second.below, second.zero), hn::Or(third.below, third.zero)),
                   ends = either(hn::Or(third.above, third.zero), hn::Or(second.above, second.zero));
        return {hn::And(starts, ends),
                hn::Or(either(second.above, third.above), either(third.below, second.below))};
    }

    const Corners& p_;
    const Corners& q_;
    const CornerErrors<D>& errors_;
    V size_e_, size_f_, size_d_;
    // Error scales: of_corners_ for corners of B and A's plane, of_edges_ for expressions with edges of B.
    ErrorScale<D> of_corners_, of_edges_;
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
