#include "simd/targets.hpp"
#include "traverse/wide_one.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide_ray.cpp"
// The first of these compiles all that follows once for each instruction set.
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
        for (std::size_t k = 0; k < 3; ++k) direction_[k] = static_cast<float>(ray.direction[k]);
    }

    void run() {
        update_limit();
        waiting_.push({0, 0});
        while (!waiting_.empty()) {
            const WaitingNode next = waiting_.pop();
            if (next.bound > limit_) continue;
            const tree::WideNode& node = tree_.nodes[next.node];
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

    // Which children's boxes the ray meets before the limit; where it enters them is left in enters_.
    HWY_INLINE std::uint32_t children(const tree::WideNode& node) {
        float w[3], size = 0, far = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            w[k] = static_cast<float>(ray_.start[k] - static_cast<double>(node.center[k]));
            far += std::abs(w[k]);
            size += node.step[k];
        }
        const float margin = 2 * error_ + 48 * 0x1p-24f * (far + tree::box_reach * size);
        const HWY_CAPPED(float, tree::wide_arity) d;
        const hn::RebindToSigned<decltype(d)> whole;
        const hn::Rebind<std::uint8_t, decltype(d)> bytes;
        using V = hn::Vec<decltype(d)>;
        float scale[3], near_base[3], far_base[3];
        std::size_t near_row[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const float* const u = &node.axis[3 * k];
            const float at = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
            float along = u[0] * direction_[0] + u[1] * direction_[1] + u[2] * direction_[2];
            // Nearly parallel: a little slope, which the margin covers, has a reciprocal.
            if (std::abs(along) < 0x1p-40f) along = std::copysign(0x1p-40f, along);
            const float inverse = 1 / along;
            const float middle = -tree::box_middle * node.step[k] - at;
            const float outward = std::copysign(margin, along);
            scale[k] = node.step[k] * inverse;
            near_base[k] = (middle - outward) * inverse;
            far_base[k] = (middle + outward) * inverse;
            near_row[k] = along < 0 ? 1 : 0;
        }
        std::uint32_t met = 0;
        for (std::size_t lane = 0; lane < tree::wide_arity; lane += hn::Lanes(d)) {
            V enter = hn::Zero(d), leave = hn::Set(d, limit_);
            for (std::size_t k = 0; k < 3; ++k) {
                const auto bound = [&](std::size_t row) {
                    return hn::ConvertTo(d, hn::PromoteTo(whole, hn::Load(bytes, &node.box[k][row][lane])));
                };
                const V factor = hn::Set(d, scale[k]);
                enter =
                    hn::Max(enter, hn::Add(hn::Mul(bound(near_row[k]), factor), hn::Set(d, near_base[k])));
                leave =
                    hn::Min(leave, hn::Add(hn::Mul(bound(1 - near_row[k]), factor), hn::Set(d, far_base[k])));
            }
            hn::Store(enter, d, &enters_[lane]);
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, hn::Le(enter, leave), bits);
            met |= static_cast<std::uint32_t>(bits[0]) << lane;
        }
        return met & ((1u << node.count) - 1);
    }

    // The nearest is taken first.
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
    }

    void test_triangles(const tree::WideNode& leaf, std::uint32_t met) {
        met &= ~passed_by(leaf);
        for (; met != 0; met &= met - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(met));
            if (enters_[i] > limit_) continue;
            sink_.candidate(leaf.first + i);
            if (sink_.limit != known_limit_) update_limit();
        }
    }

    // Triangles that the line certainly passes by: two of their edges see it on different sides. All is taken
    // from the ray's place that is nearest to the leaf's centre.
    HWY_INLINE std::uint32_t passed_by(const tree::WideNode& leaf) const {
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
        if (!(reach > 0x1p-40f && reach < 0x1p40f)) return 0;
        const HWY_CAPPED(float, tree::wide_arity) d;
        using V = hn::Vec<decltype(d)>;
        const auto& row = tree_.corners[leaf.corners].row;
        const V dx = hn::Set(d, direction_[0]), dy = hn::Set(d, direction_[1]),
                dz = hn::Set(d, direction_[2]);
        const V px = hn::Set(d, p[0]), py = hn::Set(d, p[1]), pz = hn::Set(d, p[2]);
        std::uint32_t passed = 0;
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
            hn::StoreMaskBits(
                d, hn::And(hn::Lt(least, hn::Set(d, -bound)), hn::Gt(greatest, hn::Set(d, bound))), bits);
            passed |= static_cast<std::uint32_t>(bits[0]) << lane;
        }
        return passed;
    }

    const tree::WideTree& tree_;
    const WideRay& ray_;
    Sink& sink_;
    float error_;
    std::array<float, 3> direction_;
    float limit_ = 0;  // of tau
    double known_limit_ = 0;
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
