#include "convex/depth/coaxial.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

constexpr double most_deviation = 0x1p-44;  // largest accepted deviation of a pose from a rotation
constexpr std::size_t most_nodes = 192;

// Largest deviation of an entry of RᵀR from the identity.
double deviation_of(const Vec3& x, const Vec3& y, const Vec3& z) {
    return std::max({std::abs(dot(x, x) - 1), std::abs(dot(y, y) - 1), std::abs(dot(z, z) - 1),
                     std::abs(dot(x, y)), std::abs(dot(y, z)), std::abs(dot(z, x))});
}

Vec3 scaled_to_unit(const Vec3& v) {
    return (1 / std::sqrt(dot(v, v))) * v;
}

// Splits off the largest ball that rolls freely inside a spheroid. For a sphere, only its center remains.
void split_off_ball(Revolved& body) {
    const double small = std::min(body.radius, body.half_height),
                 large = std::max(body.radius, body.half_height);
    body.ball = large > 0 ? small * (small / large) : 0;
    body.profile = small == large ? Revolved::Profile::point : Revolved::Profile::spheroid;
}

template <typename Place>
std::optional<Revolved> revolved(const detail::BodyData& data, const Place& place) {
    Revolved body;
    body.center = place(Vec3{});
    const std::array<Vec3, 3> column{place(Vec3{1, 0, 0}) - body.center, place(Vec3{0, 1, 0}) - body.center,
                                     place(Vec3{0, 0, 1}) - body.center};
    if (is_rounded_polytope(data)) {
        if (data.vertices.size() > 2) return std::nullopt;
        const Vec3 first = place(data.vertices.front()), last = place(data.vertices.back());
        body.center = 0.5 * first + 0.5 * last;
        const Vec3 half = 0.5 * last - 0.5 * first;
        body.half_height = std::sqrt(dot(half, half));
        if (!(body.half_height > 0)) return body;
        body.axis = (1 / body.half_height) * half;
        body.profile = Revolved::Profile::segment;
        return body;
    }
    const double deviation = deviation_of(column[0], column[1], column[2]);
    if (!(deviation <= most_deviation)) return std::nullopt;
    body.error = 4 * deviation * data.norm;
    const Vec3& e = data.extent;
    if (data.kind == BodyKind::ellipsoid) {
        const std::size_t axis = e.x == e.y ? 2 : e.y == e.z ? 0 : e.z == e.x ? 1 : 3;
        if (axis == 3) return std::nullopt;
        const std::array<double, 3> extent{e.x, e.y, e.z};
        body.axis = scaled_to_unit(column[axis]);
        body.half_height = extent[axis];
        body.radius = extent[(axis + 1) % 3];
        split_off_ball(body);
        return body;
    }
    if (data.kind != BodyKind::cylinder && data.kind != BodyKind::cone) return std::nullopt;
    body.profile = data.kind == BodyKind::cylinder ? Revolved::Profile::cylinder : Revolved::Profile::cone;
    body.axis = scaled_to_unit(column[2]);
    body.radius = e.x;
    body.half_height = e.z;
    return body;
}

// A point or direction of a half-plane bounded by the axis: radial and axial component.
// Without initializers, so that the nodes of a search are not cleared.
struct Planar {
    double r, z;
};
Planar operator-(const Planar& p, const Planar& q) {
    return {p.r - q.r, p.z - q.z};
}
double dot(const Planar& p, const Planar& q) {
    return p.r * q.r + p.z * q.z;
}
double length_of(const Planar& p) {
    return std::sqrt(p.r * p.r + p.z * p.z);
}
Planar between(const Planar& p, const Planar& q, double share) {
    return {p.r + share * (q.r - p.r), p.z + share * (q.z - p.z)};
}

