#include "tree/wide/validate.hpp"

#include "kernel/pose/vec.hpp"
#include "tree/wide/validate_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include <fmt/format.h>

namespace allide::tree {
namespace {

using kernel::dot;
using kernel::operator-;
using Defect = std::optional<std::string>;

// Bound of the check's own rounding errors. A local coordinate, up to 1, is rounded once (2⁻⁵⁴); its
// difference from the node's centre, up to 2, is rounded once more. The dot product with an axis rounds
// numbers up to √3 three times in sequence, and the comparison rounds once. The total is less than 10·2⁻⁵³.
// Valid boxes have that much room, because the fit adds 32·2⁻⁵³ and needs less than 22·2⁻⁵³.
constexpr double to_spare = 10 * 0x1p-53;

class WideCheck {
  public:
    WideCheck(const WideTree& tree, const Mesh& mesh)
        : tree_(tree), mesh_(mesh), parent_(tree.nodes.size(), none), leaf_of_(tree.order.size(), none) {}

    Defect run() {
        if (auto defect = run_links()) return defect;
        for (std::uint32_t place = 0; place < tree_.order.size(); ++place) {
            if (auto defect = check_corners(place)) return defect;
            if (auto defect = check_boxes(place)) return defect;
        }
        return std::nullopt;
    }

    Defect run_links() {
        if (auto defect = check_order()) return defect;
        if (tree_.order.empty())
            return tree_.nodes.empty() && tree_.corners.empty() ? Defect()
                                                                : Defect("nodes without triangles");
        if (auto defect = check_unit()) return defect;
        for (const WideNode& node : tree_.nodes)
            if (leaf_byte(node) > 1) return "expected 0 or 1 as the leaf flag of a tree node";
        if (auto defect = check_links()) return defect;
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i)
            if (auto defect = check_frame(i)) return defect;
        return std::nullopt;
    }

  private:
    static constexpr std::uint32_t none = ~0u;

    Defect check_unit() const {
        if (!kernel::finite(tree_.center) || std::abs(tree_.exponent) > 1100) return "the unit is not valid";
        // The norm may be infinite, because it is a sum of three coordinates of any size.
        if (!(tree_.norm >= 0) || !(tree_.inflation >= 0)) return "the norm or the inflation is not valid";
        return std::nullopt;
    }

    Defect check_order() const {
        const std::size_t count = mesh_.triangles().size();
        if (tree_.order.size() != count)
            return fmt::format("the tree has {} triangles, the mesh {}", tree_.order.size(), count);
        std::vector<bool> seen(count, false);
        for (std::size_t i = 0; i < count; ++i) {
            if (tree_.order[i] >= count || seen[tree_.order[i]])
                return fmt::format("place {} does not hold a new triangle", i);
            seen[tree_.order[i]] = true;
        }
        return std::nullopt;
    }

