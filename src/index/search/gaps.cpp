#include "index/search/gaps.hpp"

#include "index/search/regions.hpp"
#include "volume/box/gap.hpp"

#include <algorithm>
#include <limits>

namespace allide::index {

double gap_of(const Box& a, const Box& b) {
    const auto along = [&](double Vec3::*axis) {
        return std::max({0.0, b.lo.*axis - a.hi.*axis, a.lo.*axis - b.hi.*axis});
    };
    const double gap = volume::length_of_gaps(along(&Vec3::x), along(&Vec3::y), along(&Vec3::z));
    return std::min(gap * (1 - 16 * 0x1p-53), std::numeric_limits<double>::max());
}

ChildRegion::ChildRegion(const Node& node, Side side) : node_(node), side_(side) {
    const Box& box = node.children[side == Side::left ? 0 : 1].box;
    if (node.split.empty())
        pieces_.push_back(box);
    else
        pieces_ = box_difference(box, overlap_of(node));
}

// A lower bound of the distance to those cells of the overlap in which the child has surface.
double ChildRegion::gap_to_cells(const Box& part, std::size_t number, const Box& cell) const {
    const SplitNode& split = node_.split[number];
    if (!split.divided) {
        const bool has = (static_cast<unsigned>(split.side) & static_cast<unsigned>(side_)) != 0;
        return has ? gap_of(part, cell) : std::numeric_limits<double>::infinity();
    }
    double Vec3::*const axis = split.axis == 0 ? &Vec3::x : split.axis == 1 ? &Vec3::y : &Vec3::z;
    Box low = cell, high = cell;
    low.hi.*axis = high.lo.*axis = split.at;
    return std::min(gap_to_cells(part, split.low, low), gap_to_cells(part, split.high, high));
}

double ChildRegion::gap(const Box& box) const {
    double gap = node_.split.empty() ? std::numeric_limits<double>::infinity()
                                     : gap_to_cells(box, 0, overlap_of(node_));
    for (const Box& piece : pieces_) gap = std::min(gap, gap_of(box, piece));
    return gap;
}

}  // namespace allide::index
