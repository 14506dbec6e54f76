#include "index/split_tree.hpp"

#include "index/axes.hpp"
#include "index/clipped.hpp"
#include "index/split_plane.hpp"
#include "kernel/vec.hpp"

#include <cmath>
#include <optional>

namespace allide::index {
namespace {

using kernel::cross;
using kernel::operator-;

struct SplitCell {
    Box box = {};
    std::vector<Held> held = {};
};

Side sides_in(const SplitCell& cell) {
    unsigned sides = 0;
    for (const Held& held : cell.held) sides |= static_cast<unsigned>(held.obstacle->side);
    return static_cast<Side>(sides);
}

// The half of a cell below (or above) a plane, with what is there. An obstacle that reaches the plane only
// from one side is there alone, so that faces that lie flush can be told apart; one in the plane goes with
// its side.
SplitCell half_of(const SplitCell& cell, const SplitPlane& plane, bool low) {
    SplitCell half{.box = cell.box};
    along(low ? half.box.hi : half.box.lo, plane.axis) = plane.at;
    for (const Held& held : cell.held) {
        const Obstacle& obstacle = *held.obstacle;
        const double lo = along(obstacle.box.lo, plane.axis), hi = along(obstacle.box.hi, plane.axis);
        const bool flat = lo == plane.at && hi == plane.at;
        const bool here = flat ? (obstacle.side == Side::left) == low : low ? lo < plane.at : hi > plane.at;
        if (here && !certainly_apart(obstacle, half.box))
            half.held.push_back({.obstacle = &obstacle, .box = clipped_bounds(obstacle, half.box)});
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
        const std::optional<SplitPlane> plane = choose_plane(cell.box, cell.held);
        if (!plane) return number;
        SplitCell low = half_of(cell, *plane, true), high = half_of(cell, *plane, false);
        cell.held = {};
        const std::uint16_t low_number = add(std::move(low), depth + 1);
        const std::uint16_t high_number = add(std::move(high), depth + 1);
        join(number, *plane, low_number, high_number);
        return number;
    }

    // A plane between cells of one label is none.
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

// The axes along which a triangle and a box can be parted, beside those of the box.
std::array<Vec3, 10> parting_axes(const std::array<Vec3, 3>& corners) {
    const Vec3 ab = corners[1] - corners[0], bc = corners[2] - corners[1], ca = corners[0] - corners[2];
    return {{cross(ab, bc),
             {0, -ab.z, ab.y},
             {ab.z, 0, -ab.x},
             {-ab.y, ab.x, 0},
             {0, -bc.z, bc.y},
             {bc.z, 0, -bc.x},
             {-bc.y, bc.x, 0},
             {0, -ca.z, ca.y},
             {ca.z, 0, -ca.x},
             {-ca.y, ca.x, 0}}};
}

// Any direction parts two bodies if their shadows on it are apart: that this one is itself rounded is no
// matter. A sum of three products is off by less than 2⁻⁵¹ of their sizes, and by 2⁻¹⁰⁷² among subnormals.
bool parted_along(const Vec3& axis, const std::array<Vec3, 3>& corners, const Box& cell) {
    double least = 0, most = 0, scale = 0;
    for (unsigned i = 0; i < 3; ++i) {
        const double a = along(axis, i), lo = a * along(cell.lo, i), hi = a * along(cell.hi, i);
        least += std::min(lo, hi);
        most += std::max(lo, hi);
        const double size = std::max({std::abs(along(cell.lo, i)), std::abs(along(cell.hi, i)),
                                      std::abs(along(corners[0], i)), std::abs(along(corners[1], i)),
                                      std::abs(along(corners[2], i))});
        scale += std::abs(a) * size;
    }
    const double error = 0x1p-48 * scale + 0x1p-1060;
    const double p = kernel::dot(axis, corners[0]), q = kernel::dot(axis, corners[1]),
                 r = kernel::dot(axis, corners[2]);
    return std::min({p, q, r}) - most > error || least - std::max({p, q, r}) > error;
}

}  // namespace

Obstacle obstacle_of(Side side, const std::array<Vec3, 3>& corners) {
    const auto& [a, b, c] = corners;
    return {.side = side,
            .is_triangle = true,
            .box = {lower_of(lower_of(a, b), c), upper_of(upper_of(a, b), c)},
            .corners = corners};
}

Obstacle obstacle_of(Side side, const Box& box) {
    return {.side = side, .box = box};
}

bool certainly_apart(const Obstacle& obstacle, const Box& cell) {
    if (!meet(obstacle.box, cell)) return true;
    if (!obstacle.is_triangle) return false;
    const std::array<Vec3, 10> axes = parting_axes(obstacle.corners);
    return std::ranges::any_of(axes,
                               [&](const Vec3& axis) { return parted_along(axis, obstacle.corners, cell); });
}

SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles) {
    if (is_empty(overlap)) return {};
    SplitCell all{.box = overlap};
    for (const Obstacle& obstacle : obstacles)
        if (!certainly_apart(obstacle, overlap))
            all.held.push_back({.obstacle = &obstacle, .box = clipped_bounds(obstacle, overlap)});
    return SplitBuilder().build(std::move(all));
}

// Cells come after the one that they divide.
unsigned depth_of(const SplitTree& tree) {
    std::vector<unsigned> depths(tree.size(), 0);
    unsigned deepest = 0;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        deepest = std::max(deepest, depths[i]);
        if (tree[i].divided) depths[tree[i].low] = depths[tree[i].high] = depths[i] + 1;
    }
    return deepest;
}

bool is_blurred(const SplitTree& tree) {
    return std::ranges::any_of(
        tree, [](const SplitNode& cell) { return !cell.divided && cell.side == Side::both; });
}

}  // namespace allide::index
