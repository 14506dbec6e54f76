// Boxes of two wide trees: eight pairs of nodes at once on all 15 axes, and the 64 pairs of two nodes'
// children at once on six. docs/guarantees.md derives the margins. Compiled once for each instruction set; no
// step depends on how many numbers a vector holds, and no multiply-add is fused, so that all give the same
// bits.
#if defined(ALLIDE_TRAVERSE_WIDE_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_BOXES_INL
#undef ALLIDE_TRAVERSE_WIDE_BOXES_INL
#else
#define ALLIDE_TRAVERSE_WIDE_BOXES_INL
#endif

#include "traverse/wide_frame.hpp"
#include "tree/wide_tree.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t batch_width = 8;

struct NodePairs {
    std::array<const tree::WideNode*, batch_width> a, b;
};

// A row a number, a column a pair.
template <std::size_t Count>
struct alignas(64) Rows {
    float at[Count][batch_width];
};

// The first 16 words of eight nodes, turned into rows: axes, centre, steps, and one that is no number.
struct NodeRows : Rows<16> {
    static constexpr std::size_t axis = 0, center = 9, step = 12;

    HWY_INLINE void load(const std::array<const tree::WideNode*, batch_width>& nodes) {
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t i = 0; i < batch_width; ++i) {
            float words[15];
            std::memcpy(words, nodes[i], sizeof words);
            for (std::size_t k = 0; k < 15; ++k) at[k][i] = words[k];
        }
#else
        // Four by four. Moved as integers: the last word may look like anything.
        const hn::FixedTag<std::uint32_t, 4> d;
        for (std::size_t i = 0; i < batch_width; i += 4) {
            for (std::size_t k = 0; k < 16; k += 4) {
                const auto row = [&](std::size_t n) {
                    return hn::Load(d, reinterpret_cast<const std::uint32_t*>(nodes[i + n]) + k);
                };
                const auto r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
                const auto low01 = hn::InterleaveLower(d, r0, r1), low23 = hn::InterleaveLower(d, r2, r3);
                const auto high01 = hn::InterleaveUpper(d, r0, r1), high23 = hn::InterleaveUpper(d, r2, r3);
                const auto store = [&](std::size_t n, auto v) {
                    hn::Store(v, d, reinterpret_cast<std::uint32_t*>(&at[k + n][i]));
                };
                store(0, hn::ConcatLowerLower(d, low23, low01));
                store(1, hn::ConcatUpperUpper(d, low23, low01));
                store(2, hn::ConcatLowerLower(d, high23, high01));
                store(3, hn::ConcatUpperUpper(d, high23, high01));
            }
        }
#endif
    }
};

class BoxPairs {
  public:
    explicit BoxPairs(const WideFrame& frame) : frame_(&frame) {
        for (std::size_t i = 0; i < 9; ++i) rotation_[i] = static_cast<float>(frame.rotation[i]);
    }

    // A bit a pair: not proven disjoint.
    HWY_INLINE std::uint32_t overlapping(const NodePairs& nodes) {
        a_.load(nodes.a);
        b_.load(nodes.b);
        place_centers();
        std::uint32_t bits = 0;
        const HWY_CAPPED(float, batch_width) d;
        for (std::size_t lane = 0; lane < batch_width; lane += hn::Lanes(d))
            bits |= separate(d, lane) << lane;
        return bits;
    }

