// Strategies for storing volumes of B that were mapped to A's frame ("placed") during a traversal.
#pragma once

#include "tree/binary/tree.hpp"

#include <cstdint>
#include <vector>

namespace allide::traverse {

// Keeps placed volumes on a stack, so that pairs with the same node of B along one path of the descent share
// its placed volume. For volumes that are cheap to place.
template <typename Tree, typename Frame>
class PlacedOnStack {
  public:
    using Handle = std::uint32_t;
    PlacedOnStack(const Tree& tree, Frame& frame) : tree_(&tree), frame_(&frame) { placed_.reserve(128); }

    Handle place(tree::NodeId node) {
        ++placements_;
        placed_.push_back(frame_->place(tree_->volume(node), tree_->slot(node)));
        return static_cast<Handle>(placed_.size() - 1);
    }
    const typename Frame::Placed& get(Handle handle) { return placed_[handle]; }
    // Drops the volumes that were placed after this one.
    void forget_above(Handle handle) { placed_.resize(handle + 1); }
    std::uint64_t placements() const { return placements_; }

  private:
    const Tree* tree_;
    Frame* frame_;
    std::vector<typename Frame::Placed> placed_;
    std::uint64_t placements_ = 0;
};

// Places each node of B at most once per query and keeps the result for all later tests.
template <typename Tree, typename Frame>
class PlacedOnce {
  public:
    using Handle = std::uint32_t;
    PlacedOnce(const Tree& tree, Frame& frame) : tree_(&tree), frame_(&frame), table_(256) {}

    Handle place(tree::NodeId node) {
        Entry& entry = find(node);
        if (entry.handle != nowhere) return entry.handle;
        const auto handle = static_cast<Handle>(placed_.size());
        placed_.push_back(frame_->place(tree_->volume(node), tree_->slot(node)));
        entry = {node, handle};
        if (2 * placed_.size() > table_.size()) grow();
        return handle;
    }
    const typename Frame::Placed& get(Handle handle) { return placed_[handle]; }
    void forget_above(Handle /*handle*/) {}
    std::uint64_t placements() const { return placed_.size(); }

  private:
    static constexpr Handle nowhere = 0xffffffffu;
    struct Entry {
        tree::NodeId node = 0;
        Handle handle = nowhere;
    };

    // Open addressing; the table's size is a power of two and at most half of it is used.
    Entry& find(tree::NodeId node) {
        std::size_t place = node * 0x9e3779b97f4a7c15u >> 32;
        for (;; ++place) {
            Entry& entry = table_[place & (table_.size() - 1)];
            if (entry.handle == nowhere || entry.node == node) return entry;
        }
    }
    void grow() {
        std::vector<Entry> old(2 * table_.size());
        old.swap(table_);
        for (const Entry& entry : old)
            if (entry.handle != nowhere) find(entry.node) = entry;
    }

    const Tree* tree_;
    Frame* frame_;
    std::vector<Entry> table_;
    std::vector<typename Frame::Placed> placed_;
};

// Places the volume again for every test, as the programs of the papers did; see docs/papers.md.
template <typename Tree, typename Frame>
class PlacedEachTime {
  public:
    using Handle = tree::NodeId;
    PlacedEachTime(const Tree& tree, Frame& frame) : tree_(&tree), frame_(&frame) {}

    static Handle place(tree::NodeId node) { return node; }
    typename Frame::Placed get(Handle node) {
        ++placements_;
        return frame_->place(tree_->volume(node), tree_->slot(node));
    }
    static void forget_above(Handle /*handle*/) {}
    std::uint64_t placements() const { return placements_; }

  private:
    const Tree* tree_;
    Frame* frame_;
    std::uint64_t placements_ = 0;
};

}  // namespace allide::traverse
