#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_data.hpp"
#include "kernel/pose/vec.hpp"
#include "mesh/surface.hpp"
#include "query/shape/height_field.hpp"
#include "query/shape/shape_data.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace allide {
namespace {

using detail::ShapeAccess;
using detail::ShapeData;

Error refused_shape(ErrorCode code, std::string why) {
    return {.code = code, .message = std::move(why)};
}

// A model of points: one degenerate triangle per point, in the order of the points.
Result<Model> model_of_points(std::span<const Vec3> points) {
    std::vector<TriangleIndices> triangles(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) triangles[i] = {i, i, i};
    Result<Mesh> mesh =
        Mesh::from({.vertices = {points.begin(), points.end()}, .triangles = std::move(triangles)});
    if (!mesh) return std::move(mesh).error();
    return Model::build(*mesh);
}

ShapeData body_shape(const ConvexBody& body) {
    const bool half = body.kind() == BodyKind::half_space;
    ShapeData data;
    data.kind = half ? ShapeKind::half_space : ShapeKind::body;
    data.solid = true;
    data.parts = {{body, Pose::identity()}};
    return data;
}

ShapeData mesh_shape(const Model& model) {
    ShapeData data;
    data.model = model;
    return data;
}

bool is_closed(const Model& model) {
    return data_of(model).surface().closed;
}

bool count_fits(std::size_t count) {
    return count < ShapeContact::inside;
}

}  // namespace

std::string_view name_of(ShapeKind kind) {
    switch (kind) {
        case ShapeKind::mesh:
            return "mesh";
        case ShapeKind::body:
            return "body";
        case ShapeKind::compound:
            return "compound";
        case ShapeKind::height_field:
            return "height field";
        case ShapeKind::points:
            return "points";
        case ShapeKind::cells:
            return "cells";
        case ShapeKind::plane:
            return "plane";
        case ShapeKind::half_space:
            return "half-space";
    }
    throw PreconditionError("no such ShapeKind");
}

Shape::Shape(std::shared_ptr<const ShapeData> data) : data_(std::move(data)) {}
Shape::Shape(const Model& model) : data_(std::make_shared<const ShapeData>(mesh_shape(model))) {}
Shape::Shape(const ConvexBody& body) : data_(std::make_shared<const ShapeData>(body_shape(body))) {}

