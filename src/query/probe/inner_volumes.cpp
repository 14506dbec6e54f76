#include "query/probe/inner_volumes.hpp"

#include "convex/body/box_pair.hpp"
#include "kernel/pose/relative_pose.hpp"
#include "model/model_data.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <algorithm>
#include <array>

namespace allide::query {
namespace {

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

// The largest 1-norm of any point of the box.
double norm_of(const Box& box) {
    return std::max(std::abs(box.lo.x), std::abs(box.hi.x)) +
           std::max(std::abs(box.lo.y), std::abs(box.hi.y)) +
           std::max(std::abs(box.lo.z), std::abs(box.hi.z));
}

OrientedBox as_oriented(const Box& box) {
    const Vec3 half = 0.5 * (box.hi - box.lo);
    return {.center = 0.5 * (box.lo + box.hi), .half = {half.x, half.y, half.z}};
}

// True if no computation overflows. The boxes' coordinates are bounded, so only the offset needs a test.
bool in_range(const kernel::RelativePose& pose) {
    return pose.offset_norm < 1e100;
}

class InnerPairs {
  public:
    InnerPairs(const detail::InnerBoxes& a, const detail::InnerBoxes& b, const kernel::RelativePose& b_in_a)
        : a_(a.boxes), b_(b.boxes), b_in_a_(b_in_a), pairs_(b_in_a, norm_of(*a.bounds), norm_of(*b.bounds)) {}

    // Tests pairs of boxes by ascending sum of their ranks; a model's largest box has rank 0.
    bool overlap() {
        for (std::size_t sum = 0; sum < ranks; ++sum) {
            if (sum < b_.size()) place(sum);
            for (std::size_t i = 0; i <= sum && i < a_.size(); ++i)
                if (sum - i < b_.size() && overlap(i, sum - i)) return true;
        }
        return false;
    }

  private:
    void place(std::size_t j) {
        middle_[j] = b_in_a_.map(0.5 * (b_[j].lo + b_[j].hi));
        size_[j] = squared_size(b_[j]);
    }
    bool overlap(std::size_t i, std::size_t j) {
        const Vec3 apart = middle_[j] - 0.5 * (a_[i].lo + a_[i].hi);
        // (|d|/2 + |e|/2)² ≤ (|d|² + |e|²)/2 for the diagonals d and e, so boxes are disjoint if the squared
        // distance of their centres exceeds `reach`.
        const double reach = 0.5 * (squared_size(a_[i]) + size_[j]);
        if (kernel::dot(apart, apart) > reach || tests_ == most_box_tests) return false;
        ++tests_;
        return pairs_.certainly_overlap(as_oriented(a_[i]), pairs_.placed(as_oriented(b_[j])));
    }
    // Squared length of the diagonal.
    static double squared_size(const Box& box) { return kernel::dot(box.hi - box.lo, box.hi - box.lo); }

    // Boxes of higher ranks are not tested: they are so small that testing triangles is as fast.
    static constexpr std::size_t ranks = 14, most_box_tests = 16;
    const std::vector<Box>&a_, &b_;
    const kernel::RelativePose& b_in_a_;
    const convex::BoxPairs pairs_;
    std::array<Vec3, ranks> middle_;
    std::array<double, ranks> size_{};
    std::size_t tests_ = 0;
};

}  // namespace

bool inner_boxes_overlap(const Placed& a, const Placed& b) {
    const detail::InnerBoxes &in_a = data_of(a).inner, &in_b = data_of(b).inner;
    if (in_a.boxes.empty() || in_b.boxes.empty()) return false;
    const kernel::RelativePose b_in_a(a.pose(), b.pose());
    return in_range(b_in_a) && InnerPairs(in_a, in_b, b_in_a).overlap();
}

bool lies_in_inner_box(const Placed& inner, const Placed& outer) {
    const std::vector<Box>& boxes = data_of(outer).inner.boxes;
    const std::optional<Box>& bounds = data_of(inner).inner.bounds;
    if (boxes.empty() || !bounds) return false;
    const kernel::RelativePose inner_in_outer(outer.pose(), inner.pose());
    if (!in_range(inner_in_outer) || !(norm_of(*bounds) < 1e100)) return false;
    const double error = inner_in_outer.map_error(norm_of(*bounds));
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < 8; ++i)
        corners[i] = inner_in_outer.map({(i & 1u) != 0 ? bounds->hi.x : bounds->lo.x,
                                         (i & 2u) != 0 ? bounds->hi.y : bounds->lo.y,
                                         (i & 4u) != 0 ? bounds->hi.z : bounds->lo.z});
    const auto between = [&](double low, double x, double high) {
        return x - error > low && x + error < high;
    };
    return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
        return std::all_of(corners.begin(), corners.end(), [&](const Vec3& p) {
            return between(box.lo.x, p.x, box.hi.x) && between(box.lo.y, p.y, box.hi.y) &&
                   between(box.lo.z, p.z, box.hi.z);
        });
    });
}

}  // namespace allide::query
