#include "index/build/tree_builder.hpp"

#include "index/build/division.hpp"
#include "index/file/axes.hpp"

#include <algorithm>
#include <numeric>

namespace allide::index {
namespace {

// Limits on the triangles from which one SplitTree is built. Objects beyond them are represented by their
// boxes. The limits influence the bytes of an index and therefore must not depend on the available memory.
constexpr std::uint64_t most_triangles_read = 1u << 16, most_obstacles = 1u << 14;

Box box_of_all(std::span<const std::uint32_t> objects, std::span<const Box> boxes) {
    Box all = boxes[objects.front()];
    for (const std::uint32_t object : objects) all = united_boxes(all, boxes[object]);
    return all;
}

bool is_flat(const Box& box) {
    return !(box.lo.x < box.hi.x && box.lo.y < box.hi.y && box.lo.z < box.hi.z);
}

void add_triangles(std::vector<Obstacle>& obstacles, Side side, const Mesh& mesh, const Box& overlap) {
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const Obstacle obstacle = obstacle_of(side, mesh.corners(i));
        if (!certainly_disjoint(obstacle, overlap)) obstacles.push_back(obstacle);
    }
}

}  // namespace

TreeBuilder::TreeBuilder(ObjectSpool& objects, PageWriter& writer, std::uint64_t leaf_pages,
                         const Progress& progress)
    : objects_(objects),
      writer_(writer),
      most_bytes_(leaf_pages * page_payload),
      progress_(progress),
      shape_pages_(objects.shapes(), 0),
      leaf_of_(objects.objects(), 0) {}

void TreeBuilder::build(Header& header) {
    header_ = header;
    std::vector<std::uint32_t> objects(objects_.objects());
    std::iota(objects.begin(), objects.end(), 0u);
    if (!objects.empty()) header_.root = grow(objects, 0);
    header_.leaves = static_cast<std::uint32_t>(leaves_.size());
    write_tables();
    header = header_;
}

// True for a shape that gets a run of pages of its own, because it is shared or does not fit into a leaf.
bool TreeBuilder::has_own_run(std::uint32_t object) const {
    const std::uint32_t shape = objects_.shape(object);
    return objects_.users(shape) > 1 ||
           leaf_head + entry_head + objects_.summary_bytes(object) + objects_.shape_bytes(shape) + 7 >
               most_bytes_;
}

bool TreeBuilder::fits(Numbers objects) const {
    std::uint64_t bytes = leaf_head;
    for (const std::uint32_t object : objects) {
        bytes += entry_head + objects_.summary_bytes(object);
        if (!has_own_run(object)) bytes += objects_.shape_bytes(objects_.shape(object)) + 7;
        if (bytes > most_bytes_) return false;
    }
    return true;
}

Child TreeBuilder::grow(Numbers objects, std::uint32_t level) {
    const Box box = box_of_all(objects, objects_.boxes());
    if (objects.size() == 1 || fits(objects)) return write_leaf(objects, box, level);
    const Division division = divide(objects, objects_.boxes());
    const Numbers left = objects.first(division.left), right = objects.subspan(division.left);
    Node node{.axis = division.axis};
    node.children[0] = grow(left, level + 1);
    node.children[1] = grow(right, level + 1);
    const Box overlap = overlap_of(node);
    if (!is_empty(overlap)) node.split = split_overlap(overlap, obstacles_in(overlap, left, right));
    return write_node(node, box);
}

Child TreeBuilder::write_node(const Node& node, const Box& box) {
    ++header_.inner_nodes;
    if (!node.split.empty()) {
        ++header_.split_trees;
        header_.split_depths += depth_of(node.split);
        // If the boxes only touch, their overlap has no volume to divide and does not count as ambiguous.
        if (is_ambiguous(node.split) && !is_flat(overlap_of(node))) ++header_.ambiguous;
    }
    return {.box = box, .node = writer_.add_node(node)};
}

// Objects with few triangles come first, so that as many objects as possible are represented by triangles.
std::vector<Obstacle> TreeBuilder::obstacles_in(const Box& overlap, Numbers left, Numbers right) {
    std::vector<std::pair<std::uint32_t, Side>> reaching;
    for (const std::uint32_t object : left)
        if (boxes_meet(objects_.boxes()[object], overlap)) reaching.emplace_back(object, Side::left);
    for (const std::uint32_t object : right)
        if (boxes_meet(objects_.boxes()[object], overlap)) reaching.emplace_back(object, Side::right);
    std::ranges::sort(reaching, {}, [&](const auto& each) {
        return std::pair(objects_.triangles(each.first), each.first);
    });
    std::vector<Obstacle> obstacles;
    std::uint64_t read = 0;
    for (const auto& [object, side] : reaching) {
        read += objects_.triangles(object);
        if (read <= most_triangles_read && obstacles.size() < most_obstacles)
            add_triangles(obstacles, side, objects_.read_mesh_of(object), overlap);
        else
            obstacles.push_back(obstacle_of(side, objects_.boxes()[object]));
    }
    return obstacles;
}

Child TreeBuilder::write_leaf(Numbers objects, const Box& box, std::uint32_t level) {
    std::ranges::sort(objects);
    const auto number = static_cast<std::uint32_t>(leaves_.size());
    std::vector<LeafEntry> entries;
    for (const std::uint32_t object : objects) {
        entries.push_back(entry_of(object));
        leaf_of_[object] = number;
    }
    const Bytes bytes = leaf_bytes(number, entries);
    const LeafPlace place{.number = number,
                          .pages = static_cast<std::uint32_t>(pages_for(bytes.size())),
                          .first_page = writer_.write_run(PageType::leaf, bytes)};
    leaves_.push_back(place);
    header_.levels = std::max(header_.levels, level);
    placed_ += objects.size();
    objects_.release_pages();
    if (progress_ && !progress_(placed_, objects_.objects())) throw_cancelled();
    return {.box = box, .is_leaf = true, .leaf = place};
}

LeafEntry TreeBuilder::entry_of(std::uint32_t object) {
    const std::uint32_t shape = objects_.shape(object);
    LeafEntry entry{.id = object,
                    .summary = objects_.read_summary_of(object),
                    .shape_bytes = objects_.shape_bytes(shape)};
    if (has_own_run(object))
        entry.shape_page = page_of_shape(shape);
    else
        entry.shape = objects_.read_shape_of(shape);
    return entry;
}

std::uint64_t TreeBuilder::page_of_shape(std::uint32_t shape) {
    std::uint64_t& page = shape_pages_[shape];
    if (page == 0) page = writer_.write_run(PageType::shape, objects_.read_shape_of(shape));
    return page;
}

void TreeBuilder::write_tables() {
    ByteWriter leaves, objects;
    for (const LeafPlace& place : leaves_) {
        leaves.put(place.first_page);
        leaves.put(place.pages);
        leaves.put(std::uint32_t{0});
    }
    for (const std::uint32_t leaf : leaf_of_) objects.put(leaf);
    header_.leaf_table = {writer_.write_run(PageType::leaf_table, leaves.bytes()), leaves_.size()};
    header_.object_table = {writer_.write_run(PageType::object_table, objects.bytes()), leaf_of_.size()};
}

}  // namespace allide::index
