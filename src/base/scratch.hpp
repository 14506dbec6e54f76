// Scratch buffers for large arrays that are written before they are read, in one block of memory that is
// reused. Touching fresh memory costs more than the work done in it; pages of 2 MB, if the system supports
// them, reduce that cost.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace allide::base {

class Scratch {
  public:
    template <typename T>
    // Bytes that an array of `count` elements of type T takes, rounded up to the alignment.
    static constexpr std::size_t bytes_of(std::size_t count) {
        return (count * sizeof(T) + alignment - 1) / alignment * alignment;
    }

    // Drops all arrays and makes room for new ones of `bytes` in total.
    void reset(std::size_t bytes) {
        used_ = 0;
        if (bytes <= size_) return;
        memory_.reset();
        const bool large = bytes >= large_page / 8;
        const std::size_t unit = large ? large_page : alignment;
        size_ = (bytes + unit - 1) / unit * unit;
        // The block is aligned here and not by the allocator, because allocators reuse recently freed blocks
        // only for a request of exactly the same size.
        std::size_t with_margin = size_ + unit;
        memory_.reset(new std::byte[with_margin]);
        void* begin = memory_.get();
        begin_ = static_cast<std::byte*>(std::align(unit, size_, begin, with_margin));
#if defined(__linux__)
        // A hint only: failure is harmless.
        if (large) madvise(begin_, size_, MADV_HUGEPAGE);
#endif
    }
    // Returns an uninitialised array, because constructors would write all its elements one more time.
    template <typename T>
    std::span<T> take(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignment);
        std::byte* const begin = begin_ + used_;
        used_ += bytes_of<T>(count);
        return {reinterpret_cast<T*>(begin), count};
    }

  private:
    static constexpr std::size_t alignment = 64, large_page = std::size_t{1} << 21;

    std::unique_ptr<std::byte[]> memory_;
    std::byte* begin_ = nullptr;
    std::size_t size_ = 0, used_ = 0;
};

}  // namespace allide::base
