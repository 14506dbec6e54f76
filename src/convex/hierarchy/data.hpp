// What copies of a double hierarchy share.
#pragma once

#include <allide/extra/double_hierarchy.hpp>

namespace allide {

struct DoubleHierarchy::Data {
    ConvexBody body;
    std::vector<DoubleNode> nodes;
};

}  // namespace allide
