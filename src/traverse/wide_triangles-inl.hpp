// Triangles of two leaves, eight pairs at once in single precision. Compiled once for each instruction set.
#if defined(ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#undef ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#else
#define ALLIDE_TRAVERSE_WIDE_TRIANGLES_INL
#endif

#include "kernel/triangle_filter-inl.hpp"
#include "traverse/wide_frame.hpp"
#include "tree/wide_tree.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;

// Up to eight pairs taken off a mask whose bit 8 i + j stands for the pair (i, j).
struct TrianglePairs {
    TrianglePairs() = default;
    HWY_INLINE explicit TrianglePairs(std::uint64_t& mask) {
        const auto bits = static_cast<std::uint32_t>(std::popcount(mask));
        count = bits < 8 ? bits : 8;
        packed = 0;
        // Without a branch on their number: once none is left, places are filled with zeros.
        for (int i = 0; i < 64; i += 8, mask &= mask - 1)
            packed |= static_cast<std::uint64_t>(std::countr_zero(mask) & 63) << i;
    }
    std::uint32_t a(std::size_t i) const { return static_cast<std::uint32_t>(packed >> (8 * i + 3) & 7); }
    std::uint32_t b(std::size_t i) const { return static_cast<std::uint32_t>(packed >> (8 * i) & 7); }

    std::uint32_t count;
    std::uint64_t packed;  // a byte a pair, the number of its bit
};

// A bit a pair.
struct TriangleVerdicts {
    std::uint32_t touching, undecided;
};

class LeafPair {
  public:
    explicit LeafPair(const WideFrame& frame) : fixed_error_(frame.fixed_margin) {
        for (std::size_t i = 0; i < 9; ++i)
            rotation_[i] = static_cast<float>(frame.rotation[i] * frame.scale_b);
        scale_b_ = static_cast<float>(frame.scale_b);
    }

