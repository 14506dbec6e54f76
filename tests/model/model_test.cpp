#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

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
    const Mesh mesh = generate(GeneratedShape::icosahedron).value();
    const TreeInfo obb = Model::build(mesh, {.volume = Volume::obb}).value().tree();
    EXPECT_EQ(obb.leaves, 20u);
    EXPECT_EQ(obb.nodes, 39u);
    EXPECT_GE(obb.depth, 5u);
    EXPECT_GT(obb.bytes, 39u * 100u);
    // There are eight triangles per leaf and eight children per node.
    const TreeInfo wide = Model::build(mesh).value().tree();
    EXPECT_EQ(wide.leaves, 3u);
    EXPECT_EQ(wide.nodes, 4u);
    EXPECT_EQ(wide.depth, 1u);
    EXPECT_EQ(wide.leaves_at_depth, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(wide.bytes, 4u * 128 + 3u * 288 + 20u * 4);
    EXPECT_EQ(Model().tree().nodes, 0u);
}

TEST(Model, DescribesTheMemoryAndTheQualityOfItsTree) {
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = 500}).value();
    const TreeInfo obb = Model::build(mesh, {.volume = Volume::obb}).value().tree();
    std::uint64_t leaves = 0;
    for (const std::uint64_t count : obb.leaves_at_depth) leaves += count;
    EXPECT_EQ(leaves, mesh.triangles().size());
    EXPECT_EQ(obb.leaves_at_depth.size(), obb.depth + 1);
    EXPECT_EQ(obb.bytes, obb.volume_bytes + obb.realign_bytes + obb.triangle_bytes);
    EXPECT_EQ(obb.realign_bytes, 0u);
    EXPECT_EQ(obb.triangle_bytes, 76 * mesh.triangles().size());
    const Model kdop6 = Model::build(mesh, {.volume = Volume::kdop6}).value();
    EXPECT_LT(2 * kdop6.tree().volume_bytes, obb.volume_bytes);
    const Model kdop14 = Model::build(mesh, {.volume = Volume::kdop14, .realign = Realign::vertices}).value();
    EXPECT_GT(kdop14.tree().realign_bytes, kdop14.tree().volume_bytes);
    // Different bounding volumes around the same groups of triangles.
    const auto quality = [&](Volume volume) {
        return Model::build(mesh, {.volume = volume, .builder = Builder::median}).value().tree_quality();
    };
    const TreeQuality boxes = quality(Volume::aabb), dops = quality(Volume::kdop6),
                      balls = quality(Volume::sphere);
    EXPECT_NEAR(boxes.total_volume, dops.total_volume, 1e-9 * boxes.total_volume);
    EXPECT_NEAR(boxes.sibling_overlap, dops.sibling_overlap, 1e-9 * boxes.total_volume);
    EXPECT_GT(balls.total_volume, boxes.total_volume);
    EXPECT_GT(boxes.sibling_overlap, 0);
    EXPECT_LT(boxes.sibling_overlap, boxes.total_volume);
    EXPECT_EQ(Model().tree_quality().total_volume, 0);
}

TEST(Model, RefusesOptionsThatDoNotGoTogether) {
    const Mesh cube = generate(GeneratedShape::cube).value();
    for (const BuildOptions& options : std::vector<BuildOptions>{
             {.realign = Realign::zachmann},
             {.volume = Volume::obb, .realign = Realign::vertices},
             {.volume = Volume::sphere, .leaf_volumes = LeafVolumes::none},
             {.inflation = -1},
             {.inflation = std::numeric_limits<double>::infinity()},
             {.volume = Volume::kdop14, .inflation = std::numeric_limits<double>::quiet_NaN()}}) {
        const Result<Model> model = Model::build(cube, options);
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().code, ErrorCode::bad_argument);
    }
    EXPECT_TRUE(
        Model::build(cube, {.volume = Volume::kdop14, .leaf_volumes = LeafVolumes::none, .inflation = 1}));
}

TEST(Model, LoadsFromAFileOrSaysWhyNot) {
    const Result<Model> missing = load_model("no/such/file.stl");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::cannot_open);
}

TEST(Names, OfVolumesRealignmentsAndBuildersGoBothWays) {
    for (const Realign realign : all_realigns()) EXPECT_EQ(*realign_from_name(name_of(realign)), realign);
    EXPECT_NE(realign_from_name("bag").error().message.find("occupancy"), std::string::npos);
    for (const Volume volume : all_volumes()) EXPECT_EQ(*volume_from_name(name_of(volume)), volume);
    for (const Builder builder : all_builders()) EXPECT_EQ(*builder_from_name(name_of(builder)), builder);
    EXPECT_NE(volume_from_name("bag").error().message.find("obb"), std::string::npos);
    EXPECT_NE(builder_from_name("bag").error().message.find("mean"), std::string::npos);
}

}  // namespace
}  // namespace allide
