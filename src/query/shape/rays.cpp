// Rays against shapes. Whether a ray meets a body is decided by overlap_solid(): it tests the body and a long
// segment on the ray, whose two ends are exact. The point of entry is approached from outside: each step
// moves along the ray to a plane that touches the body at the point closest to the current position. This
// converges quadratically, unless the ray grazes the body.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/small_body.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/body_box.hpp"
#include "query/shape/elements.hpp"
#include "query/shape/ray_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace allide {
namespace {

using query::count_of;
using query::Element;
using query::element_of;
using query::reach_of;
using query::ShapeSide;
using query::Structure;
using query::structure_of;

using base::infinity;

// The segment of the points origin + s · 2^exponent · direction for 0 ≤ s ≤ 1, represented exactly by a body
// and a pose.
struct LongSegment {
    ConvexBody body;
    Pose pose;

    static LongSegment on(const Ray& ray, int exponent) {
        const Vec3 to{std::ldexp(ray.direction.x, exponent), std::ldexp(ray.direction.y, exponent),
                      std::ldexp(ray.direction.z, exponent)};
        const std::array<Vec3, 2> ends{Vec3{}, to};
        return {ConvexBody::from_points(ends).value(), Pose::translation(ray.origin)};
    }
    PlacedBody placed() const& { return body.at(pose); }
};

Vec3 at(const Ray& ray, double t) {
    return ray.origin + t * ray.direction;
}

ShapeHit from_inside(const Ray& ray, std::uint32_t number) {
    return {0, ray.origin, -normalized(ray.direction), number, {}};
}

// The point at which the ray enters the body from outside. Requires that they meet.
ShapeHit entry(const Ray& ray, const Element& element, std::uint32_t number, double size) {
    const double speed = length(ray.direction);
    double t = 0;
    ShapeHit hit;
    hit.element = number;
    Vec3 normal = -1 / speed * ray.direction;
    constexpr int steps = 200;  // a ray that grazes converges slowly; then the last point is close enough
    for (int step = 0; step < steps; ++step) {
        const Vec3 here = at(ray, t);
        const ConvexBody point = convex::ball_body({}, 0);
        const BodyDistance gap = distance(point.at(Pose::translation(here)), element.placed());
        const Vec3 away = here - gap.point_b;
        const double far = length(away);
        if (gap.upper == 0 || far == 0) break;
        normal = 1 / far * away;
        const double closing = -dot(normal, ray.direction);
        if (gap.upper <= 0x1p-46 * (size + kernel::largest(here))) break;
        if (!(closing > 0)) break;
        t += far / closing;
    }
    hit.t = t;
    hit.point = at(ray, t);
    hit.normal = normal;
    return hit;
}

// The element's hit; empty if there is none up to max_t. An undecided verdict counts as a hit.
std::optional<ShapeHit> hit_of(const Ray& ray, const Element& element, std::uint32_t number) {
    const Box box = query::box_around(element.placed(), 0);
    if (!query::entry_of(ray, box)) return std::nullopt;
    const ConvexBody point = convex::ball_body({}, 0);
    if (overlap_solid(point.at(Pose::translation(ray.origin)), element.placed()).verdict == BodyVerdict::yes)
        return from_inside(ray, number);
    // The segment is long enough to pass the whole box, which is finite.
    const Vec3 center = box.center() - ray.origin;
    const double size = length(box.size()), reach = length(center) + size;
    const int exponent = std::ilogb(std::max(reach, 0x1p-1000)) - std::ilogb(length(ray.direction)) + 2;
    const LongSegment segment = LongSegment::on(ray, exponent);
    if (overlap_solid(segment.placed(), element.placed()).verdict == BodyVerdict::no) return std::nullopt;
    const ShapeHit hit = entry(ray, element, number, size);
    if (hit.t > ray.max_t) return std::nullopt;
    return hit;
}

// The triangle's corners in the world, rounded.
std::array<Vec3, 3> world_corners(const ShapeSide& side, std::uint32_t triangle) {
    std::array<Vec3, 3> corners = side.shape.model.mesh().corners(triangle);
    for (Vec3& corner : corners) corner = side.pose.apply(corner);
    return corners;
}

ShapeHit detailed(const Hit& hit, const ShapeSide& side) {
    const auto [a, b, c] = world_corners(side, hit.triangle);
    ShapeHit found;
    found.t = hit.t;
    found.point = hit.point;
    found.element = hit.triangle;
    const Vec3 u = b - a, v = c - a;
    const double scale = std::max(kernel::largest(u), kernel::largest(v));
    if (scale == 0) {
        found.barycentrics = {1, 0, 0};
        return found;
    }
    const Vec3 n = cross(1 / scale * u, 1 / scale * v), p = 1 / scale * (hit.point - a);
    const double square = dot(n, n);
    if (square == 0) {
        // The triangle is a segment; its barycentric coordinates are not computed.
        found.barycentrics = {1, 0, 0};
        return found;
    }
    found.normal = normalized(n);
    const double weight_b = std::clamp(dot(cross(p, 1 / scale * v), n) / square, 0.0, 1.0),
                 weight_c = std::clamp(dot(cross(1 / scale * u, p), n) / square, 0.0, 1 - weight_b);
    found.barycentrics = {1 - weight_b - weight_c, weight_b, weight_c};
    return found;
}

// The elements whose centres lie in a square tube around the ray that is wide enough for the shape's reach.
std::vector<std::uint32_t> elements_near(const ShapeSide& side, const Ray& ray) {
    const Box box = bounding_box(detail::ShapeAccess::place(
        std::shared_ptr<const detail::ShapeData>(std::shared_ptr<const detail::ShapeData>(), &side.shape),
        side.pose));
    if (!query::entry_of(ray, box)) return {};
    const Vec3 along = normalized(ray.direction);
    const Vec3 other = std::abs(along.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(along, other)), v = normalized(cross(along, u));
    // The terms that enlarge the reach cover the rounding of directions and products.
    const double scale = kernel::norm_1(ray.origin) + kernel::norm_1(box.lo) + kernel::norm_1(box.hi);
    const double reach = reach_of(side.shape) * (1 + 0x1p-40) + 0x1p-44 * scale;
    std::vector<HalfSpace> tube;
    for (const Vec3& axis : {u, -u, v, -v}) tube.push_back({axis, dot(axis, ray.origin) + reach});
    tube.push_back({-along, -dot(along, ray.origin) + reach});
    return triangles_in(side.model(), tube);
}

// Compares by t, then by element.
bool before(const ShapeHit& a, const ShapeHit& b) {
    return std::tie(a.t, a.element) < std::tie(b.t, b.element);
}

std::optional<ShapeHit> hit_of_flat(const Ray& ray, const ShapeSide& flat) {
    const Element first = element_of(flat, 0);
    const ConvexBody point = convex::ball_body({}, 0);
    const PlacedBody origin = point.at(Pose::translation(ray.origin));
    bool inside = true;
    for (std::uint32_t i = 0; i < count_of(flat.shape); ++i)
        inside = inside &&
                 overlap_solid(origin, flat.shape.parts[i].body.at(flat.pose)).verdict == BodyVerdict::yes;
    if (inside) return from_inside(ray, 0);
    // The length of the segment is about 2^1000, so it serves as a ray.
    const LongSegment segment = LongSegment::on(ray, 1000 - std::ilogb(kernel::largest(ray.direction)));
    for (std::uint32_t i = 0; i < count_of(flat.shape); ++i)
        if (overlap_solid(segment.placed(), flat.shape.parts[i].body.at(flat.pose)).verdict ==
            BodyVerdict::no)
            return std::nullopt;
    const HalfSpace plane = first.body.planes()[0];
    // A normal is mapped by the transpose of the inverse, since the pose's matrix is a rotation only up to
    // 1e-6.
    const Pose back = flat.pose.inverse();
    const Vec3 origin_there = back.apply(ray.origin), direction_there = back.apply_to_vector(ray.direction);
    const double t = (plane.offset - dot(plane.normal, origin_there)) / dot(plane.normal, direction_there);
    if (!(t <= ray.max_t)) return std::nullopt;
    const auto& m = back.matrix();
    const Vec3 n = plane.normal;
    Vec3 normal = normalized(Vec3{m[0] * n.x + m[4] * n.y + m[8] * n.z, m[1] * n.x + m[5] * n.y + m[9] * n.z,
                                  m[2] * n.x + m[6] * n.y + m[10] * n.z});
    return ShapeHit{
        .t = std::max(t, 0.0), .point = at(ray, std::max(t, 0.0)), .normal = normal, .element = 0};
}

// A ray that starts inside a solid mesh hits it there.
bool starts_inside(const ShapeSide& side, const Ray& ray) {
    return side.shape.solid && contains(side.model(), ray.origin) == PointLocation::inside;
}

}  // namespace

