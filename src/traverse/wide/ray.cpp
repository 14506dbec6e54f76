#include "simd/targets.hpp"
#include "traverse/wide/one_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide/ray.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// docs/guarantees.md derives the margins. No multiply-add is fused, so that all instruction sets visit the
// same triangles in the same order.
class RaySearch {
  public:
    RaySearch(const tree::WideTree& tree, const WideRay& ray, Sink& sink)
        : tree_(tree), ray_(ray), sink_(sink), error_(static_cast<float>(ray.error * (1 + 0x1p-20))) {
        for (std::size_t k = 0; k < 3; ++k) {
            direction_[k] = static_cast<float>(ray.direction[k]);
            // Splits the start into its first 24 bits and the rounded rest. A mask cuts the bits: when
            // vectorising, g++ 12 treats a double rounded to float and widened again as unchanged.
            const auto bits = std::bit_cast<std::uint64_t>(ray.start[k]) & ~std::uint64_t{0x1fffffff};
            const double first = std::bit_cast<double>(bits);
            start_[k] = static_cast<float>(first);
            start_rest_[k] = static_cast<float>(ray.start[k] - first);
            error_ += 0x1p-46f * std::abs(start_[k]);
        }
    }

    void run() {
        update_limit();
        waiting_.push({0, 0});
        while (!waiting_.empty()) {
            const WaitingNode next = waiting_.pop();
            if (next.bound > limit_) continue;
            const tree::WideNode& node = tree_.nodes[next.node];
            if (node.leaf) fetch_corners(node);
            const std::uint32_t met = children(node);
            if (met == 0) continue;
            if (node.leaf)
                test_triangles(node, met);
            else
                push_children(node, met);
            if (sink_.limit < 0) return;
        }
    }

  private:
    void update_limit() {
        const double tau = ray_.tau_of(sink_.limit);
        known_limit_ = sink_.limit;
        limit_ = tau < 0x1p100 ? static_cast<float>(tau) + 0x1p-20f * std::abs(static_cast<float>(tau))
                               : std::numeric_limits<float>::infinity();
    }

