#include "model/model_data.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/collide/contact_nodes.hpp"

#include <algorithm>
#include <limits>

namespace allide::query {
namespace {

RegionBox empty_region() {
    return {.box = Box::empty()};
}

}  // namespace

// A region's curves consist of the segments of its contacts, and of single points of contact that are not a
// corner of a contact with area.
RegionBoxes region_boxes(ContactIntersections& intersections) {
    const std::span<const Contact> contacts = intersections.contacts();
    CommonCorners common;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactIntersections::Intersection one = intersections.of(i);
        common.add(one.corners, one.has_area);
    }
    auto [nodes, regions] =
        join_contacts(data_of(intersections.a()).mesh, data_of(intersections.b()).mesh, contacts, common);
    std::vector<bool> in_flat_contact(common.corners.size(), false);
    for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::uint32_t k = common.first_corner[i]; common.has_area[i] && k < common.first_corner[i + 1];
             ++k)
            in_flat_contact[nodes.of(k)] = true;
    std::vector<std::uint32_t> number(contacts.size());  // the region of each contact
    std::vector<RegionBox> out;
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        const std::uint32_t first = regions.of(i);
        if (first == i) {  // i is the smallest contact of its region
            number[i] = static_cast<std::uint32_t>(out.size());
            out.push_back(empty_region());
        }
        number[i] = number[first];
        RegionBox& region = out[number[i]];
        ++region.contacts;
        const std::uint32_t begin = common.first_corner[i], end = common.first_corner[i + 1];
        for (std::uint32_t k = begin; !common.has_area[i] && k < end; ++k) {
            const std::uint32_t node = nodes.of(k);
            if (end - begin == 1 && in_flat_contact[node]) continue;
            region.box.grow(common.corners[node].point);
            region.has_curve = true;
        }
    }
    return {std::move(out), std::move(number)};
}

}  // namespace allide::query
