#include "robot/lasting_contact.hpp"

#include <allide/probe.hpp>

#include <algorithm>

namespace allide::robot {
namespace {

using kernel::operator-;

// The largest number of corners of a surface that are tested.
constexpr std::uint32_t most_samples = 128;

Placed placed_mesh(const PlacedShape& s) {
    return s.shape->model.at(s.pose);
}

bool is_connected_surface(const PlacedShape& s) {
    return s.shape->is_mesh() && s.shape->inner_points.size() == 1;
}

// Returns a lower bound of the distance of a point from the surface as a positive number inside and a
// negative one outside, or 0 if neither is certain.
double depth_in(const PlacedShape& solid, const Vec3& point) {
    const Placed placed = placed_mesh(solid);
    const PointLocation location = contains(placed, point);
    if (location != PointLocation::inside && location != PointLocation::outside) return 0;
    const std::optional<Nearest> near = nearest(placed, point);
    if (!near) return 0;
    const double rounding =
        0x1p-46 * (kernel::norm_1(point) + kernel::norm_1(solid.pose.position()) + solid.shape->reach());
    const double far = std::max(0.0, near->distance * (1 - 0x1p-40) - rounding);
    return location == PointLocation::inside ? far : -far;
}

// Looks for the witness's two points on `surface`, more than `need` inside and outside of `solid`.
bool find_points(const PlacedShape& surface, const PlacedShape& solid, double need,
                 CrossingWitness& witness) {
    if (!is_connected_surface(surface) || !solid.shape->is_mesh() || !solid.shape->closed) return false;
    const Mesh& mesh = surface.shape->model.mesh();
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    const std::uint32_t step = std::max<std::uint32_t>(1, count / most_samples);
    const Vec3 center = solid.pose.apply(solid.shape->center);
    double deepest = need, farthest = need;
    for (std::uint32_t i = 0; i < count; i += step) {
        const Vec3 corner = mesh.corners(i)[0], point = surface.pose.apply(corner), away = point - center;
        const bool may_be_inside = kernel::dot(away, away) < solid.shape->radius * solid.shape->radius;
        if (!may_be_inside && farthest > need) continue;
        const double depth = depth_in(solid, point);
        if (depth > deepest) deepest = depth, witness.inside = corner;
        if (-depth > farthest) farthest = -depth, witness.outside = corner;
    }
    return deepest > need && farthest > need;
}

}  // namespace

bool certainly_crosses(const PlacedShape& a, const PlacedShape& b, double slack,
                       const CrossingWitness& witness) {
    if (!witness.known) return false;
    const PlacedShape &surface = witness.of_second ? b : a, &solid = witness.of_second ? a : b;
    const double need = (slack + a.error + b.error) * up;
    return depth_in(solid, surface.pose.apply(witness.inside)) > need &&
           depth_in(solid, surface.pose.apply(witness.outside)) < -need;
}

bool finds_crossing(const PlacedShape& a, const PlacedShape& b, double slack, CrossingWitness& witness) {
    // After a failed search, another one is made only for motions of at most a quarter of the length.
    if (witness.failed > 0 && slack > 0.25 * witness.failed) return false;
    const double need = (slack + a.error + b.error) * up;
    CrossingWitness found;
    found.known = find_points(a, b, need, found);
    if (!found.known) {
        found.known = find_points(b, a, need, found);
        found.of_second = true;
    }
    if (!found.known) {
        witness.failed = slack;
        return false;
    }
    witness = found;
    return true;
}

}  // namespace allide::robot
