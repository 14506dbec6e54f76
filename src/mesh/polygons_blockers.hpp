// The corners that may lie in another corner's ear, in a tree of boxes into and out of which they can be put.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::mesh {

struct PlanarBox {
    double low_u, high_u, low_v, high_v;
    void include(double u, double v) {
        low_u = std::min(low_u, u);
        high_u = std::max(high_u, u);
        low_v = std::min(low_v, v);
        high_v = std::max(high_v, v);
    }
    bool holds(double u, double v) const { return u >= low_u && u <= high_u && v >= low_v && v <= high_v; }
};

struct Blocker {
    double u, v;
    std::uint32_t corner;
};

class Blockers {
  public:
    // Places for all corners, numbered from 0 as they are given; none is in the way yet.
    explicit Blockers(std::vector<Blocker> corners);

    bool contains(std::uint32_t corner) const { return contained_[corner]; }
    void add(std::uint32_t corner);
    void remove(std::uint32_t corner);

    // A corner that `accept` says yes to, among those in boxes that `enter` says yes to.
    template <typename Enter, typename Accept>
    std::optional<std::uint32_t> find(Enter enter, Accept accept) const {
        return nodes_.empty() ? std::nullopt : find_in(0, enter, accept);
    }

  private:
    static constexpr std::uint32_t no_node = 0xffffffff;
    struct Node {
        PlanarBox box;
        std::uint32_t first, last;           // its corners
        std::uint32_t alive;                 // those of them that are in the way
        std::uint32_t parent, second_child;  // the first child follows its parent; a leaf has none
    };
    std::uint32_t build(std::uint32_t first, std::uint32_t last, std::uint32_t parent);

    template <typename Enter, typename Accept>
    std::optional<std::uint32_t> find_in(std::uint32_t at, Enter enter, Accept accept) const {
        const Node& node = nodes_[at];
        if (node.alive == 0 || !enter(node.box)) return std::nullopt;
        if (node.second_child != no_node) {
            const auto found = find_in(at + 1, enter, accept);
            return found ? found : find_in(node.second_child, enter, accept);
        }
        for (std::uint32_t i = node.first; i < node.last; ++i)
            if (contains(blockers_[i].corner) && accept(blockers_[i])) return blockers_[i].corner;
        return std::nullopt;
    }

    std::vector<Blocker> blockers_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> leaf_of_;
    std::vector<bool> contained_;
};

}  // namespace allide::mesh
