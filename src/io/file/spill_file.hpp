// Lists stored on disk, of which only the items being added or accessed are in memory. The files have no
// name, so that no other program sees them and the system deletes them when the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace allide::io {

// Opens a file without a name in the folder for reading and writing. Returns −1 and sets errno on failure.
int open_unnamed_file(const std::filesystem::path& folder);

// A file of bytes without a name. Move-only. Throws Failure if the file cannot be created or the disk is
// full.
class SpillFile {
  public:
    explicit SpillFile(const std::filesystem::path& folder);
    SpillFile(SpillFile&& other) noexcept;
    SpillFile& operator=(SpillFile&&) = delete;
    ~SpillFile();

    void append(std::span<const std::byte> bytes);
    // Extends the file to a size of `bytes`. The new bytes are zero.
    void grow_to(std::uint64_t bytes);
    // Maps the whole file for reading and writing. Nothing may be appended after that.
    std::byte* map();
    // Releases the memory of the bytes accessed so far. They can still be accessed.
    void release_pages() const;

  private:
    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    void* start_ = nullptr;
};

// A list of items in a SpillFile. Items are added first; then finish_writing() makes them accessible.
template <typename Item>
class SpilledList {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    explicit SpilledList(const std::filesystem::path& folder) : file_(folder) {}

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
    // Makes a list of `count` items whose bytes are all zero, ready for access. Used instead of adding items.
    void resize_zeroed(std::size_t count) {
        file_.grow_to(count * sizeof(Item));
        size_ = count;
        finish_writing();
    }
    // Maps the items for access. No item may be added after that.
    void finish_writing() {
        flush();
        waiting_ = std::vector<Item>();
        if (size_ != 0) items_ = {reinterpret_cast<Item*>(file_.map()), size_};
    }

    std::size_t size() const { return size_; }
    std::span<const Item> items() const { return items_; }
    std::span<Item> items() { return items_; }
    const Item& operator[](std::size_t i) const { return items_[i]; }
    Item& operator[](std::size_t i) { return items_[i]; }
    void release_pages() const { file_.release_pages(); }

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
