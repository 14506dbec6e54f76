// Candidates are up to 13 places per axis, which divide the obstacles into 14 bins. One pass over the
// obstacles fills the bins; what lies below or above each candidate is then the union of some bins.
#include "index/build/split_plane.hpp"

#include "base/infinity.hpp"
#include "index/file/axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace allide::index {
namespace {

using base::infinity;
constexpr Box empty_box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

// The bounding boxes of the obstacles of each side.
struct SideBoxes {
    Box left = empty_box, right = empty_box;

    void add(Side side, const Box& box) {
        Box& all = side == Side::left ? left : right;
        all = united_boxes(all, box);
    }
};

// The gap along an axis between the left and the right box, in either order; negative if they overlap.
double gap_along(const SideBoxes& sides, unsigned axis) {
    return std::max(along(sides.right.lo, axis) - along(sides.left.hi, axis),
                    along(sides.left.lo, axis) - along(sides.right.hi, axis));
}

double between(double low, double high) {
    const double middle = 0.5 * low + 0.5 * high;
    return std::clamp(middle, low, high);
}

std::optional<SplitPlane> separating_plane(const SideBoxes& sides) {
    std::uint8_t best = 0;
    for (std::uint8_t axis = 1; axis < 3; ++axis)
        if (gap_along(sides, axis) > gap_along(sides, best)) best = axis;
    if (!(gap_along(sides, best) >= 0)) return std::nullopt;
    const double left_end = along(sides.left.hi, best), right_begin = along(sides.right.lo, best);
    if (left_end <= right_begin) return SplitPlane{best, between(left_end, right_begin)};
    return SplitPlane{best, between(along(sides.right.hi, best), along(sides.left.lo, best))};
}

constexpr std::size_t most_places = 16;  // a power of two, for the binary searches in Places
constexpr float far = std::numeric_limits<float>::infinity();

// A box in the coordinates of the cell, which is 0 … 1 along each axis. Rounding to float keeps the order of
// coordinates, so boxes that do not overlap still do not. `below` has the negated lower ends, so that larger
// numbers are farther out in both arrays. The fourth numbers are padding.
struct LocalBox {
    std::array<float, 4> below = {-far, -far, -far, 0}, above = {-far, -far, -far, 0};

    void grow(const LocalBox& other) {
        for (std::size_t i = 0; i < 4; ++i) below[i] = below[i] < other.below[i] ? other.below[i] : below[i];
        for (std::size_t i = 0; i < 4; ++i) above[i] = above[i] < other.above[i] ? other.above[i] : above[i];
    }
};

struct LocalObstacle {
    LocalBox box;
    std::size_t side = 0;  // 0: left, 1: right
};

// The boxes and the numbers of the obstacles of each side.
struct LocalSides {
    std::array<LocalBox, 2> box = {};
    std::array<std::uint32_t, 2> count = {};

    void add(std::size_t side, const LocalBox& other) {
        box[side].grow(other);
        ++count[side];
    }
    void add(const LocalSides& other) {
        for (const std::size_t side : {0, 1}) {
            box[side].grow(other.box[side]);
            count[side] += other.count[side];
        }
    }
    bool is_separable() const {
        bool separable = false;
        for (std::size_t i = 0; i < 3; ++i)
            separable =
                separable || box[0].above[i] + box[1].below[i] <= 0 || box[1].above[i] + box[0].below[i] <= 0;
        return separable;
    }
};

// An estimate of the work that remains in one half of a cell. It is zero if the half has obstacles of one
// child only, and small if one plane separates the obstacles of the two children.
double work_in(const LocalSides& sides, double share, std::size_t all) {
    if (sides.count[0] == 0 || sides.count[1] == 0) return 0;
    const double crowd = static_cast<double>(sides.count[0] + sides.count[1]) / static_cast<double>(all);
    return share * crowd * (sides.is_separable() ? 0.1 : 1);
}

// Maps a cell to 0 … 1 along each axis.
class LocalCell {
  public:
    explicit LocalCell(const Box& cell) : cell_(cell) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const double size = along(cell.hi, axis) - along(cell.lo, axis), scale = 1 / size;
            scale_[axis] = std::isfinite(scale) && std::isfinite(size) ? scale : 0;
        }
    }
    float local(double x, unsigned axis) const {
        return static_cast<float>((x - along(cell_.lo, axis)) * scale_[axis]);
    }
    LocalObstacle local(const ClippedObstacle& obstacle) const {
        LocalObstacle out;
        out.side = obstacle.side == Side::left ? 0 : 1;
        for (unsigned axis = 0; axis < 3; ++axis) {
            out.box.below[axis] = -local(along(obstacle.box.lo, axis), axis);
            out.box.above[axis] = local(along(obstacle.box.hi, axis), axis);
        }
        return out;
    }
    const Box& box() const { return cell_; }

  private:
    const Box& cell_;
    std::array<double, 3> scale_ = {};
};

