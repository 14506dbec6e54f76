#include "volume/measure.hpp"

#include "base/infinity.hpp"
#include "volume/hull/convex_hull.hpp"
#include "volume/kdop/kdop_corners.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace allide::volume {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

struct Plane {
    Vec3 normal;    // unit length, outward
    double offset;  // points inside satisfy normal · x ≤ offset
};

// The volume of the points' convex hull: a sum over all facets of signed tetrahedra with one common corner.
double content_of_hull(const std::vector<Vec3>& points) {
    const ConvexHull hull = convex_hull(points);
    if (hull.dimension < 3) return 0;
    const Vec3& origin = points[hull.corners.front()];
    double six_times = 0;
    for (const auto& [a, b, c] : hull.facets)
        six_times += dot(points[a] - origin, cross(points[b] - origin, points[c] - origin));
    return std::abs(six_times) / 6;
}

// Adds the two ends of the edge in which planes i and j meet: the part of their common line that is inside
// all other planes. Adds nothing if there is no such part.
void add_edge(std::vector<Vec3>& ends, const std::vector<Plane>& planes, std::size_t i, std::size_t j) {
    const Vec3 &a = planes[i].normal, &b = planes[j].normal;
    const double cosine = dot(a, b), squared_sine = 1 - cosine * cosine;
    if (squared_sine < 1e-12) return;  // the planes are parallel
    const Vec3 along = (1 / std::sqrt(squared_sine)) * cross(a, b);
    const Vec3 origin = ((planes[i].offset - cosine * planes[j].offset) / squared_sine) * a +
                        ((planes[j].offset - cosine * planes[i].offset) / squared_sine) * b;
    double from = -base::infinity, to = -from;
    for (std::size_t l = 0; l < planes.size(); ++l) {
        if (l == i || l == j) continue;
        const double slope = dot(planes[l].normal, along),
                     room = planes[l].offset - dot(planes[l].normal, origin);
        if (std::abs(slope) < 1e-12 && room < 0) return;
        if (slope >= 1e-12) to = std::min(to, room / slope);
        if (slope <= -1e-12) from = std::max(from, room / slope);
        if (!(from <= to)) return;
    }
    ends.push_back(origin + from * along);
    ends.push_back(origin + to * along);
}

void add_planes(std::vector<Plane>& planes, const Obb& box, const Vec3& origin) {
    for (std::size_t k = 0; k < 3; ++k) {
        const double middle = dot(box.axis[k], box.center - origin);
        planes.push_back({box.axis[k], middle + box.half[k]});
        planes.push_back({-1.0 * box.axis[k], -middle + box.half[k]});
    }
}

double common_length(double center_a, double half_a, double center_b, double half_b) {
    return std::max(
        0.0, std::min(center_a + half_a, center_b + half_b) - std::max(center_a - half_a, center_b - half_b));
}

// The volume of a cap of height h, cut from a ball of radius r by a plane.
double cap_content(double r, double h) {
    return std::numbers::pi * h * h * (r - h / 3);
}

// The point in the middle of the first three slabs. Relative to it, offsets are no larger than the k-DOP.
template <int K>
Vec3 middle_of(const Kdop<K>& dop) {
    const auto& all = directions<K>();
    const double det = dot(all[0], cross(all[1], all[2]));
    const auto middle = [&](std::size_t i) { return 0.5 * dop.lo(i) + 0.5 * dop.hi(i); };
    return (1 / det) * (middle(0) * cross(all[1], all[2]) + middle(1) * cross(all[2], all[0]) +
                        middle(2) * cross(all[0], all[1]));
}

}  // namespace

double content(const Obb& box) {
    return 8 * box.half[0] * box.half[1] * box.half[2];
}
double content(const Aabb& box) {
    return 8 * box.half.x * box.half.y * box.half.z;
}
double content(const Sphere& sphere) {
    return 4 * std::numbers::pi / 3 * sphere.radius * sphere.radius * sphere.radius;
}

template <int K>
double content(const Kdop<K>& dop) {
    const Vec3 middle = middle_of(dop);
    Kdop<K> local;
    double norm = 0;
    for (std::size_t i = 0; i < K / 2; ++i) {
        const double along = dot(directions<K>()[i], middle);
        local.lo(i) = dop.lo(i) - along;
        local.hi(i) = dop.hi(i) - along;
        if (local.lo(i) > local.hi(i)) return 0;
        norm = std::max({norm, std::abs(local.lo(i)), std::abs(local.hi(i))});
    }
    return content_of_hull(corners_of(local, norm));
}

double common_content(const Obb& a, const Obb& b) {
    std::vector<Plane> planes;
    add_planes(planes, a, a.center);
    add_planes(planes, b, a.center);
    std::vector<Vec3> ends;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) add_edge(ends, planes, i, j);
    return content_of_hull(ends);
}

double common_content(const Aabb& a, const Aabb& b) {
    return common_length(a.center.x, a.half.x, b.center.x, b.half.x) *
           common_length(a.center.y, a.half.y, b.center.y, b.half.y) *
           common_length(a.center.z, a.half.z, b.center.z, b.half.z);
}

double common_content(const Sphere& a, const Sphere& b) {
    const Vec3 offset = a.center - b.center;
    const double d = std::hypot(offset.x, offset.y, offset.z);
    if (d >= a.radius + b.radius) return 0;
    if (d <= std::abs(a.radius - b.radius)) return std::min(content(a), content(b));
    // Distance from the centre of a to the plane of the circle in which the two spheres intersect.
    const double from_a = (d * d + a.radius * a.radius - b.radius * b.radius) / (2 * d);
    return cap_content(a.radius, a.radius - from_a) + cap_content(b.radius, b.radius - (d - from_a));
}

// The intersection of two k-DOPs is again a k-DOP, though some of its planes may not touch it.
template <int K>
double common_content(const Kdop<K>& a, const Kdop<K>& b) {
    Kdop<K> common;
    for (std::size_t i = 0; i < K / 2; ++i) {
        common.lo(i) = std::max(a.lo(i), b.lo(i));
        common.hi(i) = std::min(a.hi(i), b.hi(i));
        if (common.lo(i) > common.hi(i)) return 0;
    }
    return content(common);
}

#define ALLIDE_INSTANTIATE(K)                   \
    template double content<K>(const Kdop<K>&); \
    template double common_content<K>(const Kdop<K>&, const Kdop<K>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