// Support point of a profile along a unit direction that does not point towards the axis. `sign` is −1 if the
// body's axis is reversed.
Planar support_of(const Revolved& body, double sign, const Planar& d) {
    const double r = body.radius, h = body.half_height, along = sign * d.z;
    switch (body.profile) {
        case Revolved::Profile::point:
            return {};
        case Revolved::Profile::segment:
            return {0, d.z < 0 ? -h : h};
        case Revolved::Profile::cylinder:
            return {r, d.z < 0 ? -h : h};
        case Revolved::Profile::cone:
            return h * along >= r * d.r - h * along ? Planar{0, sign * h} : Planar{r, -sign * h};
        case Revolved::Profile::spheroid: {
            const double length = std::sqrt(r * d.r * (r * d.r) + h * d.z * (h * d.z));
            if (!(length > 0)) return {};
            return {(r * (r / length) - body.ball) * d.r, (h * (h / length) - body.ball) * d.z};
        }
    }
    return {};
}

// Minimizes the support height of the Minkowski difference over the directions of a half-plane, by expanding
// a polygon of support points.
class PlanarSearch {
  public:
    PlanarSearch(const Revolved& a, const Revolved& b, double sign_b, const Planar& offset, double tolerance)
        : PlanarSearch(a, b, sign_b, offset, tolerance, {0, -1}, {0, 1}) {
        caps_ = true;
    }
    // Restricts the search to directions between two given ones, the second with the larger axial component.
    PlanarSearch(const Revolved& a, const Revolved& b, double sign_b, const Planar& offset, double tolerance,
                 const Planar& from, const Planar& to)
        : a_(a), b_(b), sign_b_(sign_b), offset_(offset), tolerance_(tolerance) {
        insert(0, from);
        if (from.z < 0 && to.z > 0) insert(1, {1, 0});
        insert(size_, to);
    }

    void run() {
        for (;;) {
            const std::size_t next = find_bounds();
            if (size_ == most_nodes) return;
            if (next == no_edge) return;
            if (lower_ >= 0) {
                const Planar normal = edge_normal(next);
                const double offset = offset_along(next, normal), height = height_along(normal);
                if (height - offset <= tolerance_) return prefer_edge(normal, height);
                insert(next, normal);
                continue;
            }
            if (upper_ - lower_ <= tolerance_ || !refine_outside(next)) return prefer_nearest();
        }
    }
    double lower() const { return lower_; }
    double upper() const { return upper_; }
    const Planar& normal() const { return normal_; }

    struct Points {
        Planar a, b;
    };
    // Witness points, one per profile. Their difference lies on an edge that supports the Minkowski
    // difference along the normal, at the edge's point nearest to the line through the origin along the
    // normal. If the profiles are separated, the witness points are the nearest points.
    Points points() const {
        if (outside_) return nearest_points_;
        const Planar tangent{-normal_.z, normal_.r};
        Points best{};
        double least = base::infinity;
        for (std::size_t i = 0; i <= size_; ++i) {
            const auto [p, q] = edge(i);
            if (std::min(dot(normal_, p.x), dot(normal_, q.x)) < upper_ - 4 * tolerance_) continue;
            const double along = dot(tangent, p.x), step = dot(tangent, q.x) - along;
            const double share = step != 0 ? std::clamp(-along / step, 0.0, 1.0) : 0;
            const double offset = std::abs(dot(tangent, between(p.x, q.x, share)));
            if (!(offset < least)) continue;
            least = offset;
            best = {between(p.a, q.a, share), between(p.b, q.b, share)};
        }
        return best;
    }

  private:
    struct Node {
        Planar direction, a, b, x;
        double height;
        // Normal and offset of the edge from the node before; a zero normal if that edge has no length.
        Planar edge_normal;
        double edge_offset;
    };

    // Among several directions of equal height, chooses the normal of the edge that contains the projection
    // of the origin.
    void prefer_edge(const Planar& normal, double height) {
        upper_ = height;
        normal_ = normal;
    }

