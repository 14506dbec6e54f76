// Convex bodies asked again and again, and against meshes.
#pragma once

#include <allide/convex.hpp>
#include <allide/distance.hpp>
#include <allide/query.hpp>

namespace allide {

// As in convex.hpp, quicker where the poses differ little from those of the last question.
BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);
BodyDistance distance(const PlacedBody& a, const PlacedBody& b, QueryCache& cache);

// A solid body against the surface of a model: a mesh wholly inside the body touches it, a body wholly inside
// a closed mesh does not.
struct BodyContacts {
    std::vector<std::uint32_t> triangles;  // that share a point with the body, ascending
    std::vector<std::uint32_t> undecided;  // ascending; see BodyVerdict
};
BodyContacts contacts(const PlacedBody& body, const Placed& model);
// The first certain answer: yes if any triangle touches, undecided if none does for certain and some may.
BodyVerdict collides(const PlacedBody& body, const Placed& model);

struct BodyMeshDistance {
    BodyDistance distance;       // point_a is on the body, point_b on the triangle
    std::uint32_t triangle = 0;  // any closest one
};
// Empty if the model has no triangles.
std::optional<BodyMeshDistance> distance(const PlacedBody& body, const Placed& model);

}  // namespace allide
