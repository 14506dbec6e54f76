#include "robot/shape_pair.hpp"

#include "kernel/screw/bounded_contact.hpp"
#include "kernel/triangle/closest_features.hpp"
#include "model/model_data.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

Placed mesh_of(const PlacedShape& s) {
    return s.shape->model.at(s.pose);
}
PlacedBody body_of(const PlacedShape& s) {
    return s.shape->body->at(s.pose);
}

using DoubleDoubleTriangle = kernel::NumberTriangle<kernel::DoubleDouble>;

DoubleDoubleTriangle triangle_of(const PlacedShape& s, std::uint32_t triangle) {
    const auto corners = s.shape->model.mesh().corners(triangle);
    DoubleDoubleTriangle out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = kernel::image<kernel::DoubleDouble>(s.pose, corners[i]);
    return out;
}

kernel::Triangle rounded_triangle_of(const PlacedShape& s, std::uint32_t triangle) {
    kernel::Triangle out = s.shape->model.mesh().corners(triangle);
    for (Vec3& corner : out) corner = s.pose.apply(corner);
    return out;
}
// True if all corners of one triangle are on the same side of the other's plane, up to rounding.
bool is_on_one_side(const kernel::Triangle& t, const kernel::Triangle& of) {
    const Vec3 n = kernel::cross(of[1] - of[0], of[2] - of[0]);
    const double x = kernel::dot(n, t[0] - of[0]), y = kernel::dot(n, t[1] - of[0]),
                 z = kernel::dot(n, t[2] - of[0]);
    return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
}

bool meshes_certainly_touch(const PlacedShape& a, const PlacedShape& b, double slack,
                            std::size_t most_pairs) {
    const auto touches = [&](const Contact& pair) {
        return kernel::touch_within(triangle_of(a, pair.triangle_a), triangle_of(b, pair.triangle_b),
                                    slack) == kernel::Certainty::yes;
    };
    const std::optional<Contact> first = any_contact(mesh_of(a), mesh_of(b));
    if (!first) return false;
    if (touches(*first)) return true;
    const Contacts some = contacts(mesh_of(a), mesh_of(b), {.limit = most_pairs});
    return std::any_of(some.begin(), some.end(), touches);
}

// True if a triangle's depth in the body certainly exceeds the slack. Then the two still share a point if
// their points move by up to the slack relative to each other.
bool body_certainly_touches_mesh(const PlacedShape& body, const PlacedShape& mesh, double slack,
                                 std::size_t most_pairs) {
    const BodyContacts found = contacts(body_of(body), mesh_of(mesh));
    const std::size_t count = std::min(found.triangles.size(), most_pairs);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexBody flat =
            ConvexBody::from_points(mesh.shape->model.mesh().corners(found.triangles[i])).value();
        if (penetration(body_of(body), flat.at(mesh.pose)).lower > slack) return true;
    }
    return false;
}

// The distance of the shapes as placed, errors of their places not included.
ShapeDistance placed_distance(const PlacedShape& a, const PlacedShape& b, double gap) {
    if (a.shape->is_mesh() && b.shape->is_mesh()) {
        const Distance d = distance(mesh_of(a), mesh_of(b), {.gap = gap});
        if (!d.closest) return {d.lower, d.upper, {}, {}};
        return {d.lower, d.upper, d.closest->point_a, d.closest->point_b};
    }
    BodyDistance d;
    if (!a.shape->is_mesh() && !b.shape->is_mesh()) {
        d = distance(body_of(a), body_of(b));
    } else {
        const bool swapped = a.shape->is_mesh();
        const PlacedShape &body = swapped ? b : a, &mesh = swapped ? a : b;
        const std::optional<BodyMeshDistance> found = distance(body_of(body), mesh_of(mesh));
        if (!found) {
            constexpr double infinity = std::numeric_limits<double>::infinity();
            return {infinity, infinity, {}, {}};
        }
        d = found->distance;
        if (swapped) std::swap(d.point_a, d.point_b);
    }
    return {d.lower, d.upper, d.point_a, d.point_b};
}

bool contains_piece_of(const PlacedShape& outer, const PlacedShape& inner) {
    if (!outer.shape->is_mesh() || !outer.shape->closed) return false;
    const Placed placed = mesh_of(outer);
    const auto& m = outer.pose.matrix();
    return std::any_of(
        inner.shape->inner_points.begin(), inner.shape->inner_points.end(), [&](const Vec3& x) {
            // The pose of a body maps its own frame, not the link's.
            const Vec3 point =
                inner.shape->body
                    ? inner.pose.apply(inner.shape->origin.direction_back(x - inner.shape->origin.place))
                    : inner.pose.apply(x);
            // Most points lie outside the ball around the mesh, which is quicker to test.
            const Vec3 center = outer.pose.apply(outer.shape->center), away = point - center;
            const double slack = 0x1p-40 * (kernel::norm_1(point) + kernel::norm_1({m[3], m[7], m[11]}));
            if (kernel::dot(away, away) > std::pow(outer.shape->radius * (1 + 1e-5) + slack, 2)) return false;
            return contains(placed, point) == PointLocation::inside;
        });
}

}  // namespace

