#include "mesh/polygons_blockers.hpp"

namespace allide::mesh {
namespace {

PlanarBox box_of(std::span<const Blocker> blockers) {
    PlanarBox box{blockers[0].u, blockers[0].u, blockers[0].v, blockers[0].v};
    for (const Blocker& b : blockers) box.include(b.u, b.v);
    return box;
}

}  // namespace

Blockers::Blockers(std::vector<Blocker> corners)
    : blockers_(std::move(corners)), leaf_of_(blockers_.size()), contained_(blockers_.size(), false) {
    if (!blockers_.empty()) build(0, static_cast<std::uint32_t>(blockers_.size()), no_node);
}

std::uint32_t Blockers::build(std::uint32_t first, std::uint32_t last, std::uint32_t parent) {
    constexpr std::uint32_t leaf_size = 8;
    const auto at = static_cast<std::uint32_t>(nodes_.size());
    const auto own = std::span(blockers_).subspan(first, last - first);
    const PlanarBox box = box_of(own);
    nodes_.push_back({box, first, last, 0, parent, no_node});
    if (last - first <= leaf_size) {
        for (const Blocker& b : own) leaf_of_[b.corner] = at;
        return at;
    }
    // Halves first: the difference of two coordinates may overflow.
    const bool along_u = box.high_u / 2 - box.low_u / 2 >= box.high_v / 2 - box.low_v / 2;
    const auto by_place = [along_u](const Blocker& a, const Blocker& b) {
        return along_u ? a.u < b.u : a.v < b.v;
    };
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(own.begin(), own.begin() + (middle - first), own.end(), by_place);
    build(first, middle, at);
    const std::uint32_t second = build(middle, last, at);
    nodes_[at].second_child = second;
    return at;
}

void Blockers::add(std::uint32_t corner) {
    contained_[corner] = true;
    for (std::uint32_t at = leaf_of_[corner]; at != no_node; at = nodes_[at].parent) ++nodes_[at].alive;
}

void Blockers::remove(std::uint32_t corner) {
    contained_[corner] = false;
    for (std::uint32_t at = leaf_of_[corner]; at != no_node; at = nodes_[at].parent) --nodes_[at].alive;
}

}  // namespace allide::mesh