    // B's corners come into the frame of A's leaf. `offset` is B's centre from A's.
    HWY_INLINE void set(const tree::WideCorners& a, const tree::WideNode& leaf_a, const tree::WideCorners& b,
                        const tree::WideNode& leaf_b, const std::array<float, 3>& offset) {
        a_ = &a;
        const HWY_CAPPED(float, 8) d;
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            for (std::size_t c = 0; c < 9; c += 3) {
                const auto x = hn::Load(d, &b.row[c][lane]), y = hn::Load(d, &b.row[c + 1][lane]),
                           z = hn::Load(d, &b.row[c + 2][lane]);
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto turned = hn::Add(hn::Add(hn::Mul(hn::Set(d, rotation_[3 * k]), x),
                                                        hn::Mul(hn::Set(d, rotation_[3 * k + 1]), y)),
                                                hn::Mul(hn::Set(d, rotation_[3 * k + 2]), z));
                    hn::Store(hn::Add(turned, hn::Set(d, offset[k])), d, &b_.row[c + k][lane]);
                }
            }
            set_planes(d, a, lane, planes_a_);
            set_planes(d, b_, lane, planes_b_);
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
            const Pick<D> from_a(pairs.packed >> (8 * lane + 3)), from_b(pairs.packed >> (8 * lane));
            kn::add_bits<D>(d, decide(d, from_a, from_b), lane, touching, disjoint);
        }
        return {touching & used, used & ~(touching | disjoint)};
    }

  private:
    // The plane n · x = at of each triangle.
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
        const auto n = kn::cross<Plain>(kn::subtract<Plain>(corner(3), p), kn::subtract<Plain>(corner(6), p));
        hn::Store(n.x, d, &out.row[0][lane]);
        hn::Store(n.y, d, &out.row[1][lane]);
        hn::Store(n.z, d, &out.row[2][lane]);
        hn::Store(kn::dot<Plain>(n, p), d, &out.row[3][lane]);
    }

    template <class D, class Pick>
    HWY_INLINE kn::Decision<D> decide(D d, const Pick& from_a, const Pick& from_b) const {
        using V3 = kn::Vector3<D>;
        const auto corners = [](const tree::WideCorners& all, const Pick& pick) {
            return std::array<V3, 3>{V3{pick(all.row[0]), pick(all.row[1]), pick(all.row[2])},
                                     V3{pick(all.row[3]), pick(all.row[4]), pick(all.row[5])},
                                     V3{pick(all.row[6]), pick(all.row[7]), pick(all.row[8])}};
        };
        const auto sides = [d](const Planes& planes, const Pick& pick, const std::array<V3, 3>& corner,
                               float bound) {
            const V3 n{pick(planes.row[0]), pick(planes.row[1]), pick(planes.row[2])};
            const auto at = pick(planes.row[3]);
            return kn::Sides<D>(hn::Sub(kn::dot<D>(n, corner[0]), at), hn::Sub(kn::dot<D>(n, corner[1]), at),
                                hn::Sub(kn::dot<D>(n, corner[2]), at), hn::Set(d, bound));
        };
        const auto edges = [](const std::array<V3, 3>& c) {
            return std::array<V3, 3>{kn::subtract<D>(c[1], c[0]), kn::subtract<D>(c[2], c[1]),
                                     kn::subtract<D>(c[0], c[2])};
        };
        const auto p = corners(*a_, from_a), q = corners(b_, from_b);
        const auto sides_q = sides(planes_a_, from_a, q, bound_q_),
                   sides_p = sides(planes_b_, from_b, p, bound_p_);
        const auto parted = hn::Or(sides_q.parted, sides_p.parted);
        const auto open = hn::AndNot(parted, hn::And(sides_q.certain, sides_p.certain));
        if (hn::AllFalse(d, open)) return {open, parted};
        const auto lone_p = sides_p.lone(p, edges(p), hn::Not(sides_q.lone_above));
        const auto lone_q = sides_q.lone(q, edges(q), hn::Not(sides_p.lone_above));
        const auto gap = kn::subtract<D>(lone_q.corner, lone_p.corner);
        const auto bound =
            hn::Add(hn::Mul(hn::Set(d, bound_a_gap_), kn::largest<D>(gap)), hn::Set(d, bound_fixed_));
        const auto line = kn::meet_on_line<D>(lone_p, lone_q, gap, bound);
        return {hn::And(open, line.touching), hn::Or(parted, hn::And(open, line.disjoint))};
    }

    // The same for all triangles of the two leaves: docs/guarantees.md derives them.
    HWY_INLINE void set_bounds(const tree::WideNode& leaf_a, const tree::WideNode& leaf_b,
                               const std::array<float, 3>& offset) {
        constexpr float unit = 0x1.00001p-24f;
        const float reach_a = leaf_a.reach, reach_b = scale_b_ * leaf_b.reach;
        const float far = std::max({std::abs(offset[0]), std::abs(offset[1]), std::abs(offset[2])});
        const float edge_a = leaf_a.longest_edge, edge_b = scale_b_ * leaf_b.longest_edge;
        const float error_a = 1.01f * unit * reach_a + 0x1p-120f;
        const float error_b = unit * (6.2f * reach_b + 2.2f * far) + fixed_error_;
        const float error = error_a + error_b, span = std::max(reach_a, far + reach_b);
        bound_q_ = edge_a * (edge_a * (128 * unit * span + 7 * error) + 50 * error_a * span);
        bound_p_ = edge_b * (edge_b * (128 * unit * span + 7 * error) + 50 * error_b * span);
        bound_a_gap_ = edge_a * (14 * error_b + 64 * unit * edge_b) + 14 * error_a * edge_b;
        bound_fixed_ = 7 * edge_a * edge_b * error;
        const float low = std::min(edge_a, edge_b), high = std::max(span, std::max(edge_a, edge_b));
        valid_ = low >= 0x1p-30f && high <= 0x1p30f && error <= 0x1p-10f * low;
    }

    // Numbers of a row by their places, the lowest three bits of each byte.
    template <class D>
    class Pick {
      public:
#if HWY_MAX_BYTES >= 32
        HWY_INLINE explicit Pick(std::uint64_t places) : places_(hn::IndicesFromVec(D(), spread(places))) {}
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
        HWY_INLINE explicit Pick(std::uint64_t places) : places_(places) {}
        HWY_INLINE hn::Vec<D> operator()(const std::array<float, 8>& row) const {
            alignas(32) float picked[8];
            for (std::size_t i = 0; i < hn::Lanes(D()); ++i) picked[i] = row[places_ >> (8 * i) & 7];
            return hn::Load(D(), picked);
        }

      private:
        std::uint64_t places_;
#endif
    };

    std::array<float, 9> rotation_;
    float scale_b_, fixed_error_;
    const tree::WideCorners* a_ = nullptr;
    tree::WideCorners b_;
    Planes planes_a_, planes_b_;
    // Of the heights of q and p over the other's plane; of the two numbers that compare intervals, a part
    // that grows with the gap between the lone corners and a part that does not.
    float bound_q_ = 0, bound_p_ = 0, bound_a_gap_ = 0, bound_fixed_ = 0;
    bool valid_ = false;  // no number is so small or large that the bounds would not hold
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
