// Splits a small group of triangles down to its leaves. At each node it compares all splits whose first half
// fills whole leaves, that is, has a multiple of eight triangles, and takes the cheapest. Compiled once per
// instruction set.
#if defined(ALLIDE_TREE_DIVIDE_SWEEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_DIVIDE_SWEEP_INL
#undef ALLIDE_TREE_DIVIDE_SWEEP_INL
#else
#define ALLIDE_TREE_DIVIDE_SWEEP_INL
#endif

#include "tree/wide/divide_bins-inl.hpp"
#include "tree/wide/divide_boxes-inl.hpp"
#include "tree/wide/divide_job.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

class Sweep {
  public:
    HWY_INLINE Sweep(std::span<const Primitive> primitives, const CenterBounds& centers)
        : primitives_(primitives) {
        const auto count = static_cast<std::uint32_t>(primitives.size());
        // Sort keys: the upper nine bits are the quantised centre and the lower seven the triangle's index,
        // so that no two keys are equal. Nine bits of position are accurate enough.
        const BinMapper mapper(centers, 0x1p9f);
        alignas(64) std::int16_t keys[3][room];
        for (std::uint32_t i = 0; i < count; ++i) {
            alignas(16) std::int32_t place[4];
            mapper.measure(primitives[i], place);
            for (std::size_t axis = 0; axis < 3; ++axis)
                keys[axis][i] =
                    static_cast<std::int16_t>((place[axis] << 7 | static_cast<std::int32_t>(i)) - 0x8000);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::uint32_t i = count; i % width != 0; ++i)
                keys[axis][i] = std::numeric_limits<std::int16_t>::max();
            sort(keys[axis], count, axis);
        }
    }

    // Writes the nodes of the subtree and the triangle numbers in tree order.
    HWY_INLINE void run(FewNodes& out, std::uint32_t* order) {
        out.nodes[0] = {.begin = 0, .end = static_cast<std::uint32_t>(primitives_.size())};
        along_[0] = 0;
        out.count = 1;
        for (std::uint32_t node = 0; node < out.count; ++node) {
            const BinaryNode& at = out.nodes[node];
            if (at.count() > leaf_size)
                divide(out, node);
            else
                for (std::uint32_t i = at.begin; i < at.end; ++i)
                    order[i] = primitives_[sorted_[along_[node]][i]].number();
        }
    }

  private:
    static constexpr std::uint32_t width = 32, room = (sweep_size + width - 1) / width * width;
    static_assert(sweep_size <= 128);

    // The rank of a triangle is the number of smaller keys. For so few triangles, counting them is faster
    // than sorting with mispredicted branches.
    template <std::size_t blocks>
    HWY_INLINE static void rank(const std::int16_t* keys, std::uint32_t count, std::int16_t* out) {
        const HWY_CAPPED(std::int16_t, 32) d;
        using V = hn::Vec<decltype(d)>;
        constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(std::int16_t, 32)()),
                              parts = blocks * width / lanes;
        V key[parts], smaller[parts];
        for (std::size_t i = 0; i < parts; ++i) {
            key[i] = hn::Load(d, keys + i * lanes);
            smaller[i] = hn::Zero(d);
        }
        for (std::uint32_t other = 0; other < count; ++other) {
            const V compared = hn::Set(d, keys[other]);
            for (std::size_t i = 0; i < parts; ++i)
                smaller[i] = hn::Sub(smaller[i], hn::VecFromMask(d, hn::Lt(compared, key[i])));
        }
        for (std::size_t i = 0; i < parts; ++i) hn::Store(smaller[i], d, out + i * lanes);
    }
    HWY_INLINE void sort(const std::int16_t* keys, std::uint32_t count, std::size_t axis) {
        static_assert(room == 3 * width);
        alignas(64) std::int16_t found[room];
        if (count <= width)
            rank<1>(keys, count, found);
        else if (count <= 2 * width)
            rank<2>(keys, count, found);
        else
            rank<3>(keys, count, found);
        for (std::uint32_t i = 0; i < count; ++i) {
            rank_[axis][i] = static_cast<std::uint8_t>(found[i]);
            sorted_[axis][found[i]] = static_cast<std::uint8_t>(i);
        }
    }

    HWY_INLINE void divide(FewNodes& out, std::uint32_t index) {
        const std::uint32_t from = out.nodes[index].begin, count = out.nodes[index].count();
        const auto [axis, left] = best(from, count);
        // If both halves are leaves, they are not split again, and only the order along `axis` will be used.
        if (count > 2 * leaf_size) part(from, count, axis, left);
        out.nodes[index].left = out.count;
        out.nodes[index].right = out.count + 1;
        along_[out.count] = along_[out.count + 1] = static_cast<std::uint8_t>(axis);
        out.nodes[out.count++] = {.begin = from, .end = from + left};
        out.nodes[out.count++] = {.begin = from + left, .end = from + count};
    }

    // Returns the axis of the best split of `count` triangles starting at `from`, and its first half's size.
    HWY_INLINE std::pair<std::uint32_t, std::uint32_t> best(std::uint32_t from, std::uint32_t count) const {
        constexpr std::uint32_t most = sweep_size / leaf_size;
        const std::uint32_t leaves = (count + leaf_size - 1) / leaf_size, borders = leaves - 1;
        Borders<3 * (most - 1)> all;
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const std::uint8_t* const sorted = sorted_[axis] + from;
            alignas(32) float leaf[most][8];
            Bounds left, right;
            for (std::uint32_t i = 0; i < borders; ++i) {
                Bounds bounds;
                for (std::uint32_t place = i * leaf_size; place < (i + 1) * leaf_size; ++place)
                    bounds.grow(primitives_[sorted[place]]);
                bounds.store(leaf[i]);
                left.grow(leaf[i]);
                all.set_left(axis * borders + i, left, (i + 1) * leaf_size);
            }
            for (std::uint32_t place = borders * leaf_size; place < count; ++place)
                right.grow(primitives_[sorted[place]]);
            for (std::uint32_t i = borders;;) {
                all.set_right(axis * borders + --i, right);
                if (i == 0) break;
                right.grow(leaf[i]);
            }
        }
        // Every border has triangles on both sides, so best() never returns `none`.
        const std::uint32_t best = all.best(3 * borders, count);
        const std::uint32_t axis = best < borders ? 0 : best < 2 * borders ? 1 : 2;
        return {axis, (best - axis * borders + 1) * leaf_size};
    }

    // Moves the triangles that are the first `left` along `axis` to the front of the two other orders.
    HWY_INLINE void part(std::uint32_t from, std::uint32_t count, std::uint32_t axis, std::uint32_t left) {
        const std::uint8_t* const rank = rank_[axis];
        const std::uint8_t border = rank[sorted_[axis][from + left]];
        std::uint8_t* const out[2] = {sorted_[axis == 0 ? 1 : 0] + from, sorted_[axis == 2 ? 1 : 2] + from};
        std::uint8_t rest[2][sweep_size];
        std::uint32_t kept[2] = {0, 0};
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::size_t other = 0; other < 2; ++other) {
                const std::uint8_t primitive = out[other][i];
                rest[other][i - kept[other]] = primitive;
                out[other][kept[other]] = primitive;
                kept[other] += rank[primitive] < border ? 1 : 0;
            }
        }
        for (std::size_t other = 0; other < 2; ++other)
            std::copy_n(rest[other], count - left, out[other] + left);
    }

    std::span<const Primitive> primitives_;
    std::uint8_t sorted_[3][sweep_size],
        rank_[3][sweep_size];  // per axis: sorted_ lists the triangles by position; rank_ is its inverse at
                               // the start
    std::uint8_t
        along_[2 * sweep_size / leaf_size];  // per node: an axis along which its triangles are sorted
};

inline void sweep(std::span<const Primitive> primitives, const CenterBounds& centers, FewNodes& nodes,
                  std::uint32_t* order) {
    Sweep(primitives, centers).run(nodes, order);
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
