// Splits a large group of triangles at the cheapest border between bins. Compiled once per instruction set.
#if defined(ALLIDE_TREE_DIVIDE_BINS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_DIVIDE_BINS_INL
#undef ALLIDE_TREE_DIVIDE_BINS_INL
#else
#define ALLIDE_TREE_DIVIDE_BINS_INL
#endif

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

// Maps triangle centres to bin numbers from 0 to `steps` − 1 along each of the three axes.
class BinMapper {
  public:
    HWY_INLINE BinMapper(const CenterBounds& centers, float steps) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float extent = centers.hi[axis] - centers.lo[axis];
            origin_[axis] = centers.lo[axis];
            scale_[axis] = extent > 0 ? std::min(0.9999f * steps / extent, 0x1p100f) : 0;
        }
    }
    HWY_INLINE void measure(const Primitive& primitive, std::int32_t* out) const {
        const HWY_CAPPED(float, 4) d;
        const hn::Rebind<std::int32_t, decltype(d)> whole;
        for (std::size_t lane = 0; lane < 4; lane += hn::Lanes(d)) {
            const auto center =
                hn::Sub(hn::Load(d, primitive.words() + lane), hn::Load(d, primitive.words() + 4 + lane));
            const auto place =
                hn::Mul(hn::Sub(center, hn::Load(d, origin_ + lane)), hn::Load(d, scale_ + lane));
            hn::Store(hn::ConvertTo(whole, place), whole, out + lane);
        }
    }
    // Position of the lower border of bin `i`, in the doubled coordinates of CenterBounds.
    HWY_INLINE float place(std::size_t axis, std::uint32_t i) const {
        return origin_[axis] + static_cast<float>(i) / scale_[axis];
    }

  private:
    alignas(16) float origin_[4] = {};
    alignas(16) float scale_[4] = {};
};

// The axes along which borders are tried. The shortest axis is left out if it is less than half as long as
// the longest: splitting along it would hardly make the halves smaller.
struct BorderAxes {
    HWY_INLINE explicit BorderAxes(const CenterBounds& centers) {
        float extent[3];
        for (std::size_t k = 0; k < 3; ++k) extent[k] = centers.hi[k] - centers.lo[k];
        const std::uint32_t shortest = extent[0] <= extent[1] && extent[0] <= extent[2] ? 0
                                       : extent[1] <= extent[2]                         ? 1
                                                                                        : 2;
        const float longest = std::max(extent[0], std::max(extent[1], extent[2]));
        axis[0] = shortest == 0 ? 1 : 0;
        axis[1] = shortest == 2 ? 1 : 2;
        axis[2] = shortest;
        count = extent[shortest] < 0.5f * longest ? 2 : 3;
    }
    std::uint32_t axis[3], count;
};

class Bins {
  public:
    static constexpr std::uint32_t bins = 16;

    HWY_INLINE Bins(std::span<const Primitive> primitives, const BinMapper& mapper, const BorderAxes& axes)
        : axes_(axes), stride_(stride_for(primitives.size())) {
        for (std::uint32_t i = 0; i < axes.count * bins; ++i) {
            Bounds().store(bin_[i].box);
            bin_[i].count = 0;
        }
        if (axes.count == 2)
            add_all<2>(primitives, mapper);
        else
            add_all<3>(primitives, mapper);
    }

    // The axis of the cheapest border, and the bin just above that border; bin 0 if no border is usable.
    HWY_INLINE std::pair<std::uint32_t, std::uint32_t> best() const {
        constexpr std::uint32_t borders = bins - 1;
        Borders<3 * borders> all;
        std::uint32_t count = 0;
        for (std::uint32_t axis = 0; axis < axes_.count; ++axis) {
            Bounds left, right;
            count = 0;
            for (std::uint32_t i = 0; i < borders; ++i) {
                left.grow(bin_[axis * bins + i].box);
                count += bin_[axis * bins + i].count;
                all.set_left(axis * borders + i, left, count * stride_);
                right.grow(bin_[axis * bins + bins - 1 - i].box);
                all.set_right(axis * borders + borders - 1 - i, right);
            }
            count += bin_[axis * bins + bins - 1].count;
        }
        const std::uint32_t best = all.best(axes_.count * borders, count * stride_);
        if (best == all.none) return {0, 0};
        return {axes_.axis[best / borders], best % borders + 1};
    }

  private:
    struct alignas(64) Bin {
        float box[8];
        std::uint32_t count;
    };

    template <std::uint32_t axes>
    HWY_INLINE void add_all(std::span<const Primitive> primitives, const BinMapper& mapper) {
        // Neighbouring triangles often fall into the same bin, and each update would have to wait for the
        // last one's store. Therefore triangles from four distant runs of the array are added in turn.
        constexpr std::size_t turns = 4;
        const std::size_t looked_at = (primitives.size() + stride_ - 1) / stride_, run = looked_at / turns;
        for (std::size_t i = 0; i < run; ++i)
            for (std::size_t turn = 0; turn < turns; ++turn)
                add<axes>(primitives[(turn * run + i) * stride_], mapper);
        for (std::size_t i = turns * run; i < looked_at; ++i) add<axes>(primitives[i * stride_], mapper);
    }
    template <std::uint32_t axes>
    HWY_INLINE void add(const Primitive& primitive, const BinMapper& mapper) {
        alignas(16) std::int32_t at[4];
        mapper.measure(primitive, at);
        for (std::uint32_t i = 0; i < axes; ++i) {
            Bin& bin = bin_[i * bins + static_cast<std::uint32_t>(at[axes_.axis[i]])];
            Bounds bounds;
            bounds.grow(primitive);
            bounds.grow(bin.box);
            bounds.store(bin.box);
            ++bin.count;
        }
    }

    // The border is chosen on an evenly spaced sample of about 8·√count triangles; a larger one would hardly
    // change the choice. The stride is odd, because many meshes repeat a pattern with an even period.
    static std::uint32_t stride_for(std::size_t count) {
        std::size_t stride = 1;
        while (64 * (stride + 2) * (stride + 2) <= count) stride += 2;
        return static_cast<std::uint32_t>(stride);
    }

    Bin bin_[3 * bins];
    const BorderAxes axes_;
    const std::uint32_t stride_;  // distance in the array between two sampled triangles
};

inline Split best_split(std::span<const Primitive> primitives, const CenterBounds& centers) {
    const BinMapper mapper(centers, Bins::bins);
    const auto [axis, border] = Bins(primitives, mapper, BorderAxes(centers)).best();
    return border == 0 ? Split{} : Split{axis, mapper.place(axis, border)};
}

// Copies the triangles of the first half to the beginning of `to` in their order, and the others to its end
// in reverse order.
inline Halves part(std::span<const Primitive> from, Primitive* to, const Split& split) {
    const HWY_CAPPED(float, 8) d;
    const std::size_t axis = split.axis;
    const float border = split.border;
    Centers first, second;
    Primitive *left = to, *right = to + from.size() - 1;
    for (const Primitive& primitive : from) {
        const float place = primitive.twice_center(axis);
        Centers::grow_one(first, second, primitive, place, border);
        // Writes the triangle at both ends and advances one of them: a branch would often be mispredicted.
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            const auto numbers = hn::Load(d, primitive.words() + lane);
            hn::Store(numbers, d, left->words() + lane);
            hn::Store(numbers, d, right->words() + lane);
        }
        const std::ptrdiff_t is_first = place < border ? 1 : 0;
        left += is_first;
        right += is_first - 1;
    }
    return {static_cast<std::uint32_t>(left - to), first.bounds(), second.bounds()};
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
