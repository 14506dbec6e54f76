// The data that copies of a Shape share, and access to it for the rooms above.
#pragma once

#include "model/model_data.hpp"

#include <allide/shape.hpp>

#include <utility>
#include <vector>

namespace allide::detail {

struct ShapeData {
    ShapeKind kind = ShapeKind::mesh;
    bool solid = false;
    // For a body or a half-space: one part at the identity. For a compound: its parts. For a plane: the
    // half-spaces on both of its sides.
    std::vector<CompoundPart> parts = {};
    // For a mesh or a height field: the surface. For points: one degenerate triangle per point. For cells:
    // one degenerate triangle per cell, at its centre.
    Model model = {};
    double radius = 0;  // radius of each point, if the shape consists of points
    std::vector<Vec3> centers = {};
    std::vector<Box> boxes = {};
    // For cells: an upper bound of the distance of a cell's points from its centre, and a lower bound of half
    // its shortest side, both at any pose.
    double outer = 0, inner = 0;
    ShapeNumber number = {};  // copies share it
};

struct ShapeAccess {
    static Shape make(ShapeData data) { return Shape(std::make_shared<const ShapeData>(std::move(data))); }
    static Shape from(std::shared_ptr<const ShapeData> data) { return Shape(std::move(data)); }
    static PlacedShape place(std::shared_ptr<const ShapeData> data, const Pose& pose) {
        return {std::move(data), pose};
    }
    static const std::shared_ptr<const ShapeData>& shared(const Shape& shape) { return shape.data_; }
    static const std::shared_ptr<const ShapeData>& shared(const PlacedShape& shape) { return shape.data_; }
    static const ShapeData& data(const Shape& shape) { return *shape.data_; }
    static const ShapeData& data(const PlacedShape& shape) { return *shape.data_; }
};

}  // namespace allide::detail

namespace allide {

// Callers in every room find these by argument-dependent lookup.
inline const detail::ShapeData& data_of(const Shape& shape) {
    return detail::ShapeAccess::data(shape);
}
inline const detail::ShapeData& data_of(const PlacedShape& shape) {
    return detail::ShapeAccess::data(shape);
}

}  // namespace allide
