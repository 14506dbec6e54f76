// Boxes of wide trees contain their triangles: checked in integers, without a tolerance.
#include "oracle/dyadic.hpp"
#include "support/hostile_meshes.hpp"
#include "tree/wide/build.hpp"

#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide::tree {
namespace {

using oracle::Dyadic;
using oracle::operator+;
using oracle::operator*;

Dyadic power_of_two(int exponent) {
    Dyadic power;
    power.mantissa = 1;
    power.exponent = exponent;
    return power;
}
Dyadic minus(const Dyadic& x, const Dyadic& y) {
    return x + Dyadic(-1.0) * y;
}
bool at_most(const Dyadic& x, const Dyadic& y) {
    return minus(x, y).mantissa <= 0;
}

class ExactTree {
  public:
    ExactTree(const WideTree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh) {}

    // The number of bounds of all boxes, and how many of them hold.
    struct Count {
        std::size_t hold = 0, all = 0;
    };
    Count count() {
        if (!tree_.empty()) check(0);
        return count_;
    }

  private:
    // Checks the subtree of a node and returns the numbers of its triangles.
    std::vector<std::uint32_t> check(std::uint32_t index) {
        const WideNode& node = tree_.nodes[index];
        std::vector<std::uint32_t> below;
        for (std::uint32_t child = 0; child < node.count; ++child) {
            const std::vector<std::uint32_t> triangles =
                node.leaf ? std::vector{tree_.order[node.first + child]} : check(node.first + child);
            for (const std::uint32_t triangle : triangles)
                for (const Vec3& corner : mesh_.corners(triangle)) check(node, child, corner);
            below.insert(below.end(), triangles.begin(), triangles.end());
        }
        return below;
    }
    void check(const WideNode& node, std::uint32_t child, const Vec3& corner) {
        const Dyadic unit = power_of_two(-tree_.exponent);
        const auto arm = [&](double x, double center, double node_center) {
            return minus(minus(Dyadic(x), Dyadic(center)) * unit, Dyadic(node_center));
        };
        const Dyadic x = arm(corner.x, tree_.center.x, node.center[0]),
                     y = arm(corner.y, tree_.center.y, node.center[1]),
                     z = arm(corner.z, tree_.center.z, node.center[2]);
        for (std::size_t k = 0; k < 3; ++k) {
            const Dyadic along = Dyadic(node.axis[3 * k]) * x + Dyadic(node.axis[3 * k + 1]) * y +
                                 Dyadic(node.axis[3 * k + 2]) * z;
            const auto bound = [&](std::size_t side) {
                return Dyadic(node.box[k][side][child] - 127.5) * Dyadic(node.step[k]);
            };
            count_.all += 2;
            count_.hold += at_most(bound(0), along) ? 1 : 0;
            count_.hold += at_most(along, bound(1)) ? 1 : 0;
        }
    }

    const WideTree& tree_;
    const Mesh& mesh_;
    Count count_;
};

std::vector<test::NamedMesh> meshes() {
    base::Random random(19);
    std::vector<test::NamedMesh> all = test::hostile_meshes(200, random);
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::noisy_torus, GeneratedShape::box, GeneratedShape::soup})
        all.push_back({std::string(name_of(shape)),
                       generate(shape, {.triangles = 300, .seed = random.bits()}).value()});
    all.push_back({"1e-300 to 1", test::huge_and_tiny(200, random, 1e-300)});
    const Mesh soup = test::scattered(200, random, 0.3);
    for (const double size : {5e-324, 1e-310, 1e-7, 1e150, 8e307})
        for (const double far : {0.0, 1e6})
            all.push_back({"size " + std::to_string(size), test::moved(soup, size, {far, 0, -far})});
    return all;
}

TEST(WideBoxes, ContainTheirTrianglesExactly) {
    for (const auto& [name, mesh] : meshes()) {
        for (const Divide how : {Divide::surface_area, Divide::median}) {
            const WideTree tree = build_wide_tree(mesh, how);
            const auto [hold, all] = ExactTree(tree, mesh).count();
            EXPECT_GE(all, 18 * mesh.triangles().size());
            EXPECT_EQ(hold, all) << name;
        }
    }
}

TEST(WideBoxes, ContainMovedTrianglesAfterARefit) {
    base::Random random(23);
    const Mesh soup = test::scattered(200, random, 0.3), other = test::scattered(200, random, 0.1);
    const WideTree tree = build_wide_tree(soup);
    const auto before = ExactTree(tree, other).count(), after = ExactTree(refit(tree, other), other).count();
    EXPECT_LT(before.hold, before.all);
    EXPECT_EQ(after.hold, after.all);
}

}  // namespace
}  // namespace allide::tree