std::vector<ShapeHit> all_hits(const PlacedShape& shape, const Ray& ray) {
    query::check(ray);
    const base::DefaultFloatEnvironment environment;
    const ShapeSide side(shape);
    std::vector<ShapeHit> hits;
    if (structure_of(side.shape) == Structure::flat) {
        if (const auto hit = hit_of_flat(ray, side)) hits.push_back(*hit);
        return hits;
    }
    if (side.shape.kind == ShapeKind::mesh || side.shape.kind == ShapeKind::height_field) {
        for (const Hit& hit : all_hits(side.model(), ray)) hits.push_back(detailed(hit, side));
        if (starts_inside(side, ray)) hits.push_back(from_inside(ray, ShapeContact::inside));
    } else {
        const auto add = [&](std::uint32_t number) {
            if (const auto hit = hit_of(ray, element_of(side, number), number)) hits.push_back(*hit);
        };
        if (structure_of(side.shape) == Structure::tree) {
            for (const std::uint32_t number : elements_near(side, ray)) add(number);
        } else {
            for (std::uint32_t number = 0; number < count_of(side.shape); ++number) add(number);
        }
    }
    std::sort(hits.begin(), hits.end(), before);
    return hits;
}

std::optional<ShapeHit> first_hit(const PlacedShape& shape, const Ray& ray) {
    query::check(ray);
    const base::DefaultFloatEnvironment environment;
    const ShapeSide side(shape);
    if (side.shape.kind == ShapeKind::mesh || side.shape.kind == ShapeKind::height_field) {
        if (starts_inside(side, ray)) return from_inside(ray, ShapeContact::inside);
        const auto hit = first_hit(side.model(), ray);
        return hit ? std::optional(detailed(*hit, side)) : std::nullopt;
    }
    const std::vector<ShapeHit> hits = all_hits(shape, ray);
    return hits.empty() ? std::nullopt : std::optional(hits.front());
}

}  // namespace allide
