// Box tests of two wide trees: up to 32 pairs of nodes at once on all 15 separating axes, and the 64 pairs of
// two nodes' children at once on six. docs/guarantees.md derives the margins. Compiled once per instruction
// set; no step depends on the vector length and no multiply-add is fused, so that all instruction sets give
// the same bits, unless the caller prefers speed (RoundedOnce).
#if defined(ALLIDE_TRAVERSE_WIDE_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_BOXES_INL
#undef ALLIDE_TRAVERSE_WIDE_BOXES_INL
#else
#define ALLIDE_TRAVERSE_WIDE_BOXES_INL
#endif

#include "kernel/triangle/float_filter-inl.hpp"
#include "traverse/wide/frame.hpp"
#include "tree/wide/tree.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;

inline constexpr std::size_t batch_width = 32;  // maximum number of node pairs per batch

struct NodePairs {
    std::array<const tree::WideNode*, batch_width> a, b;
};

// Numbers of a batch of node pairs: one row per number, one column per pair.
template <std::size_t Count>
struct alignas(64) Rows {
    float at[Count][batch_width];
};

// The first 16 words of nodes, transposed to rows: axes, centre, steps, and one word that is not a float.
struct NodeRows : Rows<16> {
    static constexpr std::size_t axis = 0, center = 9, step = 12;

    HWY_INLINE void load(const std::array<const tree::WideNode*, batch_width>& nodes, std::size_t used) {
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t i = 0; i < used; ++i) {
            float words[15];
            std::memcpy(words, nodes[i], sizeof words);
            for (std::size_t k = 0; k < 15; ++k) at[k][i] = words[k];
        }
#else
        // Transposes 4×4 blocks. Moved as integers: the last word may be any bit pattern.
        const HWY_CAPPED(std::uint32_t, 8) d;
        const hn::FixedTag<std::uint32_t, 4> four;
        const hn::Repartition<std::uint64_t, decltype(d)> d64;
        for (std::size_t i = 0; i < used; i += hn::Lanes(d)) {
            for (std::size_t k = 0; k < 16; k += 4) {
                const auto word = [&](std::size_t n) {
                    return hn::Load(four, reinterpret_cast<const std::uint32_t*>(nodes[i + n]) + k);
                };
                const auto row = [&](std::size_t n) {
#if HWY_MAX_BYTES >= 32
                    return hn::Combine(d, word(n + 4), word(n));
#else
                    return word(n);
#endif
                };
                const auto r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
                const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, r0, r1)),
                           low23 = hn::BitCast(d64, hn::InterleaveLower(d, r2, r3)),
                           high01 = hn::BitCast(d64, hn::InterleaveUpper(d, r0, r1)),
                           high23 = hn::BitCast(d64, hn::InterleaveUpper(d, r2, r3));
                const auto store = [&](std::size_t n, auto v) {
                    hn::Store(hn::BitCast(d, v), d, reinterpret_cast<std::uint32_t*>(&at[k + n][i]));
                };
                store(0, hn::InterleaveLower(d64, low01, low23));
                store(1, hn::InterleaveUpper(d64, low01, low23));
                store(2, hn::InterleaveLower(d64, high01, high23));
                store(3, hn::InterleaveUpper(d64, high01, high23));
            }
        }
#endif
    }
};

// Bit 8i + j is set if ends_b[j] exceeds ends_a[i] by at most the limit.
HWY_INLINE std::uint64_t near_ends(const float* ends_a, const float* ends_b, float limit) {
    const HWY_CAPPED(float, tree::wide_arity) d;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < tree::wide_arity; ++i) {
        for (std::size_t j = 0; j < tree::wide_arity; j += hn::Lanes(d)) {
            const auto near = hn::Le(hn::Load(d, ends_b + j), hn::Set(d, ends_a[i] + limit));
            std::uint8_t row[8] = {};
            hn::StoreMaskBits(d, near, row);
            bits |= static_cast<std::uint64_t>(row[0]) << (8 * i + j);
        }
    }
    return bits;
}

template <class Rounding>
class BoxPairsBy {
  public:
    explicit BoxPairsBy(const WideFrame& frame) : frame_(&frame) {
        for (std::size_t i = 0; i < 9; ++i) rotation_[i] = static_cast<float>(frame.rotation[i]);
    }

    // A search for all contacts has many pairs and profits from the longest vectors.
    static constexpr std::size_t vector_width = std::is_same_v<Rounding, kn::RoundedOnce> ? 16 : 8;
    // Vectors are always full: for `count` pairs, this many columns must hold valid nodes.
    static constexpr std::size_t columns_for(std::size_t count) {
        return (count + vector_width - 1) / vector_width * vector_width;
    }

