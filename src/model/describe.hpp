// TreeInfo of a tree of any engine.
#pragma once

#include "model/model_data.hpp"

namespace allide::detail {

TreeInfo describe(const AnyTree& tree);

}  // namespace allide::detail
