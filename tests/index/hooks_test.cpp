// Two hooks that reach into each other's notch: their boxes overlap, but their regions in the MKtree do not.
#include "index/file/axes.hpp"
#include "index/file/index_access.hpp"
#include "index/search/regions.hpp"
#include "scene_of_boxes.hpp"

namespace allide::test {
namespace {

Mesh of_boxes(const std::vector<Box>& boxes) {
    MeshData data;
    for (const Box& box : boxes) {
        const Vec3 middle{(box.lo.x + box.hi.x) / 2, (box.lo.y + box.hi.y) / 2, (box.lo.z + box.hi.z) / 2};
        const Mesh one = box_mesh(middle, {box.hi.x - middle.x, box.hi.y - middle.y, box.hi.z - middle.z});
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        data.vertices.insert(data.vertices.end(), one.vertices().begin(), one.vertices().end());
        for (const auto& [a, b, c] : one.triangles())
            data.triangles.push_back({first + a, first + b, first + c});
    }
    return Mesh::from(std::move(data)).value();
}

// The left hook is an L with a finger that points up, the right one an L upside down with a finger that
// points down. Their boxes share [2, 5] × [2, 5].
IndexedScene two_hooks() {
    return IndexedScene({of_boxes({{{0, 0, 0}, {5, 1, 1}}, {{0, 0, 0}, {1, 5, 1}}, {{4, 0, 0}, {5, 3, 1}}}),
                         of_boxes({{{2, 6, 0}, {7, 7, 1}}, {{6, 2, 0}, {7, 7, 1}}, {{2, 2, 0}, {3, 7, 1}}})},
                        1 << 20, 4096);
}

std::uint64_t candidates(const IndexedScene& scene, const Vec3& from, const Vec3& translation,
                         SplitTrees split_trees) {
    const Model mover = Model::build(box_mesh({}, {0.1, 0.1, 0.1})).value();
    const Motion motion = Motion::linear(translation).from(Pose::translation(from));
    const auto found = predict(mover.along(motion), scene.index, {.split_trees = split_trees}).value();
    EXPECT_EQ(found.prediction.outcome, predict(mover.along(motion), scene.whole.at_rest()).outcome);
    return found.search.leaves_after_step[0];
}

TEST(IndexHooks, a_motion_in_a_notch_visits_one_side) {
    const IndexedScene scene = two_hooks();
    ASSERT_EQ(scene.index.info().leaves, 2u);
    EXPECT_EQ(scene.index.info().blurred_split_trees, 0u);
    EXPECT_EQ(candidates(scene, {4.2, 4.5, 0.5}, {0.2, -1, 0}, SplitTrees::used), 1u);
    EXPECT_EQ(candidates(scene, {4.2, 4.5, 0.5}, {0.2, -1, 0}, SplitTrees::ignored), 2u);
    EXPECT_EQ(candidates(scene, {2.5, 2.5, 0.5}, {0.1, 1, 0}, SplitTrees::used), 1u);
    EXPECT_EQ(candidates(scene, {2.5, 2.5, 0.5}, {2, 0, 0}, SplitTrees::used), 2u);
}

void add_cells(std::vector<Box>& region, const index::SplitTree& tree, std::size_t number, const Box& box,
               unsigned side) {
    const index::SplitNode& cell = tree[number];
    if (!cell.divided) {
        if ((static_cast<unsigned>(cell.side) & side) != 0) region.push_back(box);
        return;
    }
    Box low = box, high = box;
    index::along(low.hi, cell.axis) = index::along(high.lo, cell.axis) = cell.at;
    add_cells(region, tree, cell.low, low, side);
    add_cells(region, tree, cell.high, high, side);
}

// The region, as a union of boxes, in which a child's surface may lie.
std::vector<Box> region_of(const index::Node& node, unsigned side) {
    const Box overlap = index::overlap_of(node);
    std::vector<Box> region = index::box_difference(node.children[side].box, overlap);
    add_cells(region, node.split, 0, overlap, side + 1);
    return region;
}

TEST(IndexHooks, leaf_regions_are_disjoint) {
    const IndexedScene scene = two_hooks();
    const index::Reader& reader = reader_of(scene.index);
    index::ReadCount count;
    const index::Node node = reader.node(reader.header().root->node, count);
    for (const Box& left : region_of(node, 0))
        for (const Box& right : region_of(node, 1)) {
            const Box common = index::overlap_of(left, right);
            EXPECT_FALSE(common.lo.x < common.hi.x && common.lo.y < common.hi.y && common.lo.z < common.hi.z);
        }
}

}  // namespace
}  // namespace allide::test
