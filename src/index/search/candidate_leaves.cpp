#include "index/search/candidate_leaves.hpp"

#include "index/search/regions.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace allide::index {
namespace {

bool has_side(Side cell, Side side) {
    return (static_cast<unsigned>(cell) & static_cast<unsigned>(side)) != 0;
}

// Finds the times at which the sphere meets those cells of the overlap in which one child has surface.
class TimesInOverlap {
  public:
    TimesInOverlap(const Sweep& sweep, const SplitTree& split, Side side)
        : sweep_(sweep), split_(split), side_(side) {}

    TimeSpans in_cell(std::size_t number, const Box& box, const TimeSpans& within) const {
        const SplitNode& cell = split_[number];
        if (!cell.divided && !has_side(cell.side, side_)) return {};
        TimeSpans here = sweep_.at_box(box, within);
        if (!cell.divided || here.empty()) return here;
        double Vec3::*const axis = cell.axis == 0 ? &Vec3::x : cell.axis == 1 ? &Vec3::y : &Vec3::z;
        Box low = box, high = box;
        low.hi.*axis = high.lo.*axis = cell.at;
        return kernel::united(in_cell(cell.low, low, here), in_cell(cell.high, high, here));
    }

  private:
    const Sweep& sweep_;
    const SplitTree& split_;
    Side side_;
};

class CandidateTraversal {
  public:
    CandidateTraversal(const Reader& reader, const Sweep& sweep, SplitTrees split_trees, ReadCount& count)
        : reader_(reader), sweep_(sweep), split_trees_(split_trees), count_(count) {}

    void visit(const Child& child, const TimeSpans& spans, std::uint32_t level = 0) {
        if (spans.empty()) return;
        if (level > reader_.header().levels)
            throw_damaged("expected a tree of the depth that the first page states");
        if (child.is_leaf) {
            out_.push_back({child.leaf, spans});
            return;
        }
        const Node node = reader_.node(child.node, count_);
        for (const Side side : {Side::left, Side::right})
            visit(node.children[side == Side::left ? 0 : 1], times_of_child(node, side, spans), level + 1);
    }
    std::vector<CandidateLeaf> take() { return std::move(out_); }

  private:
    TimeSpans times_of_child(const Node& node, Side side, const TimeSpans& within) const {
        const Box& box = node.children[side == Side::left ? 0 : 1].box;
        TimeSpans in_box = sweep_.at_box(box, within);
        const Box overlap = overlap_of(node);
        if (split_trees_ == SplitTrees::ignored || in_box.empty() || node.split.empty()) return in_box;
        // The SplitTree cannot exclude any time if the sphere never meets the overlap, or if the overlap is a
        // single cell labelled with this child.
        if (sweep_.at_box(overlap, in_box).empty()) return in_box;
        if (!node.split[0].divided && has_side(node.split[0].side, side)) return in_box;
        TimeSpans all = TimesInOverlap(sweep_, node.split, side).in_cell(0, overlap, in_box);
        for (const Box& piece : box_difference(box, overlap))
            all = kernel::united(all, sweep_.at_box(piece, in_box));
        return all;
    }

    const Reader& reader_;
    const Sweep& sweep_;
    SplitTrees split_trees_;
    ReadCount& count_;
    std::vector<CandidateLeaf> out_;
};

}  // namespace

std::vector<CandidateLeaf> candidate_leaves(const Reader& reader, const Sweep& sweep, SplitTrees split_trees,
                                            ReadCount& count) {
    if (!reader.header().root) return {};
    CandidateTraversal walk(reader, sweep, split_trees, count);
    const Child& root = *reader.header().root;
    walk.visit(root, sweep.at_box(root.box, sweep.always()));
    std::vector<CandidateLeaf> met = walk.take();
    std::sort(met.begin(), met.end(), [](const CandidateLeaf& a, const CandidateLeaf& b) {
        return std::tie(a.spans.front().t0, a.leaf.number) < std::tie(b.spans.front().t0, b.leaf.number);
    });
    return met;
}

}  // namespace allide::index