Result<Shape> Shape::solid(const Model& model) {
    const base::DefaultFloatEnvironment environment;
    if (!is_closed(model))
        return refused_shape(ErrorCode::bad_argument,
                             "a solid needs a closed mesh: every edge must belong to an "
                             "even number of triangles");
    ShapeData data = mesh_shape(model);
    data.solid = true;
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::compound(std::span<const CompoundPart> parts) {
    if (parts.empty()) return refused_shape(ErrorCode::bad_argument, "a compound needs a part");
    if (!count_fits(parts.size()))
        return refused_shape(ErrorCode::too_large, "a compound has too many parts");
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].body.kind() == BodyKind::half_space)
            return refused_shape(ErrorCode::bad_argument,
                                 "part " + std::to_string(i) +
                                     " of a compound is a half-space, which must be a "
                                     "shape of its own");
    ShapeData data;
    data.kind = ShapeKind::compound;
    data.solid = true;
    data.parts.assign(parts.begin(), parts.end());
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::height_field(const HeightField& field) {
    const base::DefaultFloatEnvironment environment;
    Result<Mesh> mesh = query::mesh_of(field);
    if (!mesh) return std::move(mesh).error();
    Result<Model> model = Model::build(*mesh);
    if (!model) return std::move(model).error();
    ShapeData data = mesh_shape(*model);
    data.kind = ShapeKind::height_field;
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::solid(const HeightField& field) {
    if (!field.floor) return refused_shape(ErrorCode::bad_argument, "a solid height field needs a floor");
    Result<Shape> shape = height_field(field);
    if (!shape) return shape;
    ShapeData data = data_of(*shape);
    data.solid = true;
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::points(std::span<const Vec3> points, double radius) {
    const base::DefaultFloatEnvironment environment;
    if (points.empty()) return refused_shape(ErrorCode::bad_argument, "a point cloud needs a point");
    if (!count_fits(points.size()))
        return refused_shape(ErrorCode::too_large, "a point cloud has too many points");
    if (!(std::isfinite(radius) && radius >= 0))
        return refused_shape(ErrorCode::bad_argument, "a radius must be finite and not negative");
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!kernel::finite(points[i])) {
            Error error = refused_shape(ErrorCode::not_finite, "a point of a cloud is not finite");
            error.vertex = i;
            return error;
        }
    Result<Model> model = model_of_points(points);
    if (!model) return std::move(model).error();
    ShapeData data;
    data.kind = ShapeKind::points;
    data.solid = true;
    data.model = *std::move(model);
    data.radius = radius;
    data.centers.assign(points.begin(), points.end());
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::cells(std::span<const Box> boxes) {
    const base::DefaultFloatEnvironment environment;
    if (boxes.empty()) return refused_shape(ErrorCode::bad_argument, "a shape of cells needs a cell");
    if (!count_fits(boxes.size())) return refused_shape(ErrorCode::too_large, "a shape has too many cells");
    ShapeData data;
    data.kind = ShapeKind::cells;
    data.solid = true;
    data.inner = base::infinity;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box& box = boxes[i];
        if (box.is_empty() || !kernel::finite(box.lo) || !kernel::finite(box.hi))
            return refused_shape(ErrorCode::bad_argument,
                                 "cell " + std::to_string(i) + " is empty or not finite");
        const Vec3 center = box.center();
        const Vec3 low = center - box.lo, high = box.hi - center;
        const Vec3 half{std::max(low.x, high.x), std::max(low.y, high.y), std::max(low.z, high.z)};
        // The factors cover rounding and the deviation of a pose's matrix from a rotation.
        data.outer = std::max(data.outer, length(half) * (1 + 4e-6));
        data.inner = std::min({data.inner, low.x, low.y, low.z, high.x, high.y, high.z});
        data.centers.push_back(center);
    }
    data.inner *= 1 - 4e-6;
    data.boxes.assign(boxes.begin(), boxes.end());
    Result<Model> model = model_of_points(data.centers);
    if (!model) return std::move(model).error();
    data.model = *std::move(model);
    return ShapeAccess::make(std::move(data));
}

Result<Shape> Shape::plane(const HalfSpace& boundary) {
    const Result<ConvexBody> below = ConvexBody::half_space(boundary);
    if (!below)
        return refused_shape(below.error().code,
                             "a plane needs a finite offset and a finite normal that "
                             "is not 0");
    ShapeData data;
    data.kind = ShapeKind::plane;
    data.parts = {{*below}, {ConvexBody::half_space({-boundary.normal, -boundary.offset}).value()}};
    return ShapeAccess::make(std::move(data));
}

ShapeKind Shape::kind() const {
    return data_->kind;
}

bool Shape::is_solid() const {
    return data_->solid;
}

std::size_t Shape::size() const {
    switch (data_->kind) {
        case ShapeKind::mesh:
        case ShapeKind::height_field:
        case ShapeKind::points:
        case ShapeKind::cells:
            return data_->model.mesh().triangles().size();
        case ShapeKind::plane:
            return 1;
        default:
            return data_->parts.size();
    }
}

const Model& Shape::model() const {
    base::expect(data_->kind == ShapeKind::mesh || data_->kind == ShapeKind::height_field,
                 "only a mesh and a height field have a model");
    return data_->model;
}

std::span<const CompoundPart> Shape::parts() const {
    if (data_->kind == ShapeKind::plane) return {};
    return data_->parts;
}

std::span<const Vec3> Shape::centers() const {
    if (data_->kind != ShapeKind::points) return {};
    return data_->centers;
}

double Shape::radius() const {
    return data_->radius;
}

std::span<const Box> Shape::boxes() const {
    return data_->boxes;
}

PlacedShape Shape::at(const Pose& pose) const {
    return ShapeAccess::place(data_, pose);
}

PlacedShape Shape::at_rest() const {
    return ShapeAccess::place(data_, Pose::identity());
}

PlacedShape::PlacedShape(const Placed& model)
    : data_(std::make_shared<const ShapeData>(mesh_shape(detail::ModelAccess::borrow(data_of(model))))),
      pose_(model.pose()) {}

PlacedShape::PlacedShape(const PlacedBody& body)
    : data_(std::make_shared<const ShapeData>(body_shape(detail::BodyAccess::borrow(data_of(body))))),
      pose_(body.pose()) {}

}  // namespace allide