    // Returns one bit per pair, set if the boxes are not proven disjoint. Only the first `count` pairs
    // matter; the others may be any nodes. If `soon`, only the boxes' own six axes are tested, else all 15.
    HWY_INLINE std::uint32_t overlapping(const NodePairs& nodes, std::size_t count, bool soon) {
        used_ = columns_for(count);
        a_.load(nodes.a, used_);
        b_.load(nodes.b, used_);
        place_centers();
        std::uint32_t bits = 0;
        const HWY_CAPPED(float, vector_width) d;
        for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(d))
            bits |= separate(d, lane, soon) << lane;
        return bits;
    }

    // Mask of the pairs (i, j) for which both children exist.
    HWY_INLINE static std::uint64_t real_pairs(std::uint64_t count_a, std::uint64_t count_b) {
        const std::uint64_t rows = ~std::uint64_t{0} >> (64 - 8 * count_a);
        return rows & (0x0101010101010101u * (0xffu >> (8 - count_b)));
    }

    // Support heights of the children's boxes, from the node's centre, in a direction of the model's frame.
    HWY_INLINE static void ends_of_children(const tree::WideNode& node, const std::array<float, 3>& direction,
                                            float* ends) {
        const HWY_CAPPED(float, tree::wide_arity) d;
        Rows<4> line;
        for (std::size_t k = 0; k < 3; ++k)
            line.at[k][0] = 0.5f * node.step[k] *
                            (direction[0] * node.axis[3 * k] + direction[1] * node.axis[3 * k + 1] +
                             direction[2] * node.axis[3 * k + 2]);
        for (std::size_t child = 0; child < tree::wide_arity; child += hn::Lanes(d))
            hn::Store(end_on_line(d, node, child, line, 0, 1), d, ends + child);
    }

    // The child whose box extends farthest in a direction of the model's frame.
    HWY_INLINE static std::uint32_t foremost_child(const tree::WideNode& node,
                                                   const std::array<float, 3>& direction) {
        alignas(32) float ends[tree::wide_arity];
        ends_of_children(node, direction, ends);
        std::uint32_t best = 0;
        for (std::uint32_t i = 1; i < node.count; ++i)
            if (ends[i] > ends[best]) best = i;
        return best;
    }

    // Computes the data for prepare_children(), children() and near_on_line(), without testing the nodes.
    HWY_INLINE void relate(const NodePairs& nodes, std::size_t count, const std::array<float, 3>& direction) {
        used_ = columns_for(count);
        a_.load(nodes.a, used_);
        b_.load(nodes.b, used_);
        place_centers();
        const HWY_CAPPED(float, vector_width) d;
        for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(d))
            prepare_line(d, lane, relate(d, lane), direction);
    }

    // Bit 8i + j is set if the gap between child i of A's node and child j of B's node, measured along the
    // direction, is at most `reach`.
    HWY_INLINE std::uint64_t near_on_line(const tree::WideNode& a, const tree::WideNode& b, std::size_t lane,
                                          float reach) const {
        const HWY_CAPPED(float, tree::wide_arity) d;
        alignas(32) float ends_a[tree::wide_arity], ends_b[tree::wide_arity];
        for (std::size_t child = 0; child < tree::wide_arity; child += hn::Lanes(d)) {
            hn::Store(end_on_line(d, a, child, line_a_, lane, 1), d, ends_a + child);
            hn::Store(end_on_line(d, b, child, line_b_, lane, -1), d, ends_b + child);
        }
        return near_ends(ends_a, ends_b, reach - line_b_.at[3][lane]);
    }

    // Lower bounds of the distances of box pairs, in A's unit; 0 or less for boxes that may overlap, and the
    // lower the deeper they seem to overlap. `direction` points from A to B in A's frame and may be
    // arbitrary: a good one makes the bounds tight.
    HWY_INLINE void gaps(const NodePairs& nodes, std::size_t count, const std::array<float, 3>& direction,
                         float* out) {
        used_ = columns_for(count);
        a_.load(nodes.a, used_);
        b_.load(nodes.b, used_);
        place_centers();
        const HWY_CAPPED(float, vector_width) d;
        for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(d))
            hn::StoreU(gap(d, lane, direction), d, out + lane);
    }

    // How little two boxes overlap on their own six axes: from 0 (equal centres) to 1 (barely touching).
    HWY_INLINE float apartness(std::size_t lane) const { return apartness_.at[0][lane]; }
    // Among the pairs of the mask, the one whose boxes seem to overlap most.
    HWY_INLINE std::size_t deepest(std::uint32_t pairs) const {
        auto best = static_cast<std::size_t>(std::countr_zero(pairs));
        for (pairs &= pairs - 1; pairs != 0; pairs &= pairs - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(pairs));
            if (apartness(lane) < apartness(best)) best = lane;
        }
        return best;
    }

    // Prepares children() for all pairs at once: computes weights that project a child's box of one node onto
    // the other node's axes, in units of the other's steps. The projection's centre is base + Σ weight ·
    // (lower + upper), and its half extent is margin + Σ |weight| · (upper − lower), where `lower` and
    // `upper` are the child's box bytes. With an inflation, two boxes count as overlapping if their distance
    // may be less than it. Weights have 15 bits and sums of bytes 9, so that the products are exact, fused or
    // not.
    HWY_INLINE void prepare_children(float inflation = 0) {
        const HWY_CAPPED(float, vector_width) d;
        using V = hn::Vec<decltype(d)>;
        const V half = hn::Set(d, 0.5f), middle = hn::Set(d, tree::box_middle), one = hn::Set(d, 1.0f);
        for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(d)) {
            const V margin = hn::Add(hn::Load(d, &margin_.at[0][lane]), hn::Set(d, inflation));
            V t[3], step_a[3], step_b[3], unit_a[3], unit_b[3];
            for (std::size_t k = 0; k < 3; ++k) {
                t[k] = hn::Load(d, &offset_in_a_.at[k][lane]);
                step_a[k] = hn::Load(d, &a_.at[NodeRows::step + k][lane]);
                step_b[k] = hn::Load(d, &b_.at[NodeRows::step + k][lane]);
                unit_a[k] = hn::Div(one, step_a[k]);
                unit_b[k] = hn::Div(one, step_b[k]);
            }
            const V zero = hn::Zero(d);
            V base_b[3] = {zero, zero, zero}, sum_a[3] = {zero, zero, zero}, sum_b[3] = {zero, zero, zero};
            V size_a[3] = {zero, zero, zero}, size_b[3] = {zero, zero, zero};
            for (std::size_t k = 0; k < 3; ++k) {
                for (std::size_t l = 0; l < 3; ++l) {
                    const V m = hn::Load(d, &turn_.at[3 * k + l][lane]);
                    const V on_a = shortened(d, hn::Mul(hn::Mul(m, step_b[l]), hn::Mul(half, unit_a[k])));
                    const V on_b = shortened(d, hn::Mul(hn::Mul(m, step_a[k]), hn::Mul(half, unit_b[l])));
                    base_b[l] = Rounding::rest(hn::Mul(m, t[k]), unit_b[l], base_b[l]);
                    sum_a[k] = hn::Add(sum_a[k], on_a);
                    sum_b[l] = hn::Add(sum_b[l], on_b);
                    size_a[k] = hn::Add(size_a[k], hn::Abs(on_a));
                    size_b[l] = hn::Add(size_b[l], hn::Abs(on_b));
                    store_weight(d, on_a, on_a_, 3 * k + l, lane);
                    store_weight(d, on_b, on_b_, 3 * l + k, lane);
                }
            }
            // The margin includes half a unit, so that rounding to nearest never moves a bound inward. It
            // also covers the shortening of the weights: each is off by at most 2⁻¹⁵ of itself and is
            // multiplied by lower + upper ≤ 508 and by upper − lower ≤ 253, together below 762.
            const V twice = hn::Set(d, 2 * tree::box_middle), shortening = hn::Set(d, 762 * 0x1p-15f);
            const auto place = [&](V base, V sum, V size, V unit, Weights& on, std::size_t k) {
                hn::Store(hn::Add(middle, hn::Sub(base, hn::Mul(twice, sum))), d,
                          &on.at[Weights::base + k][lane]);
                hn::Store(hn::Add(hn::Add(half, hn::Mul(margin, unit)), hn::Mul(shortening, size)), d,
                          &on.at[Weights::margin + k][lane]);
            };
            for (std::size_t k = 0; k < 3; ++k) {
                place(hn::Mul(t[k], unit_a[k]), sum_a[k], size_a[k], unit_a[k], on_a_, k);
                place(base_b[k], sum_b[k], size_b[k], unit_b[k], on_b_, k);
            }
        }
    }

    // Bit 8i + j is set if child i of A's node and child j of B's are not proven disjoint.
    HWY_INLINE std::uint64_t children(const tree::WideNode& a, const tree::WideNode& b,
                                      std::size_t lane) const {
        const ChildProjections projections = project(a, b, lane);
        return compare(a, projections, b);
    }

    // Which node to open: −1 only A's, 1 only B's, 0 both.
    HWY_INLINE int which_to_open(const tree::WideNode& a, const tree::WideNode& b, std::size_t lane) const {
        if (a.leaf) return 1;
        if (b.leaf) return -1;
        constexpr float much_larger = 2.5f;
        const float size_a = size_.at[0][lane], size_b = size_.at[1][lane];
        return size_a > much_larger * size_b ? -1 : size_b > much_larger * size_a ? 1 : 0;
    }

    // Vector from A's centre to B's, along the coordinate axes of A's model.
    HWY_INLINE std::array<float, 3> offset(std::size_t lane) const {
        return {offset_.at[0][lane], offset_.at[1][lane], offset_.at[2][lane]};
    }

  private:
    // B's centres relative to A's, subtracted in double because in one frame they may be large and nearly
    // equal. B's steps are converted to A's unit.
    HWY_INLINE void place_centers() {
        const HWY_CAPPED(double, 8) d;
        const hn::Rebind<float, decltype(d)> narrow;
        const auto& r = frame_->rotation;
        for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(d)) {
            const auto wide = [&](const NodeRows& rows, std::size_t k) {
                return hn::PromoteTo(d, hn::Load(narrow, &rows.at[NodeRows::center + k][lane]));
            };
            const auto scale = hn::Set(d, frame_->scale_b);
            const auto x = hn::Mul(scale, wide(b_, 0)), y = hn::Mul(scale, wide(b_, 1)),
                       z = hn::Mul(scale, wide(b_, 2));
            for (std::size_t k = 0; k < 3; ++k) {
                const auto from_a = hn::Sub(hn::Set(d, frame_->offset[k]), wide(a_, k));
                const auto offset = Rounding::dot_plus(hn::Set(d, r[3 * k]), x, hn::Set(d, r[3 * k + 1]), y,
                                                       hn::Set(d, r[3 * k + 2]), z, from_a);
                hn::Store(hn::DemoteTo(narrow, offset), narrow, &offset_.at[k][lane]);
            }
        }
        const HWY_CAPPED(float, vector_width) f;
        const auto scale = hn::Set(f, static_cast<float>(frame_->scale_b));
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t lane = 0; lane < used_; lane += hn::Lanes(f)) {
                float* const step = &b_.at[NodeRows::step + k][lane];
                hn::Store(hn::Mul(scale, hn::Load(f, step)), f, step);
            }
    }

    // Two boxes in the axes of A's box: rotation m of B's box, r = |m|, offset t, half extents and margin.
    template <class D>
    struct RelativeBoxes {
        hn::Vec<D> turned[3][3];  // B's axes in the coordinates of A's model
        hn::Vec<D> m[3][3], r[3][3], t[3], half_a[3], half_b[3], margin;
    };

    template <class D>
    HWY_INLINE static hn::Vec<D> dot(hn::Vec<D> x0, hn::Vec<D> y0, hn::Vec<D> x1, hn::Vec<D> y1,
                                     hn::Vec<D> x2, hn::Vec<D> y2) {
        return Rounding::sum(x2, y2, Rounding::sum(x1, y1, hn::Mul(x0, y0)));
    }

    template <class D>
    HWY_INLINE RelativeBoxes<D> relate(D d, std::size_t lane) {
        using V = hn::Vec<D>;
        RelativeBoxes<D> out;
        const auto row = [&](const auto& rows, std::size_t k) { return hn::Load(d, &rows.at[k][lane]); };
        V axis_a[3][3];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) axis_a[i][k] = row(a_, NodeRows::axis + 3 * i + k);
        for (std::size_t j = 0; j < 3; ++j) {
            const V x = row(b_, NodeRows::axis + 3 * j), y = row(b_, NodeRows::axis + 3 * j + 1),
                    z = row(b_, NodeRows::axis + 3 * j + 2);
            V* const turned = out.turned[j];
            for (std::size_t k = 0; k < 3; ++k)
                turned[k] = dot<D>(hn::Set(d, rotation_[3 * k]), x, hn::Set(d, rotation_[3 * k + 1]), y,
                                   hn::Set(d, rotation_[3 * k + 2]), z);
            for (std::size_t i = 0; i < 3; ++i) {
                out.m[i][j] =
                    dot<D>(axis_a[i][0], turned[0], axis_a[i][1], turned[1], axis_a[i][2], turned[2]);
                out.r[i][j] = hn::Abs(out.m[i][j]);
                hn::Store(out.m[i][j], d, &turn_.at[3 * i + j][lane]);
            }
        }
        const V offset0 = row(offset_, 0), offset1 = row(offset_, 1), offset2 = row(offset_, 2);
        const V reach = hn::Set(d, tree::box_reach);
        V sum = hn::Zero(d);
        for (std::size_t i = 0; i < 3; ++i) {
            out.t[i] = dot<D>(axis_a[i][0], offset0, axis_a[i][1], offset1, axis_a[i][2], offset2);
            out.half_a[i] = hn::Mul(reach, row(a_, NodeRows::step + i));
            out.half_b[i] = hn::Mul(reach, row(b_, NodeRows::step + i));
            hn::Store(out.t[i], d, &offset_in_a_.at[i][lane]);
            sum = hn::Add(sum, hn::Add(hn::Abs(out.t[i]), hn::Add(out.half_a[i], out.half_b[i])));
        }
        const auto longest = [](const V* half) { return hn::Max(half[0], hn::Max(half[1], half[2])); };
        hn::Store(longest(out.half_a), d, &size_.at[0][lane]);
        hn::Store(longest(out.half_b), d, &size_.at[1][lane]);
        out.margin =
            hn::Add(hn::Set(d, frame_->fixed_margin), hn::Mul(hn::Set(d, frame_->relative_margin), sum));
        hn::Store(out.margin, d, &margin_.at[0][lane]);
        const V between = hn::Add(hn::Abs(out.t[0]), hn::Add(hn::Abs(out.t[1]), hn::Abs(out.t[2])));
        hn::Store(hn::Div(between, hn::Add(sum, hn::Set(d, 0x1p-100f))), d, &apartness_.at[0][lane]);
        return out;
    }

    // Projections of two boxes on an axis: shift between the centres, its size, and sum of half extents and
    // margin.
    template <class D>
    struct AxisProjection {
        hn::Vec<D> shift, distance, reach;

        HWY_INLINE hn::Vec<D> gap() const { return hn::Sub(distance, reach); }
        HWY_INLINE hn::Mask<D> separates() const { return hn::Gt(distance, reach); }
        HWY_INLINE hn::Vec<D> share() const { return hn::Div(distance, reach); }
    };
    template <class D>
    HWY_INLINE static AxisProjection<D> projection_on_a(const RelativeBoxes<D>& x, std::size_t i) {
        return {x.t[i], hn::Abs(x.t[i]),
                Rounding::dot_plus(x.half_b[0], x.r[i][0], x.half_b[1], x.r[i][1], x.half_b[2], x.r[i][2],
                                   hn::Add(x.half_a[i], x.margin))};
    }
    template <class D>
    HWY_INLINE static AxisProjection<D> projection_on_b(const RelativeBoxes<D>& x, std::size_t j) {
        const hn::Vec<D> shift = dot<D>(x.t[0], x.m[0][j], x.t[1], x.m[1][j], x.t[2], x.m[2][j]);
        return {shift, hn::Abs(shift),
                Rounding::dot_plus(x.half_a[0], x.r[0][j], x.half_a[1], x.r[1][j], x.half_a[2], x.r[2][j],
                                   hn::Add(x.half_b[j], x.margin))};
    }

    // For both boxes, stores the projection of half a step along each axis on the line along `direction`. For
    // B, also stores the position of its centre on this line, less the margin.
    template <class D>
    HWY_INLINE void prepare_line(D d, std::size_t lane, const RelativeBoxes<D>& x,
                                 const std::array<float, 3>& direction) {
        const auto along = [&](auto x0, auto x1, auto x2) {
            return dot<D>(hn::Set(d, direction[0]), x0, hn::Set(d, direction[1]), x1,
                          hn::Set(d, direction[2]), x2);
        };
        const auto half = hn::Set(d, 0.5f);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto axis_a = [&](std::size_t i) {
                return hn::Load(d, &a_.at[NodeRows::axis + 3 * k + i][lane]);
            };
            const auto step = [&](const NodeRows& rows) {
                return hn::Mul(half, hn::Load(d, &rows.at[NodeRows::step + k][lane]));
            };
            hn::Store(hn::Mul(step(a_), along(axis_a(0), axis_a(1), axis_a(2))), d, &line_a_.at[k][lane]);
            hn::Store(hn::Mul(step(b_), along(x.turned[k][0], x.turned[k][1], x.turned[k][2])), d,
                      &line_b_.at[k][lane]);
        }
        const auto shift = along(hn::Load(d, &offset_.at[0][lane]), hn::Load(d, &offset_.at[1][lane]),
                                 hn::Load(d, &offset_.at[2][lane]));
        hn::Store(hn::Sub(shift, x.margin), d, &line_b_.at[3][lane]);
    }

    // Upper (side 1) or lower (side −1) ends of the children's boxes on the line, from their node's centre.
    template <class D>
    HWY_INLINE static hn::Vec<D> end_on_line(D d, const tree::WideNode& node, std::size_t child,
                                             const Rows<4>& line, std::size_t lane, float side) {
        const hn::RebindToSigned<D> whole;
        const hn::Rebind<std::uint8_t, D> bytes;
        auto end = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto bound = [&](std::size_t which) {
                return hn::PromoteTo(whole, hn::Load(bytes, &node.box[k][which][child]));
            };
            const auto lower = bound(0), upper = bound(1);
            const auto middle =
                hn::Sub(hn::ConvertTo(d, hn::Add(lower, upper)), hn::Set(d, 2 * tree::box_middle));
            const auto width = hn::ConvertTo(d, hn::Sub(upper, lower));
            const float step = line.at[k][lane];
            end = hn::Add(end, hn::Add(hn::Mul(hn::Set(d, step), middle),
                                       hn::Mul(hn::Set(d, side * std::abs(step)), width)));
        }
        return end;
    }

    // The distance of two boxes is at least that of their projections onto a line, or onto three
    // perpendicular lines combined. The lines: the axes of each box, `direction`, and the line along the
    // boxes' own gap, whose components are the gaps on the axes of one of them.
    template <class D>
    HWY_INLINE hn::Vec<D> gap(D d, std::size_t lane, const std::array<float, 3>& direction) {
        using V = hn::Vec<D>;
        const RelativeBoxes<D> x = relate(d, lane);
        const V zero = hn::Zero(d);
        V square_a = zero, square_b = zero, half = x.margin;
        V gap_a[3], gap_b[3];
        const auto along = [&](V x0, V x1, V x2) {
            return dot<D>(hn::Set(d, direction[0]), x0, hn::Set(d, direction[1]), x1,
                          hn::Set(d, direction[2]), x2);
        };
        for (std::size_t k = 0; k < 3; ++k) {
            const AxisProjection<D> on_a = projection_on_a(x, k), on_b = projection_on_b(x, k);
            gap_a[k] = hn::CopySign(hn::Max(on_a.gap(), zero), on_a.shift);
            gap_b[k] = hn::CopySign(hn::Max(on_b.gap(), zero), on_b.shift);
            square_a = hn::Add(square_a, hn::Mul(gap_a[k], gap_a[k]));
            square_b = hn::Add(square_b, hn::Mul(gap_b[k], gap_b[k]));
            const auto axis_a = [&](std::size_t i) {
                return hn::Load(d, &a_.at[NodeRows::axis + 3 * k + i][lane]);
            };
            half = hn::Add(half, hn::Mul(x.half_a[k], hn::Abs(along(axis_a(0), axis_a(1), axis_a(2)))));
            half = hn::Add(
                half, hn::Mul(x.half_b[k], hn::Abs(along(x.turned[k][0], x.turned[k][1], x.turned[k][2]))));
        }
        const V shift = along(hn::Load(d, &offset_.at[0][lane]), hn::Load(d, &offset_.at[1][lane]),
                              hn::Load(d, &offset_.at[2][lane]));
        const V on_axes = hn::Sqrt(hn::Max(square_a, square_b));
        const auto a_is_longer = hn::Ge(square_a, square_b);
        V own[3];
        for (std::size_t k = 0; k < 3; ++k)
            own[k] = hn::IfThenElse(a_is_longer, gap_a[k],
                                    dot<D>(x.m[k][0], gap_b[0], x.m[k][1], gap_b[1], x.m[k][2], gap_b[2]));
        const V least = hn::Max(hn::Max(on_axes, hn::Sub(shift, half)), gap_along(d, x, own));
        const V certain = hn::Mul(least, hn::Set(d, frame_->gap_factor));
        const V depth = hn::Sub(hn::Load(d, &apartness_.at[0][lane]), hn::Set(d, 1.0f));
        return hn::IfThenElse(hn::Gt(certain, zero), certain, depth);
    }

    // The gap of the boxes' projections onto the line along a vector in the axes of A's box; at most 0 for a
    // vector that is too short to be normalised.
    template <class D>
    HWY_INLINE static hn::Vec<D> gap_along(D d, const RelativeBoxes<D>& x, const hn::Vec<D>* vector) {
        using V = hn::Vec<D>;
        const V squared = dot<D>(vector[0], vector[0], vector[1], vector[1], vector[2], vector[2]);
        V reach = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            reach = hn::Add(reach, hn::Mul(x.half_a[k], hn::Abs(vector[k])));
            reach = hn::Add(reach, hn::Mul(x.half_b[k], hn::Abs(dot<D>(vector[0], x.m[0][k], vector[1],
                                                                       x.m[1][k], vector[2], x.m[2][k]))));
        }
        const V between = hn::Sub(dot<D>(vector[0], x.t[0], vector[1], x.t[1], vector[2], x.t[2]), reach);
        const auto usable = hn::Gt(squared, hn::Set(d, 0x1p-60f));
        const V length = hn::Sqrt(hn::IfThenElse(usable, squared, hn::Set(d, 1.0f)));
        return hn::IfThenElseZero(usable, hn::Sub(hn::Div(between, length), x.margin));
    }

    template <class D>
    HWY_INLINE std::uint32_t separate(D d, std::size_t lane, bool soon) {
        using V = hn::Vec<D>;
        const RelativeBoxes<D> x = relate(d, lane);
        auto apart = hn::FirstN(d, 0);
        // Here apartness is the largest share (distance of the centres / sum of the half extents) on any axis
        // of the two boxes: two flat boxes stacked on each other overlap little, although their centres are
        // near.
        V largest_share = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            const AxisProjection<D> on_a = projection_on_a(x, k), on_b = projection_on_b(x, k);
            apart = hn::Or(apart, hn::Or(on_a.separates(), on_b.separates()));
            if (soon) largest_share = hn::Max(largest_share, hn::Max(on_a.share(), on_b.share()));
        }
        if (soon) {
            hn::Store(largest_share, d, &apartness_.at[0][lane]);
            return bits_of(d, hn::Not(apart));
        }
        if (hn::AllTrue(d, apart)) return 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                const V of_a = Rounding::sum(x.half_a[i1], x.r[i2][j], hn::Mul(x.half_a[i2], x.r[i1][j]));
                const V of_b = Rounding::sum(x.half_b[j1], x.r[i][j2],
                                             Rounding::sum(x.half_b[j2], x.r[i][j1], x.margin));
                const V radius = hn::Add(of_a, of_b);
                const V distance =
                    hn::Abs(Rounding::difference(x.t[i2], x.m[i1][j], hn::Mul(x.t[i1], x.m[i2][j])));
                apart = hn::Or(apart, hn::Gt(distance, radius));
            }
        }
        return bits_of(d, hn::Not(apart));
    }
    template <class D>
    HWY_INLINE static std::uint32_t bits_of(D d, hn::Mask<D> mask) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, mask, bits);
        return bits[0] | static_cast<std::uint32_t>(bits[1]) << 8;
    }

    // Rounds to 15 significant bits.
    template <class D>
    HWY_INLINE static hn::Vec<D> shortened(D d, hn::Vec<D> x) {
        const hn::RebindToUnsigned<D> bits;
        const auto half = hn::Set(bits, 0x100u), kept = hn::Set(bits, 0xfffffe00u);
        return hn::BitCast(d, hn::And(hn::Add(hn::BitCast(bits, x), half), kept));
    }

    // Rows: nine weights, three bases and three margins; then the weights' magnitudes, stored because they
    // are read more often than computed.
    struct Weights : Rows<24> {
        static constexpr std::size_t base = 9, margin = 12, magnitude = 15;
    };
    template <class D>
    HWY_INLINE static void store_weight(D d, hn::Vec<D> weight, Weights& on, std::size_t k,
                                        std::size_t lane) {
        hn::Store(weight, d, &on.at[k][lane]);
        hn::Store(hn::Abs(weight), d, &on.at[Weights::magnitude + k][lane]);
    }

    // Projections of each node's child boxes onto the three axes of the other node, in units of the other's
    // steps, rounded outward. Indexed by node, axis, lower or upper bound, child.
    struct alignas(16) ChildProjections {
        std::uint8_t at[2][3][2][tree::wide_arity];
    };

    // Rounds bounds to the nearest integers and clamps them to 0 … 255. Their margin includes half a unit, so
    // this moves no bound inward.
    template <class D>
    HWY_INLINE static void store_bounds(D d, hn::Vec<D> low, hn::Vec<D> high,
                                        std::uint8_t (*out)[tree::wide_arity], std::size_t child) {
        const hn::Vec<D> greatest = hn::Set(d, 255.0f);
        low = hn::Min(low, greatest);
        high = hn::Min(high, greatest);
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
        // Highway's own conversion also handles numbers of 2³¹ and more, which do not occur here, at twice
        // the cost. Numbers below −2³¹ become −2³¹ and finally 0.
        const hn::RebindToSigned<D> whole;
        const hn::Repartition<std::int16_t, decltype(whole)> shorts;
        const hn::Rebind<std::uint8_t, decltype(shorts)> bytes;
        const auto rounded = [](hn::Vec<D> x) { return hn::Vec<decltype(whole)>{_mm256_cvtps_epi32(x.raw)}; };
        alignas(16) static constexpr std::uint8_t order[16] = {0, 1, 2, 3, 8,  9,  10, 11,
                                                               4, 5, 6, 7, 12, 13, 14, 15};
        const auto both = hn::ReorderDemote2To(shorts, rounded(low), rounded(high));
        hn::Store(hn::TableLookupBytes(hn::DemoteTo(bytes, both), hn::Load(bytes, order)), bytes,
                  &out[0][child]);
#else
        const hn::RebindToUnsigned<D> bits;
        const hn::Rebind<std::uint8_t, D> bytes;
        // Adding 2²³ to a number below 2²² leaves it rounded to an integer in the lowest bits.
        const auto store = [&](hn::Vec<D> x, std::uint8_t* to) {
            const auto shifted = hn::Add(hn::Max(x, hn::Zero(d)), hn::Set(d, 0x1p23f));
            hn::Store(hn::TruncateTo(bytes, hn::BitCast(bits, shifted)), bytes, to);
        };
        store(low, &out[0][child]);
        store(high, &out[1][child]);
#endif
    }

    HWY_INLINE ChildProjections project(const tree::WideNode& a, const tree::WideNode& b,
                                        std::size_t column) const {
        const HWY_CAPPED(float, tree::wide_arity) d;
        const hn::RebindToSigned<decltype(d)> whole;
        const hn::Rebind<std::uint8_t, decltype(d)> bytes;
        using V = hn::Vec<decltype(d)>;
        ChildProjections out;
        for (std::size_t at = 0; at < 2 * tree::wide_arity; at += hn::Lanes(d)) {
            const std::size_t child = at % tree::wide_arity;
            const bool is_b = at >= tree::wide_arity;
            const auto bounds = [&](std::size_t k, std::size_t bound) {
                return hn::PromoteTo(whole, hn::Load(bytes, &(is_b ? b : a).box[k][bound][child]));
            };
            const auto number = [&](std::size_t row) {
                return hn::Set(d, (is_b ? on_a_ : on_b_).at[row][column]);
            };
            V sum[3], width[3];
            for (std::size_t k = 0; k < 3; ++k) {
                const auto lower = bounds(k, 0), upper = bounds(k, 1);
                sum[k] = hn::ConvertTo(d, hn::Add(lower, upper));
                width[k] = hn::ConvertTo(d, hn::Sub(upper, lower));
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const auto sum_of = [&](std::size_t first, std::size_t weight, const V* x) {
                    return hn::MulAdd(
                        number(weight + 3 * k + 2), x[2],
                        hn::MulAdd(number(weight + 3 * k + 1), x[1],
                                   hn::MulAdd(number(weight + 3 * k), x[0], number(first + k))));
                };
                const V center = sum_of(Weights::base, 0, sum);
                const V reach = sum_of(Weights::margin, Weights::magnitude, width);
                store_bounds(d, hn::Sub(center, reach), hn::Add(center, reach), out.at[is_b][k], child);
            }
        }
        return out;
    }

    // Compares A's boxes with B's projections on A's axes, and A's projections on B's axes with B's boxes.
    HWY_INLINE static std::uint64_t compare(const tree::WideNode& a, const ChildProjections& projections,
                                            const tree::WideNode& b) {
        // Byte 8i + j of a vector belongs to the pair (i, j): each of A's numbers is repeated eight times,
        // B's are repeated row by row.
        std::uint64_t bits = 0;
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t i = 0; i < 8; ++i) {
            for (std::size_t j = 0; j < 8; ++j) {
                bool all = true;
                for (std::size_t k = 0; k < 3; ++k)
                    all = all && a.box[k][0][i] <= projections.at[1][k][1][j] &&
                          projections.at[1][k][0][j] <= a.box[k][1][i] &&
                          projections.at[0][k][0][i] <= b.box[k][1][j] &&
                          b.box[k][0][j] <= projections.at[0][k][1][i];
                bits |= std::uint64_t{all} << (8 * i + j);
            }
        }