PlacedShape place_shape(const LinkShape& shape, const Frame& link) {
    PlacedShape out{&shape, {}, 0};
    const double rounding = 0x1p-48 * (kernel::norm_1(link.place) + shape.reach());
    if (shape.is_mesh() || shape.body->kind() == BodyKind::polytope) {
        out.pose = pose_of(link);
        out.error = (link.error_at(shape.reach()) + rounding) * up;
        return out;
    }
    const Frame body = link * shape.origin;
    out.pose = pose_of(body);
    // An upper bound of the distance of the body's points from the origin of its own frame.
    const double reach = shape.reach() + length_up(shape.origin.place);
    out.error = (body.error_at(reach) + rounding) * up;
    return out;
}

bool certainly_farther(const PlacedShape& a, const PlacedShape& b, double limit) {
    const double far = (limit + a.error + b.error) * up;
    if (a.shape->is_mesh() && b.shape->is_mesh()) return !distance_within(mesh_of(a), mesh_of(b), far).within;
    return placed_distance(a, b, 0.5).lower > far;
}

bool triangles_certainly_near(const PlacedShape& a, std::uint32_t triangle_a, const PlacedShape& b,
                              std::uint32_t triangle_b, double clearance) {
    const double all = (a.error + b.error) * up;
    if (!(clearance > all)) {
        // Most triangles that do not cross are recognised in double. Where rounding errors matter, the
        // contact would not be certain either.
        const kernel::Triangle rounded_a = rounded_triangle_of(a, triangle_a),
                               rounded_b = rounded_triangle_of(b, triangle_b);
        if (is_on_one_side(rounded_a, rounded_b) || is_on_one_side(rounded_b, rounded_a)) return false;
    }
    const DoubleDoubleTriangle fine_a = triangle_of(a, triangle_a), fine_b = triangle_of(b, triangle_b);
    if (!(clearance > all)) return kernel::touch_within(fine_a, fine_b, all) == kernel::Certainty::yes;
    // The distance of any two points of the triangles bounds their distance from above.
    double largest = 0;
    const auto rounded = [&](const DoubleDoubleTriangle& t) {
        kernel::Triangle out;
        for (std::size_t i = 0; i < 3; ++i) {
            out[i] = {t[i][0].rounded(), t[i][1].rounded(), t[i][2].rounded()};
            largest = std::max(largest, kernel::norm_1(out[i]));
        }
        return out;
    };
    const kernel::Triangle world_a = rounded(fine_a), world_b = rounded(fine_b);
    const auto features = kernel::closest_features(world_a, world_b);
    const auto weighted = [](const kernel::Triangle& t, const std::array<double, 3>& w) {
        return w[0] * t[0] + w[1] * t[1] + w[2] * t[2];
    };
    const Vec3 between = weighted(world_a, features.weights_a) - weighted(world_b, features.weights_b);
    return length_up(between) + 0x1p-46 * largest + all <= clearance;
}

bool certainly_near(const PlacedShape& a, const PlacedShape& b, double clearance, double slack,
                    std::size_t most_pairs) {
    const double all = (a.error + b.error + slack) * up;
    if (clearance > all) {
        const double near = (clearance - all) * (1 - 0x1p-40);
        if (a.shape->is_mesh() && b.shape->is_mesh())
            return distance_within(mesh_of(a), mesh_of(b), near).within;
        return placed_distance(a, b, 1e-12).upper <= near;
    }
    if (a.shape->is_mesh() && b.shape->is_mesh()) return meshes_certainly_touch(a, b, all, most_pairs);
    if (a.shape->is_mesh()) return body_certainly_touches_mesh(b, a, all, most_pairs);
    if (b.shape->is_mesh()) return body_certainly_touches_mesh(a, b, all, most_pairs);
    return penetration(body_of(a), body_of(b)).lower > all;
}

bool one_contains_other(const PlacedShape& a, const PlacedShape& b) {
    return contains_piece_of(a, b) || contains_piece_of(b, a);
}

ShapeDistance distance_of(const PlacedShape& a, const PlacedShape& b, double gap) {
    ShapeDistance d = placed_distance(a, b, gap);
    const double all = (a.error + b.error) * up;
    d.lower = (d.lower - all) * (1 - 0x1p-40);
    d.upper = (d.upper + all) * up;
    if (!(d.lower > 0)) d = {0, 0, d.point_a, d.point_a};
    return d;
}

Vec3 common_point(const PlacedShape& a, const PlacedShape& b) {
    return placed_distance(a, b, 0.5).point_a;
}

}  // namespace allide::robot
