// Finds the leaves of one tree that a box may meet.
#pragma once

#include "tree/obb_view.hpp"
#include "volume/box/query_box.hpp"

#include <vector>

namespace allide::traverse {

// Calls visit(range) for each leaf that the box may meet; no triangle that the box meets is missed.
template <typename Visit>
void visit_meeting(const tree::ObbView& tree, const volume::QueryBox& query, Visit&& visit) {
    if (tree.empty()) return;
    std::vector<tree::NodeId> waiting{tree.root()};
    while (!waiting.empty()) {
        const tree::NodeId node = waiting.back();
        waiting.pop_back();
        if (!volume::meets(query, tree.volume(node))) continue;
        if (tree::is_leaf(node))
            visit(tree.triangles_of(node));
        else
            for (const tree::NodeId child : tree.children(node)) waiting.push_back(child);
    }
}

}  // namespace allide::traverse
