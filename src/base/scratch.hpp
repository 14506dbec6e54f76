// Room for large arrays that are written before they are read, all in one piece of memory. Memory that is new
// costs more than what is done with it, least on pages of 2 MB, where the system has them.
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
    static constexpr std::size_t bytes_of(std::size_t count) {
        return (count * sizeof(T) + alignment - 1) / alignment * alignment;
    }

    // Forgets all arrays, and has room for new ones of so many bytes in all.
    void reset(std::size_t bytes) {
        used_ = 0;
        if (bytes <= size_) return;
        memory_.reset();
        const bool large = bytes >= large_page / 8;
        const std::size_t unit = large ? large_page : alignment;
        size_ = (bytes + unit - 1) / unit * unit;
        // Aligned here and not by the allocator, whose habit of keeping what is asked for again and again
        // depends on the size it is asked for being the size that it gives.
        std::size_t with_margin = size_ + unit;
        memory_.reset(new std::byte[with_margin]);
        void* begin = memory_.get();
        begin_ = static_cast<std::byte*>(std::align(unit, size_, begin, with_margin));
#if defined(__linux__)
        // A wish: what comes of it does not matter.
        if (large) madvise(begin_, size_, MADV_HUGEPAGE);
#endif
    }
    // Its numbers are whatever was there: no constructor is called, which would write them all once more.
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
