// Wide trees of meshes of every kind are valid after every build, widening and refit.
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"
#include "support/same_trees.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/wide/build.hpp"
#include "tree/wide/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide::tree {
namespace {

// Wide trees of the mesh, built by every method.
std::vector<std::pair<std::string, WideTree>> built_in_every_way(const Mesh& mesh, double inflation = 0) {
    std::vector<std::pair<std::string, WideTree>> trees;
    trees.emplace_back("surface area", build_wide_tree(mesh, Divide::surface_area, inflation));
    trees.emplace_back("median", build_wide_tree(mesh, Divide::median, inflation));
    for (const Builder builder : all_builders())
        trees.emplace_back(name_of(builder),
                           widen(mesh, binary_of(build_aabb_tree(mesh, {.builder = builder})), inflation));
    return trees;
}

void expect_valid(const Mesh& mesh, const std::string& name, double inflation = 0) {
    for (const auto& [how, tree] : built_in_every_way(mesh, inflation)) {
        const auto defect = validate(tree, mesh);
        EXPECT_FALSE(defect) << name << ", " << how << ": " << *defect;
        const auto again = validate(refit(tree, mesh), mesh);
        EXPECT_FALSE(again) << name << ", " << how << ", fitted again: " << *again;
    }
}

using test::same_trees;

TEST(WideTree, OfEveryShapeIsValidHoweverItIsBuilt) {
    for (const GeneratedShape shape : all_shapes()) {
        const Mesh mesh =
            generate(shape, {.triangles = shape == GeneratedShape::antiprism ? 0u : 700u}).value();
        expect_valid(mesh, std::string(name_of(shape)));
        expect_valid(mesh, std::string(name_of(shape)) + ", inflated", 0.01);
        expect_valid(mesh, std::string(name_of(shape)) + ", inflated much", 1e9);
    }
}

TEST(WideTree, OfHostileMeshesIsValidAtEverySize) {
    base::Random random(5);
    // The number of levels changes near 8, 64 and 512.
    for (const std::uint32_t count : {1u, 2u, 7u, 8u, 9u, 63u, 64u, 65u, 97u, 513u, 2000u})
        for (const auto& [name, mesh] : test::hostile_meshes(count, random))
            expect_valid(mesh, name + " " + std::to_string(count));
}

TEST(WideTree, OfNothingHasNoNodes) {
    expect_valid(Mesh(), "nothing");
    EXPECT_TRUE(build_wide_tree(Mesh()).empty());
    // Vertices that no triangle uses are ignored.
    const Mesh unused = Mesh::from({.vertices = {{NAN, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1e300, 0, 0}},
                                    .triangles = {{1, 2, 3}}})
                            .value();
    const WideTree tree = build_wide_tree(unused);
    EXPECT_FALSE(validate(tree, unused));
    EXPECT_LE(tree.norm, 2.1);
}

TEST(WideTree, IsValidFromSubnormalToTheLargest) {
    base::Random random(7);
    const Mesh small = test::scattered(150, random, 0.2), mixed = test::huge_and_tiny(150, random, 1e-15);
    for (const double size : {5e-324, 1e-320, 1e-310, 1e-300, 1e-30, 1e-7, 1.0, 1e6, 1e100, 1e300, 8e307})
        for (const Mesh& mesh : {small, mixed})
            for (const double far : {0.0, 1e6})
                expect_valid(test::moved(mesh, size, {far, -far, 0}), "size " + std::to_string(size));
    // All sizes occur in one mesh: the small triangles are like points compared with the large ones.
    expect_valid(test::moved(test::huge_and_tiny(600, random, 1e-300), 1e300, {}), "1 to 1e300");
    expect_valid(test::huge_and_tiny(600, random, 1e-300), "1e-300 to 1");
    expect_valid(test::huge_and_tiny(600, random, 1e-320), "1e-320 to 1");
}

TEST(WideTree, OfManyTrianglesWithoutAreaIsValid) {
    base::Random random(9);
    const auto count = static_cast<std::uint32_t>(test::effort(50'000, 1'000'000));
    for (const auto& [name, mesh] : test::hostile_meshes(count, random)) {
        const WideTree tree = build_wide_tree(mesh);
        const auto defect = validate(tree, mesh);
        EXPECT_FALSE(defect) << name << ": " << *defect;
    }
}

TEST(WideTree, FitsMovedVertices) {
    base::Random random(11);
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::noisy_torus, GeneratedShape::soup, GeneratedShape::box}) {
        const Mesh mesh = generate(shape, {.triangles = 900}).value();
        MeshData data;
        data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
        for (const Vec3& x : mesh.vertices()) data.vertices.push_back(test::about(x, random, 0.3));
        const Mesh crumpled = Mesh::from(std::move(data)).value();
        for (const auto& [how, tree] : built_in_every_way(mesh)) {
            for (const Mesh& to :
                 {crumpled, test::moved(mesh, 1e-5, {1e4, 0, 0}), test::moved(mesh, 0, {})}) {
                EXPECT_TRUE(validate(tree, to)) << "boxes of other vertices pass";
                const auto defect = validate(refit(tree, to), to);
                EXPECT_FALSE(defect) << how << ": " << *defect;
            }
            EXPECT_TRUE(same_trees(refit(tree, mesh), tree)) << how << ": fitted to what it was fitted to";
        }
    }
}

TEST(WideTree, IsTheSameEachTime) {
    base::Random random(13);
    for (const Mesh& mesh : {generate(GeneratedShape::noisy_torus, {.triangles = 40'000}).value(),
                             test::huge_and_tiny(40'000, random, 1e-9)})
        for (const Divide how : {Divide::surface_area, Divide::median})
            EXPECT_TRUE(same_trees(build_wide_tree(mesh, how), build_wide_tree(mesh, how)));
}

// The tree's bits are the same on every machine, compiler and instruction set (also with ALLIDE_TARGET).
TEST(WideTree, HasTheseBits) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto mix = [&hash](const void* data, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3u;
    };
    base::Random random(31);
    for (const Mesh& mesh : {generate(GeneratedShape::noisy_torus, {.triangles = 3000}).value(),
                             generate(GeneratedShape::box, {.triangles = 600}).value(),
                             generate(GeneratedShape::sphere, {.triangles = 20'000}).value(),
                             test::scattered(1000, random, 0.1), test::zero_area(500, random)}) {
        const WideTree tree = build_wide_tree(mesh);
        for (const WideNode& node : tree.nodes) mix(&node, test::node_bytes);
        mix(tree.corners.data(), tree.corners.size() * sizeof(WideCorners));
    }
    EXPECT_EQ(hash, 483061682861568046u);
}

TEST(WideTree, KeepsLeavesFullAndItselfShallow) {
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = 50'000}).value();
    const WideTree tree = build_wide_tree(mesh);
    const auto triangles = static_cast<double>(mesh.triangles().size());
    EXPECT_LT(static_cast<double>(tree.corners.size()), 1.1 * triangles / wide_arity);
    EXPECT_LT(static_cast<double>(tree.nodes.size()), 1.3 * triangles / wide_arity);
}

}  // namespace
}  // namespace allide::tree
