#include "simd/targets.hpp"
#include "traverse/wide/one_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide/nearest.cpp"
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
class NearSearch {
  public:
    NearSearch(const tree::WideTree& tree, const std::array<double, 3>& at, double error, double shrink,
               Sink& sink)
        : tree_(tree),
          at_(at),
          sink_(sink),
          error_(static_cast<float>(error * (1 + 0x1p-20))),
          shrink_(static_cast<float>(shrink * (1 - 0x1p-20))) {}

    void run() {
        update_limit();
        waiting_.push({0, 0});
        while (!waiting_.empty()) {
            const WaitingNode next = waiting_.pop();
            if (next.bound > limit_) continue;
            const tree::WideNode& node = tree_.nodes[next.node];
            std::uint32_t near = children(node);
            std::array<WaitingNode, tree::wide_arity> sorted;
            std::size_t count = 0;
            for (; near != 0; near &= near - 1) {
                const auto child = static_cast<std::uint32_t>(std::countr_zero(near));
                const WaitingNode entry{node.first + child, bounds_[child]};
                std::size_t at = count++;
                for (; at > 0 && sorted[at - 1].bound < entry.bound; --at) sorted[at] = sorted[at - 1];
                sorted[at] = entry;
            }
            if (!node.leaf) {
                for (std::size_t i = 0; i < count; ++i) waiting_.push(sorted[i]);
                continue;
            }
            for (std::size_t i = count; i-- > 0 && sorted[i].bound <= limit_;) {
                sink_.candidate(sorted[i].node);
                if (sink_.limit != known_limit_) update_limit();
            }
        }
    }

  private:
    // Converts a squared world distance to a distance in the tree's unit, rounded up.
    void update_limit() {
        known_limit_ = sink_.limit;
        const double distance = std::ldexp(std::sqrt(sink_.limit), -tree_.exponent);
        limit_ = distance < 0x1p100 ? static_cast<float>(distance) * (1 + 0x1p-20f) + 0x1p-100f
                                    : std::numeric_limits<float>::infinity();
    }

    // Mask of the children that may be no farther than the limit. Stores lower bounds of
    // their distances in bounds_.
    HWY_INLINE std::uint32_t children(const tree::WideNode& node) {
        float w[3], size = 0, far = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            w[k] = static_cast<float>(at_[k] - static_cast<double>(node.center[k]));
            far += std::abs(w[k]);
            size += node.step[k];
        }
        const float margin = 2 * error_ + 48 * 0x1p-24f * (far + tree::box_reach * size);
        const HWY_CAPPED(float, tree::wide_arity) d;
        const hn::RebindToSigned<decltype(d)> whole;
        const hn::Rebind<std::uint8_t, decltype(d)> bytes;
        using V = hn::Vec<decltype(d)>;
        float place[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const float* const u = &node.axis[3 * k];
            place[k] = u[0] * w[0] + u[1] * w[1] + u[2] * w[2] + tree::box_middle * node.step[k];
        }
        std::uint32_t near = 0;
        for (std::size_t lane = 0; lane < tree::wide_arity; lane += hn::Lanes(d)) {
            V squared = hn::Zero(d);
            for (std::size_t k = 0; k < 3; ++k) {
                const V step = hn::Set(d, node.step[k]), at = hn::Set(d, place[k]);
                const auto bound = [&](std::size_t row) {
                    return hn::Mul(
                        step,
                        hn::ConvertTo(d, hn::PromoteTo(whole, hn::Load(bytes, &node.box[k][row][lane]))));
                };
                const V beyond = hn::Max(hn::Zero(d), hn::Max(hn::Sub(bound(0), at), hn::Sub(at, bound(1))));
                squared = hn::Add(squared, hn::Mul(beyond, beyond));
            }
            const V bound = hn::Mul(hn::Set(d, shrink_), hn::Sub(hn::Sqrt(squared), hn::Set(d, margin)));
            hn::Store(bound, d, &bounds_[lane]);
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, hn::Le(bound, hn::Set(d, limit_)), bits);
            near |= static_cast<std::uint32_t>(bits[0]) << lane;
        }
        return near & ((1u << node.count) - 1);
    }

    const tree::WideTree& tree_;
    std::array<double, 3> at_;
    Sink& sink_;
    float error_, shrink_;
    float limit_ = 0;         // upper limit of the distance, in the tree's unit
    double known_limit_ = 0;  // the sink's limit from which limit_ was computed
    alignas(32) std::array<float, tree::wide_arity> bounds_;
    WaitingNodes waiting_;
};

void search_near(const tree::WideTree& tree, const std::array<double, 3>& at, double error, double shrink,
                 Sink& sink) {
    NearSearch(tree, at, error, shrink, sink).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::traverse {
namespace {

HWY_EXPORT(search_near);

}  // namespace

bool walk_near_wide(const tree::WideTree& tree, const LocalPoint& point, Sink& sink) {
    if (tree.empty()) return true;
    const double center[3] = {tree.center.x, tree.center.y, tree.center.z};
    std::array<double, 3> at;
    double far = 0, error = 0x1p-50;
    for (std::size_t k = 0; k < 3; ++k) {
        at[k] = std::ldexp(point.at[k].value - center[k], -tree.exponent);
        error += std::ldexp(point.at[k].error, -tree.exponent) + 0x1p-52 * std::abs(at[k]);
        far += std::abs(at[k]);
    }
    // Squared distances must stay in the range of doubles too. The comparisons reject NaN.
    if (!(far < 0x1p40) || !(error < 1) || std::abs(tree.exponent) > 400) return false;
    HWY_DISPATCH_TABLE(search_near)[simd::target_index()](tree, at, error, point.shrink, sink);
    return true;
}

}  // namespace allide::traverse
#endif
