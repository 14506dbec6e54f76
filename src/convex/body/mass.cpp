#include "base/infinity.hpp"
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"

#include <numbers>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

// Integrals of 1, x and x xᵀ over a solid.
struct Moments {
    double volume = 0;
    std::array<double, 3> first{};
    std::array<double, 9> second{};

    // Adds the integrals over the tetrahedron with these three corners and the origin.
    void add(const Vec3& p, const Vec3& q, const Vec3& r) {
        const double six_volumes = dot(p, cross(q, r));
        const std::array<std::array<double, 3>, 3> corner{
            {{p.x, p.y, p.z}, {q.x, q.y, q.z}, {r.x, r.y, r.z}}};
        std::array<double, 3> sum{};
        for (const auto& c : corner)
            for (std::size_t i = 0; i < 3; ++i) sum[i] += c[i];
        volume += six_volumes / 6;
        for (std::size_t i = 0; i < 3; ++i) {
            first[i] += six_volumes / 24 * sum[i];
            for (std::size_t j = 0; j < 3; ++j) {
                double products = sum[i] * sum[j];
                for (const auto& c : corner) products += c[i] * c[j];
                second[3 * i + j] += six_volumes / 120 * products;
            }
        }
    }
};

MassProperties mass_from(const Moments& moments, const Vec3& origin) {
    if (!(moments.volume > 0)) return {.volume = 0, .centroid = origin, .inertia = {}};
    MassProperties mass{.volume = moments.volume, .centroid = {}, .inertia = {}};
    std::array<double, 3> off{};
    for (std::size_t i = 0; i < 3; ++i) off[i] = moments.first[i] / moments.volume;
    mass.centroid = {origin.x + off[0], origin.y + off[1], origin.z + off[2]};
    std::array<double, 9> central{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            central[3 * i + j] = moments.second[3 * i + j] - moments.volume * off[i] * off[j];
    const double trace = central[0] + central[4] + central[8];
    for (std::size_t i = 0; i < 9; ++i) mass.inertia[i] = (i % 4 == 0 ? trace : 0) - central[i];
    return mass;
}

MassProperties mass_of_polytope(const detail::BodyData& body) {
    Moments moments;
    for (const BodyFace& face : body.faces)
        for (std::size_t k = 2; k < face.corners.size(); ++k)
            moments.add(body.vertices[face.corners[0]] - body.middle,
                        body.vertices[face.corners[k - 1]] - body.middle,
                        body.vertices[face.corners[k]] - body.middle);
    return mass_from(moments, body.middle);
}

MassProperties about_the_axis(double volume, double height_of_centroid, double across, double along) {
    return {.volume = volume,
            .centroid = {0, 0, height_of_centroid},
            .inertia = {across, 0, 0, 0, across, 0, 0, 0, along}};
}

MassProperties mass_of_capsule(double r, double length) {
    const double tube = std::numbers::pi * r * r * length, ball = 4 * std::numbers::pi / 3 * r * r * r;
    const double across = tube * (length * length / 12 + r * r / 4) +
                          ball * (2 * r * r / 5 + length * length / 4 + 3 * length * r / 8);
    return about_the_axis(tube + ball, 0, across, tube * r * r / 2 + ball * 2 * r * r / 5);
}

}  // namespace

MassProperties mass_of(const detail::BodyData& body) {
    const double r = body.extent.x, height = 2 * body.extent.z;
    const bool is_round = body.kind == BodyKind::sphere || body.kind == BodyKind::capsule;
    if (body.radius > 0 && !is_round) return mass_of_rounded(body);
    switch (body.kind) {
        case BodyKind::polytope:
            return mass_of_polytope(body);
        case BodyKind::sphere:
            return mass_of_capsule(body.radius, 0);
        case BodyKind::capsule:
            return mass_of_capsule(body.radius, body.vertices.back().z - body.vertices.front().z);
        case BodyKind::cylinder: {
            const double volume = std::numbers::pi * r * r * height;
            return about_the_axis(volume, 0, volume * (3 * r * r + height * height) / 12, volume * r * r / 2);
        }
        case BodyKind::cone: {
            const double volume = std::numbers::pi * r * r * height / 3;
            return about_the_axis(volume, -height / 4, volume * (3 * r * r / 20 + 3 * height * height / 80),
                                  volume * 3 * r * r / 10);
        }
        case BodyKind::ellipsoid: {
            const double a = body.extent.x, b = body.extent.y, c = body.extent.z;
            const double volume = 4 * std::numbers::pi / 3 * a * b * c, fifth = volume / 5;
            return {.volume = volume,
                    .centroid = {},
                    .inertia = {fifth * (b * b + c * c), 0, 0, 0, fifth * (a * a + c * c), 0, 0, 0,
                                fifth * (a * a + b * b)}};
        }
        case BodyKind::half_space:
            break;
    }
    MassProperties endless;
    endless.volume = base::infinity;
    endless.inertia.fill(base::infinity);
    return endless;
}

}  // namespace allide::convex