#else
        alignas(64) static constexpr std::uint8_t spread[64] = {
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
            4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7};
        const HWY_CAPPED(std::uint8_t, 64) d;
        const hn::Repartition<std::uint64_t, decltype(d)> d64;
        for (std::size_t part = 0; part < 64; part += hn::Lanes(d)) {
            const auto spreading = hn::Load(d, spread + part);
            const auto tiled = [&](const void* eight) {
                std::uint64_t word;
                std::memcpy(&word, eight, sizeof word);
                return hn::BitCast(d, hn::Set(d64, word));
            };
            auto gap = hn::Zero(d);  // non-zero where a pair is disjoint
            const auto meet = [&](const void* row_low, const void* row_high, const void* column_low,
                                  const void* column_high) {
                const auto lower = hn::TableLookupBytes(tiled(row_low), spreading);
                const auto upper = hn::TableLookupBytes(tiled(row_high), spreading);
                gap = hn::Or(gap, hn::Or(hn::SaturatedSub(lower, tiled(column_high)),
                                         hn::SaturatedSub(tiled(column_low), upper)));
            };
            for (std::size_t k = 0; k < 3; ++k) {
                meet(&a.box[k][0], &a.box[k][1], &projections.at[1][k][0], &projections.at[1][k][1]);
                meet(&projections.at[0][k][0], &projections.at[0][k][1], &b.box[k][0], &b.box[k][1]);
            }
            std::uint64_t word = 0;
            hn::StoreMaskBits(d, hn::Eq(gap, hn::Zero(d)), reinterpret_cast<std::uint8_t*>(&word));
            bits |= word << part;
        }
#endif
        return bits & real_pairs(a.count, b.count);
    }

    const WideFrame* frame_;
    std::array<float, 9> rotation_;
    std::size_t used_ = batch_width;  // number of columns that are filled
    NodeRows a_, b_;
    Rows<3> offset_, offset_in_a_;
    Rows<9> turn_;  // B's axes in A's frame
    Rows<1> margin_;
    Rows<1> apartness_;
    Rows<2> size_;
    // Rows 0 to 2: half steps along the line. Row 3, of line_b_ only: B's centre on the line less the margin.
    Rows<4> line_a_, line_b_;
    Weights on_a_, on_b_;
};
using BoxPairs = BoxPairsBy<kn::RoundedTwice>;

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
