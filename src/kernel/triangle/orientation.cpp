#include "kernel/triangle/orientation.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/exact_triangles.hpp"
#include "kernel/triangle/product_range.hpp"

namespace allide::kernel {
namespace {

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    std::array<ExactPoint<1>, 4> words;
    if (to_single_words(std::array{a, b, c, d}, words))
        return orientation(words[0], words[1], words[2], words[3]).sign();
    const ExactMap as_given;
    return with_exact_points(
        std::array{as_given.permuted_image(a), as_given.permuted_image(b), as_given.permuted_image(c),
                   as_given.permuted_image(d)},
        [](const auto& p, const Exponents&) { return orientation(p[0], p[1], p[2], p[3]).sign(); });
}

// Signs of the three components of (b − a) × (c − a).
std::array<int, 3> exact_normal_signs(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto signs = [](const auto& p) {
        const auto normal = cross(p[1] - p[0], p[2] - p[0]);
        return std::array{normal[0].sign(), normal[1].sign(), normal[2].sign()};
    };
    std::array<ExactPoint<1>, 3> words;
    if (to_single_words(std::array{a, b, c}, words)) return signs(words);
    const ExactMap as_given;
    return with_exact_points(
        std::array{as_given.permuted_image(a), as_given.permuted_image(b), as_given.permuted_image(c)},
        [&](const auto& p, const Exponents&) { return signs(p); });
}

double component(const Vec3& v, std::size_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

}  // namespace

SideOfPlane::SideOfPlane(const std::array<Vec3, 3>& corners) : corners_(corners) {
    const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0];
    // A rounded difference is 0 only for equal numbers.
    across_x_ = u.x == 0 && v.x == 0;
    across_y_ = u.y == 0 && v.y == 0;
    across_z_ = u.z == 0 && v.z == 0;
    const double size_u = largest(u), size_v = largest(v);
    least_ = std::min(size_u, size_v);
    most_ = std::max(size_u, size_v);
    // The triangle filter's error bound for exact points (docs/guarantees.md): 49 units of rounding, rounded
    // up to 56.
    unit_ = 56 * 0x1p-53 * (size_u * size_v);
    normal_ = cross(u, v);
}

int SideOfPlane::of(const Vec3& d) const {
    const Vec3 w = d - corners_[0];
    if ((across_x_ && w.x == 0) || (across_y_ && w.y == 0) || (across_z_ && w.z == 0)) return 0;
    const double size_w = largest(w), height = dot(normal_, w), bound = unit_ * size_w;
    if (products_in_range(std::min(least_, size_w), std::max(most_, size_w))) {
        if (height > bound) return 1;
        if (height < -bound) return -1;
    }
    if (d == corners_[0] || d == corners_[1] || d == corners_[2]) return 0;
    return exact_orientation(corners_[0], corners_[1], corners_[2], d);
}

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return SideOfPlane({a, b, c}).of(d);
}

int orientation_seen_along(std::size_t axis, const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::size_t s = (axis + 1) % 3, t = (axis + 2) % 3;
    const double us = component(b, s) - component(a, s), ut = component(b, t) - component(a, t);
    const double vs = component(c, s) - component(a, s), vt = component(c, t) - component(a, t);
    // A rounded difference is 0 only for equal numbers.
    if ((us == 0 && vs == 0) || (ut == 0 && vt == 0)) return 0;
    const double size_u = std::max(std::abs(us), std::abs(ut)), size_v = std::max(std::abs(vs), std::abs(vt));
    const double area = us * vt - ut * vs;
    // With u = 2⁻⁵³ and s = size_u · size_v: each product has three roundings (3us), and their difference, at
    // most 2s, one more (2us). The sum, 8us, is rounded up to 10.
    const double bound = 10 * 0x1p-53 * (size_u * size_v);
    if (products_in_range(std::min(size_u, size_v), std::max(size_u, size_v))) {
        if (area > bound) return 1;
        if (area < -bound) return -1;
    }
    return exact_normal_signs(a, b, c)[axis];
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 u = b - a, v = c - a;
    const double size_u = largest(u), size_v = largest(v);
    if (products_in_range(std::min(size_u, size_v), std::max(size_u, size_v)) &&
        largest(cross(u, v)) > 10 * 0x1p-53 * (size_u * size_v))
        return false;
    return exact_normal_signs(a, b, c) == std::array{0, 0, 0};
}

}  // namespace allide::kernel
