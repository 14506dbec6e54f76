// Finds the contact regions that the triangles of one part belong to, for the depth of each region. A
// triangle with contacts belongs to their regions. A triangle without contacts belongs to the regions around
// its connected component of such triangles.
#pragma once

#include "base/joined_sets.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/clash/depth_record.hpp"
#include "query/clash/solid_surface.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace allide::query {

// The regions of one inner part's triangles. Not thread-safe.
class TriangleRegions {
  public:
    using TriangleContact = std::pair<std::uint32_t, std::uint32_t>;  // inner triangle, number of the contact

    // `region_of` has the region of each contact; `regions` is 0 if no depths of regions are wanted. Only
    // contacts with bounding triangles of the outer part count.
    TriangleRegions(const SolidSurface& inner, const SolidSurface& outer, bool inner_is_a,
                    ContactIntersections& intersections, std::span<const std::uint32_t> region_of,
                    std::size_t regions);

    std::span<const TriangleContact> contacts_of(std::uint32_t triangle);
    // The number of the set of regions that a triangle of the inner part belongs to.
    std::uint32_t of_triangle(std::uint32_t triangle);
    // As of_triangle, for a triangle whose part inside the outer part is convex: only the regions that share
    // more than points with the triangle or, if there are none, all of its regions.
    std::uint32_t of_convex_piece(std::uint32_t triangle);
    // The number of a set, given in ascending order. Set 0 is empty.
    std::uint32_t set_of(const std::vector<std::uint32_t>& regions);
    const DepthRecord::Regions& set(std::uint32_t number) const { return sets_[number]; }
    std::uint32_t region_of(std::uint32_t contact) const { return regions_ == 0 ? 0 : region_of_[contact]; }
    std::size_t count() const { return regions_; }

    // The edge-connected component of a bounding triangle among those that have no contact.
    std::uint32_t component_of(std::uint32_t triangle) { return components().of(triangle); }

  private:
    std::uint32_t of_contacts(std::span<const TriangleContact> contacts, bool only_segments);
    std::uint32_t of_untouched(std::uint32_t triangle);
    base::JoinedSets& components();
    void group_contacts();
    void find_component_regions();

    const SolidSurface &inner_, &outer_;
    bool inner_is_a_;
    ContactIntersections& intersections_;
    std::span<const std::uint32_t> region_of_;
    std::size_t regions_;
    bool grouped_ = false, components_known_ = false;
    std::vector<TriangleContact> by_triangle_;  // sorted by triangle
    std::vector<DepthRecord::Regions> sets_;
    std::map<DepthRecord::Regions, std::uint32_t> number_of_set_;
    std::optional<base::JoinedSets> components_;
    std::map<std::uint32_t, std::uint32_t> set_of_component_;
};

}  // namespace allide::query
