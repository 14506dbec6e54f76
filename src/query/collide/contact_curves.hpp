// Segments between numbered nodes, joined to curves.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace allide::query {

class Curves {
  public:
    // A segment may be added again.
    void add_segment(std::uint32_t from, std::uint32_t to) { segments_.emplace_back(std::minmax(from, to)); }
    // A place that is shown unless something else has it.
    void add_point(std::uint32_t node) { points_.push_back(node); }
    // A node of something that is no curve.
    void cover(std::uint32_t node) { covered_.push_back(node); }

    // Those with ends first, from the smallest node on; then closed ones, then lone points.
    std::vector<Polyline> polylines(const std::function<Vec3(std::uint32_t)>& place);

  private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> segments_;
    std::vector<std::uint32_t> points_, covered_;
};

}  // namespace allide::query
