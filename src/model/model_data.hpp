// What a Model shares between its copies.
#pragma once

#include "tree/obb_tree.hpp"
#include "tree/tree.hpp"

#include <allide/model.hpp>

#include <variant>

namespace allide::detail {

struct ModelData {
    Mesh mesh;
    std::variant<tree::Tree<volume::Obb>> tree;  // one alternative a volume
};

}  // namespace allide::detail
