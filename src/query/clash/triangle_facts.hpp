// Cache of properties of single triangles of a surface: computed for one pair of parts, reused for the next.
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
    above =
        1,  // the side to which (b − a) × (c − a) points, for the corners a, b, c in the order of the file
};

// Thread-safe, except for reset(). A property is unknown until it is noted, and does not change after that.
class TriangleFacts {
  public:
    // Clears the cache and sizes it for a surface of `count` triangles.
    void reset(std::size_t count) { facts_.assign(count, {}); }

    SolidSide side(std::uint32_t triangle) const {
        const std::lock_guard lock(mutex_);
        return facts_[triangle].side;
    }
    // Sets `sides` for the given triangles. Returns false if one of them is unknown.
    bool all_sides(std::span<const std::uint32_t> triangles, std::span<SolidSide> sides) const {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            sides[i] = facts_[triangles[i]].side;
            if (sides[i] == SolidSide::unknown) return false;
        }
        return true;
    }
    void note_sides(std::span<const std::uint32_t> triangles, std::span<const SolidSide> sides) {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < triangles.size(); ++i) facts_[triangles[i]].side = sides[i];
    }

    // The triangles that are not known to be free of self-intersections, in the given order.
    std::vector<std::uint32_t> not_known_free(std::span<const std::uint32_t> triangles) const {
        const std::lock_guard lock(mutex_);
        std::vector<std::uint32_t> left;
        for (const std::uint32_t triangle : triangles)
            if (!facts_[triangle].intersects_nothing) left.push_back(triangle);
        return left;
    }
    void note_free(std::span<const std::uint32_t> triangles) {
        const std::lock_guard lock(mutex_);
        for (const std::uint32_t triangle : triangles) facts_[triangle].intersects_nothing = true;
    }

  private:
    struct Fact {
        SolidSide side = SolidSide::unknown;
        bool intersects_nothing = false;
    };
    mutable std::mutex mutex_;
    std::vector<Fact> facts_;
};

}  // namespace allide::query
