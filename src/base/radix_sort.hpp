// Radix sort by integer keys: several times faster than a comparison sort for hundreds of items or more.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace allide::base {

inline constexpr int most_digit_bits = 10;

template <std::size_t digits, typename Item, typename Key>
void radix_sort_by_digits(std::vector<Item>& items, int digit_bits, const Key& key) {
    const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
    std::array<std::array<std::uint32_t, 1u << most_digit_bits>, digits> next;
    for (auto& places : next) std::fill_n(places.begin(), mask + 1, 0);
    // Counts the values of all digits in one pass over the items. One pass per digit would be slower:
    // neighbouring keys often share a digit, and successive increments of one counter wait for each other.
    for (const Item& item : items) {
        const std::uint64_t bits = key(item);
        for (std::size_t k = 0; k < digits; ++k) ++next[k][bits >> (static_cast<int>(k) * digit_bits) & mask];
    }
    std::vector<Item> other(items.size());
    for (std::size_t k = 0; k < digits; ++k) {
        std::uint32_t sum = 0;
        for (std::uint32_t& place : std::span(next[k]).first(mask + 1)) sum += std::exchange(place, sum);
        for (const Item& item : items)
            other[next[k][key(item) >> (static_cast<int>(k) * digit_bits) & mask]++] = item;
        items.swap(other);
    }
}

// Sorts by ascending key(item), an integer below 2^bits. Items with equal keys may end up in any order.
template <typename Item, typename Key>
void radix_sort(std::vector<Item>& items, int bits, const Key& key) {
    if (items.size() < 128) {
        std::sort(items.begin(), items.end(),
                  [&key](const Item& x, const Item& y) { return key(x) < key(y); });
        return;
    }
    constexpr std::size_t most_digits = (64 + most_digit_bits - 1) / most_digit_bits;
    const int digits = std::max(1, (bits + most_digit_bits - 1) / most_digit_bits);
    const int digit_bits = (bits + digits - 1) / digits;
    [&]<std::size_t... k>(std::index_sequence<k...>) {
        ((static_cast<int>(k) + 1 == digits ? radix_sort_by_digits<k + 1>(items, digit_bits, key) : void()),
         ...);
    }
    (std::make_index_sequence<most_digits>());
}

}  // namespace allide::base
