#include "robot/link_shape.hpp"

#include "convex/body/body_data.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

Mesh mapped(const Mesh& mesh, const Pose& pose) {
    if (pose == Pose::identity()) return mesh;
    MeshData data;
    data.source = mesh.source();
    data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    for (Vec3& x : data.vertices) x = pose.apply(x);
    return Mesh::from(std::move(data)).value();
}

void bound_points(LinkShape& shape, const std::vector<Vec3>& points, double more) {
    for (const Vec3& x : points) shape.box.grow(x);
    if (points.empty()) return;
    shape.center = shape.box.center();
    for (const Vec3& x : points) shape.radius = std::max(shape.radius, length_up(x - shape.center));
    shape.radius = (shape.radius + more) * (1 + 0x1p-40);
    shape.box = shape.box.expanded(more);
}

std::vector<Vec3> used_points(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size());
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) points.push_back(mesh.vertices()[i]);
    return points;
}

// Sets the box and the ball of a curved body from its support heights along the axes of the link's frame.
void bound_body(LinkShape& shape, const detail::BodyData& body) {
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double low[3], high[3];
    const Vec3 at = shape.origin.place;
    const double places[3] = {at.x, at.y, at.z};
    const double slack = 0x1p-44 * (body.norm + body.radius + kernel::norm_1(at)) + 0x1p-1000;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 into = shape.origin.direction_back(axes[k]);
        high[k] = places[k] + convex::BodyPair::local_support(body, into).height + body.radius + slack;
        low[k] = places[k] - convex::BodyPair::local_support(body, -1 * into).height - body.radius - slack;
    }
    shape.box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    shape.center = shape.origin.point(body.middle);
    const double ball = body.outer_ball + body.radius + slack;
    const Vec3 middle = shape.box.center();
    const double half_diagonal = length_up(shape.box.hi - middle);
    shape.radius = ball * (1 + 0x1p-40);
    if (half_diagonal < shape.radius) {
        shape.center = middle;
        shape.radius = half_diagonal * (1 + 0x1p-40);
    }
}

}  // namespace

LinkShape shape_of(const Model& model) {
    LinkShape shape;
    shape.model = model;
    bound_points(shape, used_points(model.mesh()), 0);
    const mesh::Surface& surface = data_of(model).surface();
    shape.closed = surface.closed;
    for (const std::uint32_t vertex : surface.shells)
        shape.inner_points.push_back(model.mesh().vertices()[vertex]);
    return shape;
}

Result<LinkShape> make_shape(const LinkGeometry& geometry, const std::string& what) {
    if (const Mesh* mesh = std::get_if<Mesh>(&geometry.shape)) {
        Result<Model> model = Model::build(mapped(*mesh, geometry.origin));
        if (!model) {
            Error error = model.error();
            error.message = what + ": " + error.message;
            return error;
        }
        return shape_of(std::move(model).value());
    }
    const ConvexBody& body = std::get<ConvexBody>(geometry.shape);
    if (body.kind() == BodyKind::half_space)
        return Error{.code = ErrorCode::bad_argument,
                     .message = what + ": a half-space is no shape of a link"};
    LinkShape shape;
    if (body.kind() == BodyKind::polytope) {
        std::vector<Vec3> points(body.vertices().begin(), body.vertices().end());
        for (Vec3& x : points) x = geometry.origin.apply(x);
        Result<ConvexBody> placed = ConvexBody::from_points(points);
        if (!placed) return placed.error();
        shape.body = body.radius() > 0 ? placed.value().rounded(body.radius()).value() : placed.value();
        bound_points(shape, points, body.radius());
    } else {
        shape.body = body;
        shape.origin = orthonormal_frame(geometry.origin);
        bound_body(shape, data_of(body));
    }
    shape.inner_points = {shape.origin.point(data_of(*shape.body).middle)};
    return shape;
}

}  // namespace allide::robot
