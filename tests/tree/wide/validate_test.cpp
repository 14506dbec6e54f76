// Tests of the validator: it finds every introduced defect, down to one quantisation unit of one box.
#include "tree/wide/validate.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"
#include "tree/wide/build.hpp"
#include "tree/wide/validate_nodes.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace allide::tree {
namespace {

TEST(ValidateWide, FindsEachKindOfDefect) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 3000}).value();
    const WideTree good = build_wide_tree(mesh);
    ASSERT_FALSE(validate(good, mesh));
    std::size_t leaf = 0;
    while (!good.nodes[leaf].leaf) ++leaf;
    std::size_t lower = 1;  // a child of the root with children of its own
    ASSERT_FALSE(good.nodes[lower].leaf);
    const auto expect_defect = [&](auto&& damage, const char* what) {
        WideTree tree = good;
        damage(tree);
        EXPECT_TRUE(validate(tree, mesh)) << what;
    };
    expect_defect([](auto& t) { t.order[0] = t.order[1]; }, "a triangle twice");
    expect_defect([](auto& t) { std::swap(t.order.front(), t.order.back()); }, "triangles exchanged");
    expect_defect([](auto& t) { t.order.pop_back(); }, "a triangle less");
    expect_defect([](auto& t) { t.order.back() = 1u << 30; }, "a triangle that does not exist");
    expect_defect([](auto& t) { t.nodes.clear(); }, "no nodes");
    expect_defect([](auto& t) { t.nodes[0].first = 0; }, "a node that is its own child");
    expect_defect([&](auto& t) { t.nodes[lower].first = t.nodes[0].first; }, "children of two");
    expect_defect([](auto& t) { t.nodes.pop_back(); }, "a child that does not exist");
    expect_defect([](auto& t) { t.nodes.push_back(t.nodes.back()); }, "a node that nothing leads to");
    expect_defect([](auto& t) { --t.nodes[0].count; }, "a child forgotten");
    expect_defect([](auto& t) { t.nodes[0].count = 0; }, "a node without children");
    expect_defect([&](auto& t) { --t.nodes[leaf].count; }, "a triangle forgotten");
    expect_defect([&](auto& t) { t.nodes[leaf].count = 9; }, "a leaf with nine");
    expect_defect([&](auto& t) { ++t.nodes[leaf].first; }, "a leaf with another's triangle");
    expect_defect([&](auto& t) { t.nodes[leaf].first = ~0u; }, "a leaf beyond the last triangle");
    expect_defect([&](auto& t) { t.nodes[leaf].leaf = false; }, "a leaf that is not marked as one");
    expect_defect([&](auto& t) { ++t.nodes[leaf].corners; }, "corners of two leaves");
    expect_defect(
        [&](auto& t) {
            const auto other = std::find_if(t.nodes.begin() + leaf + 1, t.nodes.end(),
                                            [](const WideNode& node) { return node.leaf; });
            std::swap(t.corners[t.nodes[leaf].corners], t.corners[other->corners]);
            std::swap(t.nodes[leaf].corners, other->corners);
        },
        "corners of two leaves exchanged");
    expect_defect([](auto& t) { t.corners.emplace_back(); }, "corners of no leaf");
    expect_defect([&](auto& t) { t.nodes[leaf].longest_edge *= 0.99f; }, "a longest edge that is too short");
    expect_defect([&](auto& t) { t.nodes[leaf].step[0] *= 0.98f; }, "a step that is too small");
    expect_defect([&](auto& t) { t.nodes[leaf].step[0] = 0; }, "no step");
    expect_defect([&](auto& t) { t.nodes[leaf].step[0] = NAN; }, "a step that is no number");
    expect_defect([&](auto& t) { t.nodes[leaf].center[1] += 0.01f; }, "a centre elsewhere");
    expect_defect([&](auto& t) { t.nodes[leaf].axis[4] += 1e-5f; }, "axes that are not orthonormal");
    expect_defect([](auto& t) { t.center.x += 1e-9; }, "a tree elsewhere");
    expect_defect([](auto& t) { ++t.exponent; }, "another unit");
    expect_defect([](auto& t) { --t.exponent; }, "another unit, smaller");
    expect_defect([](auto& t) { t.norm /= 2; }, "a norm that is too small");
    expect_defect([](auto& t) { t.inflation = 0.1; }, "boxes that were not grown");
    expect_defect([](auto& t) { t.reach *= 1 - 1e-5; }, "a reach that is too short");
    expect_defect([&](auto& t) { std::swap(t.nodes[lower], t.nodes[lower + 1]); }, "children exchanged");
}

TEST(ValidateWide, FindsCornersThatAreOffByMoreThanRounding) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 200}).value();
    const WideTree good = build_wide_tree(mesh);
    for (std::size_t leaf = 0; leaf < good.corners.size(); ++leaf)
        for (std::size_t row = 0; row < 9; ++row)
            for (std::size_t i = 0; i < wide_arity; ++i) {
                WideTree tree = good;
                float& number = tree.corners[leaf].row[row][i];
                number = number * (1 + 0x1p-22f) + 0x1p-40f;
                EXPECT_TRUE(validate(tree, mesh)) << leaf << " " << row << " " << i;
            }
}

