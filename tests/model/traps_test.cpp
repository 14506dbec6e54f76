// Mistakes with models that once compiled and gave wrong answers, and uses of objects that were moved from.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <utility>

#include <gtest/gtest.h>

namespace allide {
namespace {

template <typename M>
concept CanBePlaced = requires(M model) {
    std::forward<M>(model).at_rest();
};
template <typename M>
concept CanBeMoved = requires(M model, Motion motion) {
    std::forward<M>(model).along(motion);
};
template <typename R>
concept ArrowCanBePlaced = requires(R result) {
    std::forward<R>(result)->at_rest();
};
template <typename R>
concept ValueCanBePlaced = requires(R result) {
    std::forward<R>(result).value().at_rest();
};

// These do not compile: load_model("x.obj")->at_rest() and load_model("x.obj").value().at_rest() would
// refer to a destroyed model.
static_assert(CanBePlaced<const Model&> && CanBeMoved<const Model&> && CanBePlaced<const DeformableModel&>);
static_assert(!CanBePlaced<Model> && !CanBePlaced<const Model> && !CanBeMoved<Model>);
static_assert(!CanBePlaced<DeformableModel>);
static_assert(ArrowCanBePlaced<const Result<Model>&> && ValueCanBePlaced<const Result<Model>&>);
static_assert(!ArrowCanBePlaced<Result<Model>> && !ValueCanBePlaced<Result<Model>>);
static_assert(!ArrowCanBePlaced<const Result<Model>> && !ValueCanBePlaced<const Result<Model>>);
static_assert(!ArrowCanBePlaced<Result<DeformableModel>> && !ValueCanBePlaced<Result<DeformableModel>>);

// Internal data of the library is not accessible to users.
template <typename T>
concept HasData = requires(T object) {
    object.data();
};
static_assert(!HasData<Placed> && !HasData<Moving> && !HasData<ConvexBody> && !HasData<PlacedBody>);
template <typename T>
concept HasReader = requires(T object) {
    object.reader();
};
static_assert(!HasReader<Index>);

// For an index, `if (collides(part, index))` would test whether the index could be read; it does not compile.
template <typename P, typename I>
concept WorksInAnIf = requires(P part, I index) {
    collides(part, index) ? 1 : 2;
};
static_assert(WorksInAnIf<const Placed&, const Placed&> && !WorksInAnIf<const Placed&, const Index&>);

TEST(MovedFrom, MeshIsEmpty) {
    Mesh mesh = generate(GeneratedShape::cube).value();
    const Mesh taken = std::move(mesh);
    EXPECT_EQ(taken.triangles().size(), 12u);
    EXPECT_TRUE(mesh.triangles().empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(mesh.vertices().empty());
    EXPECT_TRUE(mesh.part_names().empty());
    EXPECT_TRUE(mesh.source().empty());
    EXPECT_TRUE(inspect(mesh).empty());
    EXPECT_TRUE(Model::build(mesh));
    mesh = taken;
    Mesh other;
    other = std::move(mesh);
    EXPECT_EQ(other.triangles().size(), 12u);
    EXPECT_TRUE(mesh.triangles().empty());
    Mesh& itself = other;
    other = std::move(itself);
    EXPECT_EQ(other.triangles().size(), 12u);
}

TEST(MovedFrom, ModelIsEmpty) {
    Model model = Model::build(generate(GeneratedShape::cube).value()).value();
    const Model taken = std::move(model);
    EXPECT_TRUE(collides(taken.at_rest(), taken.at_rest()));
    EXPECT_FALSE(collides(model.at_rest(), taken.at_rest()));  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(model.mesh().triangles().empty());
    EXPECT_EQ(model.tree().nodes, 0u);
    EXPECT_FALSE(distance(model.at_rest(), taken.at_rest()).closest);
    model = taken;
    Model other;
    other = std::move(model);
    EXPECT_TRUE(collides(other.at_rest(), taken.at_rest()));
    EXPECT_FALSE(collides(model.at_rest(), taken.at_rest()));
}

TEST(MovedFrom, DeformableModelIsThatOfAnEmptyMesh) {
    const Mesh cube = generate(GeneratedShape::cube).value();
    const Model other = Model::build(cube).value();
    DeformableModel model = DeformableModel::build(cube).value();
    DeformableModel taken = std::move(model);
    EXPECT_TRUE(collides(taken.at_rest(), other.at_rest()));
    EXPECT_FALSE(collides(model.at_rest(), other.at_rest()));  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(model.mesh().triangles().empty());
    EXPECT_EQ(model.tree().nodes, 0u);
    EXPECT_FALSE(model.age().rebuild_suggested);
    EXPECT_TRUE(model.snapshot().mesh().triangles().empty());
    EXPECT_EQ(model.rebuild_worst(), 0u);
    model.rebuild();
    EXPECT_TRUE(model.move_vertices({}));
    EXPECT_FALSE(model.move_vertices(cube.vertices()));
    model = std::move(taken);
    EXPECT_TRUE(collides(model.at_rest(), other.at_rest()));
    EXPECT_TRUE(model.move_vertices(cube.vertices()));
}

TEST(MovedFrom, MotionStaysWhereItIs) {
    Motion motion = Motion::linear({1, 0, 0});
    const Motion taken = std::move(motion);
    EXPECT_EQ(taken.at(1).position(), (Vec3{1, 0, 0}));
    EXPECT_EQ(motion.at(1), Pose::identity());  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(motion.segments().size(), 1u);
    const std::vector<Pose> poses{Pose(), Pose::translation({0, 0, 1})};
    const std::vector<double> times{0, 1};
    Motion path = Motion::path(poses, times).value();
    EXPECT_THROW(static_cast<void>(path.from(poses[1])), PreconditionError);
    motion = std::move(path);
    EXPECT_EQ(motion.at(1).position(), (Vec3{0, 0, 1}));
    EXPECT_EQ(path.from(poses[1]).at(1), poses[1]);  // `path` is at rest now, not a path
}

TEST(MovedFrom, QueryCacheIsNew) {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    QueryCache cache;
    EXPECT_TRUE(collides(cube.at_rest(), cube.at_rest(), cache));
    QueryCache taken = std::move(cache);
    EXPECT_TRUE(collides(cube.at_rest(), cube.at_rest(), cache));  // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(collides(cube.at_rest(), cube.at(Pose::translation({9, 0, 0})), taken));
    cache = std::move(taken);
    EXPECT_NEAR(distance(cube.at_rest(), cube.at(Pose::translation({4, 0, 0})), taken).value, 2, 1e-11);
}

TEST(MovedFrom, SceneIsEmptyAndUsable) {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    Scene scene;
    scene.add(cube);
    const ObjectId second = scene.add(cube, Pose::translation({1, 0, 0}), {.name = "second"});
    EXPECT_EQ(scene.colliding_pairs().size(), 1u);
    Scene taken = std::move(scene);
    EXPECT_STREQ(taken.name(second), "second");
    EXPECT_EQ(taken.colliding_pairs().size(), 1u);
    EXPECT_EQ(scene.size(), 0u);  // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(scene.has(second));
    EXPECT_TRUE(scene.objects().empty());
    EXPECT_TRUE(scene.candidate_pairs().empty());
    EXPECT_TRUE(scene.colliding_pairs().empty());
    EXPECT_TRUE(scene.clashes().empty());
    EXPECT_THROW(static_cast<void>(scene.pose(second)), PreconditionError);
    scene.ignore("a", "b");
    scene.add(cube);
    EXPECT_EQ(scene.size(), 1u);
    scene = std::move(taken);
    EXPECT_EQ(scene.size(), 2u);
    EXPECT_EQ(taken.size(), 0u);
}

TEST(MovedFrom, ConvexBodyStaysWhatItWas) {
    ConvexBody ball = ConvexBody::sphere(1).value();
    const ConvexBody taken = std::move(ball);
    EXPECT_EQ(taken.radius(), 1);
    EXPECT_EQ(ball.radius(), 1);  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(overlap_solid(ball.at_rest(), taken.at_rest()).verdict, BodyVerdict::yes);
}

}  // namespace
}  // namespace allide
