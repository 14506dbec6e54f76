// An Index that has been moved from has no open file.
#include "scene_of_boxes.hpp"

#include <utility>

namespace allide::test {
namespace {

TEST(Index, MovedFromThrowsInsteadOfCrashing) {
    const ScratchFolder folder;
    const auto mesh = folder / "box.obj", file = folder / "box.allide";
    ASSERT_TRUE(save_mesh(box_mesh({0, 0, 0}, {1, 1, 1}), mesh));
    const std::vector<std::filesystem::path> scenes{mesh};
    ASSERT_TRUE(Index::build(scenes, file));
    Index index = Index::open(file).value();
    Index taken = std::move(index);
    const Model part = Model::build(box_mesh({0.5, 0, 0}, {1, 1, 1})).value();
    EXPECT_TRUE(collides(part.at_rest(), taken).value());
    // NOLINTBEGIN(bugprone-use-after-move)
    EXPECT_THROW(static_cast<void>(index.info()), PreconditionError);
    EXPECT_THROW(static_cast<void>(collides(part.at_rest(), index)), PreconditionError);
    EXPECT_THROW(static_cast<void>(distance(part.at_rest(), index)), PreconditionError);
    EXPECT_THROW(static_cast<void>(predict(part.along(Motion()), index)), PreconditionError);
    EXPECT_THROW(static_cast<void>(clashes(index)), PreconditionError);
    EXPECT_THROW(static_cast<void>(parts_of(index)), PreconditionError);
    EXPECT_THROW(static_cast<void>(model_of(index, 0)), PreconditionError);
    // NOLINTEND(bugprone-use-after-move)
    index = std::move(taken);
    EXPECT_EQ(index.info().objects, 1u);
}

}  // namespace
}  // namespace allide::test
