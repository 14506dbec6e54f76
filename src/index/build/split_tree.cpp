#include "index/build/split_tree.hpp"

#include "index/build/split_plane.hpp"
#include "index/file/axes.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace allide::index {
namespace {

Side sides_in(std::span<const ClippedObstacle> obstacles) {
    unsigned sides = 0;
    for (const ClippedObstacle& clipped : obstacles) sides |= static_cast<unsigned>(clipped.side);
    return static_cast<Side>(sides);
}

bool is_flat(const Box& box) {
    return !(box.lo.x < box.hi.x && box.lo.y < box.hi.y && box.lo.z < box.hi.z);
}

}  // namespace

SplitTreeBuilder::SplitTreeBuilder(const Box& overlap, double size)
    : overlap_(overlap), polygons_(overlap, size) {}

void SplitTreeBuilder::add(const Obstacle& obstacle) {
    if (const auto part = polygons_.inside(obstacle)) obstacles_.push_back(*part);
}

SplitTree SplitTreeBuilder::build() {
    if (is_empty(overlap_)) return {};
    add_cell({.box = overlap_, .obstacles = std::move(obstacles_)}, 0);
    return std::move(tree_);
}

std::uint16_t SplitTreeBuilder::add_cell(const Cell& cell, unsigned depth) {
    const auto number = static_cast<std::uint16_t>(tree_.size());
    tree_.push_back({.side = sides_in(cell.obstacles)});
    if (tree_[number].side != Side::both || depth == deepest_split) return number;
    const std::optional<SplitPlane> plane = choose_plane(cell.box, cell.obstacles);
    if (!plane) return number;
    const std::uint16_t low = add_half(cell, *plane, true, depth),
                        high = add_half(cell, *plane, false, depth);
    join(number, *plane, low, high);
    return number;
}

std::uint16_t SplitTreeBuilder::add_half(const Cell& cell, const SplitPlane& plane, bool low,
                                         unsigned depth) {
    const std::size_t polygons = polygons_.size();
    Cell half{.box = cell.box, .obstacles = polygons_.half(cell.obstacles, plane, low)};
    along(low ? half.box.hi : half.box.lo, plane.axis) = plane.at;
    const std::uint16_t number = add_cell(half, depth + 1);
    polygons_.shrink_to(polygons);
    return number;
}

// Divides cell `number`. If both halves are undivided and have the same label, the cell stays whole and gets
// that label.
void SplitTreeBuilder::join(std::uint16_t number, const SplitPlane& plane, std::uint16_t low,
                            std::uint16_t high) {
    const SplitNode& a = tree_[low];
    const SplitNode& b = tree_[high];
    if (!a.divided && !b.divided && a.side == b.side) {
        tree_[number].side = a.side;
        tree_.resize(number + std::size_t{1});
        return;
    }
    tree_[number] = {.divided = true, .axis = plane.axis, .at = plane.at, .low = low, .high = high};
}

SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles) {
    double size = largest_coordinate(overlap);
    for (const Obstacle& obstacle : obstacles) size = std::max(size, largest_coordinate(obstacle.box));
    SplitTreeBuilder builder(overlap, size);
    for (const Obstacle& obstacle : obstacles) builder.add(obstacle);
    return builder.build();
}

// The two halves of a cell are stored after it, so one pass computes all depths.
unsigned depth_of(const SplitTree& tree) {
    std::vector<unsigned> depths(tree.size(), 0);
    unsigned deepest = 0;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        deepest = std::max(deepest, depths[i]);
        if (tree[i].divided) depths[tree[i].low] = depths[tree[i].high] = depths[i] + 1;
    }
    return deepest;
}

bool is_ambiguous(const SplitTree& tree) {
    return std::ranges::any_of(
        tree, [](const SplitNode& cell) { return !cell.divided && cell.side == Side::both; });
}

void count_node(const Node& node, TreeCounts& counts) {
    ++counts.inner_nodes;
    if (node.split.empty()) return;
    ++counts.split_trees;
    counts.split_depths += depth_of(node.split);
    // Boxes that only touch do not count as ambiguous: their overlap has no volume that could be divided.
    if (is_ambiguous(node.split) && !is_flat(overlap_of(node))) ++counts.ambiguous;
}

}  // namespace allide::index