    // If the origin is outside the polygon, the direction opposite to the nearest point determines the depth.
    void prefer_nearest() {
        const double length = length_of(nearest_);
        if (!(length > 0) || !(lower_ < 0)) return;
        const Planar direction{-nearest_.r / length, -nearest_.z / length};
        const double height = height_along({std::max(direction.r, 0.0), direction.z});
        outside_ = true;
        if (!(height - lower_ <= tolerance_) || direction.r < 0) return;
        upper_ = height;
        normal_ = direction;
    }

    Node node_along(const Planar& direction) const {
        Node node{};
        node.direction = direction;
        node.a = support_of(a_, 1, direction);
        node.b = support_of(b_, sign_b_, {direction.r, -direction.z});
        node.b.r = -node.b.r;
        node.x = node.a - node.b - offset_;
        node.height = dot(direction, node.x);
        return node;
    }
    double height_along(const Planar& direction) const { return node_along(direction).height; }

    void insert(std::size_t at, const Planar& direction) {
        const Node node = node_along(direction);
        if (node.height < upper_) {
            upper_ = node.height;
            normal_ = direction;
        }
        for (std::size_t i = size_; i > at; --i) node_[i] = node_[i - 1];
        node_[at] = node;
        ++size_;
        for (std::size_t i = std::max(at, std::size_t{1}); i <= at + 1 && i < size_; ++i) {
            node_[i].edge_normal = edge_normal(i);
            node_[i].edge_offset = offset_along(i, node_[i].edge_normal);
        }
    }

    // Edge i runs from node i − 1 to node i. The first and the last edge are the caps, which connect a node
    // to its mirror image.
    struct Edge {
        Node p, q;
    };
    Edge edge(std::size_t i) const {
        if (i == 0) return {mirrored(node_[0]), node_[0]};
        if (i == size_) return {node_[size_ - 1], mirrored(node_[size_ - 1])};
        return {node_[i - 1], node_[i]};
    }
    Node mirrored(Node node) const {
        node.a.r = -node.a.r;
        node.b.r = -node.b.r;
        node.x = node.a - node.b - offset_;
        return node;
    }

    // Outward unit normal of edge i; zero if the edge has no length.
    Planar edge_normal(std::size_t i) const {
        if (i == 0) return {0, -1};
        if (i == size_) return {0, 1};
        const Planar e = node_[i].x - node_[i - 1].x;
        const double length = length_of(e);
        if (!(length > 0)) return {};
        const Planar normal{std::max(e.z / length, 0.0), -e.r / length};
        const double again = length_of(normal);
        return {normal.r / again, normal.z / again};
    }
    double offset_along(std::size_t i, const Planar& normal) const {
        const auto [p, q] = edge(i);
        return std::min(dot(normal, p.x), dot(normal, q.x));
    }

    // Sets the lower bound. Returns the edge nearest to the origin, or `no_edge` if no edge is nearer than
    // the heights along the first and the last direction.
    std::size_t find_bounds() {
        double inside = base::infinity;
        std::size_t next = no_edge;
        if (!caps_) inside = std::min(node_[0].height, node_[size_ - 1].height);
        for (std::size_t i = caps_ ? 0 : 1; i < size_ + (caps_ ? 1 : 0); ++i) {
            const bool cap = i == 0 || i == size_;
            const Planar normal = cap ? edge_normal(i) : node_[i].edge_normal;
            if (normal.r == 0 && normal.z == 0) continue;
            const double height = cap ? offset_along(i, normal) : node_[i].edge_offset;
            if (!(height < inside)) continue;
            inside = height;
            next = i;
        }
        lower_ = std::min(inside, upper_);
        if (inside < 0) {
            nearest_ = nearest_point();
            lower_ = -length_of(nearest_);
        }
        return next;
    }

    // For an origin outside the polygon: adds the normal of the edge that the origin is above, or the
    // direction opposite to the nearest point. Returns false if neither is new.
    bool refine_outside(std::size_t next) {
        const Planar normal = edge_normal(next);
        if (next > 0 && next < size_ && height_along(normal) - offset_along(next, normal) > tolerance_) {
            insert(next, normal);
            return true;
        }
        return refine_towards_nearest();
    }

