// Triangulates the shape of a product.
#pragma once

#include <allide/io.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class TopoDS_Face;
class TopoDS_Shape;

namespace allide::readers {

// Returns the face's own colour; empty if it has none.
using FaceColours = std::function<std::optional<Colour>(const TopoDS_Face& face)>;

// The mesh of one part; without triangles if the shape has no faces. Adds a note for each face that is left
// out.
Mesh facets_of(const TopoDS_Shape& shape, const std::string& name, std::optional<Colour> colour,
               const FaceColours& face_colour, const LoadOptions& options, std::vector<Note>& notes);

}  // namespace allide::readers
