#include "query/distance/penetration.hpp"

#include "base/float_environment.hpp"
#include "convex/depth/hull_depth.hpp"
#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/distance/convexity.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace allide {
namespace {

using kernel::operator-;
using kernel::operator+;

Vec3 offset_of(const Placed& placed) {
    const auto& m = placed.pose().matrix();
    return {m[3], m[7], m[11]};
}

// A corner of the model in the world, rounded: models may be far from the world's origin, and from their own.
Vec3 place_near(const Placed& placed) {
    const Mesh& mesh = placed.data().mesh;
    if (mesh.triangles().empty()) return offset_of(placed);
    const Vec3 x = mesh.corners(0)[0];
    const auto& m = placed.pose().matrix();
    const Vec3 place{m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
                     m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
    return std::isfinite(kernel::norm_1(place)) ? place : offset_of(placed);
}

// The corners of a model's triangles in the world, from an origin near them, rounded, each vertex once.
struct InWorld {
    InWorld(const Placed& placed, const Vec3& origin) {
        const Mesh& mesh = placed.data().mesh;
        const auto& m = placed.pose().matrix();
        const Vec3 offset = offset_of(placed) - origin;
        const bool upright = is_upright(m);
        std::vector<std::uint32_t> number(mesh.vertices().size(), unused);
        for (const auto& triangle : mesh.triangles()) {
            auto& corners = triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint32_t& place = number[triangle[k]];
                if (place == unused) {
                    const Vec3& x = mesh.vertices()[triangle[k]];
                    place = static_cast<std::uint32_t>(points.size());
                    points.push_back({m[0] * x.x + m[1] * x.y + m[2] * x.z + offset.x,
                                      m[4] * x.x + m[5] * x.y + m[6] * x.z + offset.y,
                                      m[8] * x.x + m[9] * x.y + m[10] * x.z + offset.z});
                    // Products with 0 and ±1 are not rounded.
                    largest =
                        std::max(largest, (upright ? 0 : kernel::norm_1(x)) + kernel::norm_1(points.back()));
                    low = {std::min(low.x, points.back().x), std::min(low.y, points.back().y),
                           std::min(low.z, points.back().z)};
                    high = {std::max(high.x, points.back().x), std::max(high.y, points.back().y),
                            std::max(high.z, points.back().z)};
                }
                corners[k] = place;
            }
        }
        // A model that is not shifted keeps its origin's digits.
        if (!upright || kernel::largest(offset_of(placed)) != 0) largest += kernel::norm_1(offset);
    }
    // Turned by right angles at most.
    static bool is_upright(const std::array<double, 12>& m) {
        for (const std::size_t i : {0, 1, 2, 4, 5, 6, 8, 9, 10})
            if (m[i] != 0 && m[i] != 1 && m[i] != -1) return false;
        return true;
    }

    bool has_around(const Vec3& p) const {
        return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y &&
               p.z <= high.z;
    }

    static constexpr std::uint32_t unused = 0xffffffffu;
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    Vec3 low{infinite, infinite, infinite}, high{-infinite, -infinite, -infinite};
    double largest = 0;  // of what was added up on the way
};

// How far from a corner a point inside of its body is known, close to one of the corner's triangles. Corners
// of a sheet that is there twice have none. Closer first; far from the origin a point so close is no other.
std::optional<double> aside_to_inside(const InWorld& body, const Placed& placed, std::uint32_t corner,
                                      const Vec3& origin) {
    using kernel::operator*;
    const Vec3& at = body.points[corner];
    for (const double share : {0x1p-42, 0x1p-26}) {
        for (const auto& [i, j, k] : body.triangles) {
            if (i != corner && j != corner && k != corner) continue;
            const Vec3 &p = body.points[i], &q = body.points[j], &r = body.points[k];
            const double size = kernel::largest(q - p) + kernel::largest(r - p);
            if (!(size > 0) || !std::isfinite(size)) continue;
            // In units of the triangle's size, lest products of huge or tiny edges leave the range.
            const kernel::PowerOfTwo unit(-std::ilogb(size));
            const auto scaled = [&unit](const Vec3& x) { return Vec3{unit(x.x), unit(x.y), unit(x.z)}; };
            const Vec3 normal = kernel::cross(scaled(q - p), scaled(r - p)), middle = (1.0 / 3) * (p + q + r);
            const double length = std::sqrt(kernel::dot(normal, normal));
            if (!(length > 0)) continue;
            for (const double side : {0x1p-6, -0x1p-6}) {
                const Vec3 aside = share * (middle - at) + (share * side * size / length) * normal;
                const Vec3 point = at + aside + origin;
                if (kernel::finite(point) && contains(placed, point) == Where::inside)
                    return 1.001 * std::hypot(aside.x, aside.y, aside.z);
            }
        }
    }
    return std::nullopt;
}

// A body's corners by how far they are from the outside of a box at most, the farthest first; only those that
// are in it.
struct CornerInBox {
    double margin;
    std::uint32_t number;
};
std::vector<CornerInBox> corners_in_box(const InWorld& body, const InWorld& box) {
    std::vector<CornerInBox> found;
    for (std::uint32_t i = 0; i < body.points.size(); ++i)
        if (const Vec3& p = body.points[i]; box.has_around(p))
            found.push_back({std::min({p.x - box.low.x, p.y - box.low.y, p.z - box.low.z, box.high.x - p.x,
                                       box.high.y - p.y, box.high.z - p.z}),
                             i});
    std::sort(found.begin(), found.end(), [&](const CornerInBox& x, const CornerInBox& y) {
        const Vec3 &p = body.points[x.number], &q = body.points[y.number];
        return std::tuple(-x.margin, p.x, p.y, p.z) < std::tuple(-y.margin, q.x, q.y, q.z);
    });
    return found;
}

// How far a point is inside at least; 0 if it is not inside.
double depth_in_solid(const Placed& solid, const Vec3& point) {
    return contains(solid, point) == Where::inside ? nearest(solid, point)->lower : 0;
}

// How far inside a solid the deepest of a body's corners is, as far as the body has an inside there. None is
// deeper in the solid than in its box, so that the last ones need not be looked at.
double deepest(const InWorld& body, const Placed& placed, const Placed& solid, const InWorld& its_points,
               const Vec3& origin, double error) {
    double deepest = 0, depth = 0;
    const Vec3* last = nullptr;
    for (const auto& [margin, i] : corners_in_box(body, its_points)) {
        if (margin + error <= deepest) break;
        const Vec3& point = body.points[i];
        // Many files have a vertex for each corner of a triangle.
        if (last == nullptr || *last != point) depth = depth_in_solid(solid, point + origin) - error;
        last = &point;
        if (depth <= deepest) continue;
        if (const auto aside = aside_to_inside(body, placed, i, origin))
            deepest = std::max(deepest, depth - *aside - error);
    }
    return deepest;
}

// A convex surface whose inside is inside: not one that is there twice.
bool is_convex_body(const InWorld& points, const Placed& placed, const Vec3& origin, double error) {
    if (!query::is_convex(points.points, points.triangles, error)) return false;
    Vec3 middle = origin;
    const double share = 1 / static_cast<double>(points.points.size());
    using kernel::operator*;
    for (const Vec3& point : points.points) middle = middle + share * point;
    return contains(placed, middle) == Where::inside;
}

bool is_closed(const Placed& placed) {
    return placed.data().surface().closed;
}

}  // namespace

