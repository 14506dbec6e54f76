// The pairs of objects that are left out of all answers, by object numbers.
#pragma once

#include <cstdint>
#include <unordered_set>

namespace allide::scene {

class IgnoredPairs {
  public:
    void add(std::uint32_t a, std::uint32_t b) { keys_.insert(key(a, b)); }
    void remove(std::uint32_t a, std::uint32_t b) { keys_.erase(key(a, b)); }
    // Forgets all pairs of an object.
    void remove_all(std::uint32_t number) {
        std::erase_if(keys_, [number](std::uint64_t pair) {
            return pair >> 32 == number || (pair & 0xffffffff) == number;
        });
    }
    bool has(std::uint32_t a, std::uint32_t b) const { return !keys_.empty() && keys_.contains(key(a, b)); }
    bool empty() const { return keys_.empty(); }

  private:
    static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
        return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
    }
    std::unordered_set<std::uint64_t> keys_;
};

}  // namespace allide::scene
