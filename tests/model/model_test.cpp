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
    const Mesh mesh = generate(Shape::icosahedron).value();
    const TreeInfo obb = Model::build(mesh, {.volume = Volume::obb}).value().tree();
    EXPECT_EQ(obb.leaves, 20u);
    EXPECT_EQ(obb.nodes, 39u);
    EXPECT_GE(obb.depth, 5u);
    EXPECT_GT(obb.bytes, 39u * 100u);
    // Eight triangles a leaf, eight children a node.
    const TreeInfo wide = Model::build(mesh).value().tree();
    EXPECT_EQ(wide.leaves, 3u);
    EXPECT_EQ(wide.nodes, 4u);
    EXPECT_EQ(wide.depth, 1u);
    EXPECT_EQ(wide.leaves_at_depth, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(wide.bytes, 4u * 128 + 3u * 288 + 20u * 4);
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
