// Builds the MKtree: divides the objects top-down, then computes SplitTrees and writes leaves and nodes
// bottom-up, each node after both of its children. All steps run on several threads.
#pragma once

#include "index/build/division.hpp"
#include "index/build/object_spool.hpp"
#include "index/build/split_tree.hpp"
#include "index/file/leaf_bytes.hpp"
#include "index/file/page_writer.hpp"
#include "index/file/segment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::index {

struct TreeOptions {
    std::uint64_t leaf_pages = 16;  // limits the size of a leaf that has several objects
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;
    // The numbers of the first object and leaf: not 0 if the tree is appended to an index.
    std::uint32_t first_object = 0, first_leaf = 0;
};

class TreeBuilder {
  public:
    TreeBuilder(const ObjectSpool& objects, PageWriter& writer, const TreeOptions& options,
                const Progress& progress);

    // Writes leaves, nodes, shapes and tables.
    Segment build();

  private:
    using Numbers = std::span<const std::uint32_t>;
    // A leaf or a node of the tree; children come before their parents.
    struct Item {
        Numbers objects = {};
        std::uint32_t left = 0;  // the first `left` objects are in the left child; 0: a leaf
        std::uint8_t axis = 0;
        std::uint32_t level = 0;
        Box box = {}, overlap = {};  // `overlap`: of the boxes of a node's children
        SplitTree split = {};
    };
    // A run of pages that is to be written.
    struct Run {
        PageType type = PageType::leaf;
        std::uint64_t first_page = 0;
        std::uint32_t number = 0;  // number of the leaf or shape
        Numbers objects = {};      // the objects of a leaf
    };

    Box add_items(std::span<std::uint32_t> objects, const std::vector<Division>& divisions, std::size_t& next,
                  std::uint32_t level);
    void add(Item&& item);
    void flush();
    void find_splits(std::vector<Item>& items) const;
    SplitTree split_of(const Item& item) const;
    std::uint64_t split_cost(const Item& item) const;
    std::vector<std::pair<std::uint32_t, Side>> reaching(const Item& item) const;
    void write(std::vector<Item>& items);
    void place_leaf(const Item& item, std::vector<Run>& runs);
    void place_node(Item& item);
    void write_run(const Run& run);
    LeafEntry entry_of(std::uint32_t object) const;
    bool has_own_run(std::uint32_t object) const;
    bool fits(Numbers objects) const;
    void write_tables();

    const ObjectSpool& objects_;
    PageWriter& writer_;
    TreeOptions options_;
    std::uint64_t most_bytes_;  // maximum size of a leaf that has several objects
    const Progress& progress_;
    Segment segment_ = {};
    std::vector<Item> waiting_, computed_;    // items without and with SplitTrees, not written yet
    std::vector<Child> open_;                 // subtrees that are written, and whose parents are not
    std::vector<std::uint64_t> shape_pages_;  // first page of each shape; 0: not placed yet
    std::vector<LeafPlace> leaves_;
    std::vector<std::uint32_t> leaf_of_;  // leaf number of each object
    std::uint64_t placed_ = 0;            // number of objects in the leaves written so far
};

}  // namespace allide::index
