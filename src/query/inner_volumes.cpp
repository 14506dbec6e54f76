#include "query/inner_volumes.hpp"

#include "convex/box_pair.hpp"
#include "kernel/relative_pose.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <array>

namespace allide::query {
namespace {

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

constexpr std::size_t most_box_tests = 32;  // then triangles are asked: they are not so slow either

// The largest |x|₁ of a box.
double norm_of(const Box& box) {
    return std::max(std::abs(box.lo.x), std::abs(box.hi.x)) +
           std::max(std::abs(box.lo.y), std::abs(box.hi.y)) +
           std::max(std::abs(box.lo.z), std::abs(box.hi.z));
}

OrientedBox as_oriented(const Box& box) {
    const Vec3 half = 0.5 * (box.hi - box.lo);
    return {.center = 0.5 * (box.lo + box.hi), .half = {half.x, half.y, half.z}};
}

double half_diagonal(const OrientedBox& box) {
    return std::sqrt(box.half[0] * box.half[0] + box.half[1] * box.half[1] + box.half[2] * box.half[2]);
}

// Sizes are bounded when boxes are made; with this nothing overflows.
bool in_range(const kernel::RelativePose& pose) {
    return pose.offset_norm < 1e100;
}

class InnerPairs {
  public:
    InnerPairs(const detail::InnerBoxes& a, const detail::InnerBoxes& b, const kernel::RelativePose& b_in_a)
        : a_(a.boxes), b_(b.boxes), pairs_(b_in_a, norm_of(*a.bounds), norm_of(*b.bounds)) {}

    // The largest boxes first.
    bool overlap() {
        for (std::size_t sum = 0; sum + 1 < a_.size() + b_.size(); ++sum)
            for (std::size_t i = sum < b_.size() ? 0 : sum - b_.size() + 1; i <= sum && i < a_.size(); ++i) {
                if (tests_ == most_box_tests) return false;
                if (overlap(i, sum - i)) return true;
            }
        return false;
    }

  private:
    bool overlap(std::size_t i, std::size_t j) {
        while (placed_.size() <= j) placed_.push_back(pairs_.placed(as_oriented(b_[placed_.size()])));
        const OrientedBox box_a = as_oriented(a_[i]);
        const OrientedBox& box_b = placed_[j];
        const Vec3 apart = box_b.center - box_a.center;
        const double reach = half_diagonal(box_a) + half_diagonal(box_b);
        if (kernel::dot(apart, apart) > reach * reach) return false;
        ++tests_;
        return pairs_.surely_overlap(box_a, box_b);
    }

    const std::vector<Box>&a_, &b_;
    const convex::BoxPairs pairs_;
    std::vector<OrientedBox> placed_;
    std::size_t tests_ = 0;
};

}  // namespace

bool inner_boxes_overlap(const Placed& a, const Placed& b) {
    const detail::InnerBoxes &in_a = a.data().inner, &in_b = b.data().inner;
    if (in_a.boxes.empty() || in_b.boxes.empty()) return false;
    const kernel::RelativePose b_in_a(a.pose(), b.pose());
    return in_range(b_in_a) && InnerPairs(in_a, in_b, b_in_a).overlap();
}

bool lies_in_inner_box(const Placed& inner, const Placed& outer) {
    const std::vector<Box>& boxes = outer.data().inner.boxes;
    const std::optional<Box>& bounds = inner.data().inner.bounds;
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
