#include "mesh/positions.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace allide::mesh {
namespace {

std::uint64_t hash_of(const Vec3& p) {
    std::uint64_t hash = 0;
    for (const double coordinate : {p.x, p.y, p.z}) {
        hash ^= std::bit_cast<std::uint64_t>(coordinate + 0.0);  // adding 0 turns −0 into 0
        hash *= 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash * 0x94d049bb133111ebu;
}

bool has_nan(const Vec3& p) {
    return std::isnan(p.x) || std::isnan(p.y) || std::isnan(p.z);
}

}  // namespace

std::vector<std::uint32_t> number_positions(std::span<const Vec3> vertices) {
    constexpr std::uint32_t vacant = std::numeric_limits<std::uint32_t>::max();
    // A hash table with open addressing, at most three quarters full. The hash's upper bits choose the slot.
    const auto bits = static_cast<int>(std::bit_width(vertices.size() + vertices.size() / 3 + 1));
    std::vector<std::uint32_t> slots(std::size_t{1} << bits, vacant);
    std::vector<std::uint32_t> numbers(vertices.size());
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        numbers[i] = i;
        if (has_nan(vertices[i])) continue;
        std::size_t at = hash_of(vertices[i]) >> (64 - bits);
        while (slots[at] != vacant && !(vertices[slots[at]] == vertices[i]))
            at = (at + 1) & (slots.size() - 1);
        if (slots[at] == vacant) slots[at] = i;
        numbers[i] = slots[at];
    }
    return numbers;
}

}  // namespace allide::mesh