    Planar nearest_point() {
        Planar best{};
        double least = base::infinity;
        for (std::size_t i = 0; i <= size_; ++i) {
            const auto [p, q] = edge(i);
            const Planar e = q.x - p.x;
            const double square = dot(e, e);
            const double share = square > 0 ? std::clamp(-dot(p.x, e) / square, 0.0, 1.0) : 0;
            const Planar x = between(p.x, q.x, share);
            if (!(dot(x, x) < least)) continue;
            least = dot(x, x);
            best = x;
            nearest_points_ = {between(p.a, q.a, share), between(p.b, q.b, share)};
        }
        return best;
    }

    // For an origin outside the polygon: adds the direction opposite to the polygon's nearest point. Returns
    // false if that direction is already present.
    bool refine_towards_nearest() {
        const double length = length_of(nearest_);
        if (!(length > 0)) return false;
        Planar direction{std::max(-nearest_.r / length, 0.0), -nearest_.z / length};
        const double again = length_of(direction);
        if (!(again > 0.5)) return false;
        direction = {direction.r / again, direction.z / again};
        std::size_t at = 0;
        while (at < size_ && node_[at].direction.z < direction.z) ++at;
        if (at < size_ && node_[at].direction.z == direction.z) return false;
        if (at == 0 || at == size_) return false;
        insert(at, direction);
        return true;
    }

    static constexpr std::size_t no_edge = ~std::size_t{0};
    const Revolved& a_;
    const Revolved& b_;
    const double sign_b_;
    const Planar offset_;
    const double tolerance_;
    std::array<Node, most_nodes> node_;
    std::size_t size_ = 0;
    bool caps_ = false;  // the directions span the whole half-circle, from one end of the axis to the other
    double lower_ = -base::infinity, upper_ = base::infinity;
    Planar normal_{}, nearest_{};
    Points nearest_points_{};
    bool outside_ = false;  // the origin is outside the polygon: points() returns nearest_points_
};

Vec3 perpendicular_to(const Vec3& v) {
    const Vec3 other = std::abs(v.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    return scaled_to_unit(cross(v, other));
}

// Common axis of two bodies of revolution, and the offset of B's center from A's.
struct CommonAxis {
    Vec3 axis{0, 0, 1}, outward;  // `outward`: perpendicular to the axis, from A's center towards B's
    double radial_offset = 0, along = 0;
    double sign_b = 1;  // −1 if B's axis has the opposite direction
    double error = 0;   // error bound of a height along a unit direction
};

std::optional<CommonAxis> common_axis(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                      double most_sine) {
    using Profile = Revolved::Profile;
    CommonAxis common;
    common.error = depth_error(pair) + a.error + b.error;
    if (a.profile != Profile::point)
        common.axis = a.axis;
    else if (b.profile != Profile::point)
        common.axis = b.axis;
    if (a.profile != Profile::point && b.profile != Profile::point) {
        const Vec3 across = cross(a.axis, b.axis);
        const double sine = std::sqrt(dot(across, across));
        if (!(sine <= most_sine)) return std::nullopt;
        common.error += 2 * sine * (b.radius + b.half_height);
        common.sign_b = dot(a.axis, b.axis) < 0 ? -1 : 1;
    }
    const Vec3 offset = b.center - a.center;
    common.along = dot(common.axis, offset);
    const Vec3 across = offset - common.along * common.axis;
    common.radial_offset = std::sqrt(dot(across, across));
    common.outward = perpendicular_to(common.axis);
    if (common.radial_offset > 0) {
        // Orthogonalized twice, since the difference above may be dominated by rounding.
        const Vec3 unit = (1 / common.radial_offset) * across,
                   again = unit - dot(unit, common.axis) * common.axis;
        const double length = std::sqrt(dot(again, again));
        if (length > 0.5) common.outward = (1 / length) * again;
    }
    return common;
}

}  // namespace

