// Bounding boxes of triangles, bounds of their centres, and the cost of splitting them. Compiled once per
// instruction set.
#if defined(ALLIDE_TREE_DIVIDE_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_DIVIDE_BOXES_INL
#undef ALLIDE_TREE_DIVIDE_BOXES_INL
#else
#define ALLIDE_TREE_DIVIDE_BOXES_INL
#endif

#include "tree/wide/divide_job.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Computes the bounding boxes of consecutive triangles, the first of which has the triangle number `number`.
inline void set_boxes(std::span<const TriangleIndices> triangles, const LocalPoint* points,
                      std::uint32_t number, Primitive* out) {
    const HWY_CAPPED(float, 4) d;
    for (const auto& [p, q, r] : triangles) {
        for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
            const auto x = hn::Load(d, points[p].at + lane), y = hn::Load(d, points[q].at + lane),
                       z = hn::Load(d, points[r].at + lane);
            hn::Store(hn::Min(x, hn::Min(y, z)), d, out->words() + lane);
            hn::Store(hn::Neg(hn::Max(x, hn::Max(y, z))), d, out->words() + 4 + lane);
        }
        out->tag = Primitive::tag_of(number++);
        ++out;
    }
}

// A bounding box in the layout of Primitive (eight floats), in as many vector registers as these need.
class Bounds {
  public:
    HWY_INLINE Bounds() {
        for (V& part : part_) part = hn::Set(D(), std::numeric_limits<float>::infinity());
    }
    HWY_INLINE void grow(const float* other) {
        for (std::size_t i = 0; i < parts; ++i)
            part_[i] = hn::Min(part_[i], hn::Load(D(), other + i * lanes));
    }
    HWY_INLINE void grow(const Primitive& primitive) { grow(primitive.lo); }
    HWY_INLINE void store(float* out) const {
        for (std::size_t i = 0; i < parts; ++i) hn::Store(part_[i], D(), out + i * lanes);
    }
    // Stores the lengths of the three sides, negated; the fourth value stored is meaningless.
    HWY_INLINE void store_sides(float* out) const {
#if HWY_MAX_BYTES >= 32
        const hn::Half<D> half;
        hn::Store(hn::Add(hn::LowerHalf(half, part_[0]), hn::UpperHalf(half, part_[0])), half, out);
#else
        for (std::size_t i = 0; i < parts / 2; ++i)
            hn::Store(hn::Add(part_[i], part_[parts / 2 + i]), D(), out + i * lanes);
#endif
    }

  private:
    using D = HWY_CAPPED(float, 8);
    using V = hn::Vec<D>;
    static constexpr std::size_t lanes = hn::MaxLanes(D()), parts = 8 / lanes;
    V part_[parts];
};

// Computes the bounds of triangle centres, one triangle at a time.
class Centers {
  public:
    HWY_INLINE Centers() {
        for (std::size_t i = 0; i < parts; ++i) {
            lo_[i] = hn::Set(D(), std::numeric_limits<float>::infinity());
            hi_[i] = hn::Set(D(), -std::numeric_limits<float>::infinity());
        }
    }
    HWY_INLINE void grow(const Primitive& primitive) {
        for (std::size_t i = 0; i < parts; ++i) {
            const V center = middle(primitive, i);
            lo_[i] = hn::Min(lo_[i], center);
            hi_[i] = hn::Max(hi_[i], center);
        }
    }
    // Adds the triangle to `first` if `place` < `border`, else to `second`, without a branch.
    HWY_INLINE static void grow_one(Centers& first, Centers& second, const Primitive& primitive, float place,
                                    float border) {
        const auto is_first = hn::Lt(hn::Set(D(), place), hn::Set(D(), border));
        for (std::size_t i = 0; i < parts; ++i) {
            const V center = middle(primitive, i);
            first.lo_[i] = hn::IfThenElse(is_first, hn::Min(first.lo_[i], center), first.lo_[i]);
            first.hi_[i] = hn::IfThenElse(is_first, hn::Max(first.hi_[i], center), first.hi_[i]);
            second.lo_[i] = hn::IfThenElse(is_first, second.lo_[i], hn::Min(second.lo_[i], center));
            second.hi_[i] = hn::IfThenElse(is_first, second.hi_[i], hn::Max(second.hi_[i], center));
        }
    }
    HWY_INLINE CenterBounds bounds() const {
        CenterBounds out;
        for (std::size_t i = 0; i < parts; ++i) {
            hn::Store(lo_[i], D(), out.lo + i * lanes);
            hn::Store(hi_[i], D(), out.hi + i * lanes);
        }
        return out;
    }

