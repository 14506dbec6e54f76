// Builds the MKtree top-down and writes it bottom-up: each node after both of its children.
#pragma once

#include "index/build/object_spool.hpp"
#include "index/build/split_tree.hpp"
#include "index/file/leaf_bytes.hpp"
#include "index/file/page_writer.hpp"

#include <span>
#include <vector>

namespace allide::index {

class TreeBuilder {
  public:
    // `leaf_pages` limits the size of a leaf that has several objects, in pages.
    TreeBuilder(ObjectSpool& objects, PageWriter& writer, std::uint64_t leaf_pages, const Progress& progress);

    // Writes leaves, nodes, shapes and tables. Sets the header's root, counts and table positions.
    void build(Header& header);

  private:
    using Numbers = std::span<std::uint32_t>;
    Child grow(Numbers objects, std::uint32_t level);
    Child write_leaf(Numbers objects, const Box& box, std::uint32_t level);
    LeafEntry entry_of(std::uint32_t object);
    std::uint64_t page_of_shape(std::uint32_t shape);
    bool has_own_run(std::uint32_t object) const;
    bool fits(Numbers objects) const;
    Child write_node(const Node& node, const Box& box);
    std::vector<Obstacle> obstacles_in(const Box& overlap, Numbers left, Numbers right);
    void write_tables();

    ObjectSpool& objects_;
    PageWriter& writer_;
    std::uint64_t most_bytes_;  // maximum size of a leaf that has several objects
    const Progress& progress_;
    Header header_ = {};
    std::vector<std::uint64_t> shape_pages_;  // first page of each shape; 0: not written yet
    std::vector<LeafPlace> leaves_;
    std::vector<std::uint32_t> leaf_of_;  // leaf number of each object
    std::uint64_t placed_ = 0;            // number of objects in the leaves written so far
};

}  // namespace allide::index
