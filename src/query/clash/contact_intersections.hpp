// What the triangles of each contact of two parts have in common: found when it is asked for, and once, since
// several questions about a pair of parts rest on it.
#pragma once

#include "kernel/triangle/intersection.hpp"

#include <allide/query.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// For one thread.
class PairMeetings {
  public:
    struct Common {
        std::span<const kernel::Meeting::Corner> corners;  // valid until another contact is asked about
        bool has_area;
    };

    // All contacts of two placed models, sorted.
    PairMeetings(const Placed& a, const Placed& b, std::vector<Contact> contacts);

    const Placed& a() const { return a_; }
    const Placed& b() const { return b_; }
    std::span<const Contact> contacts() const { return contacts_; }
    Common of(std::size_t contact);
    // Whether the two triangles have more than a point in common.
    bool has_segment(std::size_t contact);
    // Each of the two may run through the other's plane: if not, they do not cross. For triangles of one
    // frame, and as long as nothing else is known; true says nothing.
    bool may_cross(std::size_t contact) const;

  private:
    void find(std::size_t contact);

    enum class Known : std::uint8_t { nothing, a_point_at_most, all_without_area, all_with_area };

    Placed a_, b_;
    std::vector<Contact> contacts_;
    bool one_frame_;
    kernel::MeetingFinder finder_;
    std::vector<Known> known_;                 // by contact
    std::vector<std::uint32_t> first_, last_;  // by contact: its corners
    std::vector<kernel::Meeting::Corner> corners_;
};

// Where contacts hang together, see contact_regions: how many, and the box around their curves. Flat regions
// may have no curve.
struct RegionBox {
    std::uint64_t contacts = 0;
    Box box;
    bool has_curve = false;
};
std::vector<RegionBox> region_boxes(PairMeetings& meetings);

}  // namespace allide::query