  private:
    using D = HWY_CAPPED(float, 4);
    using V = hn::Vec<D>;
    static constexpr std::size_t lanes = hn::MaxLanes(D()), parts = 4 / lanes;

    HWY_INLINE static V middle(const Primitive& primitive, std::size_t i) {
        return hn::Sub(hn::Load(D(), primitive.words() + i * lanes),
                       hn::Load(D(), primitive.words() + 4 + i * lanes));
    }

    V lo_[parts], hi_[parts];
};

inline CenterBounds center_bounds(std::span<const Primitive> primitives) {
    Centers centers;
    for (const Primitive& primitive : primitives) centers.grow(primitive);
    return centers.bounds();
}

// Expected cost of splitting `all` triangles at each of up to `most` borders: the sum over both sides of half
// the surface times the number of leaves. Computed for several borders at once.
template <std::uint32_t most>
class Borders {
  public:
    static constexpr std::uint32_t none = ~0u;

    // `count` triangles, with these bounds, lie below border i.
    HWY_INLINE void set_left(std::uint32_t i, const Bounds& bounds, std::uint32_t count) {
        bounds.store_sides(left_ + 4 * i);
        count_[i] = static_cast<std::int32_t>(count);
    }
    HWY_INLINE void set_right(std::uint32_t i, const Bounds& bounds) { bounds.store_sides(right_ + 4 * i); }

    // Index of the first border with the least cost, or `none` if every border leaves one side empty.
    HWY_INLINE std::uint32_t best(std::uint32_t borders, std::uint32_t all) const {
        // With few borders, short vectors are faster.
        if (borders <= 4) return best_of<4>(borders, all);
        if (borders <= 8) return best_of<8>(borders, all);
        return best_of<16>(borders, all);
    }

  private:
    static constexpr std::uint32_t room = (most + 15) / 16 * 16;

    template <std::size_t width>
    HWY_INLINE std::uint32_t best_of(std::uint32_t borders, std::uint32_t all) const {
        const HWY_CAPPED(float, width) d;
        using D = std::remove_const_t<decltype(d)>;
        using V = hn::Vec<D>;
        const hn::Rebind<std::int32_t, D> whole;
        constexpr std::uint32_t lanes = hn::MaxLanes(D());
        const V infinity = hn::Set(d, std::numeric_limits<float>::infinity());
        V costs[room / lanes], least = infinity;
        for (std::uint32_t i = 0; i < borders; i += lanes) {
            const auto count = hn::Load(whole, count_ + i);
            const auto rest = hn::Sub(hn::Set(whole, static_cast<std::int32_t>(all)), count);
            // Entries beyond the last border are not initialised; their cost is set to infinity.
            const V cost = hn::IfThenElse(hn::FirstN(d, borders - i),
                                          hn::Add(hn::Mul(areas(d, left_ + 4 * i), leaves_of(d, count)),
                                                  hn::Mul(areas(d, right_ + 4 * i), leaves_of(d, rest))),
                                          infinity);
            costs[i / lanes] = cost;
            least = hn::Min(least, cost);
        }
        const V cheapest = hn::MinOfLanes(d, least);
        if (!(hn::GetLane(cheapest) < std::numeric_limits<float>::infinity())) return none;
        for (std::uint32_t i = 0;; i += lanes) {
            const std::intptr_t found = hn::FindFirstTrue(d, hn::Eq(costs[i / lanes], cheapest));
            if (found >= 0) return i + static_cast<std::uint32_t>(found);
        }
    }
    // Half the surface of each box; infinite for an empty box.
    template <class D>
    HWY_INLINE static hn::Vec<D> areas(D d, const float* sides) {
        hn::Vec<D> x, y, z, w;
        hn::LoadInterleaved4(d, sides, x, y, z, w);
        return hn::Add(hn::Add(hn::Mul(x, y), hn::Mul(y, z)), hn::Mul(z, x));
    }
    // Number of leaves, at least one, since an empty side's infinite surface times 0 would be NaN.
    template <class D, class W>
    HWY_INLINE static hn::Vec<D> leaves_of(D d, W count) {
        static_assert(leaf_size == 8);
        const hn::Rebind<std::int32_t, D> whole;
        const auto leaves = hn::ShiftRight<3>(hn::Add(count, hn::Set(whole, leaf_size - 1)));
        return hn::ConvertTo(d, hn::Max(leaves, hn::Set(whole, 1)));
    }

    alignas(64) float left_[4 * room], right_[4 * room];
    alignas(64) std::int32_t count_[room];
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