    using Four =
        float __attribute__((vector_size(16)));  // g++ and clang++ support such vectors on every target
    using FourInts = std::int32_t __attribute__((vector_size(16)));
    HWY_INLINE static Four four(float x) { return Four{x, x, x, x}; }
    HWY_INLINE static Four signs_of(Four x) {
        const FourInts sign{INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
        return reinterpret_cast<Four>(reinterpret_cast<FourInts>(x) & sign);
    }
    HWY_INLINE static Four with_sign(Four magnitude, Four sign) {
        return reinterpret_cast<Four>(reinterpret_cast<FourInts>(magnitude) |
                                      reinterpret_cast<FourInts>(sign));
    }
    HWY_INLINE static Four magnitude_of(Four x) {
        return reinterpret_cast<Four>(reinterpret_cast<FourInts>(x) ^
                                      reinterpret_cast<FourInts>(signs_of(x)));
    }

    // Converts bytes of box bounds to ray parameters, byte · scale + base, for the three axes side by side.
    struct Slabs {
        alignas(16) float scale[4], near_base[4], far_base[4], along[4];
    };

    HWY_INLINE Slabs slabs_of(const tree::WideNode& node) const {
        // The three rows of the axes, each followed by one unrelated word, become columns.
        Four row0, row1, row2, step;
        const auto* const words = reinterpret_cast<const char*>(&node);
        std::memcpy(&row0, words + offsetof(tree::WideNode, axis), sizeof row0);
        std::memcpy(&row1, words + offsetof(tree::WideNode, axis) + 3 * sizeof(float), sizeof row1);
        std::memcpy(&row2, words + offsetof(tree::WideNode, axis) + 6 * sizeof(float), sizeof row2);
        // The word after the steps is an index; as a float it would be a subnormal number, and slow.
        std::memcpy(&step, words + offsetof(tree::WideNode, step), sizeof step);
        step = __builtin_shufflevector(step, step, 0, 1, 2, 2);
        const Four low = __builtin_shufflevector(row0, row1, 0, 4, 1, 5);
        const Four column0 = __builtin_shufflevector(low, row2, 0, 1, 4, 4);
        const Four column1 = __builtin_shufflevector(low, row2, 2, 3, 5, 5);
        const Four high = __builtin_shufflevector(row0, row1, 2, 6, 2, 6);
        const Four column2 = __builtin_shufflevector(high, row2, 0, 1, 6, 6);
        const auto from_center = [&](std::size_t k) { return (start_[k] - node.center[k]) + start_rest_[k]; };
        const float w0 = from_center(0), w1 = from_center(1), w2 = from_center(2);
        const float far = std::abs(w0) + std::abs(w1) + std::abs(w2);
        const float size = tree::box_reach * (node.step[0] + node.step[1] + node.step[2]);
        const Four margin = four(2 * error_ + 48 * 0x1p-24f * (far + size));
        const Four at = column0 * w0 + column1 * w1 + column2 * w2;
        Four along = column0 * direction_[0] + column1 * direction_[1] + column2 * direction_[2];
        // For a ray nearly parallel to a slab, the component of its direction along the slab's normal is
        // raised to 2⁻⁴⁰, which the margin covers, so that the reciprocal stays finite.
        const Four sign = signs_of(along);
        const Four slope = magnitude_of(along);
        along = with_sign(slope < 0x1p-40f ? four(0x1p-40f) : slope, sign);
        const Four inverse = 1.0f / along, middle = -tree::box_middle * step - at,
                   outward = with_sign(margin, sign);
        const Four scale = step * inverse, near_base = (middle - outward) * inverse,
                   far_base = (middle + outward) * inverse;
        Slabs slabs;
        std::memcpy(slabs.scale, &scale, sizeof scale);
        std::memcpy(slabs.near_base, &near_base, sizeof near_base);
        std::memcpy(slabs.far_base, &far_base, sizeof far_base);
        std::memcpy(slabs.along, &along, sizeof along);
        return slabs;
    }

    // Mask of the children whose boxes the ray meets before the limit. Stores in enters_ where it enters
    // them.
    HWY_INLINE std::uint32_t children(const tree::WideNode& node) {
        const Slabs slabs = slabs_of(node);
        const HWY_CAPPED(float, tree::wide_arity) d;
        const hn::RebindToSigned<decltype(d)> whole;
        const hn::Rebind<std::uint8_t, decltype(d)> bytes;
        using V = hn::Vec<decltype(d)>;
        std::uint32_t met = 0;
        for (std::size_t lane = 0; lane < tree::wide_arity; lane += hn::Lanes(d)) {
            V enter = hn::Zero(d), leave = hn::Set(d, limit_);
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t near_row = slabs.along[k] < 0 ? 1 : 0;
                const auto bound = [&](std::size_t row) {
                    return hn::ConvertTo(d, hn::PromoteTo(whole, hn::Load(bytes, &node.box[k][row][lane])));
                };
                const V factor = hn::Set(d, slabs.scale[k]);
                enter =
                    hn::Max(enter, hn::Add(hn::Mul(bound(near_row), factor), hn::Set(d, slabs.near_base[k])));
                leave = hn::Min(leave,
                                hn::Add(hn::Mul(bound(1 - near_row), factor), hn::Set(d, slabs.far_base[k])));
            }
            hn::Store(enter, d, &enters_[lane]);
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, hn::Le(enter, leave), bits);
            met |= static_cast<std::uint32_t>(bits[0]) << lane;
        }
        return met & ((1u << node.count) - 1);
    }

    // Pushes the nearest child last, so that it is visited first.
    void push_children(const tree::WideNode& node, std::uint32_t met) {
        std::array<WaitingNode, tree::wide_arity> sorted;
        std::size_t count = 0;
        for (; met != 0; met &= met - 1) {
            const auto child = static_cast<std::uint32_t>(std::countr_zero(met));
            const WaitingNode entry{node.first + child, enters_[child]};
            std::size_t at = count++;
            for (; at > 0 && sorted[at - 1].bound < entry.bound; --at) sorted[at] = sorted[at - 1];
            sorted[at] = entry;
        }
        for (std::size_t i = 0; i < count; ++i) waiting_.push(sorted[i]);
        // Prefetches the node that comes next; it spans two cache lines.
        const auto* const next = reinterpret_cast<const char*>(&tree_.nodes[sorted[count - 1].node]);
        __builtin_prefetch(next);
        __builtin_prefetch(next + 64);
    }

    // Prefetches the triangles' corners, which are read after the boxes have been tested.
    HWY_INLINE void fetch_corners(const tree::WideNode& leaf) const {
        const auto* const corners = reinterpret_cast<const char*>(&tree_.corners[leaf.corners]);
        for (std::size_t line = 0; line < sizeof(tree::WideCorners); line += 64)
            __builtin_prefetch(corners + line);
        __builtin_prefetch(&tree_.order[leaf.first]);
    }

    void test_triangles(const tree::WideNode& leaf, std::uint32_t met) {
        const Sides sides = sides_of(leaf);
        for (met &= ~sides.passed_by; met != 0; met &= met - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(met));
            if (enters_[i] > limit_) continue;
            if ((sides.pierced >> i & 1) != 0)
                sink_.pierced(leaf.first + i);
            else
                sink_.candidate(leaf.first + i);
            if (sink_.limit != known_limit_) update_limit();
        }
    }

    // One bit per triangle: `passed_by` if the line certainly passes two edges on different sides, and so
    // misses the triangle; `pierced` if it certainly passes all three on the same side.
    struct Sides {
        std::uint32_t passed_by = 0, pierced = 0;
    };

    // Everything is computed relative to the ray's point nearest to the leaf's centre.
    HWY_INLINE Sides sides_of(const tree::WideNode& leaf) const {
        double w[3], back = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            w[k] = ray_.start[k] - static_cast<double>(leaf.center[k]);
            back += w[k] * ray_.direction[k];
        }
        float p[3], far = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            p[k] = static_cast<float>(w[k] - back * ray_.direction[k]);
            far += std::abs(p[k]);
        }
        const float reach = leaf.reach + far;
        const float bound = reach * (96 * 0x1p-24f * reach + 8 * error_);
        if (!(reach > 0x1p-40f && reach < 0x1p40f)) return {};
        const HWY_CAPPED(float, tree::wide_arity) d;
        using V = hn::Vec<decltype(d)>;
        const auto& row = tree_.corners[leaf.corners].row;
        const V dx = hn::Set(d, direction_[0]), dy = hn::Set(d, direction_[1]),
                dz = hn::Set(d, direction_[2]);
        const V px = hn::Set(d, p[0]), py = hn::Set(d, p[1]), pz = hn::Set(d, p[2]);
        Sides sides;
        const V above = hn::Set(d, bound), below = hn::Set(d, -bound);
        for (std::size_t lane = 0; lane < tree::wide_arity; lane += hn::Lanes(d)) {
            V x[3], y[3], z[3], side[3];
            for (std::size_t i = 0; i < 3; ++i) {
                x[i] = hn::Sub(hn::Load(d, &row[3 * i][lane]), px);
                y[i] = hn::Sub(hn::Load(d, &row[3 * i + 1][lane]), py);
                z[i] = hn::Sub(hn::Load(d, &row[3 * i + 2][lane]), pz);
            }
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3;
                const V cx = hn::Sub(hn::Mul(y[i], z[j]), hn::Mul(z[i], y[j])),
                        cy = hn::Sub(hn::Mul(z[i], x[j]), hn::Mul(x[i], z[j])),
                        cz = hn::Sub(hn::Mul(x[i], y[j]), hn::Mul(y[i], x[j]));
                side[i] = hn::Add(hn::Add(hn::Mul(dx, cx), hn::Mul(dy, cy)), hn::Mul(dz, cz));
            }
            const V least = hn::Min(side[0], hn::Min(side[1], side[2])),
                    greatest = hn::Max(side[0], hn::Max(side[1], side[2]));
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, hn::And(hn::Lt(least, below), hn::Gt(greatest, above)), bits);
            sides.passed_by |= static_cast<std::uint32_t>(bits[0]) << lane;
            hn::StoreMaskBits(d, hn::Or(hn::Lt(greatest, below), hn::Gt(least, above)), bits);
            sides.pierced |= static_cast<std::uint32_t>(bits[0]) << lane;
        }
        return sides;
    }

    const tree::WideTree& tree_;
    const WideRay& ray_;
    Sink& sink_;
    float error_;
    std::array<float, 3> direction_, start_, start_rest_;
    float limit_ = 0;         // tau_of() the sink's limit, rounded up
    double known_limit_ = 0;  // the sink's limit from which limit_ was computed
    alignas(32) std::array<float, tree::wide_arity> enters_;
    WaitingNodes waiting_;
};

void search_ray(const tree::WideTree& tree, const WideRay& ray, Sink& sink) {
    RaySearch(tree, ray, sink).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::traverse {
namespace {

HWY_EXPORT(search_ray);

}  // namespace

bool walk_ray_wide(const tree::WideTree& tree, const kernel::RayTester& tester, Sink& sink) {
    if (tree.empty()) return true;
    const WideRay ray(tree, tester.ray());
    if (!ray.usable) return false;
    HWY_DISPATCH_TABLE(search_ray)[simd::target_index()](tree, ray, sink);
    return true;
}

}  // namespace allide::traverse
#endif
