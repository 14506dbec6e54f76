#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"

#include <cmath>

namespace allide {
namespace {

Error refused_body(ErrorCode code, const char* why) {
    return {.code = code, .message = why};
}

bool is_measure(double length) {
    return std::isfinite(length) && length >= 0;
}

// Creates a body of any kind but a polytope from its core points, its radius and its extent.
detail::BodyData body_of_kind(BodyKind kind, std::vector<Vec3> core, double radius, const Vec3& extent) {
    detail::BodyData body;
    body.kind = kind;
    body.vertices = std::move(core);
    body.radius = radius;
    body.extent = extent;
    body.dimension = static_cast<int>(body.vertices.size()) - 1;
    convex::arrange(body);
    body.norm += kernel::norm_1(extent);
    body.mass = convex::mass_of(body);
    convex::add_balls(body);
    return body;
}

}  // namespace

ConvexBody::ConvexBody(std::shared_ptr<const detail::BodyData> data) : data_(std::move(data)) {}

Result<ConvexBody> ConvexBody::from_points(std::span<const Vec3> points) {
    const base::DefaultFloatEnvironment environment;
    if (points.empty()) return refused_body(ErrorCode::bad_argument, "a convex body needs a point");
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!kernel::finite(points[i])) {
            Error error = refused_body(ErrorCode::not_finite, "a point of a convex body is not finite");
            error.vertex = i;
            return error;
        }
    return ConvexBody(std::make_shared<detail::BodyData>(convex::make_polytope(points)));
}

Result<ConvexBody> ConvexBody::box(const Vec3& half_sides) {
    if (!is_measure(half_sides.x) || !is_measure(half_sides.y) || !is_measure(half_sides.z))
        return refused_body(ErrorCode::bad_argument,
                            "half the side of a box must be finite and not negative");
    std::vector<Vec3> corners;
    for (const double x : {-half_sides.x, half_sides.x})
        for (const double y : {-half_sides.y, half_sides.y})
            for (const double z : {-half_sides.z, half_sides.z}) corners.push_back({x, y, z});
    return from_points(corners);
}

Result<ConvexBody> ConvexBody::sphere(double radius) {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(radius))
        return refused_body(ErrorCode::bad_argument, "a radius must be finite and not negative");
    return ConvexBody(
        std::make_shared<detail::BodyData>(body_of_kind(BodyKind::sphere, {Vec3{}}, radius, {})));
}

Result<ConvexBody> ConvexBody::capsule(double radius, double half_length) {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(radius) || !is_measure(half_length))
        return refused_body(ErrorCode::bad_argument, "a capsule's measures must be finite and not negative");
    std::vector<Vec3> ends{{0, 0, -half_length}};
    if (half_length > 0) ends.push_back({0, 0, half_length});
    return ConvexBody(
        std::make_shared<detail::BodyData>(body_of_kind(BodyKind::capsule, std::move(ends), radius, {})));
}

Result<ConvexBody> ConvexBody::cylinder(double radius, double half_height) {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(radius) || !is_measure(half_height))
        return refused_body(ErrorCode::bad_argument, "a cylinder's measures must be finite and not negative");
    return ConvexBody(std::make_shared<detail::BodyData>(
        body_of_kind(BodyKind::cylinder, {}, 0, {radius, radius, half_height})));
}

Result<ConvexBody> ConvexBody::cone(double radius, double half_height) {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(radius) || !is_measure(half_height))
        return refused_body(ErrorCode::bad_argument, "a cone's measures must be finite and not negative");
    return ConvexBody(std::make_shared<detail::BodyData>(
        body_of_kind(BodyKind::cone, {}, 0, {radius, radius, half_height})));
}

Result<ConvexBody> ConvexBody::ellipsoid(const Vec3& semi_axes) {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(semi_axes.x) || !is_measure(semi_axes.y) || !is_measure(semi_axes.z))
        return refused_body(ErrorCode::bad_argument, "an ellipsoid's axes must be finite and not negative");
    return ConvexBody(
        std::make_shared<detail::BodyData>(body_of_kind(BodyKind::ellipsoid, {}, 0, semi_axes)));
}

Result<ConvexBody> ConvexBody::half_space(const HalfSpace& half_space) {
    if (!kernel::finite(half_space.normal) || !std::isfinite(half_space.offset))
        return refused_body(ErrorCode::not_finite, "a half-space's plane must be finite");
    if (half_space.normal == Vec3{})
        return refused_body(ErrorCode::bad_argument, "a half-space's normal must not be 0");
    detail::BodyData body = body_of_kind(BodyKind::half_space, {}, 0, {});
    body.half_space = half_space;
    body.planes = {half_space};
    return ConvexBody(std::make_shared<detail::BodyData>(std::move(body)));
}

Result<ConvexBody> ConvexBody::rounded(double radius) const {
    const base::DefaultFloatEnvironment environment;
    if (!is_measure(radius))
        return refused_body(ErrorCode::bad_argument,
                            "the radius of a rounding must be finite and not negative");
    if (radius == 0) return *this;
    detail::BodyData body = *data_;
    if (body.kind == BodyKind::half_space) {
        const Vec3& n = body.half_space.normal;
        const double up = 1 + 0x1p-50;
        body.half_space.offset += radius * std::hypot(n.x, n.y, n.z) * up;
        body.half_space.offset = std::nextafter(body.half_space.offset, base::infinity);
        body.planes = {body.half_space};
    } else {
        body.radius += radius;
        for (HalfSpace& plane : body.planes) plane.offset += radius;
        body.mass = convex::mass_of(body);
    }
    if (!std::isfinite(body.radius) || !std::isfinite(body.half_space.offset))
        return refused_body(ErrorCode::too_large, "the rounded body exceeds the range of doubles");
    return ConvexBody(std::make_shared<detail::BodyData>(std::move(body)));
}

BodyKind ConvexBody::kind() const {
    return data_->kind;
}
std::span<const Vec3> ConvexBody::vertices() const {
    return data_->vertices;
}
double ConvexBody::radius() const {
    return data_->radius;
}
const Vec3& ConvexBody::extent() const {
    return data_->extent;
}
std::span<const BodyFace> ConvexBody::faces() const {
    return data_->faces;
}
std::span<const BodyEdge> ConvexBody::edges() const {
    return data_->edges;
}
std::span<const HalfSpace> ConvexBody::planes() const {
    return data_->planes;
}
MassProperties ConvexBody::mass() const {
    return data_->mass;
}

}  // namespace allide
