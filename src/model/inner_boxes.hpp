// Boxes inside a closed mesh, along its axes, as large as they can be: no triangle meets them, and a point of
// each is inside, so that all of them are.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <optional>
#include <vector>

namespace allide::detail {

struct InnerBoxes {
    std::vector<Box> boxes = {};     // the largest first
    std::optional<Box> bounds = {};  // of the mesh, if it was looked at
};

// No boxes where the mesh is not closed, or hardly has an extent along an axis.
InnerBoxes find_inner_boxes(const Mesh& mesh);

}  // namespace allide::detail