// Moves each bound of each box inward by one of the box's 254 quantisation units.
TEST(ValidateWide, FindsABoundThatIsOneUnitTooTight) {
    base::Random random(17);
    for (const Mesh& mesh : {generate(GeneratedShape::sphere, {.triangles = 600}).value(),
                             generate(GeneratedShape::noisy_torus, {.triangles = 600}).value(),
                             test::scattered(600, random, 0.2)}) {
        WideTree tree = build_wide_tree(mesh);
        ASSERT_FALSE(validate(tree, mesh));
        for (WideNode& node : tree.nodes)
            for (auto& axis : node.box)
                for (std::size_t child = 0; child < node.count; ++child) {
                    ++axis[0][child];
                    EXPECT_TRUE(validate(tree, mesh));
                    --axis[0][child];
                    --axis[1][child];
                    EXPECT_TRUE(validate(tree, mesh));
                    ++axis[1][child];
                }
        ASSERT_FALSE(validate(tree, mesh));
    }
}

// Nodes whose triangles all lie in one point with float coordinates are only as thick as the padding, so
// rounding a coordinate shifts it by several quantisation units. Nevertheless bounds stay within 1 … 254.
TEST(ValidateWide, AcceptsNodesAsThinAsThePadding) {
    base::Random random(23);
    for (const double inflation : {0.0, 1e-18, 1e-17, 5e-17, 1e-16, 1.3e-16, 3e-16, 1e-15, 1e-14}) {
        MeshData data;
        for (std::uint32_t cluster = 0; cluster < 40; ++cluster) {
            const auto coordinate = [&] { return std::round(random.between(-64, 64)) / 64; };
            data.vertices.push_back({coordinate(), coordinate(), coordinate()});
            for (int i = 0; i < 8; ++i) data.triangles.push_back({cluster, cluster, cluster});
        }
        const Mesh mesh = Mesh::from(data).value();
        const WideTree tree = build_wide_tree(mesh, Divide::surface_area, inflation);
        EXPECT_EQ(validate(tree, mesh), std::nullopt) << inflation;
    }
}

// The conditions on a single node, one by one.
bool plain_frame_is_good(const WideNode& node) {
    if (node.count == 0 || node.count > wide_arity || leaf_byte(node) > 1) return false;
    const auto& u = node.axis;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j) {
            double product = i == j ? -1 : 0;
            for (std::size_t k = 0; k < 3; ++k) product += double{u[3 * i + k]} * u[3 * j + k];
            if (!(std::abs(product) <= orthonormal)) return false;
        }
        if (!(node.step[i] > 0) || !std::isfinite(node.step[i]) || !(std::abs(node.center[i]) <= 2))
            return false;
        for (std::size_t child = 0; child < wide_arity; ++child) {
            const int lower = node.box[i][0][child], upper = node.box[i][1][child];
            if (child < node.count ? lower < 1 || upper < lower || upper > 254 : lower <= upper) return false;
        }
    }
    return true;
}

// Bytes of nodes are changed at random; the vectorised check agrees with the plain one.
TEST(ValidateWide, FramesAreCheckedAsOneByOne) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 2000, .seed = 4}).value();
    const WideTree tree = build_wide_tree(mesh);
    EXPECT_TRUE(frames_are_good(tree.nodes));
    base::Random random(61);
    int good = 0;
    const int rounds = test::effort(20'000, 2'000'000);
    for (int round = 0; round < rounds; ++round) {
        WideNode node = tree.nodes[random.below(tree.nodes.size())];
        ASSERT_TRUE(plain_frame_is_good(node));
        auto* const bytes = reinterpret_cast<unsigned char*>(&node);
        for (std::size_t i = random.below(2); i < 2; ++i) {
            unsigned char& byte = bytes[random.below(126)];  // two bytes of padding follow
            const auto change = random.below(4);
            byte = static_cast<unsigned char>(change == 0   ? random.below(256)
                                              : change == 1 ? byte + 1
                                              : change == 2 ? 255
                                                            : 0);
        }
        const bool expected = plain_frame_is_good(node);
        ASSERT_EQ(frames_are_good({&node, 1}), expected) << round;
        good += expected ? 1 : 0;
    }
    EXPECT_GT(good, rounds / 10);
    EXPECT_LT(good, rounds / 10 * 9);
}

// Nodes are verified before they are read, and all of them.
TEST(ValidateWide, AnnouncesNodesBeforeReadingThem) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 3000}).value();
    WideTree tree = build_wide_tree(mesh);
    std::size_t announced = 0;
    const auto announce = [&](std::size_t nodes) {
        EXPECT_GT(nodes, announced);
        announced = nodes;
    };
    EXPECT_TRUE(nodes_have_good_links(tree, mesh.triangles().size(), announce));
    EXPECT_EQ(announced, tree.nodes.size());
    // Nodes are not read before they are announced: until then, they are not valid.
    std::size_t rest = 0;
    const WideTree good = tree;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) tree.nodes[i].count = 0;
    EXPECT_TRUE(nodes_have_good_links(tree, mesh.triangles().size(), [&](std::size_t nodes) {
        for (; rest < nodes; ++rest) tree.nodes[rest] = good.nodes[rest];
    }));
    EXPECT_FALSE(nodes_have_good_links(tree, mesh.triangles().size() + 1, [](std::size_t) {}));
}

}  // namespace
}  // namespace allide::tree
