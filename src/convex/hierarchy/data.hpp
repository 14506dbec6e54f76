// Immutable data shared by all copies of a DoubleHierarchy.
#pragma once

#include <allide/extra/double_hierarchy.hpp>

namespace allide {

struct DoubleHierarchy::Data {
    ConvexBody body;
    std::vector<DoubleNode> nodes;
};

}  // namespace allide
