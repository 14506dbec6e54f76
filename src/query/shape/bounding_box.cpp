#include "base/float_environment.hpp"
#include "query/collide/body_box.hpp"
#include "query/shape/elements.hpp"

#include <cmath>

namespace allide {
namespace {

using query::count_of;
using query::reach_of;

double norm_1(const Vec3& x) {
    return std::abs(x.x) + std::abs(x.y) + std::abs(x.z);
}

// The box of the points' images in the world, enlarged by `more` and by rounding errors.
Box box_of_points(std::span<const Vec3> points, const Pose& pose, double more) {
    Box box = Box::empty();
    double norm = 0;
    for (const Vec3& point : points) {
        box.grow(pose.apply(point));
        norm = std::max(norm, norm_1(point));
    }
    if (box.is_empty()) return box;
    return box.expanded(more * (1 + 0x1p-50) + 0x1p-49 * (norm + norm_1(pose.position())) + 0x1p-1060);
}

}  // namespace

Box bounding_box(const PlacedShape& shape) {
    const base::DefaultFloatEnvironment environment;
    const query::ShapeSide side(shape);
    if (query::structure_of(side.shape) == query::Structure::tree) {
        // Vertices that no triangle uses count too, so the box may be larger than necessary.
        return box_of_points(side.shape.model.mesh().vertices(), side.pose, reach_of(side.shape));
    }
    Box box = Box::empty();
    for (std::uint32_t i = 0; i < count_of(side.shape); ++i) {
        const query::Element element = element_of(side, i);
        box.grow(query::box_around(element.placed(), 0));
    }
    return box;
}

}  // namespace allide
