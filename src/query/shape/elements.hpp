// The elements of a shape as convex bodies, and the verdict on two of them.
#pragma once

#include "query/shape/shape_data.hpp"

#include <cstdint>

namespace allide::query {

// How a shape is searched.
enum class Structure {
    parts,  // bodies, tested one by one or by their boxes
    tree,   // a model; each triangle is an element or, for points and cells, its centre
    flat,   // one or two half-spaces
};
Structure structure_of(const detail::ShapeData& shape);

// One side of a query.
struct ShapeSide {
    const detail::ShapeData& shape;
    const Pose& pose;

    explicit ShapeSide(const PlacedShape& placed) : shape(data_of(placed)), pose(placed.pose()) {}
    ShapeSide(const detail::ShapeData& data, const Pose& placed_at) : shape(data), pose(placed_at) {}
    Placed model() const { return shape.model.at(pose); }
};

// A body and its pose.
struct Element {
    ConvexBody body;
    Pose pose;
    PlacedBody placed() const& { return body.at(pose); }
    PlacedBody placed() const&& = delete;
};
// The number of elements; for a plane, that of its half-spaces.
std::uint32_t count_of(const detail::ShapeData& shape);
// An element as a body. The body of element_of() has no faces; penetration depths need one with faces.
Element element_of(const ShapeSide& side, std::uint32_t number);
Element element_with_faces(const ShapeSide& side, std::uint32_t number);
// Upper bound of the distance of an element's points from its triangle in the model; 0 for other structures.
double reach_of(const detail::ShapeData& shape);

// Are the two bodies at most `clearance` apart?
BodyVerdict verdict_within(const PlacedBody& a, const PlacedBody& b, double clearance);
// The verdict on an element and a plane or a half-space.
BodyVerdict verdict_within_flat(const PlacedBody& body, const ShapeSide& flat, double clearance);

// The sum of lengths, rounded up, and whether it is exact.
struct LengthSum {
    double sum = 0;
    bool exact = true;
};
LengthSum sum_of(double a, double b, double c);

}  // namespace allide::query
