#include "index/file/node_bytes.hpp"

#include <cmath>

namespace allide::index {
namespace {

constexpr std::uint8_t first_division = 4;  // codes 0 … 3: labels of cells; 4 … 6: planes across x, y, z

void put_cell(ByteWriter& out, const SplitNode& cell) {
    if (!cell.divided) return out.put(static_cast<std::uint8_t>(cell.side));
    out.put(static_cast<std::uint8_t>(first_division + cell.axis));
    out.put(cell.at);
    out.put(cell.low);
    out.put(cell.high);
}

SplitNode cell_from(ByteReader& in, std::size_t number, std::size_t cells) {
    const std::uint8_t kind = in.u8();
    if (kind < first_division) return {.side = static_cast<Side>(kind)};
    if (kind > first_division + 2) throw_damaged("expected a SplitTree cell of kind 0 to 6");
    SplitNode cell{
        .divided = true, .axis = static_cast<std::uint8_t>(kind - first_division), .at = in.real()};
    cell.low = in.u16();
    cell.high = in.u16();
    const auto comes_later = [&](std::uint16_t other) { return other > number && other < cells; };
    if (!comes_later(cell.low) || !comes_later(cell.high) || !std::isfinite(cell.at))
        throw_damaged("expected a finite plane and later cells in a divided SplitTree cell");
    return cell;
}

bool is_sound(const Box& box) {
    const auto sound = [](double lo, double hi) {
        return std::isfinite(lo) && std::isfinite(hi) && lo <= hi;
    };
    return sound(box.lo.x, box.hi.x) && sound(box.lo.y, box.hi.y) && sound(box.lo.z, box.hi.z);
}

}  // namespace

void put_child(ByteWriter& out, const Child& child) {
    out.put(child.box);
    out.put(static_cast<std::uint8_t>(child.is_leaf));
    if (!child.is_leaf) return out.put(child.node);
    out.put(child.leaf.number);
    out.put(child.leaf.pages);
    out.put(child.leaf.first_page);
}

Child child_from(ByteReader& in) {
    Child child{.box = in.box(), .is_leaf = in.u8() != 0};
    if (!is_sound(child.box)) throw_damaged("expected a finite, non-empty box of a node");
    if (!child.is_leaf) {
        child.node = in.u64();
        return child;
    }
    child.leaf.number = in.u32();
    child.leaf.pages = in.u32();
    child.leaf.first_page = in.u64();
    return child;
}

Bytes bytes_of_node(const Node& node) {
    ByteWriter out;
    for (const Child& child : node.children) put_child(out, child);
    out.put(node.axis);
    out.put(static_cast<std::uint16_t>(node.split.size()));
    for (const SplitNode& cell : node.split) put_cell(out, cell);
    return out.take();
}

Node node_from(ByteReader& in) {
    Node node;
    for (Child& child : node.children) child = child_from(in);
    node.axis = in.u8();
    const std::size_t cells = in.u16();
    if (node.axis > 2 || cells > most_split_cells)
        throw_damaged("expected an axis from 0 to 2 and at most 127 SplitTree cells");
    node.split.reserve(cells);
    for (std::size_t i = 0; i < cells; ++i) node.split.push_back(cell_from(in, i, cells));
    if (node.split.empty() != is_empty(overlap_of(node)))
        throw_damaged("expected a SplitTree if, and only if, the children's boxes overlap");
    return node;
}

}  // namespace allide::index
