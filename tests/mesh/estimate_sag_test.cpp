// Compares the estimated sag of shapes with their true sag.
#include "mesh/estimate_sag.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::estimate_sag_test {
namespace {

Mesh prism(std::uint32_t sides, double radius) {
    MeshData data;
    for (std::uint32_t i = 0; i < sides; ++i)
        for (const double z : {0.0, 3.0}) {
            const double t = 2 * std::numbers::pi * i / sides;
            data.vertices.push_back({radius * std::cos(t), radius * std::sin(t), z});
        }
    for (std::uint32_t i = 0; i < sides; ++i) {
        const std::uint32_t p = 2 * i, q = 2 * ((i + 1) % sides);
        data.triangles.push_back({p, q, p + 1});
        data.triangles.push_back({p + 1, q, q + 1});
        if (i == 0 || q == 0) continue;
        data.triangles.push_back({0, q, p});
        data.triangles.push_back({1, p + 1, q + 1});
    }
    return Mesh::from(std::move(data)).value();
}

TEST(EstimateSag, CoversTheSagOfCylinders) {
    for (const std::uint32_t sides : {12u, 24u, 64u, 200u}) {
        const double sag = 5 * (1 - std::cos(std::numbers::pi / sides));
        EXPECT_GE(mesh::estimate_sag(prism(sides, 5)), sag) << sides;
        EXPECT_LE(mesh::estimate_sag(prism(sides, 5)), 2.2 * sag) << sides;
    }
}

TEST(EstimateSag, DoesNotCountSharpEdges) {
    EXPECT_LT(mesh::estimate_sag(prism(4, 5)), 1e-12);
    EXPECT_LT(mesh::estimate_sag(prism(8, 5)), 1e-12);
}

}  // namespace
}  // namespace allide::estimate_sag_test
