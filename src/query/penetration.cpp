#include "base/float_environment.hpp"
#include "kernel/vec.hpp"
#include "model/model_data.hpp"
#include "query/convexity.hpp"
#include "query/hull_depth.hpp"

#include <allide/penetration.hpp>
#include <allide/probe.hpp>

#include <algorithm>
#include <vector>

namespace allide {
namespace {

// The corners of a model's triangles in the world, rounded, each vertex once.
struct InWorld {
    explicit InWorld(const Placed& placed) {
        const Mesh& mesh = placed.data().mesh;
        const auto& m = placed.pose().matrix();
        std::vector<std::uint32_t> number(mesh.vertices().size(), unused);
        for (const auto& triangle : mesh.triangles()) {
            auto& corners = triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint32_t& place = number[triangle[k]];
                if (place == unused) {
                    const Vec3& x = mesh.vertices()[triangle[k]];
                    place = static_cast<std::uint32_t>(points.size());
                    points.push_back({m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3],
                                      m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
                                      m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]});
                    largest = std::max(largest, kernel::norm_1(x) + kernel::norm_1(points.back()));
                    low = {std::min(low.x, points.back().x), std::min(low.y, points.back().y),
                           std::min(low.z, points.back().z)};
                    high = {std::max(high.x, points.back().x), std::max(high.y, points.back().y),
                            std::max(high.z, points.back().z)};
                }
                corners[k] = place;
            }
        }
        largest += std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
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

// How far inside a solid the deepest of these points is.
double deepest(const InWorld& points, const Placed& solid, const InWorld& its_points, double error) {
    double deepest = 0;
    for (const Vec3& point : points.points) {
        if (!its_points.has_around(point) || contains(solid, point) != Where::inside) continue;
        deepest = std::max(deepest, nearest(solid, point)->lower - error);
    }
    return deepest;
}

bool is_closed(const Placed& placed) {
    return placed.data().surface().closed;
}

}  // namespace

Penetration penetration(const Placed& a, const Placed& b) {
    const base::DefaultFloatEnvironment environment;
    Penetration result;
    if (overlap_solid(a, b) == SolidOverlap::no) return result;
    const bool closed = is_closed(a) && is_closed(b);
    const InWorld world_a(a), world_b(b);
    if (world_a.points.empty() || world_b.points.empty()) return result;
    const query::HullDepth hulls = query::hull_depth(world_a.points, world_b.points);
    // Roundings of places, of products with a direction and of its length.
    const double error = 64 * 0x1p-53 * (world_a.largest + world_b.largest);
    if (hulls.upper < -error) return result;  // even their hulls are apart
    result.upper = std::max(hulls.upper, 0.0) + error;
    result.direction = hulls.direction;
    if (!closed) {
        result.kind = Penetration::Kind::open;
        return result;
    }
    if (query::is_convex(world_a.points, world_a.triangles, error) &&
        query::is_convex(world_b.points, world_b.triangles, error)) {
        result.kind = Penetration::Kind::convex;
        result.lower = std::max(0.0, hulls.lower - error);
        return result;
    }
    result.kind = Penetration::Kind::solid;
    result.lower = std::max(deepest(world_a, b, world_b, error), deepest(world_b, a, world_a, error));
    return result;
}

}  // namespace allide
