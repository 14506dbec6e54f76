#include "query/distance/penetration.hpp"

#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
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

// The functions of this file measure lengths in a unit of 2^exponent world units. The exponent is 0 unless
// coordinates are so large or so small that their products would overflow or underflow; then it is the
// exponent of the largest coordinate.
class Unit {
  public:
    explicit Unit(int exponent) : exponent_(exponent), to_(-exponent), from_(exponent) {}

    Vec3 to(const Vec3& x) const { return {to_(x.x), to_(x.y), to_(x.z)}; }
    // Converts back to world units. May overflow, and rounds results that are subnormal.
    Vec3 from(const Vec3& x) const { return {from_(x.x), from_(x.y), from_(x.z)}; }
    double rounded_down(double length) const { return kernel::scaled_down(length, -exponent_); }
    double world_rounded_down(double length) const { return kernel::scaled_down(length, exponent_); }
    double world_rounded_up(double length) const { return kernel::scaled_up(length, exponent_); }
    // Upper bound, in this unit, of the distance by which the rounding in from() moves a point.
    double rounding_of_from() const { return std::ldexp(1.0, -1073 - exponent_); }

  private:
    int exponent_;
    kernel::PowerOfTwo to_, from_;
};

Vec3 offset_of(const Placed& placed, const Unit& unit) {
    const auto& m = placed.pose().matrix();
    return unit.to({m[3], m[7], m[11]});
}

// A vertex of the model in the world, rounded. It serves as the origin: coordinates relative to it keep more
// digits if the models are far from the world's origin, or from their own.
Vec3 vertex_in_world(const Placed& placed, const Unit& unit) {
    const Mesh& mesh = data_of(placed).mesh;
    const Vec3 offset = offset_of(placed, unit);
    if (mesh.triangles().empty()) return offset;
    const Vec3 x = unit.to(mesh.corners(0)[0]);
    const Vec3 place = placed.pose().apply_to_vector(x) + offset;
    return std::isfinite(kernel::norm_1(place)) ? place : offset;
}

// The vertices that a model's triangles use, each once: world coordinates relative to `origin`, rounded.
struct WorldPoints {
    WorldPoints(const Placed& placed, const Vec3& origin, const Unit& unit) {
        const Mesh& mesh = data_of(placed).mesh;
        const auto& m = placed.pose().matrix();
        const Vec3 offset = offset_of(placed, unit) - origin;
        const bool axis_aligned = is_axis_aligned(m);
        std::vector<std::uint32_t> number(mesh.vertices().size(), unused);
        for (const auto& triangle : mesh.triangles()) {
            auto& corners = triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint32_t& place = number[triangle[k]];
                if (place == unused) {
                    const Vec3 x = unit.to(mesh.vertices()[triangle[k]]);
                    place = static_cast<std::uint32_t>(points.size());
                    points.push_back(placed.pose().apply_to_vector(x) + offset);
                    // An axis-aligned rotation adds no error, since products with 0 and ±1 are exact.
                    largest = std::max(
                        largest, (axis_aligned ? 0 : kernel::norm_1(x)) + kernel::norm_1(points.back()));
                    low = {std::min(low.x, points.back().x), std::min(low.y, points.back().y),
                           std::min(low.z, points.back().z)};
                    high = {std::max(high.x, points.back().x), std::max(high.y, points.back().y),
                            std::max(high.z, points.back().z)};
                }
                corners[k] = place;
            }
        }
        // If the pose does not translate either, only the origin is subtracted. The rounding error of that is
        // relative to the resulting point, which `largest` includes already.
        if (!axis_aligned || kernel::largest(offset_of(placed, unit)) != 0) largest += kernel::norm_1(offset);
    }
    // True if the rotation only exchanges axes and reverses their directions.
    static bool is_axis_aligned(const std::array<double, 12>& m) {
        for (const std::size_t i : {0, 1, 2, 4, 5, 6, 8, 9, 10})
            if (m[i] != 0 && m[i] != 1 && m[i] != -1) return false;
        return true;
    }

    bool box_contains(const Vec3& p) const {
        return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y &&
               p.z <= high.z;
    }

    static constexpr std::uint32_t unused = 0xffffffffu;
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    Vec3 low{base::infinity, base::infinity, base::infinity},
        high{-base::infinity, -base::infinity, -base::infinity};  // bounding box
    double largest = 0;  // largest 1-norm of the summands of a position; it bounds the rounding errors
};