// The candidates along an axis: ends of obstacles at evenly chosen ranks, and the cell's middle.
struct Places {
    std::array<double, most_places> at = {};  // ascending
    std::array<float, most_places> local = {};
    std::size_t count = 0;

    // The number of places before x; the places are padded with infinity.
    std::size_t before(float x) const {
        std::size_t number = 0;
        for (std::size_t step = most_places / 2; step != 0; step /= 2)
            number += local[number + step - 1] < x ? step : 0;
        return number;
    }
    // The number of places at or before x.
    std::size_t until(float x) const {
        std::size_t number = 0;
        for (std::size_t step = most_places / 2; step != 0; step /= 2)
            number += local[number + step - 1] <= x ? step : 0;
        return number;
    }
};

// Chooses the candidates along an axis: from all obstacles if there are few, otherwise from an evenly spaced
// sample.
Places places_along(unsigned axis, const LocalCell& cell, std::span<const ClippedObstacle> obstacles) {
    constexpr std::size_t most = 12, sample = 64;
    static_assert(most + 1 < most_places);
    const double lo = along(cell.box().lo, axis), hi = along(cell.box().hi, axis);
    std::array<double, 2 * sample> ends;
    std::size_t found = 0;
    const std::size_t taken = std::min(sample, obstacles.size());
    for (std::size_t i = 0; i < taken; ++i) {
        const Box& box = obstacles[i * obstacles.size() / taken].box;
        for (const double end : {along(box.lo, axis), along(box.hi, axis)})
            if (end > lo && end < hi) ends[found++] = end;
    }
    std::sort(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(found));
    found = static_cast<std::size_t>(
        std::unique(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(found)) - ends.begin());
    Places places;
    const std::size_t chosen = std::min(found, most);
    for (std::size_t i = 0; i < chosen; ++i) places.at[places.count++] = ends[i * found / chosen];
    const double middle = between(lo, hi);
    if (middle > lo && middle < hi) places.at[places.count++] = middle;
    const auto end = places.at.begin() + static_cast<std::ptrdiff_t>(places.count);
    std::sort(places.at.begin(), end);
    places.count = static_cast<std::size_t>(std::unique(places.at.begin(), end) - places.at.begin());
    places.local.fill(far);
    for (std::size_t i = 0; i < places.count; ++i) places.local[i] = cell.local(places.at[i], axis);
    return places;
}

// Rates the candidates along one axis and finds the best one.
class AxisBins {
  public:
    AxisBins(unsigned axis, const Places& places, std::span<const LocalObstacle> obstacles)
        : axis_(axis), places_(places), all_(obstacles.size()) {
        // An obstacle reaches below the places after its lower end, and above those before its upper end.
        for (const LocalObstacle& obstacle : obstacles) {
            below_[places_.until(-obstacle.box.below[axis])].add(obstacle.side, obstacle.box);
            above_[places_.before(obstacle.box.above[axis])].add(obstacle.side, obstacle.box);
        }
        for (std::size_t i = 1; i < places_.count; ++i) below_[i].add(below_[i - 1]);
        for (std::size_t i = places_.count; i-- > 1;) above_[i].add(above_[i + 1]);
    }

    double work_after(std::size_t place) const {
        LocalSides low = below_[place], high = above_[place + 1];
        const float at = places_.local[place];
        for (const std::size_t side : {0, 1}) {
            low.box[side].above[axis_] = std::min(low.box[side].above[axis_], at);
            high.box[side].below[axis_] = std::min(high.box[side].below[axis_], -at);
        }
        const double share = static_cast<double>(at);
        return work_in(low, share, all_) + work_in(high, 1 - share, all_);
    }

  private:
    unsigned axis_;
    const Places& places_;
    std::size_t all_;
    std::array<LocalSides, most_places + 1> below_ = {}, above_ = {};
};

}  // namespace

std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const ClippedObstacle> obstacles) {
    SideBoxes sides;
    for (const ClippedObstacle& each : obstacles) sides.add(each.side, each.box);
    if (const std::optional<SplitPlane> plane = separating_plane(sides)) return plane;
    const LocalCell local(cell);
    std::vector<LocalObstacle> boxes;
    boxes.reserve(obstacles.size());
    for (const ClippedObstacle& each : obstacles) boxes.push_back(local.local(each));
    std::optional<SplitPlane> best;
    double least = infinity;
    for (std::uint8_t axis = 0; axis < 3; ++axis) {
        const Places places = places_along(axis, local, obstacles);
        const AxisBins bins(axis, places, boxes);
        for (std::size_t i = 0; i < places.count; ++i) {
            const double work = bins.work_after(i);
            if (!(work < least)) continue;
            least = work;
            best = SplitPlane{axis, places.at[i]};
        }
    }
    return best;
}

}  // namespace allide::index
