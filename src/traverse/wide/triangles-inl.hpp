// Tests the triangles of two leaves, eight pairs at once in single precision. Compiled once per instruction
// set.
#if defined(ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#undef ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#else
#define ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#endif

#include "traverse/wide/leaves-inl.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;

// One bit per pair; a pair in neither set is certainly disjoint.
struct TriangleVerdicts {
    std::uint32_t touching, undecided;
};

template <class Rounding>
class LeafPair {
  public:
    explicit LeafPair(const WideFrame& frame) : corners_(frame) {}

    HWY_INLINE void set(const tree::WideCorners& a, const tree::WideNode& leaf_a, const tree::WideCorners& b,
                        const tree::WideNode& leaf_b, const std::array<float, 3>& offset) {
        corners_.set(a, b, offset);
        const HWY_CAPPED(float, 8) d;
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            set_planes(d, a, lane, planes_a_);
            set_planes(d, corners_.b(), lane, planes_b_);
        }
        set_bounds(leaf_a, leaf_b, offset);
    }

    HWY_INLINE TriangleVerdicts decide(const TrianglePairs& pairs) const {
        const std::uint32_t used = (1u << pairs.count) - 1;
        if (!valid_) return {0, used};
        const HWY_CAPPED(float, 8) d;
        using D = std::remove_const_t<decltype(d)>;
        std::uint32_t touching = 0, disjoint = 0;
        for (std::size_t lane = 0; lane < pairs.count; lane += hn::Lanes(d)) {
            kn::add_bits<D>(d, decide(d, PickedPairs<D>(pairs, lane)), lane, touching, disjoint);
        }
        return {touching & used, used & ~(touching | disjoint)};
    }

  private:
    // The plane n · x = at of each triangle, stored as n and −at.
    struct alignas(32) Planes {
        std::array<std::array<float, 8>, 4> row;
    };

    template <class D>
    HWY_INLINE static void set_planes(D d, const tree::WideCorners& corners, std::size_t lane, Planes& out) {
        using Plain = std::remove_const_t<D>;
        const auto corner = [&](std::size_t c) {
            return kn::Vector3<Plain>{hn::Load(d, &corners.row[c][lane]),
                                      hn::Load(d, &corners.row[c + 1][lane]),
                                      hn::Load(d, &corners.row[c + 2][lane])};
        };
        const auto p = corner(0);
        const auto n =
            kn::cross<Plain, Rounding>(kn::subtract<Plain>(corner(3), p), kn::subtract<Plain>(corner(6), p));
        hn::Store(n.x, d, &out.row[0][lane]);
        hn::Store(n.y, d, &out.row[1][lane]);
        hn::Store(n.z, d, &out.row[2][lane]);
        hn::Store(hn::Neg(kn::dot<Plain, Rounding>(n, p)), d, &out.row[3][lane]);
    }

    template <class D>
    HWY_INLINE kn::Decision<D> decide(D d, const PickedPairs<D>& picked) const {
        using V3 = kn::Vector3<D>;
        const auto sides = [d](const Planes& planes, const RowGather<D>& gather,
                               const std::array<V3, 3>& corner, float bound) {
            const V3 n{gather(planes.row[0]), gather(planes.row[1]), gather(planes.row[2])};
            const auto minus_at = gather(planes.row[3]);
            const auto height = [&](const V3& x) {
                return Rounding::dot_plus(n.x, x.x, n.y, x.y, n.z, x.z, minus_at);
            };
            return kn::Sides<D>(height(corner[0]), height(corner[1]), height(corner[2]), hn::Set(d, bound));
        };
        const auto p = picked.corners_of_a(corners_.a()), q = picked.corners_of_b(corners_.b());
        const auto sides_q = sides(planes_a_, picked.from_a, q, bound_q_),
                   sides_p = sides(planes_b_, picked.from_b, p, bound_p_);
        const auto parted = hn::Or(sides_q.separated, sides_p.separated);
        const auto open = hn::AndNot(parted, hn::And(sides_q.proven, sides_p.proven));
        if (hn::AllFalse(d, open)) return {open, parted};
        const auto lone_p = sides_p.lone(p), lone_q = sides_q.lone(q);
        const auto gap = kn::subtract<D>(lone_q.corner, lone_p.corner);
        const auto bound =
            Rounding::sum(hn::Set(d, bound_a_gap_), kn::largest<D>(gap), hn::Set(d, bound_fixed_));
        const auto line =
            kn::meet_on_line<D, Rounding>(lone_p, lone_q, sides_p.lone_above, sides_q.lone_above, gap, bound);
        return {hn::And(open, line.touching), hn::Or(parted, hn::And(open, line.disjoint))};
    }

    // Error bounds for all triangles of the two leaves; derived in docs/guarantees.md.
    HWY_INLINE void set_bounds(const tree::WideNode& leaf_a, const tree::WideNode& leaf_b,
                               const std::array<float, 3>& offset) {
        constexpr float unit = rounding_unit;
        const auto [error_a, error_b, span, edge_a, edge_b] = corners_.errors(leaf_a, leaf_b, offset);
        const float error = error_a + error_b;
        bound_q_ = edge_a * (edge_a * (128 * unit * span + 7 * error) + 50 * error_a * span);
        bound_p_ = edge_b * (edge_b * (128 * unit * span + 7 * error) + 50 * error_b * span);
        bound_a_gap_ = edge_a * (14 * error_b + 64 * unit * edge_b) + 14 * error_a * edge_b;
        bound_fixed_ = 7 * edge_a * edge_b * error;
        const float low = std::min(edge_a, edge_b), high = std::max(span, std::max(edge_a, edge_b));
        valid_ = low >= 0x1p-30f && high <= 0x1p30f && error <= 0x1p-10f * low;
    }

    LeafCornersBy<Rounding> corners_;
    Planes planes_a_, planes_b_;
    // Error bounds. bound_q_: of the heights of the corners of q (B's triangle) over the plane of p (A's
    // triangle). bound_p_: of those of p's corners over q's plane. bound_a_gap_ · |gap| + bound_fixed_: of
    // the two determinants in meet_on_line(). There, `gap` leads from p's lone corner, which is alone on its
    // side of q's plane, to q's lone corner.
    float bound_q_ = 0, bound_p_ = 0, bound_a_gap_ = 0, bound_fixed_ = 0;
    bool valid_ = false;  // true if all magnitudes are in the range for which the bounds hold
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