// One of the two models, with its vertices in the world.
struct Body {
    Body(const Placed& of, const Vec3& origin, const Unit& unit) : placed(of), world(of, origin, unit) {}

    Placed placed;
    WorldPoints world;
};

// Both models, in the same unit and relative to the same origin.
struct BodyPair {
    BodyPair(const Placed& placed_a, const Placed& placed_b, const Unit& in_unit)
        : unit(in_unit),
          origin(vertex_in_world(placed_a, unit)),
          a(placed_a, origin, unit),
          b(placed_b, origin, unit),
          // Bound of the rounding errors of positions, products with a direction, and the direction's length.
          error(64 * 0x1p-53 * (a.world.largest + b.world.largest)),
          // The same bound for points that are mapped back to the world.
          error_in_world(error + 16 * 0x1p-53 * kernel::norm_1(origin) + unit.rounding_of_from()) {}

    Vec3 in_world(const Vec3& point) const { return unit.from(point + origin); }

    Unit unit;
    Vec3 origin;
    Body a, b;
    double error, error_in_world;
};

double largest_coordinate(const Placed& placed) {
    const Mesh& mesh = data_of(placed).mesh;
    double largest = kernel::largest(offset_of(placed, Unit(0)));
    for (const auto& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle)
            largest = std::max(largest, kernel::largest(mesh.vertices()[vertex]));
    return largest;
}

BodyPair body_pair(const Placed& a, const Placed& b) {
    // Products of three lengths in this range neither overflow nor lose digits.
    constexpr double low = 0x1p-300, high = 0x1p300;
    const auto in_range = [](double x) { return x >= low && x <= high; };
    BodyPair plain(a, b, Unit(0));
    if (in_range(plain.a.world.largest + plain.b.world.largest)) return plain;
    const double largest = std::max(largest_coordinate(a), largest_coordinate(b));
    if (in_range(largest) || largest == 0) return plain;
    return {a, b, Unit(std::ilogb(largest))};
}

// The distance from a vertex to a point that is certainly inside its own body, close to one of the vertex's
// triangles. Empty if no such point is found, as for a sheet that the mesh lists twice. Tries a very close
// point first; far from the origin, such a point may round to the vertex itself.
std::optional<double> distance_to_inside(const BodyPair& pair, const Body& body, std::uint32_t vertex) {
    using kernel::operator*;
    const WorldPoints& world = body.world;
    const Vec3& at = world.points[vertex];
    for (const double share : {0x1p-42, 0x1p-26}) {
        for (const auto& [i, j, k] : world.triangles) {
            if (i != vertex && j != vertex && k != vertex) continue;
            const Vec3 &p = world.points[i], &q = world.points[j], &r = world.points[k];
            const double size = kernel::largest(q - p) + kernel::largest(r - p);
            if (!(size > 0) || !std::isfinite(size)) continue;
            // Edges are scaled to a length of about 1, so that their products neither overflow nor underflow.
            const kernel::PowerOfTwo unit(-std::ilogb(size));
            const auto scaled = [&unit](const Vec3& x) { return Vec3{unit(x.x), unit(x.y), unit(x.z)}; };
            const Vec3 normal = kernel::cross(scaled(q - p), scaled(r - p)), middle = (1.0 / 3) * (p + q + r);
            const double length = std::sqrt(kernel::dot(normal, normal));
            if (!(length > 0)) continue;
            for (const double side : {0x1p-6, -0x1p-6}) {
                const Vec3 aside = share * (middle - at) + (share * side * size / length) * normal;
                const Vec3 point = pair.unit.from(at + aside + pair.origin);
                if (kernel::finite(point) && contains(body.placed, point) == PointLocation::inside)
                    return 1.001 * std::hypot(aside.x, aside.y, aside.z);
            }
        }
    }
    return std::nullopt;
}

struct VertexInBox {
    double margin;  // the distance to the nearest side of the box
    std::uint32_t vertex;
};
// The vertices of `body` that are in the bounding box `box` of another body, those farthest from its sides
// first.
std::vector<VertexInBox> vertices_in_box(const WorldPoints& body, const WorldPoints& box) {
    std::vector<VertexInBox> found;
    for (std::uint32_t i = 0; i < body.points.size(); ++i)
        if (const Vec3& p = body.points[i]; box.box_contains(p))
            found.push_back({std::min({p.x - box.low.x, p.y - box.low.y, p.z - box.low.z, box.high.x - p.x,
                                       box.high.y - p.y, box.high.z - p.z}),
                             i});
    std::sort(found.begin(), found.end(), [&](const VertexInBox& x, const VertexInBox& y) {
        const Vec3 &p = body.points[x.vertex], &q = body.points[y.vertex];
        return std::tuple(-x.margin, p.x, p.y, p.z) < std::tuple(-y.margin, q.x, q.y, q.z);
    });
    return found;
}

