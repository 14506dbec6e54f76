// Large axis-aligned boxes inside a closed mesh. It is certain that they are inside: no triangle meets a box,
// and one point of it is inside, both decided exactly.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <optional>
#include <vector>

namespace allide::detail {

struct InnerBoxes {
    std::vector<Box> boxes = {};     // the largest first
    std::optional<Box> bounds = {};  // bounding box of the mesh; empty if it has no triangles
};

// Finds no boxes if the mesh is not closed, or is very thin, very far from the origin for its size, or of a
// size near the limits of doubles.
InnerBoxes find_inner_boxes(const Mesh& mesh);

}  // namespace allide::detail
