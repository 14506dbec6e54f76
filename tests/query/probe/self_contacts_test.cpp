#include "probe_support.hpp"

#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

TEST(SelfContacts, ACleanBodyHasNone) {
    for (const GeneratedShape shape : {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::box})
        EXPECT_TRUE(self_contacts(build(generate(shape, {.triangles = 800}).value())).empty());
    EXPECT_TRUE(self_contacts(Model()).empty());
}

// Triangles that cross or touch with a corner are reported; neighbours and a point far away are not.
TEST(SelfContacts, AreFoundWhereBoxesCross) {
    MeshMaker maker;
    maker.add({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    maker.add({1, 1, -1}, {1, 1, 1}, {3, 3, 1});           // crosses the first
    maker.add({0.5, 0.5, 0}, {0.5, 0.5, 1}, {0, 0.5, 1});  // has a corner on the first
    maker.add({0, 0, 0}, {0, 0, 5}, {1, 0, 5});            // shares a corner with the first
    maker.add({9, 9, 9}, {9, 9, 9}, {9, 9, 9});
    const Model model = build(std::move(maker).mesh());
    EXPECT_EQ(self_contacts(model), (std::vector<Contact>{{0, 1}, {0, 2}}));
}

TEST(SelfContacts, AgreeWithTheBruteForceAndWithContacts) {
    base::Random random(901);
    std::size_t found = 0;
    for (const auto& [name, mesh] : probe_meshes(random)) {
        const auto truth = self_contacts(build(mesh), {.search = Search::brute_force});
        found += truth.size();
        for (const Volume volume : some_volumes()) {
            SCOPED_TRACE(name + ' ' + std::string(name_of(volume)));
            const Model model = build(mesh, volume);
            ASSERT_EQ(self_contacts(model), truth);
        }
        // All contacts of the mesh with itself, except pairs of triangles that share a corner.
        const Model model = build(mesh);
        std::vector<Contact> apart;
        for (const Contact& c : contacts(model.at_rest(), model.at_rest())) {
            bool adjacent = c.triangle_a >= c.triangle_b;
            for (const Vec3& p : mesh.corners(c.triangle_a))
                for (const Vec3& q : mesh.corners(c.triangle_b)) adjacent = adjacent || p == q;
            if (!adjacent) apart.push_back(c);
        }
        ASSERT_EQ(apart, truth) << name;
    }
    EXPECT_GT(found, 500u);
}

}  // namespace
}  // namespace allide::test
