// A list that grows without copying what it holds: while a file of unknown length is read, nothing of its
// mesh is in memory twice, or more of it than a block where it goes to the disk.
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
class Blocks {
  public:
    // Before the first: blocks that are full are put down in this folder.
    void spill_to(const std::filesystem::path& folder) { spilled_.emplace(folder); }

    // Room for so many before the first; more may follow.
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

    // All of it in one piece; each block is let go as soon as it is copied.
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

    // The same of what was put down.
    Spilled<Item> take_spilled() && {
        spilled_->append(last_);
        last_ = std::vector<Item>();
        spilled_->settle();
        return *std::move(spilled_);
    }

  private:
    // Most are large enough to come from the system, and to go back to it.
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
    std::size_t room_ = 0;  // in the last one
    std::size_t size_ = 0;
    std::optional<Spilled<Item>> spilled_;
};

}  // namespace allide::io
