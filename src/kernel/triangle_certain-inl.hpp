// The same test in double precision with an error that every number carries along. A difference that is exact
// has none, nor has a product with an exact zero: bodies that slide on a plane or turn about an axis meet in
// corners and edges of equal height, and such zeros are certain too. docs/guarantees.md says why. Compiled
// once for each instruction set.
#if defined(ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#undef ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#else
#define ALLIDE_KERNEL_TRIANGLE_CERTAIN_INL
#endif

#include "kernel/certain_numbers-inl.hpp"
#include "kernel/triangle_filter-inl.hpp"
#include "kernel/triangle_in_plane-inl.hpp"

#include <array>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::kernel {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Three corners about a plane; the lone corner is that of lone_corner() in exact_triangles.hpp.
template <class D>
struct CertainSides {
    using Mask = hn::Mask<D>;
    Mask parted, usable;  // usable: all known, not all in the plane
    Mask in_plane;        // all
    Mask first_alone, second_alone, lone_above;

    HWY_INLINE explicit CertainSides(const std::array<Sign<D>, 3>& s) {
        parted = hn::Or(hn::And(s[0].above, hn::And(s[1].above, s[2].above)),
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
    HWY_INLINE std::array<Point<D>, 3> ordered(const std::array<Point<D>, 3>& c, Mask exchange) const {
        const Point<D> first = select<D>(first_alone, c[0], select<D>(second_alone, c[1], c[2]));
        const Point<D> second = select<D>(first_alone, c[1], select<D>(second_alone, c[2], c[0]));
        const Point<D> third = select<D>(first_alone, c[2], select<D>(second_alone, c[0], c[1]));
        return {first, select<D>(exchange, third, second), select<D>(exchange, second, third)};
    }
};

template <class D>
HWY_INLINE hn::Mask<D> surely_not_zero(const Point<D>& x) {
    const auto nonzero = [](const Number<D>& c) { return hn::Gt(hn::Abs(c.value), c.error); };
    return hn::Or(nonzero(x[0]), hn::Or(nonzero(x[1]), nonzero(x[2])));
}

// Of triangles that both cross the line that their planes have in common: their intervals there.
template <class D>
HWY_INLINE Decision<D> decide_on_line(const std::array<Point<D>, 3>& p, const std::array<Point<D>, 3>& q,
                                      const CertainSides<D>& p_sides, const CertainSides<D>& q_sides) {
    const D d;
    const auto a = p_sides.ordered(p, hn::Not(q_sides.lone_above));
    const auto b = q_sides.ordered(q, hn::Not(p_sides.lone_above));
    const Point<D> gap = difference<D>(b[0], a[0]);
    const auto orientation = [&](std::size_t i) {
        Sign<D> sign(dot<D>(cross<D>(gap, difference<D>(b[i], b[0])), difference<D>(a[i], a[0])));
        if (!hn::AllTrue(d, sign.known()))
            sign.add_zeros(hn::Or(hn::Or(same_place<D>(a[0], b[0]), same_place<D>(a[0], b[i])),
                                  hn::Or(same_place<D>(a[i], b[0]), same_place<D>(a[i], b[i]))));
        return sign;
    };
    const Sign<D> start = orientation(1), end = orientation(2);
    return {hn::And(hn::Or(start.below, start.zero), hn::Or(end.above, end.zero)),
            hn::Or(start.above, end.below)};
}

// p are A's corners and q B's in A's frame. Triangles without area are left undecided, and most of those in
// one plane, unless it lies across an axis: then the zeros are certain.
template <class D>
HWY_INLINE Decision<D> decide_certain(D d, const std::array<Point<D>, 3>& p,
                                      const std::array<Point<D>, 3>& q) {
    auto largest = hn::Zero(d);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            largest = hn::Max(
                largest, hn::Max(hn::Abs(p[i][k].value), hn::Add(hn::Abs(q[i][k].value), q[i][k].error)));
    const Point<D> p_normal = cross<D>(difference<D>(p[1], p[0]), difference<D>(p[2], p[0]));
    const Point<D> q_normal = cross<D>(difference<D>(q[1], q[0]), difference<D>(q[2], q[0]));
    const auto heights = [](const std::array<Point<D>, 3>& corners, const Point<D>& normal,
                            const std::array<Point<D>, 3>& plane) {
        std::array<Sign<D>, 3> out{Sign<D>(dot<D>(normal, difference<D>(corners[0], plane[0]))),
                                   Sign<D>(dot<D>(normal, difference<D>(corners[1], plane[0]))),
                                   Sign<D>(dot<D>(normal, difference<D>(corners[2], plane[0])))};
        const auto known = hn::And(out[0].known(), hn::And(out[1].known(), out[2].known()));
        if (!hn::AllTrue(D(), known))
            for (std::size_t i = 0; i < 3; ++i) out[i].add_zeros(same_place_as_one<D>(corners[i], plane));
        return out;
    };
    const CertainSides<D> q_sides(heights(q, p_normal, p)), p_sides(heights(p, q_normal, q));
    const auto valid = hn::And(hn::Le(largest, hn::Set(d, 0x1p250)),
                               hn::And(surely_not_zero<D>(p_normal), surely_not_zero<D>(q_normal)));
    const auto parted = hn::And(valid, hn::Or(q_sides.parted, p_sides.parted));
    const auto open = hn::AndNot(parted, hn::And(valid, hn::And(q_sides.usable, p_sides.usable)));
    Decision<D> decision{hn::Lt(hn::Zero(d), hn::Zero(d)), parted};
    const auto add = [&decision](hn::Mask<D> lanes, const Decision<D>& more) {
        decision.touching = hn::Or(decision.touching, hn::And(lanes, more.touching));
        decision.disjoint = hn::Or(decision.disjoint, hn::And(lanes, more.disjoint));
    };
    const auto in_plane = hn::And(valid, hn::Or(q_sides.in_plane, p_sides.in_plane));
    if (!hn::AllFalse(d, in_plane)) add(in_plane, decide_in_plane<D>(p, q, p_normal, q_normal));
    if (!hn::AllFalse(d, open)) add(open, decide_on_line<D>(p, q, p_sides, q_sides));
    return decision;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::kernel
HWY_AFTER_NAMESPACE();

#endif
