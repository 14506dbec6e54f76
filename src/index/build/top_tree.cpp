#include "index/build/top_tree.hpp"

#include "index/build/division.hpp"
#include "index/build/split_tree.hpp"
#include "index/file/axes.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <vector>

namespace allide::index {
namespace {

// Limits on what is read of the old segments for one SplitTree. They influence the bytes of an index and
// therefore must not depend on the available memory.
constexpr std::size_t most_nodes_read = 4096, most_leaves_read = 512;

// Collects obstacles, and builds a SplitTree when all of them are known.
class ObstacleCollector {
  public:
    explicit ObstacleCollector(const Box& overlap) : overlap_(overlap) {}

    // Adds the objects of a segment that is in the file. Searches the tree breadth-first: the nodes that are
    // not opened because of the limit then have similar sizes.
    void add_stored(Side side, const Reader& reader, const Child& root) {
        std::queue<Child> waiting;
        waiting.push(root);
        std::size_t nodes = 0, leaves = 0;
        for (; !waiting.empty(); waiting.pop()) {
            const Child& child = waiting.front();
            if (!boxes_meet(child.box, overlap_)) continue;
            if (child.is_leaf ? leaves++ >= most_leaves_read : nodes++ >= most_nodes_read)
                add_box(side, child.box);
            else if (child.is_leaf)
                add_leaf(side, reader, child.leaf);
            else
                for (const Child& half : reader.node(child.node, count_).children) waiting.push(half);
        }
    }

    // Adds the objects of the segment that is being appended, those with the fewest triangles first.
    void add_new(Side side, const ObjectSpool& objects) {
        std::vector<std::uint32_t> reaching;
        for (std::uint32_t i = 0; i < objects.objects(); ++i)
            if (boxes_meet(objects.boxes()[i], overlap_)) reaching.push_back(i);
        std::ranges::sort(reaching, {}, [&](std::uint32_t i) { return std::pair(objects.triangles(i), i); });
        for (const std::uint32_t i : reaching)
            if (takes(objects.triangles(i)))
                for (const auto& corners : objects.read_triangles_of(i)) add(obstacle_of(side, corners));
            else
                add_box(side, objects.boxes()[i]);
        objects.release_pages();
    }

    SplitTree build() const { return split_overlap(overlap_, obstacles_); }

  private:
    void add(const Obstacle& obstacle) {
        if (boxes_meet(obstacle.box, overlap_)) obstacles_.push_back(obstacle);
    }
    void add_box(Side side, const Box& box) { add(obstacle_of(side, box)); }

    // True if an object with this many triangles is represented by them, and not by its box.
    bool takes(std::uint64_t triangles) {
        if (triangles > most_triangles_read - read_ || obstacles_.size() >= most_obstacles) return false;
        read_ += triangles;
        return true;
    }

    void add_leaf(Side side, const Reader& reader, const LeafPlace& place) {
        const std::shared_ptr<const Leaf> leaf = reader.leaf(place, count_);
        for (const LeafObject& object : leaf->objects) {
            if (!boxes_meet(object.summary.box, overlap_)) continue;
            if (takes(object.summary.triangles))
                for (const auto& corners : reader.triangles(*leaf, object, count_))
                    add(obstacle_of(side, corners));
            else
                add_box(side, object.summary.box);
        }
    }

    Box overlap_;
    std::vector<Obstacle> obstacles_;
    std::uint64_t read_ = 0;
    ReadCount count_;
};

class TopTree {
  public:
    TopTree(std::span<const Segment> segments, const Reader& old, const ObjectSpool& objects,
            PageWriter& writer, TreeCounts& counts)
        : segments_(segments), old_(old), objects_(objects), writer_(writer), counts_(counts) {
        for (const Segment& segment : segments) boxes_.push_back(segment.root.box);
    }

    Child grow(std::span<std::uint32_t> numbers, std::uint32_t level) {
        if (numbers.size() == 1) return segment_at(segments_[numbers.front()], level);
        const Division division = divide(numbers, boxes_);
        Node node{.axis = division.axis};
        const auto left = numbers.first(division.left), right = numbers.subspan(division.left);
        node.children[0] = grow(left, level + 1);
        node.children[1] = grow(right, level + 1);
        const Box overlap = overlap_of(node);
        if (!is_empty(overlap)) {
            ObstacleCollector collector(overlap);
            for (const std::uint32_t number : left) collect(collector, Side::left, number);
            for (const std::uint32_t number : right) collect(collector, Side::right, number);
            node.split = collector.build();
        }
        count_node(node, counts_);
        return {.box = united_boxes(node.children[0].box, node.children[1].box),
                .node = writer_.add_node(node)};
    }

  private:
    Child segment_at(const Segment& segment, std::uint32_t level) {
        counts_.inner_nodes += segment.counts.inner_nodes;
        counts_.levels = std::max(counts_.levels, level + segment.counts.levels);
        counts_.split_depths += segment.counts.split_depths;
        counts_.split_trees += segment.counts.split_trees;
        counts_.ambiguous += segment.counts.ambiguous;
        return segment.root;
    }

    void collect(ObstacleCollector& collector, Side side, std::uint32_t number) const {
        if (number + std::size_t{1} == segments_.size())
            collector.add_new(side, objects_);
        else
            collector.add_stored(side, old_, segments_[number].root);
    }

    std::span<const Segment> segments_;
    const Reader& old_;
    const ObjectSpool& objects_;
    PageWriter& writer_;
    TreeCounts& counts_;
    std::vector<Box> boxes_;
};

}  // namespace

Child write_top_tree(std::span<const Segment> segments, const Reader& old, const ObjectSpool& objects,
                     PageWriter& writer, TreeCounts& counts) {
    std::vector<std::uint32_t> numbers(segments.size());
    std::iota(numbers.begin(), numbers.end(), 0u);
    return TopTree(segments, old, objects, writer, counts).grow(numbers, 0);
}

}  // namespace allide::index
