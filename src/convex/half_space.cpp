#include "convex/half_space.hpp"

#include "base/infinity.hpp"
#include "convex/body/body_pair.hpp"
#include "convex/gjk/exact_closest.hpp"
#include "kernel/number/number_vectors.hpp"

#include <cmath>

namespace allide::convex {
namespace {

using kernel::BoundedDouble;
using kernel::dot_of;
using kernel::Exact;
using kernel::minus;
using kernel::NumberPoint;

// A half-space in the world: the points y with normal · y ≤ offset. The normal, not of unit length, is that
// of the body times the cofactor matrix of the pose (the inverse transpose times the determinant).
template <typename Number>
struct WorldPlane {
    NumberPoint<Number> normal;
    Number offset;
};

template <typename Number>
WorldPlane<Number> in_world(const PlacedBody& placed) {
    const auto& m = placed.pose().matrix();
    const auto row = [&](std::size_t k) {
        return NumberPoint<Number>{Number(m[4 * k]), Number(m[4 * k + 1]), Number(m[4 * k + 2])};
    };
    const NumberPoint<Number> r0 = row(0), r1 = row(1), r2 = row(2);
    const NumberPoint<Number> local = kernel::as_given<Number>(data_of(placed).half_space.normal);
    const NumberPoint<Number> cofactor_0 = kernel::cross_of(r1, r2);
    WorldPlane<Number> plane;
    plane.normal = {dot_of(cofactor_0, local), dot_of(kernel::cross_of(r2, r0), local),
                    dot_of(kernel::cross_of(r0, r1), local)};
    const NumberPoint<Number> shift{Number(m[3]), Number(m[7]), Number(m[11])};
    plane.offset =
        dot_of(r0, cofactor_0) * Number(data_of(placed).half_space.offset) + dot_of(plane.normal, shift);
    return plane;
}

struct Lowest {
    std::uint32_t corner = 0;
    Exact height;  // height above the plane, multiplied by the length of the plane's normal
};

Lowest lowest_corner(const WorldPlane<Exact>& plane, const PlacedBody& body) {
    Lowest lowest;
    const auto& vertices = data_of(body).vertices;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        Exact height = dot_of(plane.normal, kernel::image<Exact>(body.pose(), vertices[i])) - plane.offset;
        if (i == 0 || height < lowest.height) lowest = {i, std::move(height)};
    }
    return lowest;
}

// Returns 1 if every vertex is certainly above the plane by more than the body's radius, −1 if some vertex is
// certainly below the plane, 0 otherwise.
int certain_side(const PlacedBody& half, const PlacedBody& body) {
    const WorldPlane<BoundedDouble> plane = in_world<BoundedDouble>(half);
    const double length = std::sqrt(dot_of(plane.normal, plane.normal).high()) * (1 + 0x1p-50);
    bool above = true;
    for (const Vec3& vertex : data_of(body).vertices) {
        const BoundedDouble height =
            dot_of(plane.normal, kernel::image<BoundedDouble>(body.pose(), vertex)) - plane.offset;
        if (height.high() < 0) return -1;
        above = above && height.low() > data_of(body).radius * length;
    }
    return above ? 1 : 0;
}

BodyOverlap exact_yes_or_no(bool share) {
    return {.verdict = share ? BodyVerdict::yes : BodyVerdict::no, .certificate = Certificate::exact};
}

// Two half-spaces are disjoint if and only if their normals are opposite and their planes have a gap.
struct Opposite {
    bool opposite = false;
    Exact gap;              // gap between the planes, multiplied by `product` and by √`square`
    Exact product, square;  // −normal_a · normal_b, and normal_a · normal_a
};
Opposite facing(const PlacedBody& a, const PlacedBody& b) {
    const WorldPlane<Exact> p = in_world<Exact>(a), q = in_world<Exact>(b);
    const NumberPoint<Exact> across = kernel::cross_of(p.normal, q.normal);
    Opposite result;
    result.product = -dot_of(p.normal, q.normal);
    result.square = dot_of(p.normal, p.normal);
    if (across[0].sign() != 0 || across[1].sign() != 0 || across[2].sign() != 0) return result;
    result.opposite = result.product.sign() > 0;
    // In terms of A's normal, half-space B is normal_a · y ≥ −offset_b · square / product.
    result.gap = -(q.offset * result.square) - p.offset * result.product;
    return result;
}

bool both_half_spaces(const PlacedBody& a, const PlacedBody& b) {
    return data_of(a).kind == BodyKind::half_space && data_of(b).kind == BodyKind::half_space;
}

Vec3 unit_normal(const PlacedBody& half) {
    const WorldPlane<Exact> plane = in_world<Exact>(half);
    const Exact square = dot_of(plane.normal, plane.normal);
    const auto part = [&](const Exact& x) {
        if (x.sign() == 0) return 0.0;
        const double size = kernel::root_of_quotient(x * x, square);
        return x.sign() > 0 ? size : -size;
    };
    return {part(plane.normal[0]), part(plane.normal[1]), part(plane.normal[2])};
}

// Bounds on the height of a body's lowest point above the plane, and this lowest point.
struct Clearance {
    double lower = 0, upper = 0;  // negative if the point is below the plane
    Vec3 point;
};

Clearance exact_clearance(const PlacedBody& half, const PlacedBody& body, const Vec3& normal) {
    const WorldPlane<Exact> plane = in_world<Exact>(half);
    const Lowest lowest = lowest_corner(plane, body);
    const Exact square = dot_of(plane.normal, plane.normal), radius(data_of(body).radius);
    const NumberPoint<Exact> corner =
        kernel::image<Exact>(body.pose(), data_of(body).vertices[lowest.corner]);
    const auto rounded = [](const Exact& x) { return x.sign() == 0 ? 0.0 : kernel::quotient(x, Exact(1.0)); };
    Clearance found;
    found.point =
        Vec3{rounded(corner[0]), rounded(corner[1]), rounded(corner[2])} - data_of(body).radius * normal;
    const kernel::ExactRatio squared{lowest.height * lowest.height, square};
    const int beyond = (squared.numerator - radius * radius * square).sign();
    double value = 0;
    if (lowest.height.sign() > 0 && beyond > 0)
        value = length_beyond(squared, radius);
    else if (lowest.height.sign() > 0)
        value = kernel::root_of_quotient(squared.numerator, square) - data_of(body).radius;
    else
        value = -(lowest.height.sign() == 0 ? 0 : kernel::root_of_quotient(squared.numerator, square)) -
                data_of(body).radius;
    if (beyond == 0 && lowest.height.sign() >= 0) value = 0;
    const double error = beyond > 0 && lowest.height.sign() > 0
                             ? 0x1p-46 * value
                             : 0x1p-46 * (std::abs(value) + data_of(body).radius);
    found.lower = value - error;
    found.upper = value + error;
    return found;
}

// Clearance of a curved body. Each term is accurate to a few units in the last place of its summands.
Clearance curved_clearance(const PlacedBody& half, const PlacedBody& body, const Vec3& n) {
    const auto &m = half.pose().matrix(), &k = body.pose().matrix();
    const Vec3 into{-(k[0] * n.x + k[4] * n.y + k[8] * n.z), -(k[1] * n.x + k[5] * n.y + k[9] * n.z),
                    -(k[2] * n.x + k[6] * n.y + k[10] * n.z)};
    const BodyPair::LocalSupport far = BodyPair::local_support(data_of(body), into);
    const WorldPlane<Exact> plane = in_world<Exact>(half);
    // `size` is the signed distance of the plane from the origin of the half-space's own frame.
    const NumberPoint<Exact> shift{Exact(m[3]), Exact(m[7]), Exact(m[11])};
    const Exact own = plane.offset - dot_of(plane.normal, shift);
    const double size = own.sign() == 0 ? 0
                                        : own.sign() * kernel::root_of_quotient(
                                                           own * own, dot_of(plane.normal, plane.normal));
    const Vec3 apart{k[3] - m[3], k[7] - m[7], k[11] - m[11]};
    const double radius = data_of(body).radius;
    const double value = kernel::dot(n, apart) - far.height - size - radius;
    const double error =
        64 * 0x1p-53 * (data_of(body).norm + radius + kernel::norm_1(apart) + std::abs(size)) + 0x1p-1060;
    const Vec3& x = far.local;
    return {value - error, value + error, body.pose().apply(x) - radius * n};
}

Clearance clearance(const PlacedBody& half, const PlacedBody& body, const Vec3& normal) {
    return is_rounded_polytope(data_of(body)) ? exact_clearance(half, body, normal)
                                              : curved_clearance(half, body, normal);
}

}  // namespace

