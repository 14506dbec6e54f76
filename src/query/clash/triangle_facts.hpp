// What was found out about single triangles of a surface, for the next pair of parts that asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace allide::query {

enum class SolidSide : std::int8_t {
    below = -1,
    unknown = 0,
    above = 1,  // where (b − a) × (c − a) points to for the corners a, b, c in the order of the file
};

// For any number of threads: whoever asks twice gets the same answer, or none yet.
class TriangleFacts {
  public:
    // Of so many triangles, of which nothing is known.
    void reset(std::size_t count) { facts_.assign(count, {}); }

    SolidSide side(std::uint32_t triangle) const {
        const std::lock_guard lock(mutex_);
        return facts_[triangle].side;
    }
    void note_sides(std::span<const std::uint32_t> triangles, std::span<const SolidSide> sides) {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < triangles.size(); ++i) facts_[triangles[i]].side = sides[i];
    }

    // Those that may be tangled with another of the surface, in their order.
    std::vector<std::uint32_t> not_known_untangled(std::span<const std::uint32_t> triangles) const {
        const std::lock_guard lock(mutex_);
        std::vector<std::uint32_t> left;
        for (const std::uint32_t triangle : triangles)
            if (!facts_[triangle].is_untangled) left.push_back(triangle);
        return left;
    }
    void note_untangled(std::span<const std::uint32_t> triangles) {
        const std::lock_guard lock(mutex_);
        for (const std::uint32_t triangle : triangles) facts_[triangle].is_untangled = true;
    }

  private:
    struct Fact {
        SolidSide side = SolidSide::unknown;
        bool is_untangled = false;
    };
    mutable std::mutex mutex_;
    std::vector<Fact> facts_;
};

}  // namespace allide::query
