// The corners of two leaves in one frame, and selected pairs of their triangles. Compiled once per
// instruction set.
#if defined(ALLIDE_TRAVERSE_WIDE_LEAVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_LEAVES_INL
#undef ALLIDE_TRAVERSE_WIDE_LEAVES_INL
#else
#define ALLIDE_TRAVERSE_WIDE_LEAVES_INL
#endif

#include "kernel/triangle/float_filter-inl.hpp"
#include "traverse/wide/frame.hpp"
#include "tree/wide/tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;

// Up to eight pairs of triangles (i, j), taken out of a mask in which bit 8i + j stands for (i, j).
struct TrianglePairs {
    TrianglePairs() = default;
    HWY_INLINE explicit TrianglePairs(std::uint64_t& mask) {
        const auto bits = static_cast<std::uint32_t>(std::popcount(mask));
        count = bits < 8 ? bits : 8;
        packed = 0;
        // Branch-free: once no bit is left, the remaining entries are zero.
        for (int i = 0; i < 64; i += 8, mask &= mask - 1)
            packed |= static_cast<std::uint64_t>(std::countr_zero(mask) & 63) << i;
    }
    std::uint32_t a(std::size_t i) const { return static_cast<std::uint32_t>(packed >> (8 * i + 3) & 7); }
    std::uint32_t b(std::size_t i) const { return static_cast<std::uint32_t>(packed >> (8 * i) & 7); }

    std::uint32_t count;
    std::uint64_t packed;  // one byte per pair: the index of its bit in the mask
};

// Gathers entries of a row: lane i receives the entry whose index is in the lowest three bits of byte i.
template <class D>
class RowGather {
  public:
#if HWY_MAX_BYTES >= 32
    HWY_INLINE explicit RowGather(std::uint64_t places) : places_(hn::IndicesFromVec(D(), spread(places))) {}
    HWY_INLINE hn::Vec<D> operator()(const std::array<float, 8>& row) const {
        return hn::TableLookupLanes(hn::Load(D(), row.data()), places_);
    }

  private:
    static HWY_INLINE auto spread(std::uint64_t places) {
        const hn::RebindToUnsigned<D> words;
        const hn::Rebind<std::uint8_t, D> bytes;
        const hn::Repartition<std::uint64_t, decltype(bytes)> one;
        return hn::And(hn::PromoteTo(words, hn::BitCast(bytes, hn::Set(one, places))), hn::Set(words, 7));
    }
    decltype(hn::IndicesFromVec(D(), hn::Zero(hn::RebindToUnsigned<D>()))) places_;
#else
    HWY_INLINE explicit RowGather(std::uint64_t places) : places_(places) {}
    HWY_INLINE hn::Vec<D> operator()(const std::array<float, 8>& row) const {
        alignas(32) float picked[8];
        for (std::size_t i = 0; i < hn::Lanes(D()); ++i) picked[i] = row[places_ >> (8 * i) & 7];
        return hn::Load(D(), picked);
    }

  private:
    std::uint64_t places_;
#endif
};

// The triangles of several pairs, one pair per vector lane.
template <class D>
struct PickedPairs {
    using Corners = std::array<kn::Vector3<D>, 3>;

    HWY_INLINE PickedPairs(const TrianglePairs& pairs, std::size_t lane)
        : from_a(pairs.packed >> (8 * lane + 3)), from_b(pairs.packed >> (8 * lane)) {}

    HWY_INLINE Corners corners_of_a(const tree::WideCorners& a) const { return corners(a, from_a); }
    HWY_INLINE Corners corners_of_b(const tree::WideCorners& b) const { return corners(b, from_b); }

    RowGather<D> from_a, from_b;

  private:
    HWY_INLINE static Corners corners(const tree::WideCorners& all, const RowGather<D>& gather) {
        using V3 = kn::Vector3<D>;
        return {V3{gather(all.row[0]), gather(all.row[1]), gather(all.row[2])},
                V3{gather(all.row[3]), gather(all.row[4]), gather(all.row[5])},
                V3{gather(all.row[6]), gather(all.row[7]), gather(all.row[8])}};
    }
};

inline constexpr float rounding_unit = 0x1.00001p-24f;

// Error bounds of the corner coordinates of both leaves (a, b), and bounds of all coordinates (span) and of
// the longest edges (edge_a, edge_b); derived in docs/guarantees.md.
struct LeafErrors {
    float a, b, span, edge_a, edge_b;
};

template <class Rounding>
class LeafCornersBy {
  public:
    explicit LeafCornersBy(const WideFrame& frame)
        : scale_b_(static_cast<float>(frame.scale_b)), fixed_error_(frame.fixed_margin) {
        for (std::size_t i = 0; i < 9; ++i)
            rotation_[i] = static_cast<float>(frame.rotation[i] * frame.scale_b);
    }

    // Maps B's corners to the frame of A's leaf. `offset` is B's centre relative to A's.
    HWY_INLINE void set(const tree::WideCorners& a, const tree::WideCorners& b,
                        const std::array<float, 3>& offset) {
        a_ = &a;
        const HWY_CAPPED(float, 8) d;
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            for (std::size_t c = 0; c < 9; c += 3) {
                const auto x = hn::Load(d, &b.row[c][lane]), y = hn::Load(d, &b.row[c + 1][lane]),
                           z = hn::Load(d, &b.row[c + 2][lane]);
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto turned =
                        Rounding::sum(hn::Set(d, rotation_[3 * k + 2]), z,
                                      Rounding::sum(hn::Set(d, rotation_[3 * k + 1]), y,
                                                    hn::Mul(hn::Set(d, rotation_[3 * k]), x)));
                    hn::Store(hn::Add(turned, hn::Set(d, offset[k])), d, &b_.row[c + k][lane]);
                }
            }
        }
    }

    const tree::WideCorners& a() const { return *a_; }
    const tree::WideCorners& b() const { return b_; }

    HWY_INLINE LeafErrors errors(const tree::WideNode& leaf_a, const tree::WideNode& leaf_b,
                                 const std::array<float, 3>& offset) const {
        const float reach_a = leaf_a.reach, reach_b = scale_b_ * leaf_b.reach;
        const float far = std::max({std::abs(offset[0]), std::abs(offset[1]), std::abs(offset[2])});
        return {.a = 1.01f * rounding_unit * reach_a + 0x1p-120f,
                .b = rounding_unit * (6.2f * reach_b + 2.2f * far) + fixed_error_,
                .span = std::max(reach_a, far + reach_b),
                .edge_a = leaf_a.longest_edge,
                .edge_b = scale_b_ * leaf_b.longest_edge};
    }

  private:
    std::array<float, 9> rotation_;
    float scale_b_, fixed_error_;
    const tree::WideCorners* a_ = nullptr;
    tree::WideCorners b_;
};
using LeafCorners = LeafCornersBy<kn::RoundedTwice>;

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