bool has_half_space(const PlacedBody& a, const PlacedBody& b) {
    return data_of(a).kind == BodyKind::half_space || data_of(b).kind == BodyKind::half_space;
}

BodyOverlap overlap_with_half_space(const PlacedBody& a, const PlacedBody& b) {
    if (both_half_spaces(a, b)) {
        const Opposite planes = facing(a, b);
        return exact_yes_or_no(!planes.opposite || planes.gap.sign() <= 0);
    }
    const bool first = data_of(a).kind == BodyKind::half_space;
    const PlacedBody &half = first ? a : b, &body = first ? b : a;
    if (!is_rounded_polytope(data_of(body))) {
        const Clearance gap = curved_clearance(half, body, unit_normal(half));
        if (gap.lower > 0) return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
        if (gap.upper < 0) return {.verdict = BodyVerdict::yes, .certificate = Certificate::points};
        return {.verdict = BodyVerdict::undecided,
                .certificate = Certificate::none,
                .bound = std::max(gap.upper, -gap.lower)};
    }
    const int side = certain_side(half, body);
    if (side > 0) return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
    if (side < 0) return {.verdict = BodyVerdict::yes, .certificate = Certificate::points};
    const WorldPlane<Exact> plane = in_world<Exact>(half);
    const Exact height = lowest_corner(plane, body).height, radius(data_of(body).radius);
    return exact_yes_or_no(height.sign() <= 0 ||
                           (height * height - radius * radius * dot_of(plane.normal, plane.normal)).sign() <=
                               0);
}

