#include "tree/wide/links.hpp"

#include "base/large_memory.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace allide::tree {
namespace {

constexpr std::uint32_t none = ReplacedSubtrees::none;

// A range of the triangle order that becomes a node of the new tree. It is a node of a binary split, a piece
// of a large leaf of such a split, or a node of the older tree.
struct Part {
    std::uint32_t begin = 0, end = 0;  // range in the triangle order
    const Binary* binary = nullptr;
    std::uint32_t offset = 0;   // position of the split's first triangle in the triangle order
    std::uint32_t node = none;  // node of the binary split, if any
    std::uint32_t old = none;   // node of the older tree, if any

    std::uint32_t count() const { return end - begin; }
};

Part part_of(const Binary& binary, std::uint32_t offset, std::uint32_t node) {
    return {.begin = offset + binary.nodes[node].begin,
            .end = offset + binary.nodes[node].end,
            .binary = &binary,
            .offset = offset,
            .node = node};
}

std::pair<Part, Part> halves(const Part& part) {
    if (part.node != none && !part.binary->nodes[part.node].leaf()) {
        const BinaryNode& node = part.binary->nodes[part.node];
        return {part_of(*part.binary, part.offset, node.left),
                part_of(*part.binary, part.offset, node.right)};
    }
    const std::uint32_t left = (part.count() / 2 + wide_arity - 1) / wide_arity * wide_arity;
    return {{.begin = part.begin, .end = part.begin + left}, {.begin = part.begin + left, .end = part.end}};
}

class Linker {
  public:
    explicit Linker(const WideTree* old = nullptr, std::span<const SubtreeReplacement> renewed = {})
        : old_(old), renewed_(renewed) {}

    ReplacedSubtrees run(const Part& root, std::vector<std::uint32_t> order) {
        out_.tree.order = std::move(order);
        const std::size_t count = out_.tree.order.size();
        base::reserve_large(out_.tree.nodes, count / 4 + 1);
        base::reserve_large(out_.tree.corners, count / 8 + count / 64 + 1);
        out_.tree.nodes.emplace_back();
        std::vector<std::pair<std::uint32_t, Part>> work{{0, root}};
        while (!work.empty()) {
            const auto [index, part] = work.back();
            work.pop_back();
            if (old_ != nullptr) remember_origin(index, part.old);
            WideNode& node = out_.tree.nodes[index];
            if (part.count() <= wide_arity) {
                make_leaf(node, part);
                continue;
            }
            const auto [parts, children] = opened(part);
            const auto first = static_cast<std::uint32_t>(out_.tree.nodes.size());
            node.first = first;
            node.count = static_cast<std::uint8_t>(children);
            out_.tree.nodes.resize(first + children);
            // Pushed in reverse, so that the first child's descendants are stored before its siblings'.
            for (std::uint32_t i = children; i-- > 0;) work.emplace_back(first + i, parts[i]);
        }
        return std::move(out_);
    }

    // A node of the older tree as a part, or the root of the split that replaces it.
    Part old_part(std::uint32_t node) const {
        const auto found =
            std::lower_bound(renewed_.begin(), renewed_.end(), node,
                             [](const SubtreeReplacement& x, std::uint32_t y) { return x.node < y; });
        const std::uint32_t begin = first_place(node);
        if (found != renewed_.end() && found->node == node) return part_of(found->binary, begin, 0);
        return {.begin = begin, .end = end_place(node), .old = node};
    }
    std::uint32_t first_place(std::uint32_t node) const {
        while (!old_->nodes[node].leaf) node = old_->nodes[node].first;
        return old_->nodes[node].first;
    }

  private:
    using Parts = std::array<Part, wide_arity>;

    void remember_origin(std::uint32_t index, std::uint32_t old) {
        out_.origin.resize(out_.tree.nodes.size(), none);
        out_.origin[index] = old;
    }

    std::uint32_t end_place(std::uint32_t node) const {
        while (!old_->nodes[node].leaf) node = old_->nodes[node].first + old_->nodes[node].count - 1u;
        return old_->nodes[node].first + old_->nodes[node].count;
    }

    std::pair<Parts, std::uint32_t> opened(const Part& part) const {
        return part.old == none ? opened_anew(part) : opened_as_before(part);
    }
    std::pair<Parts, std::uint32_t> opened_as_before(const Part& part) const {
        const WideNode& node = old_->nodes[part.old];
        Parts parts;
        for (std::uint32_t i = 0; i < node.count; ++i) parts[i] = old_part(node.first + i);
        return {parts, node.count};
    }
    // Number of triangles of a full subtree one level below `part`. Children larger than that are opened, so
    // that the many nodes near the bottom are full, and only the few near the top are not.
    static std::uint32_t full_child(const Part& part) {
        std::uint32_t full = wide_arity;
        while (full * wide_arity < part.count()) full *= wide_arity;
        return full;
    }
    static std::pair<Parts, std::uint32_t> opened_anew(const Part& part) {
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
            // Inserts the second half right after the first, so that the parts stay in tree order.
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
        node.corners = static_cast<std::uint32_t>(out_.tree.corners.size());
        out_.tree.corners.emplace_back();
    }

    const WideTree* old_;
    std::span<const SubtreeReplacement> renewed_;
    ReplacedSubtrees out_;
};

}  // namespace

WideTree widened(Binary binary) {
    if (binary.nodes.empty()) return {};
    return Linker().run(part_of(binary, 0, 0), std::move(binary.order)).tree;
}

ReplacedSubtrees replace_subtrees(const WideTree& tree, std::span<const SubtreeReplacement> parts) {
    const Linker linker(&tree, parts);
    std::vector<std::uint32_t> order = tree.order;
    for (const SubtreeReplacement& part : parts)
        std::copy(part.binary.order.begin(), part.binary.order.end(),
                  order.begin() + linker.first_place(part.node));
    ReplacedSubtrees out = Linker(&tree, parts).run(linker.old_part(0), std::move(order));
    out.tree.inflation = tree.inflation;
    return out;
}

}  // namespace allide::tree