// A lower bound of the distance from a point inside the solid to its surface; 0 for a point not inside.
double depth_in_solid(const BodyPair& pair, const Placed& solid, const Vec3& point) {
    const Vec3 world = pair.in_world(point);
    if (!kernel::finite(world) || contains(solid, world) != PointLocation::inside) return 0;
    return pair.unit.rounded_down(nearest(solid, world)->lower);
}

// A lower bound of the penetration depth, from the vertices of `body` inside `solid`. A vertex is no deeper
// in the solid than in its bounding box, so the search stops at the first whose margin cannot improve the
// bound.
double deepest_vertex(const BodyPair& pair, const Body& body, const Body& solid) {
    const double error = pair.error_in_world;
    double deepest = 0, depth = 0;
    const Vec3* last = nullptr;
    const base::CancelCheck check_cancelled;
    for (const auto& [margin, i] : vertices_in_box(body.world, solid.world)) {
        check_cancelled();
        if (margin + error <= deepest) break;
        const Vec3& point = body.world.points[i];
        // Many files repeat a vertex for each of its triangles; its depth is computed only once.
        if (last == nullptr || *last != point) depth = depth_in_solid(pair, solid.placed, point) - error;
        last = &point;
        if (depth <= deepest) continue;
        if (const auto aside = distance_to_inside(pair, body, i))
            deepest = std::max(deepest, depth - *aside - error);
    }
    return deepest;
}

// True if the surface is convex and the mean of its vertices is inside. The second test excludes surfaces
// that list every triangle twice: no point is inside them.
bool is_convex_body(const BodyPair& pair, const Body& body) {
    const WorldPoints& world = body.world;
    if (!query::is_convex(world.points, world.triangles, pair.error)) return false;
    Vec3 middle = pair.origin;
    const double share = 1 / static_cast<double>(world.points.size());
    using kernel::operator*;
    for (const Vec3& point : world.points) middle = middle + share * point;
    const Vec3 world_middle = pair.unit.from(middle);
    return kernel::finite(world_middle) && contains(body.placed, world_middle) == PointLocation::inside;
}

bool is_closed(const Placed& placed) {
    return data_of(placed).surface().closed;
}

}  // namespace

namespace {

enum class Wanted { both_bounds, upper_bound };

Penetration bounds_of_overlapping(const Placed& a, const Placed& b, Wanted wanted) {
    const base::DefaultFloatEnvironment environment;
    Penetration result;
    const bool closed = wanted == Wanted::both_bounds && is_closed(a) && is_closed(b);
    const BodyPair pair = body_pair(a, b);
    if (pair.a.world.points.empty() || pair.b.world.points.empty()) return result;
    const convex::HullDepth hulls = convex::hull_depth(pair.a.world.points, pair.b.world.points);
    if (hulls.upper < -pair.error) return result;  // even the convex hulls are separated
    result.upper = pair.unit.world_rounded_up(std::max(hulls.upper, 0.0) + pair.error);
    result.direction = hulls.direction;
    if (!closed) {
        result.kind = Penetration::Kind::open;
        return result;
    }
    double lower = 0;
    if (is_convex_body(pair, pair.a) && is_convex_body(pair, pair.b)) {
        result.kind = Penetration::Kind::convex;
        lower = std::max(0.0, hulls.lower - pair.error);
    } else {
        result.kind = Penetration::Kind::solid;
        lower = std::max(deepest_vertex(pair, pair.a, pair.b), deepest_vertex(pair, pair.b, pair.a));
    }
    result.lower = pair.unit.world_rounded_down(lower);
    return result;
}

}  // namespace

Penetration query::penetration_of_overlapping(const Placed& a, const Placed& b) {
    return bounds_of_overlapping(a, b, Wanted::both_bounds);
}

Penetration query::separation_of_overlapping(const Placed& a, const Placed& b) {
    return bounds_of_overlapping(a, b, Wanted::upper_bound);
}

Penetration penetration(const Placed& a, const Placed& b) {
    return overlap_solid(a, b) == SolidOverlap::no ? Penetration{} : query::penetration_of_overlapping(a, b);
}

}  // namespace allide
