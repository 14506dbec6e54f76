#include "volume/box/sphere.hpp"

#include "base/infinity.hpp"
#include "volume/box/range.hpp"

#include <algorithm>

namespace allide::volume {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

double distance(const Vec3& a, const Vec3& b) {
    const Vec3 d = a - b;
    return std::hypot(d.x, d.y, d.z);
}

const Vec3& farthest_from(const Vec3& place, std::span<const Vec3> points) {
    const Vec3* farthest = &points.front();
    double best = -1;
    for (const Vec3& p : points) {
        const double far = distance(place, p);
        if (far > best) {
            best = far;
            farthest = &p;
        }
    }
    return *farthest;
}

// Centre of an approximate bounding sphere by Ritter's method (1990).
Vec3 ritter_center(std::span<const Vec3> points) {
    const Vec3 one = farthest_from(points.front(), points), other = farthest_from(one, points);
    Vec3 center = 0.5 * one + 0.5 * other;
    double radius = 0.5 * distance(one, other);
    for (const Vec3& p : points) {
        const double far = distance(center, p);
        if (!(far > radius)) continue;
        radius = 0.5 * radius + 0.5 * far;
        center = p + (radius / far) * (center - p);
    }
    return center;
}

}  // namespace

Sphere fit_sphere(std::span<const Vec3> points) {
    if (points.empty()) return {};
    Vec3 center = ritter_center(points);
    Sphere best{center, base::infinity};
    for (int step = 1; step <= 8; ++step) {
        const Vec3& far = farthest_from(center, points);
        const double radius = distance(center, far);
        if (radius < best.radius) best = {center, radius};
        center = center + (0.25 / step) * (far - center);
    }
    return best;
}

// docs/guarantees.md derives the constants of the stretch and the margin.
SphereFrame::SphereFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b)
    : b_in_a_(&b_in_a),
      stretch_(1 + 16 * b_in_a.deviation + 64 * 0x1p-53),
      margin_(may_overflow(b_in_a, norm_a, norm_b)
                  ? base::infinity
                  : 4 * b_in_a.map_error(4 * norm_b) + 128 * 0x1p-53 * (norm_a + norm_b) + 0x1p-500) {}

}  // namespace allide::volume