    Defect check_links() {
        if (tree_.nodes.empty()) return "triangles without nodes";
        std::vector<bool> has_corners(tree_.corners.size(), false);
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
            const WideNode& node = tree_.nodes[i];
            if (i > 0 && parent_[i] == none) return fmt::format("node {} has no parent before it", i);
            if (node.count == 0 || node.count > wide_arity)
                return fmt::format("node {} counts {}", i, node.count);
            if (auto defect = node.leaf ? claim_places(i, has_corners) : claim_children(i)) return defect;
        }
        if (std::find(leaf_of_.begin(), leaf_of_.end(), none) != leaf_of_.end())
            return "a triangle is in no leaf";
        if (std::find(has_corners.begin(), has_corners.end(), false) != has_corners.end())
            return "corners without a leaf";
        return check_runs();
    }
    Defect claim_children(std::uint32_t index) {
        const WideNode& node = tree_.nodes[index];
        if (node.first <= index || tree_.nodes.size() < node.count ||
            tree_.nodes.size() - node.count < node.first)
            return fmt::format("node {} has children before it, or beyond the last node", index);
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
            if (parent_[child] != none) return fmt::format("node {} has two parents", child);
            parent_[child] = index;
        }
        return std::nullopt;
    }
    Defect claim_places(std::uint32_t index, std::vector<bool>& has_corners) {
        const WideNode& leaf = tree_.nodes[index];
        if (tree_.order.size() < leaf.count || tree_.order.size() - leaf.count < leaf.first)
            return fmt::format("leaf {} has places that do not exist", index);
        for (std::uint32_t place = leaf.first; place < leaf.first + leaf.count; ++place) {
            if (leaf_of_[place] != none) return fmt::format("place {} is in two leaves", place);
            leaf_of_[place] = index;
        }
        if (leaf.corners >= has_corners.size() || has_corners[leaf.corners])
            return fmt::format("leaf {} has no corners of its own", index);
        has_corners[leaf.corners] = true;
        return std::nullopt;
    }
    // A refit requires that the triangles of each node are contiguous, child after child, and that the corner
    // records of the leaves are in the same order.
    Defect check_runs() const {
        for (std::size_t place = 1; place < leaf_of_.size(); ++place)
            if (tree_.nodes[leaf_of_[place]].corners < tree_.nodes[leaf_of_[place - 1]].corners)
                return fmt::format("the corners of leaf {} do not stand in tree order", leaf_of_[place]);
        std::vector<std::uint32_t> begin(tree_.nodes.size()), end(tree_.nodes.size());
        for (auto i = static_cast<std::uint32_t>(tree_.nodes.size()); i-- > 0;) {
            const WideNode& node = tree_.nodes[i];
            begin[i] = node.leaf ? node.first : begin[node.first];
            end[i] = node.leaf ? node.first + node.count : end[node.first + node.count - 1];
            if (node.leaf) continue;
            for (std::uint32_t child = node.first + 1; child < node.first + node.count; ++child)
                if (begin[child] != end[child - 1])
                    return fmt::format("the triangles of node {} do not stand together", i);
        }
        return std::nullopt;
    }

    static Vec3 row(const WideNode& node, std::size_t k) {
        return {node.axis[3 * k], node.axis[3 * k + 1], node.axis[3 * k + 2]};
    }
    Defect check_frame(std::uint32_t index) const {
        const WideNode& node = tree_.nodes[index];
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = i; j < 3; ++j)
                if (!(std::abs(dot(row(node, i), row(node, j)) - (i == j ? 1 : 0)) <= orthonormal))
                    return fmt::format("the axes of node {} are not orthonormal", index);
            if (!(node.step[i] > 0) || !std::isfinite(node.step[i]) || !(std::abs(node.center[i]) <= 2))
                return fmt::format("node {} has no step or no centre on axis {}", index, i);
            for (std::size_t child = 0; child < wide_arity; ++child) {
                const std::uint8_t lower = node.box[i][0][child], upper = node.box[i][1][child];
                const bool good =
                    child < node.count ? 1 <= lower && lower <= upper && upper <= 254 : upper < lower;
                if (!good) return fmt::format("child {} of node {} is {} … {}", child, index, lower, upper);
            }
        }
        return std::nullopt;
    }

    Vec3 local(const Vec3& x) const {
        const Vec3 arm = x - tree_.center;
        return {std::ldexp(arm.x, -tree_.exponent), std::ldexp(arm.y, -tree_.exponent),
                std::ldexp(arm.z, -tree_.exponent)};
    }

    Defect check_corners(std::uint32_t place) const {
        const WideNode& leaf = tree_.nodes[leaf_of_[place]];
        const std::uint32_t last = leaf.first + leaf.count - 1u;
        if (auto defect = check_corners(place, place - leaf.first)) return defect;
        // In a leaf with fewer than eight triangles, the other columns repeat the last triangle.
        for (std::uint32_t column = leaf.count; place == last && column < wide_arity; ++column)
            if (auto defect = check_corners(place, column)) return defect;
        return std::nullopt;
    }
    Defect check_corners(std::uint32_t place, std::uint32_t column) const {
        const WideNode& leaf = tree_.nodes[leaf_of_[place]];
        const auto corners = mesh_.corners(tree_.order[place]);
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 x = local(corners[c]), next = local(corners[(c + 1) % 3]);
            const double values[3] = {x.x, x.y, x.z};
            if (!(std::abs(corners[c].x) + std::abs(corners[c].y) + std::abs(corners[c].z) <= tree_.norm))
                return fmt::format("triangle {} reaches beyond the norm", tree_.order[place]);
            for (std::size_t k = 0; k < 3; ++k) {
                if (!(std::abs(values[k]) <= 1))
                    return fmt::format("triangle {} reaches beyond the unit", tree_.order[place]);
                const double arm = values[k] - leaf.center[k];
                const double stored = tree_.corners[leaf.corners].row[3 * c + k][column];
                if (!(std::abs(stored - arm) <= 0x1.00001p-24 * std::abs(arm) + 0x1p-52))
                    return fmt::format("triangle {} has other corners", tree_.order[place]);
            }
            if (!(std::sqrt(dot(x, x)) <= tree_.reach))
                return fmt::format("triangle {} is farther from the centre than the farthest",
                                   tree_.order[place]);
            const Vec3 edge = next - x;
            if (!(std::sqrt(dot(edge, edge)) <= leaf.longest_edge))
                return fmt::format("triangle {} has an edge longer than the longest", tree_.order[place]);
        }
        return std::nullopt;
    }

    // Checks that the triangle lies in its own box in the leaf, and then in the child box of each ancestor.
    Defect check_boxes(std::uint32_t place) const {
        std::uint32_t node = leaf_of_[place], child = place - tree_.nodes[node].first;
        while (true) {
            for (const Vec3& corner : mesh_.corners(tree_.order[place]))
                if (!contains(tree_.nodes[node], child, local(corner)))
                    return fmt::format("box {} of node {} does not contain triangle {}", child, node,
                                       tree_.order[place]);
            if (node == 0) return std::nullopt;
            child = node - tree_.nodes[parent_[node]].first;
            node = parent_[node];
        }
    }
    bool contains(const WideNode& node, std::uint32_t child, const Vec3& point) const {
        const double grown = std::min(std::ldexp(tree_.inflation, -tree_.exponent), 0x1p20);
        const Vec3 arm = point - Vec3{node.center[0], node.center[1], node.center[2]};
        for (std::size_t k = 0; k < 3; ++k) {
            const double along = dot(row(node, k), arm), step = node.step[k];
            const double spare = to_spare + grown * (1 - 0x1p-40);
            if (!(along - spare >= (node.box[k][0][child] - box_middle) * step)) return false;
            if (!(along + spare <= (node.box[k][1][child] - box_middle) * step)) return false;
        }
        return true;
    }

    const WideTree& tree_;
    const Mesh& mesh_;
    std::vector<std::uint32_t> parent_;   // per node: index of its parent
    std::vector<std::uint32_t> leaf_of_;  // per position in tree order: index of its leaf
};

