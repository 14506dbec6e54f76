// A list that grows by adding blocks, without copying its items, so that a mesh of unknown size is never in
// memory twice. A list that spills to disk keeps only one block in memory.
#pragma once

#include "io/file/spill_file.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace allide::io {

template <typename Item>
class BlockList {
  public:
    // Writes full blocks to a file in this folder from now on. Must be called before an item is added.
    void spill_to(const std::filesystem::path& folder) { spilled_.emplace(folder); }

    // Reserves memory for `count` items; more may be added. Must be called before an item is added.
    void reserve(std::size_t count) {
        if (spilled_) return;
        last_.reserve(count);
        room_ = count;
    }
    void push_back(const Item& item) {
        if (room_ == 0) open_block();
        --room_;
        ++size_;
        last_.push_back(item);
    }
    void append(std::size_t count, const Item& item) {
        for (; count > 0; --count) push_back(item);
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    // Returns all items as one vector. Frees each block as soon as it is copied.
    std::vector<Item> take() && {
        if (full_.empty()) return std::move(last_);
        std::vector<Item> all;
        all.reserve(size_);
        full_.push_back(std::move(last_));
        for (std::vector<Item>& block : full_) {
            all.insert(all.end(), block.begin(), block.end());
            block = std::vector<Item>();
        }
        return all;
    }

    // Returns the list on disk. Requires that spill_to() was called.
    SpilledList<Item> take_spilled() && {
        spilled_->append(last_);
        last_ = std::vector<Item>();
        spilled_->finish_writing();
        return *std::move(spilled_);
    }

  private:
    // Most blocks are large enough for malloc to map them separately, so that freeing one returns its memory
    // to the system.
    static constexpr std::size_t smallest = (std::size_t{1} << 12) / sizeof(Item);
    static constexpr std::size_t largest = (std::size_t{1} << 20) / sizeof(Item);

    void open_block() {
        if (spilled_) {
            spilled_->append(last_);
            last_.clear();
        } else if (!last_.empty()) {
            full_.push_back(std::move(last_));
            last_ = std::vector<Item>();
        }
        room_ = std::clamp(size_, smallest, largest);
        last_.reserve(room_);
    }

    std::vector<std::vector<Item>> full_;
    std::vector<Item> last_;
    std::size_t room_ = 0;  // number of items that still fit into last_
    std::size_t size_ = 0;
    std::optional<SpilledList<Item>> spilled_;
};

}  // namespace allide::io