    // Of the pairs in a mask, the one whose boxes lie deepest in each other, roughly.
    HWY_INLINE std::size_t deepest(std::uint32_t pairs) const {
        auto best = static_cast<std::size_t>(std::countr_zero(pairs));
        for (pairs &= pairs - 1; pairs != 0; pairs &= pairs - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(pairs));
            if (apartness_.at[0][lane] < apartness_.at[0][best]) best = lane;
        }
        return best;
    }

    // What children() needs, for all pairs at once. In the units of the node that is projected on, a
    // coordinate of the other's boxes is base + Σ weight · (lower + upper), its reach margin + Σ |weight| ·
    // (upper − lower). Weights have 15 bits and the sums of bytes 9, so that their products are exact: fused
    // or not, the result is the same.
    HWY_INLINE void prepare_children() {
        const HWY_CAPPED(float, batch_width) d;
        using V = hn::Vec<decltype(d)>;
        const V half = hn::Set(d, 0.5f), middle = hn::Set(d, tree::box_middle), one = hn::Set(d, 1.0f);
        for (std::size_t lane = 0; lane < batch_width; lane += hn::Lanes(d)) {
            const V margin = hn::Load(d, &margin_.at[0][lane]);
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
                    base_b[l] = hn::Sub(base_b[l], hn::Mul(hn::Mul(m, t[k]), unit_b[l]));
                    sum_a[k] = hn::Add(sum_a[k], on_a);
                    sum_b[l] = hn::Add(sum_b[l], on_b);
                    size_a[k] = hn::Add(size_a[k], hn::Abs(on_a));
                    size_b[l] = hn::Add(size_b[l], hn::Abs(on_b));
                    hn::Store(on_a, d, &on_a_.at[3 * k + l][lane]);
                    hn::Store(on_b, d, &on_b_.at[3 * l + k][lane]);
                }
            }
            // Half a unit, so that rounding to the nearest is outward, and what the shortening of weights
            // changes: at most 2⁻¹⁵ of a weight times (508 + 253).
            const V twice = hn::Set(d, 2 * tree::box_middle), shortening = hn::Set(d, 762 * 0x1p-15f);
            const auto place = [&](V base, V sum, V size, V unit, Rows<15>& on, std::size_t k) {
                hn::Store(hn::Add(middle, hn::Sub(base, hn::Mul(twice, sum))), d, &on.at[9 + k][lane]);
                hn::Store(hn::Add(hn::Add(half, hn::Mul(margin, unit)), hn::Mul(shortening, size)), d,
                          &on.at[12 + k][lane]);
            };
            for (std::size_t k = 0; k < 3; ++k) {
                place(hn::Mul(t[k], unit_a[k]), sum_a[k], size_a[k], unit_a[k], on_a_, k);
                place(base_b[k], sum_b[k], size_b[k], unit_b[k], on_b_, k);
            }
        }
    }

    // Bit 8 i + j: child i of A's node and child j of B's are not proven disjoint.
    HWY_INLINE std::uint64_t children(const tree::WideNode& a, const tree::WideNode& b,
                                      std::size_t lane) const {
        const Shadows shadows = project(a, b, lane);
        return compare(a, shadows, b);
    }

    // -1: only A's node is opened, 1: only B's, 0: both.
    HWY_INLINE int which_to_open(const tree::WideNode& a, const tree::WideNode& b, std::size_t lane) const {
        if (a.leaf) return 1;
        if (b.leaf) return -1;
        constexpr float much_larger = 2.5f;
        const float size_a = size_.at[0][lane], size_b = size_.at[1][lane];
        return size_a > much_larger * size_b ? -1 : size_b > much_larger * size_a ? 1 : 0;
    }

    // Of B's centre from A's, along the coordinate axes of A's model.
    HWY_INLINE std::array<float, 3> offset(std::size_t lane) const {
        return {offset_.at[0][lane], offset_.at[1][lane], offset_.at[2][lane]};
    }

  private:
    // B's centres relative to A's, formed in double: in the world they may be large and nearly equal. B's
    // steps come into A's unit.
    HWY_INLINE void place_centers() {
        const HWY_CAPPED(double, batch_width) d;
        const hn::Rebind<float, decltype(d)> narrow;
        const auto& r = frame_->rotation;
        for (std::size_t lane = 0; lane < batch_width; lane += hn::Lanes(d)) {
            const auto wide = [&](const NodeRows& rows, std::size_t k) {
                return hn::PromoteTo(d, hn::Load(narrow, &rows.at[NodeRows::center + k][lane]));
            };
            const auto scale = hn::Set(d, frame_->scale_b);
            const auto x = hn::Mul(scale, wide(b_, 0)), y = hn::Mul(scale, wide(b_, 1)),
                       z = hn::Mul(scale, wide(b_, 2));
            for (std::size_t k = 0; k < 3; ++k) {
                const auto turned =
                    hn::Add(hn::Add(hn::Mul(hn::Set(d, r[3 * k]), x), hn::Mul(hn::Set(d, r[3 * k + 1]), y)),
                            hn::Mul(hn::Set(d, r[3 * k + 2]), z));
                const auto from_a = hn::Sub(hn::Set(d, frame_->offset[k]), wide(a_, k));
                hn::Store(hn::DemoteTo(narrow, hn::Add(turned, from_a)), narrow, &offset_.at[k][lane]);
            }
        }
        const HWY_CAPPED(float, batch_width) f;
        const auto scale = hn::Set(f, static_cast<float>(frame_->scale_b));
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t lane = 0; lane < batch_width; lane += hn::Lanes(f)) {
                float* const step = &b_.at[NodeRows::step + k][lane];
                hn::Store(hn::Mul(scale, hn::Load(f, step)), f, step);
            }
    }

    template <class D>
    HWY_INLINE std::uint32_t separate(D d, std::size_t lane) {
        using V = hn::Vec<D>;
        const auto row = [&](const auto& rows, std::size_t k) { return hn::Load(d, &rows.at[k][lane]); };
        const auto dot = [&](V x0, V y0, V x1, V y1, V x2, V y2) {
            return hn::Add(hn::Add(hn::Mul(x0, y0), hn::Mul(x1, y1)), hn::Mul(x2, y2));
        };
        V axis_a[3][3], m[3][3], r[3][3], t[3], half_a[3], half_b[3];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) axis_a[i][k] = row(a_, NodeRows::axis + 3 * i + k);
        for (std::size_t j = 0; j < 3; ++j) {
            const V x = row(b_, NodeRows::axis + 3 * j), y = row(b_, NodeRows::axis + 3 * j + 1),
                    z = row(b_, NodeRows::axis + 3 * j + 2);
            V turned[3];
            for (std::size_t k = 0; k < 3; ++k)
                turned[k] = dot(hn::Set(d, rotation_[3 * k]), x, hn::Set(d, rotation_[3 * k + 1]), y,
                                hn::Set(d, rotation_[3 * k + 2]), z);
            for (std::size_t i = 0; i < 3; ++i) {
                m[i][j] = dot(axis_a[i][0], turned[0], axis_a[i][1], turned[1], axis_a[i][2], turned[2]);
                r[i][j] = hn::Abs(m[i][j]);
                hn::Store(m[i][j], d, &turn_.at[3 * i + j][lane]);
            }
        }
        const V offset0 = row(offset_, 0), offset1 = row(offset_, 1), offset2 = row(offset_, 2);
        const V reach = hn::Set(d, tree::box_reach);
        V sum = hn::Zero(d);
        for (std::size_t i = 0; i < 3; ++i) {
            t[i] = dot(axis_a[i][0], offset0, axis_a[i][1], offset1, axis_a[i][2], offset2);
            half_a[i] = hn::Mul(reach, row(a_, NodeRows::step + i));
            half_b[i] = hn::Mul(reach, row(b_, NodeRows::step + i));
            hn::Store(t[i], d, &offset_in_a_.at[i][lane]);
            sum = hn::Add(sum, hn::Add(hn::Abs(t[i]), hn::Add(half_a[i], half_b[i])));
        }
        hn::Store(hn::Max(half_a[0], hn::Max(half_a[1], half_a[2])), d, &size_.at[0][lane]);
        hn::Store(hn::Max(half_b[0], hn::Max(half_b[1], half_b[2])), d, &size_.at[1][lane]);
        const V margin =
            hn::Add(hn::Set(d, frame_->fixed_margin), hn::Mul(hn::Set(d, frame_->relative_margin), sum));
        hn::Store(margin, d, &margin_.at[0][lane]);
        const V between = hn::Add(hn::Abs(t[0]), hn::Add(hn::Abs(t[1]), hn::Abs(t[2])));
        hn::Store(hn::Div(between, hn::Add(sum, hn::Set(d, 0x1p-100f))), d, &apartness_.at[0][lane]);

        auto apart = hn::FirstN(d, 0);
        for (std::size_t i = 0; i < 3; ++i) {
            const V radius = hn::Add(hn::Add(half_a[i], margin),
                                     dot(half_b[0], r[i][0], half_b[1], r[i][1], half_b[2], r[i][2]));
            apart = hn::Or(apart, hn::Gt(hn::Abs(t[i]), radius));
        }
        for (std::size_t j = 0; j < 3; ++j) {
            const V radius = hn::Add(hn::Add(half_b[j], margin),
                                     dot(half_a[0], r[0][j], half_a[1], r[1][j], half_a[2], r[2][j]));
            apart = hn::Or(apart, hn::Gt(hn::Abs(dot(t[0], m[0][j], t[1], m[1][j], t[2], m[2][j])), radius));
        }
        if (hn::AllTrue(d, apart)) return 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                const V radius = hn::Add(
                    hn::Add(hn::Mul(half_a[i1], r[i2][j]), hn::Mul(half_a[i2], r[i1][j])),
                    hn::Add(margin, hn::Add(hn::Mul(half_b[j1], r[i][j2]), hn::Mul(half_b[j2], r[i][j1]))));
                const V distance = hn::Abs(hn::Sub(hn::Mul(t[i2], m[i1][j]), hn::Mul(t[i1], m[i2][j])));
                apart = hn::Or(apart, hn::Gt(distance, radius));
            }
        }
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::Not(apart), bits);
        return bits[0];
    }

    // Rounded to 15 significant bits.
    template <class D>
    HWY_INLINE static hn::Vec<D> shortened(D d, hn::Vec<D> x) {
        const hn::RebindToUnsigned<D> bits;
        const auto half = hn::Set(bits, 0x100u), kept = hn::Set(bits, 0xfffffe00u);
        return hn::BitCast(d, hn::And(hn::Add(hn::BitCast(bits, x), half), kept));
    }

    // Bounds of both nodes' boxes on the three axes of the other, in its units, outward: by axis, lower or
    // upper, whose boxes, child.
    struct alignas(16) Shadows {
        std::uint8_t at[3][2][2][tree::wide_arity];
    };

    HWY_INLINE Shadows project(const tree::WideNode& a, const tree::WideNode& b, std::size_t column) const {
        // A's eight children and B's: side by side where vectors are long enough, else one part after the
        // other.
        const HWY_CAPPED(float, 2 * tree::wide_arity) d;
        const hn::RebindToSigned<decltype(d)> whole;
        const hn::RebindToUnsigned<decltype(d)> bits;
        const hn::Rebind<std::uint8_t, decltype(d)> bytes;
        using V = hn::Vec<decltype(d)>;
        Shadows out;
        const V least = hn::Zero(d), greatest = hn::Set(d, 255.0f);
        // Added to a number below 2²², 2²³ leaves it rounded to whole in the lowest bits.
        const V shift = hn::Set(d, 0x1p23f);
        for (std::size_t at = 0; at < 2 * tree::wide_arity; at += hn::Lanes(d)) {
            const std::size_t child = at % tree::wide_arity;
            const bool is_b = at >= tree::wide_arity;
            const auto bounds = [&](std::size_t k, std::size_t bound) {
#if HWY_MAX_BYTES >= 64
                const hn::Half<decltype(bytes)> eight;
                return hn::PromoteTo(whole, hn::Combine(bytes, hn::Load(eight, b.box[k][bound].data()),
                                                        hn::Load(eight, a.box[k][bound].data())));
#else
                return hn::PromoteTo(whole, hn::Load(bytes, &(is_b ? b : a).box[k][bound][child]));
#endif
            };
            const auto number = [&](std::size_t row) {
#if HWY_MAX_BYTES >= 64
                return hn::IfThenElse(hn::FirstN(d, tree::wide_arity), hn::Set(d, on_b_.at[row][column]),
                                      hn::Set(d, on_a_.at[row][column]));
#else
                return hn::Set(d, (is_b ? on_a_ : on_b_).at[row][column]);
#endif
            };
            V sum[3], width[3];
            for (std::size_t k = 0; k < 3; ++k) {
                const auto lower = bounds(k, 0), upper = bounds(k, 1);
                sum[k] = hn::ConvertTo(d, hn::Add(lower, upper));
                width[k] = hn::ConvertTo(d, hn::Sub(upper, lower));
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const V w0 = number(3 * k), w1 = number(3 * k + 1), w2 = number(3 * k + 2);
                const V center =
                    hn::MulAdd(w2, sum[2], hn::MulAdd(w1, sum[1], hn::MulAdd(w0, sum[0], number(9 + k))));
                const V reach = hn::MulAdd(
                    hn::Abs(w2), width[2],
                    hn::MulAdd(hn::Abs(w1), width[1], hn::MulAdd(hn::Abs(w0), width[0], number(12 + k))));
                const V low = hn::Add(hn::Min(hn::Max(hn::Sub(center, reach), least), greatest), shift);
                const V high = hn::Add(hn::Min(hn::Max(hn::Add(center, reach), least), greatest), shift);
                hn::Store(hn::TruncateTo(bytes, hn::BitCast(bits, low)), bytes, &out.at[k][0][is_b][child]);
                hn::Store(hn::TruncateTo(bytes, hn::BitCast(bits, high)), bytes, &out.at[k][1][is_b][child]);
            }
        }
        return out;
    }

    // A's boxes against B's shadows on A's axes, and A's shadows on B's axes against B's boxes.
    HWY_INLINE static std::uint64_t compare(const tree::WideNode& a, const Shadows& shadows,
                                            const tree::WideNode& b) {
        // Byte 8 i + j of a vector stands for the pair (i, j): A's numbers come eight times each, B's row by
        // row.
        std::uint64_t bits = 0;
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t i = 0; i < 8; ++i) {
            for (std::size_t j = 0; j < 8; ++j) {
                bool all = true;
                for (std::size_t k = 0; k < 3; ++k)
                    all = all && a.box[k][0][i] <= shadows.at[k][1][1][j] &&
                          shadows.at[k][0][1][j] <= a.box[k][1][i] &&
                          shadows.at[k][0][0][i] <= b.box[k][1][j] &&
                          b.box[k][0][j] <= shadows.at[k][1][0][i];
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
            auto gap = hn::Zero(d);  // not zero where a pair is disjoint
            const auto meet = [&](const void* row_low, const void* row_high, const void* column_low,
                                  const void* column_high) {
                const auto lower = hn::TableLookupBytes(tiled(row_low), spreading);
                const auto upper = hn::TableLookupBytes(tiled(row_high), spreading);
                gap = hn::Or(gap, hn::Or(hn::SaturatedSub(lower, tiled(column_high)),
                                         hn::SaturatedSub(tiled(column_low), upper)));
            };
            for (std::size_t k = 0; k < 3; ++k) {
                meet(&a.box[k][0], &a.box[k][1], &shadows.at[k][0][1], &shadows.at[k][1][1]);
                meet(&shadows.at[k][0][0], &shadows.at[k][1][0], &b.box[k][0], &b.box[k][1]);
            }
            std::uint64_t word = 0;
            hn::StoreMaskBits(d, hn::Eq(gap, hn::Zero(d)), reinterpret_cast<std::uint8_t*>(&word));
            bits |= word << part;
        }
#endif
        return bits & real_pairs(a.count, b.count);
    }

    // Pairs of children that exist.
    HWY_INLINE static std::uint64_t real_pairs(std::uint64_t count_a, std::uint64_t count_b) {
        const std::uint64_t rows = ~std::uint64_t{0} >> (64 - 8 * count_a);
        return rows & (0x0101010101010101u * (0xffu >> (8 - count_b)));
    }

    const WideFrame* frame_;
    std::array<float, 9> rotation_;
    NodeRows a_, b_;
    Rows<3> offset_, offset_in_a_;
    Rows<9> turn_;  // B's axes in A's
    Rows<1> margin_;
    Rows<1> apartness_;
    Rows<2> size_;
    Rows<15> on_a_, on_b_;  // nine weights, three bases, three margins
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
