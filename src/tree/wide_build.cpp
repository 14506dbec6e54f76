#include "tree/wide_build.hpp"

#include "tree/wide_fit.hpp"

#include <algorithm>
#include <array>

namespace allide::tree {
namespace {

// A part of the order that becomes a node; `binary` is its node there, or none for a piece of a large leaf.
struct Part {
    std::uint32_t begin, end, binary;
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t count() const { return end - begin; }
    bool is_leaf() const { return count() <= wide_arity; }
};

class Widener {
  public:
    Widener(const Binary& binary, WideTree& tree) : binary_(binary), tree_(tree) {}

    void run() {
        if (binary_.nodes.empty()) return;
        tree_.order = binary_.order;
        tree_.nodes.reserve(binary_.order.size() / 4 + 1);
        tree_.nodes.emplace_back();
        std::vector<std::pair<std::uint32_t, Part>> work{{0, part_of(0)}};
        while (!work.empty()) {
            const auto [node, part] = work.back();
            work.pop_back();
            if (part.is_leaf()) {
                make_leaf(tree_.nodes[node], part);
                continue;
            }
            const auto [parts, count] = opened(part);
            const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
            tree_.nodes[node].first = first;
            tree_.nodes[node].count = static_cast<std::uint8_t>(count);
            tree_.nodes.resize(first + count);
            // The first child's descendants follow its siblings.
            for (std::uint32_t i = count; i-- > 0;) work.emplace_back(first + i, parts[i]);
        }
    }

  private:
    using Parts = std::array<Part, wide_arity>;

    Part part_of(std::uint32_t node) const {
        return {binary_.nodes[node].begin, binary_.nodes[node].end, node};
    }
    // Children are opened while they are larger than a full subtree one level lower, so that the many nodes
    // at the bottom are full and only the few at the top are not.
    static std::uint32_t full_child(const Part& part) {
        std::uint32_t full = wide_arity;
        while (full * wide_arity < part.count()) full *= wide_arity;
        return full;
    }
    std::pair<Part, Part> halves(const Part& part) const {
        if (part.binary != Part::none && !binary_.nodes[part.binary].leaf())
            return {part_of(binary_.nodes[part.binary].left), part_of(binary_.nodes[part.binary].right)};
        const std::uint32_t left = (part.count() / 2 + wide_arity - 1) / wide_arity * wide_arity;
        return {{part.begin, part.begin + left, Part::none}, {part.begin + left, part.end, Part::none}};
    }
    std::pair<Parts, std::uint32_t> opened(const Part& part) const {
        Parts parts;
        std::uint32_t count = 0;
        std::tie(parts[0], parts[1]) = halves(part);
        const std::uint32_t full = full_child(part);
        for (count = 2; count < wide_arity; ++count) {
            const auto largest =
                std::max_element(parts.begin(), parts.begin() + count,
                                 [](const auto& x, const auto& y) { return x.count() < y.count(); });
            if (largest->count() <= full) break;
            const auto [left, right] = halves(*largest);
            // The second half moves in beside the first, so that parts stay in tree order.
            std::move_backward(largest + 1, parts.begin() + count, parts.begin() + count + 1);
            *largest = left;
            *(largest + 1) = right;
        }
        return {parts, count};
    }
    void make_leaf(WideNode& node, const Part& part) {
        node.leaf = true;
        node.first = part.begin;
        node.count = static_cast<std::uint8_t>(part.count());
        node.corners = static_cast<std::uint32_t>(tree_.corners.size());
        tree_.corners.emplace_back();
    }

    const Binary& binary_;
    WideTree& tree_;
};

WideTree widen(const Mesh& mesh, const LocalUnit& unit, const Binary& binary, double inflation) {
    WideTree tree;
    tree.inflation = inflation;
    Widener(binary, tree).run();
    fit(tree, FitPlan(tree, mesh.triangles()), mesh.vertices(), unit);
    return tree;
}

}  // namespace

WideTree build_wide_tree(const Mesh& mesh, Divide how, double inflation) {
    const LocalPoints points(mesh);
    return widen(mesh, points.unit, divide(mesh, points, how), inflation);
}

WideTree widen(const Mesh& mesh, const Binary& binary, double inflation) {
    return widen(mesh, LocalPoints(mesh).unit, binary, inflation);
}

WideTree refit(const WideTree& tree, const Mesh& moved) {
    WideTree out = tree;
    fit(out, FitPlan(tree, moved.triangles()), moved.vertices(), LocalPoints(moved).unit);
    return out;
}

}  // namespace allide::tree
