// Every builder with every bounding volume: the trees are valid and balanced enough, and they are built fast
// even from triangles that no plane divides into two groups.
#include "support/random_geometry.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/binary/statistics.hpp"
#include "tree/binary/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <chrono>

#include <gtest/gtest.h>

namespace allide::tree {
namespace {

// Calls use(name, tree) for a tree of each kind.
template <typename Use>
void for_each_tree(const Mesh& mesh, const TreePlan& plan, Use&& use) {
    use("obb", build_obb_tree(mesh, plan));
    use("aabb", build_aabb_tree(mesh, plan));
    use("sphere", build_sphere_tree(mesh, plan));
    use("kdop6", build_kdop_tree<6>(mesh, plan));
    use("kdop8", build_kdop_tree<8>(mesh, plan));
    use("kdop12", build_kdop_tree<12>(mesh, plan));
    use("kdop14", build_kdop_tree<14>(mesh, plan));
    use("kdop18", build_kdop_tree<18>(mesh, plan));
    use("kdop26", build_kdop_tree<26>(mesh, plan));
    use("kdop50", build_kdop_tree<50>(mesh, plan));
}

void expect_valid(const Mesh& mesh, const TreePlan& plan, const char* what) {
    for_each_tree(mesh, plan, [&](const char* name, const auto& tree) {
        const auto defect = validate(tree, mesh);
        EXPECT_FALSE(defect) << what << ", " << name << " by " << name_of(plan.builder) << ": " << *defect;
    });
}

Mesh soup_of(std::uint32_t count, auto&& corner) {
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t k = 0; k < 3; ++k) vertices.push_back(corner(i, k));
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh::from({.vertices = std::move(vertices), .triangles = std::move(triangles)}).value();
}

TEST(Builders, MakeValidTreesOfEveryShape) {
    for (const Builder builder : all_builders()) {
        for (const GeneratedShape shape :
             {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::noisy_torus,
              GeneratedShape::soup, GeneratedShape::box})
            expect_valid(generate(shape, {.triangles = 300}).value(), {.builder = builder}, "shape");
        expect_valid(Mesh(), {.builder = builder}, "nothing");
        expect_valid(soup_of(1,
                             [](auto, auto k) {
                                 return Vec3{1.0 * k, 1, 2.0 * (k == 1)};
                             }),
                     {.builder = builder}, "one triangle");
    }
}

TEST(Builders, MakeValidTreesWithoutLeafVolumesAndInflated) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 400}).value();
    for (const Builder builder : all_builders()) {
        expect_valid(mesh, {.builder = builder, .leaf_volumes = LeafVolumes::none}, "bare leaves");
        expect_valid(mesh, {.builder = builder, .inflation = 0.25}, "inflated");
    }
    const auto bare = build_kdop_tree<14>(mesh, {.leaf_volumes = LeafVolumes::none});
    const auto full = build_kdop_tree<14>(mesh, {});
    EXPECT_LT(volume_bytes(bare), 0.55 * static_cast<double>(volume_bytes(full)));
    const auto grown = build_kdop_tree<14>(mesh, {.inflation = 0.25});
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_NEAR(grown.volume(0).hi(i), full.volume(0).hi(i) + 0.25, 1e-12);
        EXPECT_NEAR(grown.volume(0).lo(i), full.volume(0).lo(i) - 0.25, 1e-12);
    }
}

TEST(Builders, ExtremeMeshes) {
    base::Random random(3);
    for (const double size : {1e-7, 1e5, 1e-310, 1e150, 1e300, 1.7e308}) {
        const Mesh mesh = soup_of(60, [&](auto, auto) { return test::random_point(random, size); });
        for (const Builder builder : all_builders()) expect_valid(mesh, {.builder = builder}, "extreme");
    }
}

std::uint64_t deepest(const auto& tree) {
    return leaves_at_depth(tree).size() - 1;
}

