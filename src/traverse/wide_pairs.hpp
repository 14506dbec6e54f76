// Two wide trees against each other: the default engine's search.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "traverse/contact_list.hpp"
#include "tree/wide_tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace allide::traverse {

struct WideSide {
    WideSide(const tree::WideTree& its_tree, const Mesh& mesh)
        : tree(its_tree), vertices(mesh.vertices()), triangles(mesh.triangles()) {}

    kernel::Triangle corners(std::uint32_t place) const {
        const auto& [a, b, c] = triangles[tree.order[place]];
        return {vertices[a], vertices[b], vertices[c]};
    }

    const tree::WideTree& tree;
    std::span<const Vec3> vertices;
    std::span<const std::array<std::uint32_t, 3>> triangles;
};

struct WideCounters {
    std::uint64_t volume_tests = 0;
    kernel::PairCounters pairs;
};

// Adds contacts by the triangles' places in the two trees' order, until the list has enough. Each contact is
// added once, in an order that is the same on every machine.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters);

}  // namespace allide::traverse
