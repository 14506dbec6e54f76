// Vectors whose contents may lie in memory that they do not own, such as a mapped file, so that a large array
// need not be copied. A copy of such a vector is an ordinary vector.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace allide::base {

// An allocator that uses the heap or, for one vector of exactly its size, an existing array.
template <typename T>
class MappedAllocator {
  public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;

    MappedAllocator() = default;
    // `items` must be aligned for T, and valid as long as `owner` lives.
    MappedAllocator(const T* items, std::size_t count, std::shared_ptr<const void> owner)
        : items_(items), count_(count), owner_(std::move(owner)) {}
    template <typename U>
    MappedAllocator(const MappedAllocator<U>& /*other*/) {}  // NOLINT(google-explicit-constructor)

    T* allocate(std::size_t count) {
        if (items_ != nullptr && count == count_) return const_cast<T*>(items_);
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* items, std::size_t count) {
        if (items != items_) std::allocator<T>().deallocate(items, count);
    }
    // Without arguments, leaves an item of the existing array as it is.
    template <typename... Arguments>
    void construct(T* at, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) == 0)
            if (items_ != nullptr && at >= items_ && at < items_ + count_) return;
        ::new (static_cast<void*>(at)) T(std::forward<Arguments>(arguments)...);
    }
    MappedAllocator select_on_container_copy_construction() const { return {}; }
    friend bool operator==(const MappedAllocator& a, const MappedAllocator& b) {
        return a.items_ == b.items_;
    }

  private:
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    const T* items_ = nullptr;
    std::size_t count_ = 0;
    std::shared_ptr<const void> owner_;
};

template <typename T>
using MappedVector = std::vector<T, MappedAllocator<T>>;

// A vector of the `count` items at `items`. It must neither be written to nor grow.
template <typename T>
MappedVector<T> mapped_vector(const T* items, std::size_t count, std::shared_ptr<const void> owner) {
    if (count == 0) return {};
    return MappedVector<T>(count, MappedAllocator<T>(items, count, std::move(owner)));
}

}  // namespace allide::base