Penetration query::penetration_of_meeting(const Placed& a, const Placed& b) {
    const base::DefaultFloatEnvironment environment;
    Penetration result;
    const bool closed = is_closed(a) && is_closed(b);
    const Vec3 origin = place_near(a);
    const InWorld world_a(a, origin), world_b(b, origin);
    if (world_a.points.empty() || world_b.points.empty()) return result;
    const convex::HullDepth hulls = convex::hull_depth(world_a.points, world_b.points);
    // Roundings of places, of products with a direction and of its length.
    const double error = 64 * 0x1p-53 * (world_a.largest + world_b.largest);
    if (hulls.upper < -error) return result;  // even their hulls are apart
    result.upper = std::max(hulls.upper, 0.0) + error;
    result.direction = hulls.direction;
    if (!closed) {
        result.kind = Penetration::Kind::open;
        return result;
    }
    if (is_convex_body(world_a, a, origin, error) && is_convex_body(world_b, b, origin, error)) {
        result.kind = Penetration::Kind::convex;
        result.lower = std::max(0.0, hulls.lower - error);
        return result;
    }
    result.kind = Penetration::Kind::solid;
    const double far_error = error + 16 * 0x1p-53 * kernel::norm_1(origin);  // of points that come back
    result.lower = std::max(deepest(world_a, a, b, world_b, origin, far_error),
                            deepest(world_b, b, a, world_a, origin, far_error));
    return result;
}

Penetration penetration(const Placed& a, const Placed& b) {
    return overlap_solid(a, b) == SolidOverlap::no ? Penetration{} : query::penetration_of_meeting(a, b);
}

}  // namespace allide
