// Tries to separate two whole models by one plane. This succeeds for most pairs that do not touch, and is
// much faster than testing boxes. Compiled once per instruction set.
#if defined(ALLIDE_TRAVERSE_WIDE_PLANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_PLANE_INL
#undef ALLIDE_TRAVERSE_WIDE_PLANE_INL
#else
#define ALLIDE_TRAVERSE_WIDE_PLANE_INL
#endif

#include "traverse/wide/boxes-inl.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Direction = std::array<float, 3>;

// The support height of a tree in a direction, measured from the tree's centre and in its unit.
class Farthest {
  public:
    Farthest(const tree::WideTree& tree, const Direction& direction) : tree_(tree), direction_(direction) {}

    // Upper bound, from the boxes of the root's children.
    HWY_INLINE float at_most() const {
        const tree::WideNode& root = tree_.nodes.front();
        alignas(32) float ends[tree::wide_arity];
        BoxPairs::ends_of_children(root, direction_, ends);
        return along(root.center) + *std::max_element(ends, ends + root.count);
    }
    // Lower bound, from the corners of the leaf that a greedy descent reaches.
    HWY_INLINE float at_least() {
        std::uint32_t at = 0;
        while (!tree_.nodes[at].leaf)
            at = tree_.nodes[at].first + BoxPairs::foremost_child(tree_.nodes[at], direction_);
        look_at(tree_.nodes[at]);
        return farthest_;
    }
    // The maximum over all corners in single precision; infinite if the stack would overflow.
    HWY_INLINE float exactly() {
        std::array<Waiting, 64> stack;
        std::size_t waiting = 0;
        stack[waiting++] = {0, std::numeric_limits<float>::infinity()};
        while (waiting != 0) {
            const Waiting top = stack[--waiting];
            if (top.reaches <= farthest_) continue;
            const tree::WideNode& node = tree_.nodes[top.node];
            if (node.leaf) {
                look_at(node);
                continue;
            }
            if (waiting + tree::wide_arity > stack.size()) return std::numeric_limits<float>::infinity();
            alignas(32) float ends[tree::wide_arity];
            BoxPairs::ends_of_children(node, direction_, ends);
            const float base = along(node.center);
            const std::size_t from = waiting;
            for (std::uint32_t i = 0; i < node.count; ++i) {
                const Waiting child{node.first + i, base + ends[i]};
                if (child.reaches <= farthest_) continue;
                std::size_t place = waiting++;
                for (; place > from && stack[place - 1].reaches > child.reaches; --place)
                    stack[place] = stack[place - 1];
                stack[place] = child;
            }
        }
        return farthest_;
    }

  private:
    struct Waiting {
        std::uint32_t node;
        float reaches;
    };

    template <typename Place>
    float along(const Place& place) const {
        return direction_[0] * place[0] + direction_[1] * place[1] + direction_[2] * place[2];
    }
    HWY_INLINE void look_at(const tree::WideNode& leaf) {
        const HWY_CAPPED(float, tree::wide_arity) d;
        const tree::WideCorners& corners = tree_.corners[leaf.corners];
        alignas(32) float heights[tree::wide_arity];
        for (std::size_t lane = 0; lane < tree::wide_arity; lane += hn::Lanes(d)) {
            const auto height = [&](std::size_t c) {
                const auto term = [&](std::size_t k) {
                    return hn::Mul(hn::Set(d, direction_[k]), hn::Load(d, &corners.row[c + k][lane]));
                };
                return hn::Add(hn::Add(term(0), term(1)), term(2));
            };
            hn::Store(hn::Max(height(0), hn::Max(height(3), height(6))), d, heights + lane);
        }
        const float base = along(leaf.center);
        for (std::size_t i = 0; i < leaf.count; ++i) farthest_ = std::max(farthest_, base + heights[i]);
    }

    const tree::WideTree& tree_;
    Direction direction_;
    float farthest_ = -std::numeric_limits<float>::infinity();
};

// The distance of two parallel planes with one model on either side, roughly perpendicular to the line
// through the two centres: a lower bound of the models' distance, in A's unit. 0 if no such planes were found
// quickly, or if they are at most `reach` apart.
HWY_INLINE float gap_by_plane(const tree::WideTree& a, const tree::WideTree& b, const WideFrame& frame,
                              float reach = 0) {
    const auto& t = frame.offset;
    const double far = std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    if (!(far > 0x1p-20)) return 0;
    const Direction towards_b{static_cast<float>(t[0] / far), static_cast<float>(t[1] / far),
                              static_cast<float>(t[2] / far)};
    Direction towards_a{};
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 3; ++i)
            towards_a[k] -= static_cast<float>(frame.rotation[3 * i + k]) * towards_b[i];
    const auto scale = static_cast<float>(frame.scale_b);
    const float between = static_cast<float>(far);
    // Covers the rounded lengths of the directions, and the rounding of corners and products as in the box
    // tests.
    const float margin = frame.fixed_margin + frame.relative_margin * (3 * between + 6 * (1 + scale));
    Farthest of_a(a, towards_b), of_b(b, towards_a);
    // Early exit: if the boxes of the roots' children overlap this far along the line, the corners almost
    // always overlap too, because the models touch or are not convex. This avoids a descent for most such
    // pairs.
    const float together = of_a.at_most() + scale * of_b.at_most();
    if (together - between > std::max(0.5f * together, 0.1f * std::min(1.0f, scale))) return 0;
    const float some = between - of_a.at_least() - scale * of_b.at_least();
    if (some <= reach + margin) return 0;
    const float least = between - of_a.exactly() - scale * of_b.exactly();
    return std::max(0.0f, least * (1 - 0x1p-19f) - margin);
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
