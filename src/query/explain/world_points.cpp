#include "query/explain/world_points.hpp"

#include <cmath>

namespace allide::query {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;

// Rounds an exact number. If it overflows, the error is infinite, so every sign computed from it is unproven.
BoundedDouble rounded(const Exact& x) {
    const kernel::Approximate about = x.approximate();
    const double value = std::ldexp(about.mantissa, about.exponent);
    return {value, x.sign() == 0 ? 0 : 0x1p-51 * std::abs(value) + 0x1p-1070};
}

}  // namespace

ExactPosition exact_first_corner(const Mesh& mesh, const Pose& pose) {
    return kernel::image<Exact>(pose, mesh.corners(0)[0]);
}

WorldPoints::WorldPoints(const Mesh& mesh, const Pose& pose, const ExactPosition& origin)
    : mesh_(mesh), pose_(pose) {
    const Vec3 first = mesh.corners(0)[0];
    const ExactPosition offset = kernel::minus(kernel::image<Exact>(pose, first), origin);
    const BoundedPoint shift{rounded(offset[0]), rounded(offset[1]), rounded(offset[2])};
    const auto anchor = kernel::as_given<BoundedDouble>(first);
    bounded_.reserve(mesh.vertices().size());
    for (const Vec3& vertex : mesh.vertices()) {
        const auto local = kernel::minus(kernel::as_given<BoundedDouble>(vertex), anchor);
        const BoundedPoint turned = kernel::turned(pose, local);
        bounded_.push_back({turned[0] + shift[0], turned[1] + shift[1], turned[2] + shift[2]});
    }
}

ExactPosition WorldPoints::exact(std::uint32_t vertex) const {
    return kernel::image<Exact>(pose_, mesh_.vertices()[vertex]);
}

kernel::NumberTriangle<Exact> WorldPoints::exact_triangle(std::uint32_t triangle) const {
    return kernel::image<Exact>(pose_, mesh_.corners(triangle));
}

}  // namespace allide::query