bool contains(const Revolved& body, const Vec3& point, double tolerance) {
    const Vec3 off = point - body.center;
    const double z = dot(off, body.axis), h = body.half_height;
    const Vec3 across = off - z * body.axis;
    const double r = std::sqrt(dot(across, across));
    const double most = [&] {
        switch (body.profile) {
            case Revolved::Profile::cylinder:
                return body.radius;
            case Revolved::Profile::cone:
                return body.radius * std::clamp((h - z) / (2 * h), 0.0, 1.0);
            case Revolved::Profile::spheroid:
                return body.radius * std::sqrt(std::max(1 - z / h * (z / h), 0.0));
            default:
                return 0.0;
        }
    }();
    return std::abs(z) <= h + tolerance && r <= most + tolerance;
}

std::optional<Revolved> revolved_a(const BodyPair& pair) {
    return revolved(data_of(pair.placed_a()), [&](const Vec3& x) { return pair.place_a(x); });
}
std::optional<Revolved> revolved_b(const BodyPair& pair) {
    return revolved(data_of(pair.placed_b()), [&](const Vec3& x) { return pair.place_b(x); });
}

std::optional<NearbyHeight> coaxial_height_near(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                                const Vec3& direction, double angle) {
    const std::optional<CommonAxis> common = common_axis(pair, a, b, parallel_sine);
    if (!common) return std::nullopt;
    const Vec3& axis = common->axis;
    const double sine = std::clamp(dot(direction, axis), -1.0, 1.0);
    const Vec3 across = direction - sine * axis;
    const double cosine = std::sqrt(dot(across, across));
    const double latitude = std::atan2(sine, cosine), half_pi = 0.5 * std::numbers::pi;
    const double low = std::max(latitude - angle, -half_pi), high = std::min(latitude + angle, half_pi);
    // The directions within `angle` span a range of azimuths about the axis. `radial_offset` is reduced to
    // the largest component of B's offset along any azimuth in that range.
    const Vec3 outward = cosine > 0 ? (1 / cosine) * across : common->outward;
    double radial_offset = common->radial_offset;
    const double reach = std::sin(std::min(angle, half_pi));
    if (reach < 0.99 * cosine) {
        const double off = std::acos(std::clamp(dot(outward, common->outward), -1.0, 1.0));
        radial_offset *= std::cos(std::max(off - 1.001 * std::asin(reach / cosine) - 1e-7, 0.0));
    }
    const auto planar = [](double phi) { return Planar{std::max(std::cos(phi), 0.0), std::sin(phi)}; };
    PlanarSearch search(a, b, common->sign_b, {radial_offset, common->along}, depth_tolerance(pair),
                        planar(low), planar(high));
    search.run();
    NearbyHeight found;
    found.lower = search.lower() + a.ball + b.ball - common->error;
    found.direction = search.normal().r * outward + search.normal().z * axis;
    return found;
}

std::optional<CoreDepth> coaxial_depth(const BodyPair& pair, const Revolved& a, const Revolved& b,
                                       double most_sine) {
    const std::optional<CommonAxis> common = common_axis(pair, a, b, most_sine);
    if (!common) return std::nullopt;
    const double error = common->error;
    const Vec3 &axis = common->axis, &outward = common->outward;
    PlanarSearch search(a, b, common->sign_b, {common->radial_offset, common->along}, depth_tolerance(pair));
    search.run();
    const double ball = a.ball + b.ball;
    CoreDepth depth;
    depth.lower = search.lower() + ball - error;
    depth.upper = search.upper() + ball + error;
    depth.normal = search.normal().r * outward + search.normal().z * axis;
    const PlanarSearch::Points points = search.points();
    depth.a = a.center + points.a.r * outward + points.a.z * axis + a.ball * depth.normal;
    depth.b = b.center + points.b.r * outward + points.b.z * axis - b.ball * depth.normal;
    depth.has_points = true;
    return depth;
}

}  // namespace allide::convex
