// Reserves memory for large arrays that are accessed at random, on pages of 2 MB if the system supports them:
// fewer accesses then miss the TLB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace allide::base {

template <typename T, typename Allocator>
void reserve_large(std::vector<T, Allocator>& array, std::size_t count) {
    array.reserve(count);
#if defined(__linux__)
    constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    // Asks for the large pages that fit into the array, before anything is written. A hint, which may fail.
    const auto begin = reinterpret_cast<std::uintptr_t>(array.data());
    const std::uintptr_t first = (begin + large_page - 1) & ~(large_page - 1);
    const std::uintptr_t end = (begin + array.capacity() * sizeof(T)) & ~(large_page - 1);
    auto* const bytes = reinterpret_cast<char*>(array.data());
    if (first < end) madvise(bytes + (first - begin), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace allide::base
