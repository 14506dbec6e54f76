// The set of corners that may lie in another corner's ear (see ears.hpp), in a tree of boxes for search.
#pragma once

#include "mesh/polygon/view.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::mesh {

struct PlanarBox {
    double low_u = 0, high_u = 0, low_v = 0, high_v = 0;
    void include(double u, double v) {
        low_u = std::min(low_u, u);
        high_u = std::max(high_u, u);
        low_v = std::min(low_v, v);
        high_v = std::max(high_v, v);
    }
    bool holds(double u, double v) const { return u >= low_u && u <= high_u && v >= low_v && v <= high_v; }
};

class Blockers {
  public:
    // Builds the tree over all corners of the polygon. No corner is in the set at first.
    Blockers(const Corners& corners, const View& view);

    bool contains(std::uint32_t corner) const { return contained_[corner]; }
    void add(std::uint32_t corner);
    void remove(std::uint32_t corner);

    // Some corner of the set that `accept` accepts, found by searching only the boxes that `enter` accepts;
    // empty if there is none.
    template <typename Enter, typename Accept>
    std::optional<std::uint32_t> find(const Enter& enter, const Accept& accept) const {
        return find_in(0, enter, accept);
    }

  private:
    // A complete binary tree: the children of node i are 2i + 1 and 2i + 2, and the last `leaves_` nodes are
    // leaves, among which the corners are divided evenly.
    struct Node {
        PlanarBox box = {};
        std::uint32_t alive = 0;  // number of corners below it that are in the set
    };
    void build(std::uint32_t at, std::uint32_t first_leaf, std::uint32_t last_leaf);
    PlanarBox box_of(std::span<const std::uint32_t> corners) const;
    std::uint32_t start_of_leaf(std::uint32_t leaf) const {
        return static_cast<std::uint32_t>(std::uint64_t{order_.size()} * leaf / leaves_);
    }
    // Adds `change`, 1 or −1, to the counts of the corner's leaf and of all its ancestors.
    void count(std::uint32_t corner, std::int32_t change);

    template <typename Enter, typename Accept>
    std::optional<std::uint32_t> find_in(std::uint32_t at, const Enter& enter, const Accept& accept) const {
        const Node& node = nodes_[at];
        if (node.alive == 0 || !enter(node.box)) return std::nullopt;
        if (at < leaves_ - 1) {
            const auto found = find_in(2 * at + 1, enter, accept);
            return found ? found : find_in(2 * at + 2, enter, accept);
        }
        const std::uint32_t leaf = at - (leaves_ - 1);
        for (std::uint32_t i = start_of_leaf(leaf); i < start_of_leaf(leaf + 1); ++i)
            if (contains(order_[i]) && accept(order_[i])) return order_[i];
        return std::nullopt;
    }

    Corners corners_;
    View view_;
    std::vector<std::uint32_t> order_;    // the corners, sorted by leaf
    std::vector<std::uint32_t> leaf_of_;  // per corner: its leaf
    std::uint32_t leaves_ = 1;            // number of leaves, a power of two
    std::vector<Node> nodes_;
    std::vector<bool> contained_;  // per corner: true if it is in the set
};

}  // namespace allide::mesh