// Finds out quickly that there is no defect in the order, the links and the frames: without branches for
// single triangles and boxes, and without naming what is wrong.
class QuickCheck {
  public:
    QuickCheck(const WideTree& tree, std::size_t triangles) : tree_(tree), triangles_(triangles) {}

    bool unit_and_order_are_good() const {
        const bool has_unit = kernel::finite(tree_.center) && std::abs(tree_.exponent) <= 1100 &&
                              tree_.norm >= 0 && tree_.inflation >= 0;
        return has_unit && order_is_permutation();
    }

    // Visits the nodes depth-first. Each leaf must have the next corner record, and its triangles must be the
    // next ones; so no leaf is visited twice. Children come after their parents, so every inner node leads to
    // a leaf, and is not visited twice either. If there are as many visits as nodes, every node is visited
    // once.
    template <typename BeforeReading>
    bool links_are_good(const BeforeReading& before_reading) const {
        const std::span<const WideNode> nodes(tree_.nodes);
        if (nodes.empty()) return false;
        constexpr std::size_t together = 64;
        std::size_t checked = 0, visits = 0, record = 0, place = 0;
        // A run of siblings that are still to be visited.
        struct Siblings {
            std::size_t next = 0, end = 0;
        };
        std::vector<Siblings> waiting{{0, 1}};
        while (!waiting.empty()) {
            Siblings& siblings = waiting.back();
            const std::size_t i = siblings.next++;
            if (siblings.next == siblings.end) waiting.pop_back();
            while (i >= checked) {
                const std::size_t size = std::min(together, nodes.size() - checked);
                before_reading(checked + size);
                if (!frames_are_good(nodes.subspan(checked, size))) return false;
                checked += size;
            }
            const WideNode& node = nodes[i];
            ++visits;
            if (node.leaf) {
                if (node.corners != record || node.first != place) return false;
                ++record;
                place += node.count;
                continue;
            }
            if (node.first <= i || nodes.size() < node.count || nodes.size() - node.count < node.first)
                return false;
            waiting.push_back({node.first, std::size_t{node.first} + node.count});
        }
        return visits == nodes.size() && record == tree_.corners.size() && place == triangles_;
    }

  private:
    bool order_is_permutation() const {
        if (tree_.order.size() != triangles_) return false;
        if (triangles_ > 0x80000000u) return false;
        // The highest bit remains set if all numbers are below triangles_, and so below 2³¹.
        std::uint32_t below = ~0u;
        const auto count = static_cast<std::uint32_t>(triangles_);
        for (const std::uint32_t triangle : tree_.order) below &= (triangle - count) & ~triangle;
        if (below >> 31 == 0) return false;
        std::vector<std::uint8_t> seen(triangles_, 0);
        for (const std::uint32_t triangle : tree_.order) seen[triangle] = 1;
        // Every number occurs, so each occurs exactly once.
        return std::memchr(seen.data(), 0, seen.size()) == nullptr;
    }

    const WideTree& tree_;
    std::size_t triangles_;
};

}  // namespace

Defect validate(const WideTree& tree, const Mesh& mesh) {
    return WideCheck(tree, mesh).run();
}

bool nodes_have_good_links(const WideTree& tree, std::size_t triangles,
                           const std::function<void(std::size_t)>& before_reading) {
    return QuickCheck(tree, triangles).links_are_good(before_reading);
}

Defect validate_links(const WideTree& tree, const Mesh& mesh, bool nodes_are_good) {
    const QuickCheck quick(tree, mesh.triangles().size());
    if ((nodes_are_good || quick.links_are_good([](std::size_t) {})) && quick.unit_and_order_are_good())
        return std::nullopt;
    return WideCheck(tree, mesh).run_links();
}

Defect validate_links(const WideTree& tree, const Mesh& mesh) {
    return validate_links(tree, mesh, false);
}

}  // namespace allide::tree