// Copies of one triangle, triangles around one centre, triangles in one plane, and triangles with centres at
// 1, ½, ¼, …: the trees are neither deep nor slow to build.
TEST(Builders, StayShallowWhereNoPlaneDivides) {
    constexpr std::uint32_t count = 4000;
    base::Random random(5);
    const Mesh copies = soup_of(count, [](auto, auto k) { return Vec3{1.0 * (k == 0), 1.0 * (k == 1), 0}; });
    const Mesh star = soup_of(count, [](auto i, auto k) {
        const double angle = 0.001 * i + 2.0943951023931953 * k;
        return Vec3{std::cos(angle), std::sin(angle), 0};
    });
    const Mesh plane = soup_of(count, [&](auto, auto) { return Vec3{random.unit(), random.unit(), 0}; });
    const Mesh halving = soup_of(count, [](auto i, auto k) {
        const double x = std::ldexp(1.0, -static_cast<int>(i % 900));
        return Vec3{x, x * (k == 1), x * (k == 2)};
    });
    for (const Mesh* mesh : {&copies, &star, &plane, &halving}) {
        for (const Builder builder : all_builders()) {
            const auto expect_shallow = [&](const auto& tree) {
                EXPECT_LE(deepest(tree), 48u + 24 + 13) << name_of(builder);
                EXPECT_FALSE(validate(tree, *mesh));
            };
            expect_shallow(build_aabb_tree(*mesh, {.builder = builder}));
            expect_shallow(build_kdop_tree<14>(*mesh, {.builder = builder}));
            expect_shallow(build_sphere_tree(*mesh, {.builder = builder}));
        }
    }
    EXPECT_EQ(deepest(build_kdop_tree<6>(copies, {})), 12u);  // halved 12 times: 2¹² ≥ 4000
}

std::size_t leaves_below(const auto& tree, NodeId top) {
    std::size_t leaves = 0;
    std::vector<NodeId> open{top};
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (is_leaf(node))
            ++leaves;
        else
            open.insert(open.end(), tree.children(node).begin(), tree.children(node).end());
    }
    return leaves;
}

TEST(Builders, DivideAsTheySay) {
    // Centres at 0, 1, 2 and 30 along x.
    const Mesh row = soup_of(4, [](auto i, auto k) {
        const double x = i == 3 ? 30 : i;
        return Vec3{x + 0.3 * (k == 1), 0.3 * (k == 2), 0};
    });
    const auto left_of_root = [&](Builder builder) {
        const auto tree = build_kdop_tree<6>(row, {.builder = builder});
        return leaves_below(tree, tree.children(0)[0]);
    };
    EXPECT_EQ(left_of_root(Builder::mean), 3u);
    EXPECT_EQ(left_of_root(Builder::midpoint), 3u);
    EXPECT_EQ(left_of_root(Builder::median), 2u);
    EXPECT_EQ(left_of_root(Builder::sah), 3u);
    // By growth: each side starts with an extreme triangle; the others go to the side that grows less.
    const std::size_t by_growth = left_of_root(Builder::zachmann);
    EXPECT_TRUE(by_growth == 1 || by_growth == 3);
}

// Two long triangles start the two sides. The short ones lie inside both, so neither side grows, and they go
// to the side with fewer triangles: four and four.
TEST(Builders, AddTrianglesThatMakeNeitherSideGrowToTheSmallerSide) {
    const Mesh nested = soup_of(8, [](auto i, auto k) {
        const double half = i == 0 || i == 7 ? 10 : 0.1, x = i == 0 ? -1 : i == 7 ? 1 : 0.05 * i - 0.2;
        const double along = half * (k == 1) - half * (k == 2);
        return Vec3{x + along, along, 0};
    });
    const auto tree = build_kdop_tree<6>(nested, {.builder = Builder::zachmann});
    EXPECT_EQ(leaves_below(tree, tree.children(0)[0]), 4u);
    EXPECT_EQ(leaves_below(tree, tree.children(0)[1]), 4u);
}

TEST(Builders, MakeTheSameTreeEachTime) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 1000}).value();
    for (const Builder builder : all_builders())
        EXPECT_EQ(build_kdop_tree<14>(mesh, {.builder = builder}).order,
                  build_kdop_tree<14>(mesh, {.builder = builder}).order);
}

TEST(Statistics, OfASmallTreeByHand) {
    // Two triangles in unit squares at x = 0 … 1 and x = 2 … 3, of height 1.
    const Mesh pair = soup_of(2, [](auto i, auto k) {
        return Vec3{2.0 * i + (k == 1), 1.0 * (k == 2), 1.0 * (k == 2)};
    });
    const auto tree = build_kdop_tree<6>(pair, {});
    EXPECT_EQ(leaves_at_depth(tree), (std::vector<std::uint64_t>{0, 2}));
    const Contents sums = contents(tree);
    EXPECT_NEAR(sums.total, 3 + 1 + 1, 1e-12);
    EXPECT_EQ(sums.common, 0);
    EXPECT_EQ(volume_bytes(tree), 56u + 2 * 48);
    EXPECT_EQ(triangle_bytes(tree), 2 * 76u);
    // A node of a 6-DOP tree takes less than half the memory of an OBB node.
    EXPECT_LT(2 * sizeof(Inner<volume::Kdop<6>>), sizeof(Inner<volume::Obb>));
    EXPECT_LT(2 * sizeof(volume::Kdop<6>), sizeof(volume::Obb));
}

}  // namespace
}  // namespace allide::tree
