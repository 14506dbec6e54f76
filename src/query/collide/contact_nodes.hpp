// Connects contacts: corners of their intersections that are the same point are joined to one node.
#pragma once

#include "base/joined_sets.hpp"
#include "kernel/triangle/intersection.hpp"

#include <allide/mesh.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// The corners of each contact's intersection, contact by contact.
struct CommonCorners {
    std::vector<std::uint32_t> first_corner{0};  // index of each contact's first corner, then corners.size()
    std::vector<kernel::TriangleIntersection::Corner> corners = {};
    std::vector<bool> has_area = {};  // per contact: true if the intersection is a polygon

    void add(std::span<const kernel::TriangleIntersection::Corner> of_contact, bool with_area);
};

struct ContactNodes {
    base::JoinedSets nodes;    // groups of corners that are the same point
    base::JoinedSets regions;  // groups of connected contacts
};

ContactNodes join_contacts(const Mesh& a, const Mesh& b, std::span<const Contact> contacts,
                           const CommonCorners& common);

}  // namespace allide::query
