// Shapes of every kind as Python sees them, and as arguments of queries.
#pragma once

#include "convex.hpp"
#include "surface.hpp"

#include <allide/shape.hpp>

#include <memory>
#include <optional>
#include <string>

#include <nanobind/nanobind.h>

namespace allide::python {

// Python's Shape, with data that pickling needs and that the C++ shape does not provide.
struct BoundShape {
    Shape shape;
    std::shared_ptr<const HeightField> field;  // the field, if the shape is a height field
    std::optional<HalfSpace> boundary;  // the half-space that the plane bounds, if the shape is a plane
    // The text of the .json file that the shape was loaded from, if it has no reference to another file.
    std::shared_ptr<const std::string> description;
};

// Python's ConvexBody for a body that no Python function has made, such as a part of a loaded compound.
Body body_from(const ConvexBody& body);

inline bool is_shape(PyObject* object) {
    return nb::isinstance<BoundShape>(object) || nb::isinstance<Body>(object) || is_surface(object);
}
// A Shape, or anything that is one: a ConvexBody, a Model or a DeformableModel as it is now.
class ShapeArgument : public nb::object {
    NB_OBJECT_DEFAULT(ShapeArgument, nb::object, "Shape | ConvexBody | Model | DeformableModel", is_shape)
};
// Needs the GIL, which it releases while a deformable model is copied.
BoundShape shape_of(nb::handle object);
inline PlacedShape placed_shape_of(nb::handle object, nb::handle pose, const char* argument) {
    return shape_of(object).shape.at(pose_of(pose, argument));
}

}  // namespace allide::python
