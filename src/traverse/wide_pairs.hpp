// Two wide trees against each other: the default engine's search.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "traverse/contact_list.hpp"
#include "tree/wide_tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <hwy/cache_control.h>

namespace allide::traverse {

struct WideSide {
    WideSide(const tree::WideTree& its_tree, const Mesh& mesh)
        : tree(its_tree), vertices(mesh.vertices()), triangles(mesh.triangles()) {}

    kernel::Triangle corners(std::uint32_t place) const {
        const auto& [a, b, c] = triangles[tree.order[place]];
        return {vertices[a], vertices[b], vertices[c]};
    }
    // Ask for what corners() reads ahead of time: first the one, then the other.
    void fetch_triangle(std::uint32_t place) const { hwy::Prefetch(&triangles[tree.order[place]]); }
    void fetch_corners(std::uint32_t place) const {
        for (const std::uint32_t corner : triangles[tree.order[place]]) hwy::Prefetch(&vertices[corner]);
    }

    const tree::WideTree& tree;
    std::span<const Vec3> vertices;
    std::span<const std::array<std::uint32_t, 3>> triangles;
};

struct WideCounters {
    std::uint64_t volume_tests = 0;
    kernel::PairCounters pairs;
};

// What one search for any contact leaves to the next of a motion. It may come from other trees: that costs
// time only.
struct WideHint {
    bool found_nothing = false;  // so there may be nothing again
    double gap = 0;  // then: the two are farther apart, in A's frame; 0 if no plane was found between them
    std::optional<std::array<std::uint32_t, 2>> leaves = {};  // nodes whose triangles touched last
};

// Adds contacts by the triangles' places in the two trees' order, until the list has enough. Each contact is
// added once, in an order that is the same on every machine. A hint is for a list that wants any contact.
void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters, WideHint* hint = nullptr);

}  // namespace allide::traverse
