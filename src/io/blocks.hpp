// A list that grows without copying what it holds: while a file of unknown length is read, nothing of its
// mesh is in memory twice.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace allide::io {

template <typename Item>
class Blocks {
  public:
    // Room for so many before the first; more may follow.
    void reserve(std::size_t count) { last_.reserve(count); }
    void push_back(const Item& item) {
        if (last_.size() == last_.capacity()) open_block();
        last_.push_back(item);
    }
    void append(std::size_t count, const Item& item) {
        for (; count > 0; --count) push_back(item);
    }
    std::size_t size() const { return size_of_full_ + last_.size(); }
    bool empty() const { return size() == 0; }

    // All of it in one piece; each block is let go as soon as it is copied.
    std::vector<Item> take() && {
        if (full_.empty()) return std::move(last_);
        std::vector<Item> all;
        all.reserve(size());
        full_.push_back(std::move(last_));
        for (std::vector<Item>& block : full_) {
            all.insert(all.end(), block.begin(), block.end());
            block = {};
        }
        return all;
    }

  private:
    // Large enough to come from the system, and to go back to it.
    static constexpr std::size_t block_size = (std::size_t{1} << 18) / sizeof(Item);

    void open_block() {
        if (!last_.empty()) {
            size_of_full_ += last_.size();
            full_.push_back(std::move(last_));
            last_ = {};
        }
        last_.reserve(block_size);
    }

    std::vector<std::vector<Item>> full_;
    std::vector<Item> last_;
    std::size_t size_of_full_ = 0;
};

}  // namespace allide::io
