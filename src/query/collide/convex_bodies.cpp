// Queries on convex bodies with a cache, and between bodies and models.
#include "base/float_environment.hpp"
#include "convex/body/body_data.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/collide/body_box.hpp"
#include "query/collide/query_memory.hpp"

#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <algorithm>

namespace allide {
namespace {

using query::box_around;

// Converts a triangle to a convex body.
ConvexBody body_of(const Placed& model, std::uint32_t triangle) {
    return ConvexBody::from_points(data_of(model).mesh.corners(triangle)).value();
}

// Calls `tell` with each triangle near the body and its verdict, until `tell` returns false.
template <typename Tell>
void visit_triangles(const PlacedBody& body, const Placed& model, const Tell& tell) {
    for (const std::uint32_t triangle : triangles_in(model, box_around(body, 0))) {
        const ConvexBody flat = body_of(model, triangle);
        if (!tell(triangle, overlap_solid(body, flat.at(model.pose())).verdict)) return;
    }
}

}  // namespace

BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, QueryCache& cache) {
    return overlap_solid(a, b, &memory_of(cache).convex_hint);
}

BodyDistance distance(const PlacedBody& a, const PlacedBody& b, QueryCache& cache) {
    return distance(a, b, &memory_of(cache).convex_hint);
}

BodyContacts contacts(const PlacedBody& body, const Placed& model) {
    const base::DefaultFloatEnvironment environment;
    BodyContacts found;
    visit_triangles(body, model, [&](std::uint32_t triangle, BodyVerdict verdict) {
        if (verdict == BodyVerdict::yes) found.triangles.push_back(triangle);
        if (verdict == BodyVerdict::undecided) found.undecided.push_back(triangle);
        return true;
    });
    return found;
}

BodyVerdict collides(const PlacedBody& body, const Placed& model) {
    const base::DefaultFloatEnvironment environment;
    BodyVerdict answer = BodyVerdict::no;
    visit_triangles(body, model, [&](std::uint32_t, BodyVerdict verdict) {
        if (verdict != BodyVerdict::no) answer = verdict;
        return verdict != BodyVerdict::yes;
    });
    return answer;
}

std::optional<BodyMeshDistance> distance(const PlacedBody& body, const Placed& model) {
    const base::DefaultFloatEnvironment environment;
    const Vec3 place = body.pose().apply(data_of(body).middle);
    const auto start = kernel::finite(place) ? nearest(model, place) : std::nullopt;
    if (!start) return std::nullopt;
    const auto distance_to = [&](std::uint32_t triangle) {
        const ConvexBody flat = body_of(model, triangle);
        return BodyMeshDistance{distance(body, flat.at(model.pose())), triangle};
    };
    // A triangle closer than the first one must meet the body's box enlarged by the first one's distance.
    BodyMeshDistance best = distance_to(start->triangle);
    double lower = best.distance.lower;
    for (const std::uint32_t triangle : triangles_in(model, box_around(body, best.distance.upper))) {
        const BodyMeshDistance other = distance_to(triangle);
        lower = std::min(lower, other.distance.lower);
        if (other.distance.upper < best.distance.upper) best = other;
    }
    best.distance.lower = lower;
    return best;
}

}  // namespace allide
