// Joins segments into curves. Each segment connects two nodes, which are points given by their numbers.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace allide::query {

class Curves {
  public:
    // Adds a segment. Adding it again has no effect.
    void add_segment(std::uint32_t from, std::uint32_t to) { segments_.emplace_back(std::minmax(from, to)); }
    // Adds a point. It becomes a curve of its own unless a segment ends there or its node is covered.
    void add_point(std::uint32_t node) { points_.push_back(node); }
    // Marks a node of a contact whose intersection is a polygon: such a contact is not part of a curve.
    void cover(std::uint32_t node) { covered_.push_back(node); }

    // Returns open curves first, in the order of their first nodes; then closed ones, then single points.
    std::vector<Polyline> polylines(const std::function<Vec3(std::uint32_t)>& place);

  private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> segments_;
    std::vector<std::uint32_t> points_, covered_;
};

}  // namespace allide::query
