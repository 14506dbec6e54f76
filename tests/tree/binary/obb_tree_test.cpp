#include "support/random_geometry.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/binary/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide::tree {
namespace {

Mesh mesh_of(std::vector<Vec3> vertices, std::vector<TriangleIndices> triangles) {
    return Mesh::from({.vertices = std::move(vertices), .triangles = std::move(triangles)}).value();
}

void expect_valid(const Mesh& mesh) {
    const auto defect = validate(build_obb_tree(mesh), mesh);
    EXPECT_FALSE(defect) << *defect;
}

TEST(ObbTree, OfEveryShapeIsValidAndHasOneTrianglePerLeaf) {
    for (const GeneratedShape shape : all_shapes()) {
        const Mesh mesh =
            generate(shape, {.triangles = shape == GeneratedShape::antiprism ? 0u : 600u}).value();
        const auto tree = build_obb_tree(mesh);
        const auto defect = validate(tree, mesh);
        EXPECT_FALSE(defect) << name_of(shape) << ": " << *defect;
        EXPECT_EQ(tree.inner.size() + 1, mesh.triangles().size()) << name_of(shape);
    }
}

TEST(ObbTree, OfNothingAndOfOneTriangle) {
    expect_valid(Mesh());
    EXPECT_TRUE(build_obb_tree(Mesh()).empty());
    expect_valid(mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
}

TEST(ObbTree, TrianglesThatNoPlaneDividesAreDividedByNumber) {
    // Four triangles around one centre: no plane through the mean separates the centres.
    const Mesh same =
        mesh_of({{0, 0, 0}, {3, 0, 0}, {0, 3, 0}}, {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}});
    const auto tree = build_obb_tree(same);
    ASSERT_EQ(tree.inner.size(), 3u);
    EXPECT_EQ(tree.children(0), (std::array<NodeId, 2>{1, 2}));
    EXPECT_FALSE(validate(tree, same));
}

TEST(ObbTree, DividesAtTheMeanOfTheLongestAxis) {
    // Three triangles close together on the left and one far to the right: the mean divides them 3 to 1, a
    // median 2 to 2.
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    for (const double x : {0.0, 1.0, 2.0, 30.0}) {
        const auto base = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), {{x, 0, 0}, {x + 0.5, 0, 0}, {x, 0.5, 0.1}});
        triangles.push_back({base, base + 1, base + 2});
    }
    const auto tree = build_obb_tree(mesh_of(vertices, triangles));
    const auto [left, right] = tree.children(0);
    EXPECT_NE(is_leaf(left), is_leaf(right));
    EXPECT_EQ(tree.order[place_of(is_leaf(left) ? left : right)], 3u);
}

TEST(ObbTree, GoesToTheSecondAxisWhenTheFirstDoesNotDivide) {
    // Long triangles next to each other: their centres have equal coordinates along the longest axis.
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    for (const double y : {0.0, 1.0}) {
        const auto base = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), {{-10, y, 0}, {10, y, 0}, {0, y, 0.25}});
        triangles.push_back({base, base + 1, base + 2});
    }
    const auto tree = build_obb_tree(mesh_of(vertices, triangles));
    for (const auto& leaf : tree.leaf_volumes) EXPECT_LT(std::abs(leaf.half[1]) + leaf.half[2], 0.5);
}

TEST(ObbTree, OfBrokenAndExtremeMeshesIsValid) {
    base::Random random(3);
    for (const double size : {1.0, 1e-7, 1e5, 1e-310, 1e150, 1e300, 1.7e308}) {
        std::vector<Vec3> vertices;
        std::vector<TriangleIndices> triangles;
        for (std::uint32_t i = 0; i < 200; ++i) {
            vertices.push_back(test::random_point(random, size));
            const auto any = [&] { return static_cast<std::uint32_t>(random.below(vertices.size())); };
            triangles.push_back({any(), any(), any()});  // many of them have repeated corners
        }
        expect_valid(mesh_of(vertices, triangles));
    }
    // Centres at 1, ½, ¼, … give a deep tree, but must not cause a deep recursion.
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    for (std::uint32_t i = 0; i < 300; ++i) {
        const double x = std::ldexp(1.0, -static_cast<int>(i));
        vertices.insert(vertices.end(), {{x, 0, 0}, {x, x, 0}, {x, 0, x}});
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    expect_valid(mesh_of(vertices, triangles));
}

TEST(ObbTree, IsTheSameEachTime) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 2000}).value();
    const auto first = build_obb_tree(mesh), second = build_obb_tree(mesh);
    EXPECT_EQ(first.order, second.order);
}

// Each kind of defect is made once and must be found: a validator that finds nothing would prove nothing.
TEST(Validate, FindsEachKindOfDefect) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 300}).value();
    const auto good = build_obb_tree(mesh);
    ASSERT_FALSE(validate(good, mesh));
    const auto expect_defect = [&](auto&& damage, const char* what) {
        auto tree = good;
        damage(tree);
        EXPECT_TRUE(validate(tree, mesh)) << what;
    };
    expect_defect([](auto& t) { t.inner[5].volume.half[0] *= 0.9; }, "a box that is too small");
    expect_defect([](auto& t) { std::swap(t.order[0], t.order[1]); }, "order and corners disagree");
    expect_defect([](auto& t) { t.order[0] = t.order[1]; }, "a triangle twice");
    expect_defect([](auto& t) { t.leaf_volumes[5].half[0] *= 0.5; }, "a leaf that is too small");
    expect_defect([](auto& t) { t.inner[0].children[1] = 0; }, "a node that is its own child");
    expect_defect([](auto& t) { t.inner[0].children[1] = t.inner[0].children[0]; }, "a child twice");
    expect_defect([](auto& t) { t.inner.pop_back(); }, "a child that does not exist");
    expect_defect([](auto& t) { t.inner.push_back(t.inner.back()); }, "a node that nothing leads to");
    expect_defect([](auto& t) { t.leaf_volumes.pop_back(); }, "a leaf without a volume");
    expect_defect([](auto& t) { t.norm /= 2; }, "a norm that is too small");
    expect_defect([](auto& t) { t.triangles.pop_back(); }, "a triangle without corners");
    expect_defect(
        [](auto& t) {
            for (auto& node : t.inner)
                for (NodeId& child : node.children)
                    if (is_leaf(child)) child = leaf_bit;
        },
        "all leaves with the same triangle");
}

}  // namespace
}  // namespace allide::tree
