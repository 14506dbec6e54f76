// The best of all divisions of a few triangles into whole leaves, down to the leaves. Compiled once for each
// instruction set.
#if defined(ALLIDE_TREE_DIVIDE_SWEEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_DIVIDE_SWEEP_INL
#undef ALLIDE_TREE_DIVIDE_SWEEP_INL
#else
#define ALLIDE_TREE_DIVIDE_SWEEP_INL
#endif

#include "tree/divide_bins-inl.hpp"
#include "tree/divide_job.hpp"

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
    HWY_INLINE explicit Sweep(std::span<const Primitive> primitives) : primitives_(primitives) {
        const auto count = static_cast<std::uint32_t>(primitives.size());
        // Places with the triangle's number below them: no two are equal.
        const Ruler ruler(center_bounds(primitives), 0x1p24f);
        alignas(64) std::int32_t keys[3][room];
        for (std::uint32_t i = 0; i < count; ++i) {
            alignas(16) std::int32_t place[4];
            ruler.measure(primitives[i], place);
            for (std::size_t axis = 0; axis < 3; ++axis)
                keys[axis][i] = place[axis] << 7 | static_cast<std::int32_t>(i);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::uint32_t i = count; i % width != 0; ++i)
                keys[axis][i] = std::numeric_limits<std::int32_t>::max();
            sort(keys[axis], count, sorted_[axis]);
        }
    }

    // The nodes of all of it, and the triangles' numbers in their order.
    HWY_INLINE void run(FewNodes& out, std::uint32_t* order) {
        out.nodes[0] = {.begin = 0, .end = static_cast<std::uint32_t>(primitives_.size())};
        out.count = 1;
        for (std::uint32_t node = 0; node < out.count; ++node) divide(out, node);
        for (std::size_t i = 0; i < primitives_.size(); ++i) order[i] = primitives_[sorted_[0][i]].number();
    }

  private:
    static constexpr std::uint32_t width = 32, room = (sweep_size + width - 1) / width * width;
    static_assert(sweep_size <= 128);

    // A triangle's rank is how many keys are smaller. Of so few they are counted in less time than it takes
    // to guess which way each comparison goes.
    HWY_INLINE static void sort(const std::int32_t* keys, std::uint32_t count, std::uint8_t* sorted) {
        const HWY_CAPPED(std::int32_t, 16) d;
        using V = hn::Vec<decltype(d)>;
        constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(std::int32_t, 16)()), parts = width / lanes;
        alignas(64) std::int32_t rank[width];
        for (std::uint32_t first = 0; first < count; first += width) {
            V key[parts], smaller[parts];
            for (std::size_t i = 0; i < parts; ++i) {
                key[i] = hn::Load(d, keys + first + i * lanes);
                smaller[i] = hn::Zero(d);
            }
            for (std::uint32_t other = 0; other < count; ++other) {
                const V compared = hn::Set(d, keys[other]);
                for (std::size_t i = 0; i < parts; ++i)
                    smaller[i] = hn::Sub(smaller[i], hn::VecFromMask(d, hn::Lt(compared, key[i])));
            }
            for (std::size_t i = 0; i < parts; ++i) hn::Store(smaller[i], d, rank + i * lanes);
            const std::uint32_t last = std::min(width, count - first);
            for (std::uint32_t i = 0; i < last; ++i) sorted[rank[i]] = static_cast<std::uint8_t>(first + i);
        }
    }

    HWY_INLINE void divide(FewNodes& out, std::uint32_t index) {
        const std::uint32_t from = out.nodes[index].begin, count = out.nodes[index].count();
        if (count <= leaf_size) return;
        const auto [axis, left] = best(from, count);
        part(from, count, axis, left);
        out.nodes[index].left = out.count;
        out.nodes[index].right = out.count + 1;
        out.nodes[out.count++] = {.begin = from, .end = from + left};
        out.nodes[out.count++] = {.begin = from + left, .end = from + count};
    }

    // The axis, and how many of `count` triangles from `from` on come first along it.
    HWY_INLINE std::pair<std::uint32_t, std::uint32_t> best(std::uint32_t from, std::uint32_t count) const {
        constexpr std::uint32_t most = sweep_size / leaf_size;
        const std::uint32_t leaves = (count + leaf_size - 1) / leaf_size;
        float least = std::numeric_limits<float>::infinity();
        std::uint32_t best_axis = 0, best_left = 1;
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const std::uint8_t* const sorted = sorted_[axis] + from;
            alignas(32) float leaf[most][8];
            for (std::uint32_t i = 0; i < leaves; ++i) {
                Bounds bounds;
                const std::uint32_t end = std::min((i + 1) * leaf_size, count);
                for (std::uint32_t place = i * leaf_size; place < end; ++place)
                    bounds.grow(primitives_[sorted[place]]);
                bounds.store(leaf[i]);
            }
            float right_cost[most];
            Bounds right;
            for (std::uint32_t i = leaves; i-- > 1;) {
                right.grow(leaf[i]);
                right_cost[i] = right.area() * static_cast<float>(leaves - i);
            }
            Bounds left;
            for (std::uint32_t i = 1; i < leaves; ++i) {
                left.grow(leaf[i - 1]);
                const float cost = left.area() * static_cast<float>(i) + right_cost[i];
                if (!(cost < least)) continue;
                least = cost;
                best_axis = axis;
                best_left = i;
            }
        }
        return {best_axis, best_left * leaf_size};
    }

    // The first ones along the axis become the first along every axis.
    HWY_INLINE void part(std::uint32_t from, std::uint32_t count, std::uint32_t axis, std::uint32_t left) {
        std::uint8_t goes_left[sweep_size];
        for (std::uint32_t i = 0; i < count; ++i) goes_left[sorted_[axis][from + i]] = i < left ? 1 : 0;
        for (std::uint32_t other = 0; other < 3; ++other) {
            if (other == axis) continue;
            std::uint8_t rest[sweep_size];
            std::uint8_t* const out = sorted_[other] + from;
            std::uint32_t kept = 0, moved = 0;
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint8_t primitive = out[i];
                rest[moved] = primitive;
                out[kept] = primitive;
                kept += goes_left[primitive];
                moved += 1u - goes_left[primitive];
            }
            std::copy_n(rest, moved, out + kept);
        }
    }

    std::span<const Primitive> primitives_;
    std::uint8_t sorted_[3][sweep_size];
};

inline void sweep(std::span<const Primitive> primitives, FewNodes& nodes, std::uint32_t* order) {
    Sweep(primitives).run(nodes, order);
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
