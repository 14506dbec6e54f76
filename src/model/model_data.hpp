// What a Model shares between its copies.
#pragma once

#include <allide/model.hpp>
#include <variant>

#include "tree/obb_tree.hpp"
#include "tree/tree.hpp"

namespace allide::detail {

struct ModelData {
    Mesh mesh;
    std::variant<tree::Tree<volume::Obb>> tree;  // one alternative a volume
};

}  // namespace allide::detail
