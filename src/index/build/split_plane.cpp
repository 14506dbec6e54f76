#include "index/build/split_plane.hpp"

#include "index/file/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace allide::index {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Box empty_box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

// The bounding box and the number of the obstacles of each side.
struct SideBoxes {
    Box left = empty_box, right = empty_box;
    std::size_t lefts = 0, rights = 0;

    void add(Side side, const Box& box) {
        Box& all = side == Side::left ? left : right;
        all = united_boxes(all, box);
        ++(side == Side::left ? lefts : rights);
    }
    bool has_both() const { return lefts != 0 && rights != 0; }
};

// The gap along an axis between the left and the right box, in either order; negative if they overlap.
double gap_along(const SideBoxes& sides, unsigned axis) {
    return std::max(along(sides.right.lo, axis) - along(sides.left.hi, axis),
                    along(sides.left.lo, axis) - along(sides.right.hi, axis));
}

bool is_separable(const SideBoxes& sides) {
    return gap_along(sides, 0) >= 0 || gap_along(sides, 1) >= 0 || gap_along(sides, 2) >= 0;
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

// An estimate of the work that remains in one half of a cell. It is zero if the half has obstacles of one
// child only, and small if one plane separates the obstacles of the two children.
double work_in(const SideBoxes& sides, double share, std::size_t all) {
    if (!sides.has_both()) return 0;
    const double crowd = static_cast<double>(sides.lefts + sides.rights) / static_cast<double>(all);
    return share * crowd * (is_separable(sides) ? 0.1 : 1);
}

double work_after(const SplitPlane& plane, const Box& cell, std::span<const ClippedObstacle> obstacles) {
    SideBoxes low, high;
    for (const ClippedObstacle& each : obstacles) {
        const Side side = each.obstacle->side;
        Box below = each.box, above = each.box;
        along(below.hi, plane.axis) = std::min(along(below.hi, plane.axis), plane.at);
        along(above.lo, plane.axis) = std::max(along(above.lo, plane.axis), plane.at);
        if (along(each.box.lo, plane.axis) < plane.at) low.add(side, below);
        if (along(each.box.hi, plane.axis) > plane.at) high.add(side, above);
    }
    const double lo = along(cell.lo, plane.axis), hi = along(cell.hi, plane.axis);
    const double share = (plane.at - lo) / (hi - lo);
    return work_in(low, share, obstacles.size()) + work_in(high, 1 - share, obstacles.size());
}

// Candidate positions along an axis: up to 12 evenly chosen ends of obstacles, and the cell's middle.
std::vector<double> places_along(unsigned axis, const Box& cell, std::span<const ClippedObstacle> obstacles) {
    constexpr std::size_t most = 12;
    const double lo = along(cell.lo, axis), hi = along(cell.hi, axis);
    std::vector<double> ends;
    for (const ClippedObstacle& each : obstacles)
        for (const double end : {along(each.box.lo, axis), along(each.box.hi, axis)})
            if (end > lo && end < hi) ends.push_back(end);
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    std::vector<double> places;
    const std::size_t taken = std::min(ends.size(), most);
    for (std::size_t i = 0; i < taken; ++i) places.push_back(ends[i * ends.size() / taken]);
    const double middle = between(lo, hi);
    if (middle > lo && middle < hi) places.push_back(middle);
    return places;
}

}  // namespace

std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const ClippedObstacle> obstacles) {
    SideBoxes sides;
    for (const ClippedObstacle& each : obstacles) sides.add(each.obstacle->side, each.box);
    if (const std::optional<SplitPlane> plane = separating_plane(sides)) return plane;
    std::optional<SplitPlane> best;
    double least = infinity;
    for (std::uint8_t axis = 0; axis < 3; ++axis)
        for (const double at : places_along(axis, cell, obstacles)) {
            const double work = work_after({axis, at}, cell, obstacles);
            if (!(work < least)) continue;
            least = work;
            best = SplitPlane{axis, at};
        }
    return best;
}

}  // namespace allide::index
