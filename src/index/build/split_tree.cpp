#include "index/build/split_tree.hpp"

#include "index/build/clipped_polygons.hpp"
#include "index/build/split_plane.hpp"
#include "index/file/axes.hpp"

#include <optional>

namespace allide::index {
namespace {

struct SplitCell {
    Box box = {};
    std::vector<ClippedObstacle> obstacles = {};
};

Side sides_in(const SplitCell& cell) {
    unsigned sides = 0;
    for (const ClippedObstacle& clipped : cell.obstacles)
        sides |= static_cast<unsigned>(clipped.obstacle->side);
    return static_cast<Side>(sides);
}

// The half of a cell below or above a plane, with its obstacles. An obstacle that touches the plane from one
// side belongs only to the half on that side, so that flush faces are separated. An obstacle that lies in the
// plane belongs to the low half if it is a left obstacle, else to the high half.
SplitCell half_of(const SplitCell& cell, const SplitPlane& plane, bool low) {
    SplitCell half{.box = cell.box};
    along(low ? half.box.hi : half.box.lo, plane.axis) = plane.at;
    for (const ClippedObstacle& clipped : cell.obstacles) {
        const Obstacle& obstacle = *clipped.obstacle;
        const double lo = along(obstacle.box.lo, plane.axis), hi = along(obstacle.box.hi, plane.axis);
        const bool flat = lo == plane.at && hi == plane.at;
        const bool here = flat ? (obstacle.side == Side::left) == low : low ? lo < plane.at : hi > plane.at;
        if (here && !certainly_disjoint(obstacle, half.box))
            half.obstacles.push_back({.obstacle = &obstacle, .box = clipped_bounds(obstacle, half.box)});
    }
    return half;
}

class SplitBuilder {
  public:
    SplitTree build(SplitCell&& all) {
        add(std::move(all), 0);
        return std::move(tree_);
    }

  private:
    std::uint16_t add(SplitCell&& cell, unsigned depth) {
        const auto number = static_cast<std::uint16_t>(tree_.size());
        tree_.push_back({.side = sides_in(cell)});
        if (tree_[number].side != Side::both || depth == deepest_split) return number;
        const std::optional<SplitPlane> plane = choose_plane(cell.box, cell.obstacles);
        if (!plane) return number;
        SplitCell low = half_of(cell, *plane, true), high = half_of(cell, *plane, false);
        cell.obstacles = {};
        const std::uint16_t low_number = add(std::move(low), depth + 1);
        const std::uint16_t high_number = add(std::move(high), depth + 1);
        join(number, *plane, low_number, high_number);
        return number;
    }

    // Divides cell `number`, unless both halves are undivided and have the same label.
    void join(std::uint16_t number, const SplitPlane& plane, std::uint16_t low, std::uint16_t high) {
        const SplitNode& a = tree_[low];
        const SplitNode& b = tree_[high];
        if (!a.divided && !b.divided && a.side == b.side) {
            tree_[number].side = a.side;
            tree_.resize(number + std::size_t{1});
            return;
        }
        tree_[number] = {.divided = true, .axis = plane.axis, .at = plane.at, .low = low, .high = high};
    }

    SplitTree tree_;
};

}  // namespace

SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles) {
    if (is_empty(overlap)) return {};
    SplitCell all{.box = overlap};
    for (const Obstacle& obstacle : obstacles)
        if (!certainly_disjoint(obstacle, overlap))
            all.obstacles.push_back({.obstacle = &obstacle, .box = clipped_bounds(obstacle, overlap)});
    return SplitBuilder().build(std::move(all));
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

}  // namespace allide::index