BodyDistance distance_to_half_space(const PlacedBody& a, const PlacedBody& b) {
    BodyDistance distance;
    if (both_half_spaces(a, b)) {
        const Opposite planes = facing(a, b);
        if (!planes.opposite || planes.gap.sign() <= 0) return distance;
        const double gap = kernel::root_of_quotient(planes.gap * planes.gap,
                                                    planes.product * planes.product * planes.square);
        distance.value = gap;
        distance.lower = gap * (1 - 0x1p-46);
        distance.upper = gap * (1 + 0x1p-46);
        const Vec3 normal = unit_normal(a);
        const ConvexBody point = ConvexBody::ellipsoid({}).value();
        const Clearance origin = curved_clearance(a, point.at_rest(), normal);
        distance.point_a = (-origin.upper) * normal;
        distance.point_b = distance.point_a + gap * normal;
        return distance;
    }
    const bool first = data_of(a).kind == BodyKind::half_space;
    const PlacedBody &half = first ? a : b, &body = first ? b : a;
    const Vec3 normal = unit_normal(half);
    const Clearance gap = clearance(half, body, normal);
    const bool share = overlap_with_half_space(a, b).verdict == BodyVerdict::yes;
    distance.lower = share ? 0 : std::max(gap.lower, 0.0);
    distance.upper = share ? 0 : std::max(gap.upper, 0.0);
    distance.value = 0.5 * distance.lower + 0.5 * distance.upper;
    const Vec3 below = gap.point - distance.upper * normal;
    distance.point_a = first ? below : gap.point;
    distance.point_b = first ? gap.point : below;
    return distance;
}

BodyPenetration penetration_of_half_space(const PlacedBody& a, const PlacedBody& b) {
    BodyPenetration depth;
    if (overlap_with_half_space(a, b).verdict == BodyVerdict::no) return depth;
    if (both_half_spaces(a, b)) {
        const Opposite planes = facing(a, b);
        depth.direction = -1 * unit_normal(a);
        if (!planes.opposite) {
            depth.lower = depth.upper = base::infinity;
            return depth;
        }
        if (planes.gap.sign() == 0) return depth;
        const double size = kernel::root_of_quotient(planes.gap * planes.gap,
                                                     planes.product * planes.product * planes.square);
        depth.lower = size * (1 - 0x1p-46);
        depth.upper = size * (1 + 0x1p-46);
        return depth;
    }
    const bool first = data_of(a).kind == BodyKind::half_space;
    const PlacedBody &half = first ? a : b, &body = first ? b : a;
    const Vec3 normal = unit_normal(half);
    const Clearance gap = clearance(half, body, normal);
    depth.lower = std::max(-gap.upper, 0.0);
    depth.upper = std::max(-gap.lower, 0.0);
    depth.direction = first ? -1 * normal : normal;
    const Vec3 on_plane = gap.point + depth.upper * normal;
    depth.point_a = first ? on_plane : gap.point;
    depth.point_b = first ? gap.point : on_plane;
    return depth;
}

}  // namespace allide::convex
