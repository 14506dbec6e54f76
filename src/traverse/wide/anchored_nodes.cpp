#include "traverse/wide/anchored_nodes.hpp"

#include "base/infinity.hpp"

#include <algorithm>

namespace allide::traverse {

AnchoredVertices::AnchoredVertices(const WideSide& side, const kernel::AnchorPoint& anchor, double enough)
    : beyond_(side.vertices.size()), farthest_(-base::infinity) {
    // A rounded product has an error of at most 2⁻⁴⁹ times its factors, which the tree's norm bounds.
    const double rounding = 0x1p-48 * side.tree.norm;
    for (std::size_t i = 0; i < beyond_.size(); ++i) {
        const Vec3& vertex = side.vertices[i];
        double beyond = anchor.beyond(vertex);
        if (beyond > enough && beyond < rounding) beyond = anchor.beyond_double_double(vertex);
        beyond_[i] = beyond;
        farthest_ = std::max(farthest_, beyond);
    }
}

AnchoredNodes::AnchoredNodes(const WideSide& side, const AnchoredVertices& vertices) {
    const auto& nodes = side.tree.nodes;
    beyond_.assign(nodes.size(), -base::infinity);
    for (std::size_t i = nodes.size(); i-- > 0;) {  // children first: they follow their parent
        const tree::WideNode& node = nodes[i];
        for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
            if (!node.leaf) {
                beyond_[i] = std::max(beyond_[i], beyond_[k]);
                continue;
            }
            for (const std::uint32_t corner : side.triangles[side.tree.order[k]])
                beyond_[i] = std::max(beyond_[i], vertices.beyond(corner));
        }
    }
}

}  // namespace allide::traverse
