// Divides many triangles at the best of a few borders. Compiled once for each instruction set.
#if defined(ALLIDE_TREE_DIVIDE_BINS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_DIVIDE_BINS_INL
#undef ALLIDE_TREE_DIVIDE_BINS_INL
#else
#define ALLIDE_TREE_DIVIDE_BINS_INL
#endif

#include "tree/divide_job.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A box of eight numbers in as many registers as it takes.
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
    // Half the surface; 0 if empty.
    HWY_INLINE float area() const {
        alignas(32) float at[8];
        store(at);
        const float x = -(at[0] + at[4]), y = -(at[1] + at[5]), z = -(at[2] + at[6]);
        return x < 0 ? 0 : x * y + y * z + z * x;
    }

  private:
    using D = HWY_CAPPED(float, 8);
    using V = hn::Vec<D>;
    static constexpr std::size_t lanes = hn::MaxLanes(D()), parts = 8 / lanes;
    V part_[parts];
};

inline CenterBounds center_bounds(std::span<const Primitive> primitives) {
    const HWY_CAPPED(float, 4) d;
    using V = hn::Vec<decltype(d)>;
    constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(float, 4)()), parts = 4 / lanes;
    V lo[parts], hi[parts];
    for (std::size_t i = 0; i < parts; ++i) {
        lo[i] = hn::Set(d, std::numeric_limits<float>::infinity());
        hi[i] = hn::Set(d, -std::numeric_limits<float>::infinity());
    }
    for (const Primitive& primitive : primitives) {
        for (std::size_t i = 0; i < parts; ++i) {
            const V center = hn::Sub(hn::Load(d, primitive.words() + i * lanes),
                                     hn::Load(d, primitive.words() + 4 + i * lanes));
            lo[i] = hn::Min(lo[i], center);
            hi[i] = hn::Max(hi[i], center);
        }
    }
    CenterBounds out;
    for (std::size_t i = 0; i < parts; ++i) {
        hn::Store(lo[i], d, out.lo + i * lanes);
        hn::Store(hi[i], d, out.hi + i * lanes);
    }
    return out;
}

// Whole numbers from 0 to less than `steps` for the places of triangles' middles along all three axes.
class Ruler {
  public:
    HWY_INLINE Ruler(const CenterBounds& centers, float steps) {
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
    // Where step `i` begins.
    HWY_INLINE float place(std::size_t axis, std::uint32_t i) const {
        return origin_[axis] + static_cast<float>(i) / scale_[axis];
    }

  private:
    alignas(16) float origin_[4] = {};
    alignas(16) float scale_[4] = {};
};

inline float leaves_of(std::uint32_t count) {
    const std::uint32_t leaves = (count + leaf_size - 1) / leaf_size;
    return static_cast<float>(leaves);
}

class Bins {
  public:
    static constexpr std::uint32_t bins = 16;

    HWY_INLINE Bins(std::span<const Primitive> primitives, const Ruler& ruler)
        : stride_(stride_for(primitives.size())) {
        for (auto& axis : box_)
            for (auto& box : axis) Bounds().store(box);
        for (std::size_t i = 0; i < primitives.size(); i += stride_) {
            const Primitive& primitive = primitives[i];
            alignas(16) std::int32_t bin[4];
            ruler.measure(primitive, bin);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                float* const box = box_[axis][bin[axis]];
                Bounds bounds;
                bounds.grow(primitive);
                bounds.grow(box);
                bounds.store(box);
                ++count_[axis][bin[axis]];
            }
        }
    }

    // The border with the least expected cost, as a bin that it is in front of; 0 if there is none.
    HWY_INLINE std::pair<std::uint32_t, std::uint32_t> best() const {
        float best = std::numeric_limits<float>::infinity();
        std::uint32_t best_axis = 0, best_border = 0;
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            float right_cost[bins];
            Bounds right;
            std::uint32_t count = 0;
            for (std::uint32_t i = bins; i-- > 1;) {
                right.grow(box_[axis][i]);
                count += count_[axis][i];
                right_cost[i] = count == 0 ? std::numeric_limits<float>::infinity()
                                           : right.area() * leaves_of(count * stride_);
            }
            Bounds left;
            count = 0;
            for (std::uint32_t i = 1; i < bins; ++i) {
                left.grow(box_[axis][i - 1]);
                count += count_[axis][i - 1];
                if (count == 0) continue;
                const float cost = left.area() * leaves_of(count * stride_) + right_cost[i];
                if (!(cost < best)) continue;
                best = cost;
                best_axis = axis;
                best_border = i;
            }
        }
        return {best_axis, best_border};
    }

  private:
    // Of so many triangles, evenly spread, the border is chosen; more would tell nearly the same. An odd
    // number of steps, since meshes repeat themselves in even ones.
    static constexpr std::size_t enough = 512;
    static std::uint32_t stride_for(std::size_t count) {
        return count < 2 * enough ? 1 : static_cast<std::uint32_t>(count / enough | 1);
    }

    alignas(64) float box_[3][bins][8];
    std::uint32_t count_[3][bins] = {};
    std::uint32_t stride_;  // so many steps are between those that are looked at
};

inline Split best_split(std::span<const Primitive> primitives, const CenterBounds& centers) {
    const Ruler ruler(centers, Bins::bins);
    const auto [axis, border] = Bins(primitives, ruler).best();
    return border == 0 ? Split{} : Split{axis, ruler.place(axis, border)};
}

// How many come first. All keep their order. `room` has as many places.
inline std::uint32_t part(std::span<Primitive> primitives, Primitive* room, const Split& split) {
    const HWY_CAPPED(float, 8) d;
    std::uint32_t left = 0, right = 0;
    for (const Primitive& primitive : primitives) {
        const bool first = primitive.twice_center(split.axis) < split.border;
        // Written to both, and kept in one: a guess which would often be wrong.
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            const auto numbers = hn::Load(d, primitive.words() + lane);
            hn::Store(numbers, d, room[right].words() + lane);
            hn::Store(numbers, d, primitives[left].words() + lane);
        }
        left += first ? 1 : 0;
        right += first ? 0 : 1;
    }
    std::copy_n(room, right, primitives.begin() + left);
    return left;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
