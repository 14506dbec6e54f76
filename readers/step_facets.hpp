// Triangles of a product's shape.
#pragma once

#include <allide/io.hpp>

#include <optional>
#include <string>
#include <vector>

class TopoDS_Shape;

namespace allide::readers {

// The mesh of one part; without triangles if the shape has no faces. Notes are added about what is left out.
Mesh facets_of(const TopoDS_Shape& shape, const std::string& name, const PartTraits& traits,
               const LoadOptions& options, std::vector<Note>& notes);

}  // namespace allide::readers
