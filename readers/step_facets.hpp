// Triangles of a product's shape.
#pragma once

#include <allide/io.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class TopoDS_Face;
class TopoDS_Shape;

namespace allide::readers {

// What a face is painted with, if it has a colour of its own.
using FaceColours = std::function<std::optional<Colour>(const TopoDS_Face& face)>;

// The mesh of one part; without triangles if the shape has no faces. Notes are added about what is left out.
Mesh facets_of(const TopoDS_Shape& shape, const std::string& name, std::optional<Colour> colour,
               const FaceColours& face_colour, const LoadOptions& options, std::vector<Note>& notes);

}  // namespace allide::readers
