// Contact curves of snapshots, compared with the curve that is known for two cubes.
#include "report/rough_curves.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/model.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::detail::report {
namespace {

// The second cube, from (0.5, 0.25, 0.125) to (2.5, 2.25, 2.125), has a corner inside the first, from −1
// to 1.
Scene two_cubes() {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    Scene scene;
    scene.add(cube, {}, {.name = "one"});
    scene.add(cube, Pose::translation({1.5, 1.25, 1.125}), {.name = "other"});
    return scene;
}

Clash clash_of(Scene& scene) {
    return scene.clashes().list.at(0);
}

double length_of(const std::vector<Vec3>& line) {
    const Vec3 along = line[1] - line[0];
    return std::sqrt(dot(along, along));
}

// A point on the surfaces of both cubes, up to rounding.
bool is_on_both(const Vec3& p) {
    const auto is_at = [](double x, double y) { return std::abs(x - y) < 1e-12; };
    const bool on_one = is_at(p.x, 1) || is_at(p.y, 1) || is_at(p.z, 1);
    const bool on_other = is_at(p.x, 0.5) || is_at(p.y, 0.25) || is_at(p.z, 0.125);
    return on_one && on_other;
}

TEST(RoughCurves, follow_the_intersection_of_two_cubes) {
    Scene scene = two_cubes();
    const auto curves = rough_curves(scene, clash_of(scene), 1000);
    double length = 0;
    for (const std::vector<Vec3>& line : curves) {
        ASSERT_EQ(line.size(), 2u);
        EXPECT_TRUE(is_on_both(line[0]) && is_on_both(line[1]));
        length += length_of(line);
    }
    // A closed curve of six edges, two along each axis.
    EXPECT_NEAR(length, 2 * (0.5 + 0.75 + 0.875), 1e-12);
}

TEST(RoughCurves, are_thinned_to_the_limit) {
    Scene scene = two_cubes();
    const std::size_t all = rough_curves(scene, clash_of(scene), 1000).size();
    ASSERT_GT(all, 4u);
    EXPECT_LE(rough_curves(scene, clash_of(scene), 4).size(), 4u);
}

}  // namespace
}  // namespace allide::detail::report
