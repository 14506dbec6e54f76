#include "mesh/polygon/blockers.hpp"

#include <numeric>

namespace allide::mesh {

Blockers::Blockers(const Corners& corners, const View& view)
    : corners_(corners),
      view_(view),
      order_(corners.size()),
      leaf_of_(corners.size()),
      contained_(corners.size(), false) {
    constexpr std::size_t leaf_size = 12;
    while (leaf_size * leaves_ < order_.size()) leaves_ *= 2;
    nodes_.resize(2 * std::size_t{leaves_} - 1);
    std::iota(order_.begin(), order_.end(), 0u);
    build(0, 0, leaves_);
}

PlanarBox Blockers::box_of(std::span<const std::uint32_t> corners) const {
    const Vec3& first = corners_[corners[0]];
    PlanarBox box{view_.u(first), view_.u(first), view_.v(first), view_.v(first)};
    for (const std::uint32_t i : corners) box.include(view_.u(corners_[i]), view_.v(corners_[i]));
    return box;
}

void Blockers::build(std::uint32_t at, std::uint32_t first_leaf, std::uint32_t last_leaf) {
    const std::uint32_t first = start_of_leaf(first_leaf);
    const auto own = std::span(order_).subspan(first, start_of_leaf(last_leaf) - first);
    const PlanarBox box = nodes_[at].box = box_of(own);
    if (last_leaf - first_leaf == 1) {
        for (const std::uint32_t i : own) leaf_of_[i] = first_leaf;
        return;
    }
    // Coordinates are halved before subtraction, because their difference may overflow.
    const bool along_u = box.high_u / 2 - box.low_u / 2 >= box.high_v / 2 - box.low_v / 2;
    const auto by_place = [&](std::uint32_t i, std::uint32_t j) {
        const Vec3 &a = corners_[i], &b = corners_[j];
        return along_u ? view_.u(a) < view_.u(b) : view_.v(a) < view_.v(b);
    };
    const std::uint32_t middle_leaf = first_leaf + (last_leaf - first_leaf) / 2;
    std::nth_element(own.begin(), own.begin() + (start_of_leaf(middle_leaf) - first), own.end(), by_place);
    build(2 * at + 1, first_leaf, middle_leaf);
    build(2 * at + 2, middle_leaf, last_leaf);
}

void Blockers::add(std::uint32_t corner) {
    contained_[corner] = true;
    count(corner, 1);
}

void Blockers::remove(std::uint32_t corner) {
    contained_[corner] = false;
    count(corner, -1);
}

void Blockers::count(std::uint32_t corner, std::int32_t change) {
    for (std::uint32_t at = leaves_ - 1 + leaf_of_[corner];; at = (at - 1) / 2) {
        nodes_[at].alive += static_cast<std::uint32_t>(change);
        if (at == 0) return;
    }
}

}  // namespace allide::mesh
