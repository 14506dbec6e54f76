// Lists that are put down on the disk: in memory is only what is being added or looked at. The file has no
// name, so that nobody else sees it and it ends with the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace allide::io {

// A file without a name in the folder, open for reading and writing; −1, with errno, if there can be none.
int open_unnamed_file(const std::filesystem::path& folder);

// Move-only. Throws Failure if the disk is full.
class SpillFile {
  public:
    explicit SpillFile(const std::filesystem::path& folder);
    SpillFile(SpillFile&& other) noexcept;
    SpillFile& operator=(SpillFile&&) = delete;
    ~SpillFile();

    void append(std::span<const std::byte> bytes);
    // Room on the disk for so many bytes, which are zero at first.
    void grow_to(std::uint64_t bytes);
    // All of it, to be looked at and changed. Nothing is appended after that.
    std::byte* map();
    // The memory of what was looked at; looking at it again is no mistake.
    void give_back() const;

  private:
    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    void* start_ = nullptr;
};

template <typename Item>
class Spilled {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    explicit Spilled(const std::filesystem::path& folder) : file_(folder) {}

    void push_back(const Item& item) {
        waiting_.push_back(item);
        ++size_;
        if (waiting_.size() == block) flush();
    }
    void append(std::span<const Item> items) {
        flush();
        file_.append(std::as_bytes(items));
        size_ += items.size();
    }
    // So many, all zero; instead of adding them one by one.
    void make(std::size_t count) {
        file_.grow_to(count * sizeof(Item));
        size_ = count;
        settle();
    }
    // From here on they can be looked at, and no more are added.
    void settle() {
        flush();
        waiting_ = std::vector<Item>();
        if (size_ != 0) items_ = {reinterpret_cast<Item*>(file_.map()), size_};
    }

    std::size_t size() const { return size_; }
    std::span<const Item> items() const { return items_; }
    std::span<Item> items() { return items_; }
    const Item& operator[](std::size_t i) const { return items_[i]; }
    Item& operator[](std::size_t i) { return items_[i]; }
    void give_back() const { file_.give_back(); }

  private:
    static constexpr std::size_t block = ((std::size_t{1} << 18) + sizeof(Item) - 1) / sizeof(Item);
    void flush() {
        if (waiting_.empty()) return;
        file_.append(std::as_bytes(std::span<const Item>(waiting_)));
        waiting_.clear();
    }

    SpillFile file_;
    std::vector<Item> waiting_;
    std::size_t size_ = 0;
    std::span<Item> items_;
};

}  // namespace allide::io
