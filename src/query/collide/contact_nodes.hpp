// Contacts that hang together: corners of their common sets that are one point become one node.
#pragma once

#include "base/joined_sets.hpp"
#include "kernel/triangle/intersection.hpp"

#include <allide/mesh.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// What the triangles of each contact have in common, contact by contact.
struct CommonCorners {
    std::vector<std::uint32_t> first_corner{0};  // by contact, and one more
    std::vector<kernel::Meeting::Corner> corners = {};
    std::vector<bool> has_area = {};  // by contact

    void add(std::span<const kernel::Meeting::Corner> of_contact, bool with_area);
};

struct ContactNodes {
    base::JoinedSets nodes;    // of corners
    base::JoinedSets regions;  // of contacts
};

ContactNodes join_contacts(const Mesh& a, const Mesh& b, std::span<const Contact> contacts,
                           const CommonCorners& common);

}  // namespace allide::query
