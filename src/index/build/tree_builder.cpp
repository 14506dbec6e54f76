#include "index/build/tree_builder.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "index/build/memory_gate.hpp"
#include "index/build/tree_plan.hpp"
#include "index/file/axes.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace allide::index {
namespace {

// The number of leaves and nodes that are computed and written together.
constexpr std::size_t batch_items = 512;

// Memory per triangle while a SplitTree is built: decoded corners, and polygons in the cells from the root
// down to the current one.
constexpr std::uint64_t split_bytes_per_triangle = 400;

// Calls work(i) for 0 ≤ i < count on several threads; lower numbers begin first.
template <typename Work>
void do_in_order(std::size_t count, const Work& work) {
    std::atomic<std::size_t> next = 0;
    base::do_pieces(count, 1, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        for (std::size_t i = begin; i < end; ++i) work(next.fetch_add(1));
    });
}

}  // namespace

TreeBuilder::TreeBuilder(const ObjectSpool& objects, PageWriter& writer, const TreeOptions& options,
                         const Progress& progress)
    : objects_(objects),
      writer_(writer),
      options_(options),
      most_bytes_(options.leaf_pages * page_payload),
      progress_(progress),
      shape_pages_(objects.shapes(), 0),
      leaf_of_(objects.objects(), 0) {}

Segment TreeBuilder::build() {
    segment_ = {.first_object = options_.first_object,
                .objects = objects_.objects(),
                .first_leaf = options_.first_leaf};
    std::vector<std::uint32_t> objects(objects_.objects());
    std::iota(objects.begin(), objects.end(), 0u);
    if (!objects.empty()) {
        std::vector<Division> divisions;
        base::with_threads(options_.threads, [&] {
            divisions = plan_tree(objects, objects_.boxes(), [this](Numbers some) { return fits(some); });
        });
        std::size_t next = 0;
        add_items(objects, divisions, next, 0);
        flush();
        flush();
        segment_.root = open_.back();
    }
    segment_.leaves = static_cast<std::uint32_t>(leaves_.size());
    write_tables();
    return segment_;
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

// Adds the leaves and nodes of a subtree; returns its box.
Box TreeBuilder::add_items(std::span<std::uint32_t> objects, const std::vector<Division>& divisions,
                           std::size_t& next, std::uint32_t level) {
    const Division division = divisions[next++];
    Item item{.objects = objects, .left = division.left, .axis = division.axis, .level = level};
    if (division.left == 0) {
        std::ranges::sort(objects);
        item.box = objects_.boxes()[objects.front()];
        for (const std::uint32_t object : objects)
            item.box = united_boxes(item.box, objects_.boxes()[object]);
    } else {
        const Box left = add_items(objects.first(division.left), divisions, next, level + 1);
        const Box right = add_items(objects.subspan(division.left), divisions, next, level + 1);
        item.box = united_boxes(left, right);
        item.overlap = overlap_of(left, right);
    }
    const Box box = item.box;
    add(std::move(item));
    return box;
}

void TreeBuilder::add(Item&& item) {
    waiting_.push_back(std::move(item));
    if (waiting_.size() == batch_items) flush();
}

// Computes the SplitTrees of the waiting items while those before them are written.
void TreeBuilder::flush() {
    base::with_threads(options_.threads,
                       [&] { base::do_both([&] { find_splits(waiting_); }, [&] { write(computed_); }); });
    computed_ = std::move(waiting_);
    waiting_.clear();
    objects_.release_pages();
    if (progress_ && !progress_(placed_, objects_.objects())) throw_cancelled();
}

void TreeBuilder::find_splits(std::vector<Item>& items) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;  // the most costly first
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].left != 0 && !is_empty(items[i].overlap)) order.emplace_back(0, i);
    base::do_pieces(order.size(), 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) order[i].first = split_cost(items[order[i].second]);
    });
    std::ranges::sort(order, std::greater());
    MemoryGate gate(options_.memory_limit ? *options_.memory_limit / 4 : ~std::uint64_t{0});
    do_in_order(order.size(), [&](std::size_t i) {
        Item& item = items[order[i].second];
        const MemoryGate::Passage passage(gate, order[i].first * split_bytes_per_triangle);
        item.split = split_of(item);
    });
}

std::vector<std::pair<std::uint32_t, Side>> TreeBuilder::reaching(const Item& item) const {
    std::vector<std::pair<std::uint32_t, Side>> found;
    for (std::size_t i = 0; i < item.objects.size(); ++i)
        if (boxes_meet(objects_.boxes()[item.objects[i]], item.overlap))
            found.emplace_back(item.objects[i], i < item.left ? Side::left : Side::right);
    return found;
}

