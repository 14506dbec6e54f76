// Connects contacts: corners of their intersections that are the same point become one node.
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
    std::vector<std::uint32_t> first_corner{0};  // first corner of each contact, and the end of the last one
    std::vector<kernel::TriangleIntersection::Corner> corners = {};
    std::vector<bool> has_area = {};  // by contact

    void add(std::span<const kernel::TriangleIntersection::Corner> of_contact, bool with_area);
};

struct ContactNodes {
    base::JoinedSets nodes;    // groups of corners that are one point
    base::JoinedSets regions;  // groups of connected contacts
};

ContactNodes join_contacts(const Mesh& a, const Mesh& b, std::span<const Contact> contacts,
                           const CommonCorners& common);

}  // namespace allide::query
