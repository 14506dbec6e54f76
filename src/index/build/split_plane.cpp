#include "index/build/split_plane.hpp"

#include "index/file/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace allide::index {
namespace {

constexpr double nothing = std::numeric_limits<double>::infinity();
constexpr Box nowhere = {{nothing, nothing, nothing}, {-nothing, -nothing, -nothing}};

// How far the obstacles of each side reach.
struct Reach {
    Box left = nowhere, right = nowhere;
    std::size_t lefts = 0, rights = 0;

    void add(Side side, const Box& box) {
        Box& all = side == Side::left ? left : right;
        all = joined(all, box);
        ++(side == Side::left ? lefts : rights);
    }
    bool has_both() const { return lefts != 0 && rights != 0; }
};

// The room between left and right along an axis, whichever comes first; negative if they overlap there.
double gap_along(const Reach& reach, unsigned axis) {
    return std::max(along(reach.right.lo, axis) - along(reach.left.hi, axis),
                    along(reach.left.lo, axis) - along(reach.right.hi, axis));
}

bool can_be_parted(const Reach& reach) {
    return gap_along(reach, 0) >= 0 || gap_along(reach, 1) >= 0 || gap_along(reach, 2) >= 0;
}

double between(double low, double high) {
    const double middle = 0.5 * low + 0.5 * high;
    return std::clamp(middle, low, high);
}

std::optional<SplitPlane> parting_plane(const Reach& reach) {
    std::uint8_t best = 0;
    for (std::uint8_t axis = 1; axis < 3; ++axis)
        if (gap_along(reach, axis) > gap_along(reach, best)) best = axis;
    if (!(gap_along(reach, best) >= 0)) return std::nullopt;
    const double left_end = along(reach.left.hi, best), right_begin = along(reach.right.lo, best);
    if (left_end <= right_begin) return SplitPlane{best, between(left_end, right_begin)};
    return SplitPlane{best, between(along(reach.right.hi, best), along(reach.left.lo, best))};
}

// What there is still to do in a half, as a share of the cell: nothing if one side has it alone, little if a
// plane is all that it takes.
double work_in(const Reach& reach, double share, std::size_t all) {
    if (!reach.has_both()) return 0;
    const double crowd = static_cast<double>(reach.lefts + reach.rights) / static_cast<double>(all);
    return share * crowd * (can_be_parted(reach) ? 0.1 : 1);
}

double work_after(const SplitPlane& plane, const Box& cell, std::span<const Held> held) {
    Reach low, high;
    for (const Held& each : held) {
        const Side side = each.obstacle->side;
        Box below = each.box, above = each.box;
        along(below.hi, plane.axis) = std::min(along(below.hi, plane.axis), plane.at);
        along(above.lo, plane.axis) = std::max(along(above.lo, plane.axis), plane.at);
        if (along(each.box.lo, plane.axis) < plane.at) low.add(side, below);
        if (along(each.box.hi, plane.axis) > plane.at) high.add(side, above);
    }
    const double lo = along(cell.lo, plane.axis), hi = along(cell.hi, plane.axis);
    const double share = (plane.at - lo) / (hi - lo);
    return work_in(low, share, held.size()) + work_in(high, 1 - share, held.size());
}

// Ends of obstacles inside the cell, a few of them evenly chosen, and the middle.
std::vector<double> places_along(unsigned axis, const Box& cell, std::span<const Held> held) {
    constexpr std::size_t most = 12;
    const double lo = along(cell.lo, axis), hi = along(cell.hi, axis);
    std::vector<double> ends;
    for (const Held& each : held)
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

std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const Held> held) {
    Reach reach;
    for (const Held& each : held) reach.add(each.obstacle->side, each.box);
    if (const std::optional<SplitPlane> plane = parting_plane(reach)) return plane;
    std::optional<SplitPlane> best;
    double least = nothing;
    for (std::uint8_t axis = 0; axis < 3; ++axis)
        for (const double at : places_along(axis, cell, held)) {
            const double work = work_after({axis, at}, cell, held);
            if (!(work < least)) continue;
            least = work;
            best = SplitPlane{axis, at};
        }
    return best;
}

}  // namespace allide::index