// The number of triangles that split_of() reads.
std::uint64_t TreeBuilder::split_cost(const Item& item) const {
    std::uint64_t triangles = 0;
    for (const auto& [object, side] : reaching(item)) triangles += objects_.triangles(object);
    return std::min(triangles, most_triangles_read);
}

// Builds the SplitTree of a node. Objects with few triangles come first, so that as many objects as possible
// are represented by triangles.
SplitTree TreeBuilder::split_of(const Item& item) const {
    std::vector<std::pair<std::uint32_t, Side>> found = reaching(item);
    std::ranges::sort(
        found, {}, [&](const auto& each) { return std::pair(objects_.triangles(each.first), each.first); });
    double size = largest_coordinate(item.overlap);
    for (const auto& [object, side] : found)
        size = std::max(size, largest_coordinate(objects_.boxes()[object]));
    SplitTreeBuilder split(item.overlap, size);
    std::uint64_t read = 0;
    for (const auto& [object, side] : found) {
        read += objects_.triangles(object);
        if (read <= most_triangles_read && split.obstacles() < most_obstacles)
            for (const auto& corners : objects_.read_triangles_of(object))
                split.add(obstacle_of(side, corners));
        else
            split.add(obstacle_of(side, objects_.boxes()[object]));
    }
    return split.build();
}

// Assigns pages in order; the runs of pages are then written in any order.
void TreeBuilder::write(std::vector<Item>& items) {
    std::vector<Run> runs;
    for (Item& item : items)
        if (item.left == 0)
            place_leaf(item, runs);
        else
            place_node(item);
    do_in_order(runs.size(), [&](std::size_t i) { write_run(runs[i]); });
    items.clear();
}

void TreeBuilder::place_leaf(const Item& item, std::vector<Run>& runs) {
    const auto number = options_.first_leaf + static_cast<std::uint32_t>(leaves_.size());
    std::vector<EntrySize> sizes;
    for (const std::uint32_t object : item.objects) {
        leaf_of_[object] = number;
        const std::uint32_t shape = objects_.shape(object);
        const bool own_run = has_own_run(object);
        sizes.push_back({objects_.summary_bytes(object), own_run ? 0 : objects_.shape_bytes(shape)});
        if (!own_run || shape_pages_[shape] != 0) continue;
        shape_pages_[shape] = writer_.reserve(pages_for(objects_.shape_bytes(shape)));
        runs.push_back({PageType::shape, shape_pages_[shape], shape, {}});
    }
    const std::uint64_t pages = pages_for(leaf_size(sizes));
    const LeafPlace place{
        .number = number, .pages = static_cast<std::uint32_t>(pages), .first_page = writer_.reserve(pages)};
    runs.push_back({PageType::leaf, place.first_page, number, item.objects});
    leaves_.push_back(place);
    segment_.counts.levels = std::max(segment_.counts.levels, item.level);
    placed_ += item.objects.size();
    open_.push_back({.box = item.box, .is_leaf = true, .leaf = place});
}

void TreeBuilder::place_node(Item& item) {
    Node node{.axis = item.axis, .split = std::move(item.split)};
    for (const std::size_t side : {1, 0}) {
        node.children[side] = open_.back();
        open_.pop_back();
    }
    count_node(node, segment_.counts);
    open_.push_back({.box = item.box, .node = writer_.add_node(node)});
}

void TreeBuilder::write_run(const Run& run) {
    if (run.type == PageType::shape)
        return writer_.write_reserved(run.type, run.first_page, objects_.read_shape_of(run.number));
    std::vector<LeafEntry> entries;
    for (const std::uint32_t object : run.objects) entries.push_back(entry_of(object));
    writer_.write_reserved(run.type, run.first_page, leaf_bytes(run.number, entries));
}

LeafEntry TreeBuilder::entry_of(std::uint32_t object) const {
    const std::uint32_t shape = objects_.shape(object);
    LeafEntry entry{.id = options_.first_object + object,
                    .summary = objects_.read_summary_of(object),
                    .shape_bytes = objects_.shape_bytes(shape)};
    if (has_own_run(object))
        entry.shape_page = shape_pages_[shape];
    else
        entry.shape = objects_.read_shape_of(shape);
    return entry;
}

void TreeBuilder::write_tables() {
    ByteWriter leaves, objects;
    for (const LeafPlace& place : leaves_) {
        leaves.put(place.first_page);
        leaves.put(place.pages);
        leaves.put(std::uint32_t{0});
    }
    for (const std::uint32_t leaf : leaf_of_) objects.put(leaf);
    segment_.leaf_table = {writer_.write_run(PageType::leaf_table, leaves.bytes()), leaves_.size()};
    segment_.object_table = {writer_.write_run(PageType::object_table, objects.bytes()), leaf_of_.size()};
}

}  // namespace allide::index
