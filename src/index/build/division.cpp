#include "index/build/division.hpp"

#include "index/file/axes.hpp"
#include "index/file/mktree.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

namespace allide::index {
namespace {

using Numbers = std::span<const std::uint32_t>;

// A position at which a sorted list of objects may be divided. Cuts compare by field; the least is the best.
struct Cut {
    std::size_t reaching =
        std::numeric_limits<std::size_t>::max();  // objects whose boxes meet the overlap of both children
    std::size_t uneven = 0;
    std::uint8_t axis = 0;
    std::size_t left = 0;
    friend auto operator<=>(const Cut&, const Cut&) = default;
};

void sort_along(unsigned axis, std::span<std::uint32_t> objects, std::span<const Box> boxes) {
    const auto key = [&](std::uint32_t object) {
        const double lo = along(boxes[object].lo, axis), hi = along(boxes[object].hi, axis);
        return std::tuple(0.5 * lo + 0.5 * hi, lo, object);
    };
    std::ranges::sort(objects, {}, key);
}

// For each cut of a sorted list: where the left child ends and the right child begins along the axis.
class SortedEnds {
  public:
    SortedEnds(unsigned axis, Numbers sorted, std::span<const Box> boxes)
        : lower_ends_(sorted.size()),
          upper_ends_(sorted.size()),
          left_end_(sorted.size()),
          right_begin_(sorted.size()) {
        const std::size_t n = sorted.size();
        for (std::size_t i = 0; i < n; ++i) {
            lower_ends_[i] = along(boxes[sorted[i]].lo, axis);
            upper_ends_[i] = along(boxes[sorted[i]].hi, axis);
        }
        left_end_[0] = upper_ends_[0];
        for (std::size_t i = 1; i < n; ++i) left_end_[i] = std::max(left_end_[i - 1], upper_ends_[i]);
        right_begin_[n - 1] = lower_ends_[n - 1];
        for (std::size_t i = n - 1; i-- > 0;) right_begin_[i] = std::min(right_begin_[i + 1], lower_ends_[i]);
        std::ranges::sort(lower_ends_);
        std::ranges::sort(upper_ends_);
    }

    // The number of objects that reach into the overlap of the two children along this axis, if the first
    // `left` objects form the left child.
    std::size_t reaching(std::size_t left) const {
        const double begin = right_begin_[left], end = left_end_[left - 1];
        if (begin > end) return 0;
        const auto before = std::ranges::lower_bound(upper_ends_, begin) - upper_ends_.begin();
        const auto after = lower_ends_.end() - std::ranges::upper_bound(lower_ends_, end);
        return lower_ends_.size() - static_cast<std::size_t>(before + after);
    }

  private:
    std::vector<double> lower_ends_, upper_ends_;  // ends of all boxes along the axis, each sorted
    std::vector<double> left_end_, right_begin_;   // [i]: upper end of 0 … i, lower end of i … last
};

Box box_around(Numbers objects, std::span<const Box> boxes) {
    Box all = boxes[objects.front()];
    for (const std::uint32_t object : objects) all = united_boxes(all, boxes[object]);
    return all;
}

// The number of objects whose boxes meet the overlap of the two children's boxes.
std::size_t reaching_exactly(Numbers sorted, std::size_t left, std::span<const Box> boxes) {
    const Box common =
        overlap_of(box_around(sorted.first(left), boxes), box_around(sorted.subspan(left), boxes));
    if (is_empty(common)) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(
        sorted, [&](std::uint32_t object) { return boxes_meet(boxes[object], common); }));
}

// The best cut of a list that is sorted along the axis. All cuts are first rated along this axis only; the
// best few are then rated with complete boxes, each of which takes a pass over all objects.
Cut best_cut(std::uint8_t axis, Numbers sorted, std::span<const Box> boxes) {
    constexpr std::size_t few = 16;
    const std::size_t n = sorted.size(), least = std::max<std::size_t>(1, n / 8);
    const SortedEnds ends(axis, sorted, boxes);
    std::vector<Cut> cuts;  // the best cuts so far, as a heap with the worst on top
    for (std::size_t left = least; left <= n - least; ++left) {
        cuts.push_back({.reaching = ends.reaching(left),
                        .uneven = left > n - left ? 2 * left - n : n - 2 * left,
                        .axis = axis,
                        .left = left});
        std::ranges::push_heap(cuts);
        if (cuts.size() <= few) continue;
        std::ranges::pop_heap(cuts);
        cuts.pop_back();
    }
    for (Cut& cut : cuts)
        if (cut.reaching != 0) cut.reaching = reaching_exactly(sorted, cut.left, boxes);
    return std::ranges::min(cuts);
}

}  // namespace

Division divide(std::span<std::uint32_t> objects, std::span<const Box> boxes) {
    Cut best;
    for (std::uint8_t axis = 0; axis < 3; ++axis) {
        sort_along(axis, objects, boxes);
        best = std::min(best, best_cut(axis, objects, boxes));
    }
    sort_along(best.axis, objects, boxes);
    return {.axis = best.axis, .left = static_cast<std::uint32_t>(best.left)};
}

}  // namespace allide::index
