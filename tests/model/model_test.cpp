#include <allide/allide.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace allide {
namespace {

TEST(Model, RefusesVerticesThatAreNotFiniteAndNamesThem) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Mesh mesh = Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}},
                                  .triangles = {{0, 1, 2}, {0, 1, 3}},
                                  .source = "broken.obj"})
                          .value();
    const Result<Model> model = Model::build(mesh);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::not_finite);
    EXPECT_EQ(model.error().triangle, 1u);
    EXPECT_EQ(model.error().vertex, 3u);
    EXPECT_NE(model.error().text().find("broken.obj"), std::string::npos);
}

TEST(Model, AVertexThatNoTriangleUsesDoesNotMatter) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Mesh mesh = Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {infinity, 0, 0}},
                                  .triangles = {{0, 1, 2}}})
                          .value();
    EXPECT_TRUE(Model::build(mesh));
}

TEST(Model, DescribesItsTree) {
    const Model model = Model::build(generate(Shape::icosahedron).value()).value();
    const TreeInfo tree = model.tree();
    EXPECT_EQ(tree.leaves, 20u);
    EXPECT_EQ(tree.nodes, 39u);
    EXPECT_GE(tree.depth, 5u);
    EXPECT_GT(tree.bytes, 39u * 100u);
    EXPECT_EQ(Model().tree().nodes, 0u);
}

TEST(Model, LoadsFromAFileOrSaysWhyNot) {
    const Result<Model> missing = load_model("no/such/file.stl");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::cannot_open);
}

TEST(Names, OfVolumesAndBuildersGoBothWays) {
    for (const Volume volume : all_volumes()) EXPECT_EQ(*volume_from_name(name_of(volume)), volume);
    for (const Builder builder : all_builders()) EXPECT_EQ(*builder_from_name(name_of(builder)), builder);
    EXPECT_NE(volume_from_name("bag").error().message.find("obb"), std::string::npos);
    EXPECT_NE(builder_from_name("bag").error().message.find("mean"), std::string::npos);
}

}  // namespace
}  // namespace allide
