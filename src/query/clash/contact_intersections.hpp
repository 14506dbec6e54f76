// The intersection of the two triangles of each contact between two parts. Each is computed when a test first
// needs it and then kept, since several tests about a pair of parts use it.
#pragma once

#include "kernel/triangle/intersection.hpp"

#include <allide/query.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// One pair of parts. Not thread-safe.
class ContactIntersections {
  public:
    struct Intersection {
        std::span<const kernel::TriangleIntersection::Corner> corners;  // valid until the next call
        bool has_area;
    };

    // `contacts` are all contacts of the two placed models, sorted.
    ContactIntersections(const Placed& a, const Placed& b, std::vector<Contact> contacts);

    const Placed& a() const { return a_; }
    const Placed& b() const { return b_; }
    std::span<const Contact> contacts() const { return contacts_; }
    Intersection of(std::size_t contact);
    // True if the two triangles share more than a point.
    bool has_segment(std::size_t contact);
    // A cheap test: false if one of the two triangles certainly does not pass through the other's plane, so
    // they do not cross. True proves nothing; it is always returned for parts with different poses.
    bool may_cross(std::size_t contact) const;

  private:
    void find(std::size_t contact);
    kernel::TriangleIntersection intersection(const std::array<Vec3, 3>& a,
                                              const std::array<Vec3, 3>& b) const;

    enum class Known : std::uint8_t { nothing, a_point_at_most, all_without_area, all_with_area };

    Placed a_, b_;
    std::vector<Contact> contacts_;
    bool one_frame_, both_at_rest_;
    kernel::IntersectionFinder finder_;
    std::vector<Known> known_;                 // per contact: how much is known
    std::vector<std::uint32_t> first_, last_;  // per contact: the range of its corners in corners_
    std::vector<kernel::TriangleIntersection::Corner> corners_;
};

// The corners of an intersection: a single point, the two ends of a segment, or the corners of a convex
// polygon in order around it.
std::vector<Vec3> outline_of(const ContactIntersections::Intersection& intersection);

// A region of connected contacts (see contact_regions): their number, and the bounding box of their curves. A
// flat region may have no curve.
struct RegionBox {
    std::uint64_t contacts = 0;
    Box box;
    bool has_curve = false;
};
struct RegionBoxes {
    std::vector<RegionBox> regions;
    std::vector<std::uint32_t> region_of;  // the region of each contact
};
RegionBoxes region_boxes(ContactIntersections& intersections);

}  // namespace allide::query
