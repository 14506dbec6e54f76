#include "traverse/binary/one_tree.hpp"

#include "support/effort.hpp"
#include "support/random_geometry.hpp"
#include "tree/binary/build_tree.hpp"

#include <allide/extra/shapes.hpp>

#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace allide::traverse {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

volume::QueryBox random_box(base::Random& random, const std::array<double, 3>& half) {
    volume::QueryBox box;
    const auto& m = test::random_rotation(random).matrix();
    for (std::size_t k = 0; k < 3; ++k) box.axis[k] = {m[k], m[4 + k], m[8 + k]};
    box.center = test::random_point(random, 0.7);
    box.half = half;
    return box;
}

// True if a point of a fine lattice on the triangle lies in the box, which proves that the two meet.
bool surely_meets(const volume::QueryBox& box, const kernel::Triangle& t) {
    using kernel::operator+;
    using kernel::operator-;
    using kernel::operator*;
    for (int i = 0; i <= 12; ++i) {
        for (int j = 0; i + j <= 12; ++j) {
            const Vec3 p = t[0] + (i / 12.0) * (t[1] - t[0]) + (j / 12.0) * (t[2] - t[0]);
            bool inside = true;
            for (std::size_t k = 0; k < 3; ++k)
                inside = inside && std::abs(kernel::dot(box.axis[k], p - box.center)) <= box.half[k];
            if (inside) return true;
        }
    }
    return false;
}

template <typename Tree>
void expect_all_found(const Tree& tree, const volume::QueryBox& box) {
    std::set<std::uint32_t> visited;
    visit_meeting(tree::ObbView(tree), box, [&](tree::PlaceRange places) { visited.insert(places.first); });
    for (std::uint32_t place = 0; place < tree.order.size(); ++place) {
        if (!surely_meets(box, tree.triangles[place])) continue;
        EXPECT_EQ(visited.count(place), 1u);
    }
    EXPECT_LT(visited.size(), tree.order.size());
}

TEST(OneTree, FatRaysPlanesAndBoxesFindAllTheyMeet) {
    base::Random random(97);
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 800}).value();
    const auto obb = tree::build_obb_tree(mesh);
    const auto sphere = tree::build_sphere_tree(mesh);
    const auto bare = tree::build_kdop_tree<14>(mesh, {.leaf_volumes = LeafVolumes::none});
    const auto kdop12 = tree::build_kdop_tree<12>(mesh);
    for (int round = 0; round < test::effort(60); ++round) {
        for (const std::array<double, 3>& half :
             {std::array<double, 3>{infinite, 0.05, 0.03}, {0.01, infinite, infinite}, {0.2, 0.1, 0.3}}) {
            const volume::QueryBox box = random_box(random, half);
            expect_all_found(obb, box);
            expect_all_found(sphere, box);
            expect_all_found(bare, box);
            expect_all_found(kdop12, box);
        }
    }
}

// A stick next to a fat ray: only an axis that is a cross product of their edges separates them.
TEST(QueryBox, AFatRayPassesBesideABox) {
    volume::Obb stick;
    stick.half = {10, 0.1, 0.1};
    volume::QueryBox ray;
    ray.axis = {Vec3{0.6, 0.8, 0}, Vec3{-0.8, 0.6, 0}, Vec3{0, 0, 1}};
    ray.half = {infinite, 0.1, 0.1};
    ray.center = {0, 0, 0.3};
    EXPECT_FALSE(volume::meets(ray, stick));
    ray.center = {0, 0, 0.15};
    EXPECT_TRUE(volume::meets(ray, stick));
    volume::QueryBox everything;
    everything.half = {infinite, infinite, infinite};
    EXPECT_TRUE(volume::meets(everything, stick));
    const Vec3 far{1, 2, 3};
    volume::QueryBox plane{.axis = ray.axis, .center = far, .half = {infinite, infinite, 0.5}};
    EXPECT_FALSE(volume::meets(plane, stick));
    plane.half[2] = 2.95;
    EXPECT_TRUE(volume::meets(plane, stick));
}

// A k-DOP may have infinite offsets: slabs that bound nothing.
TEST(QueryBox, KdopsWithInfiniteOffsets) {
    using volume::Kdop;
    Kdop<14> slab = Kdop<14>::everything();
    slab.lo(2) = 1;
    slab.hi(2) = 2;
    const std::vector<Vec3> below{{0, 0, 0}, {5, 5, 0.5}}, across{{0, 0, 0}, {0, 0, 3}};
    EXPECT_FALSE(slab.overlaps(volume::fit_kdop<14>(below)));
    EXPECT_TRUE(slab.overlaps(volume::fit_kdop<14>(across)));
    EXPECT_TRUE(Kdop<14>::everything().overlaps(volume::fit_kdop<14>(below)));
}

}  // namespace
}  // namespace allide::traverse
