// The index file: all objects are in the right leaves; the bytes are reproducible; the file appears
// completely or not at all.
#include "index/build/split_tree.hpp"
#include "index/file/axes.hpp"
#include "index/file/reader.hpp"
#include "scene_of_boxes.hpp"
#include "support/effort.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <csignal>
#include <functional>
#include <set>
#include <thread>

#include <sys/wait.h>

namespace allide::test {
namespace {

namespace fs = std::filesystem;
using index::ReadCount;
using index::Reader;

fs::path indexed(const ScratchFolder& folder, const std::vector<Mesh>& bodies,
                 const IndexBuildOptions& options = {}) {
    write_scene(folder / "scene.obj", bodies);
    Index::build(std::vector{folder / "scene.obj"}, folder / "scene.allide", options).value();
    return folder / "scene.allide";
}

// True if p, a point of the surface of child `side`, lies in a closed cell that is labelled with this child.
bool is_kept(const index::SplitTree& tree, std::size_t number, const Box& box, const Vec3& p, unsigned side) {
    if (!index::boxes_meet(box, {p, p})) return false;
    const index::SplitNode& cell = tree[number];
    if (!cell.divided) return (static_cast<unsigned>(cell.side) & side) != 0;
    Box low = box, high = box;
    index::along(low.hi, cell.axis) = index::along(high.lo, cell.axis) = cell.at;
    return is_kept(tree, cell.low, low, p, side) || is_kept(tree, cell.high, high, p, side);
}

// Traverses a whole index and compares it with the bodies that it was built from.
class Inspector {
  public:
    Inspector(const Reader& reader, const std::vector<Mesh>& bodies) : reader_(reader), bodies_(bodies) {}

    void run() {
        if (!reader_.header().root) {
            EXPECT_TRUE(bodies_.empty());
            return;
        }
        look_at(*reader_.header().root, 0);
        EXPECT_EQ(found_.size(), bodies_.size());
        EXPECT_EQ(leaves_, reader_.header().leaves);
        EXPECT_EQ(nodes_, reader_.header().inner_nodes);
        EXPECT_EQ(levels_, reader_.header().levels);
    }

  private:
    // Returns the numbers of the objects below the node.
    std::vector<std::uint32_t> look_at(const index::Child& child, std::uint32_t level) {
        return child.is_leaf ? look_at_leaf(child, level) : look_at_node(child, level);
    }

    std::vector<std::uint32_t> look_at_leaf(const index::Child& child, std::uint32_t level) {
        levels_ = std::max(levels_, level);
        EXPECT_EQ(child.leaf.number, leaves_++);
        EXPECT_EQ(reader_.leaf_place(child.leaf.number, count_), child.leaf);
        const auto leaf = reader_.leaf(child.leaf, count_);
        std::vector<std::uint32_t> ids;
        Box around = leaf->objects.at(0).summary.box;
        for (std::size_t k = 0; k < leaf->objects.size(); ++k) {
            look_at_object(*leaf, k);
            around = index::united_boxes(around, leaf->objects[k].summary.box);
            ids.push_back(leaf->objects[k].id);
        }
        EXPECT_EQ(around, child.box);
        return ids;
    }

    void look_at_object(const index::Leaf& leaf, std::size_t k) {
        const index::LeafObject& object = leaf.objects[k];
        EXPECT_TRUE(found_.insert(object.id).second) << "twice: " << object.id;
        EXPECT_EQ(reader_.leaf_of(object.id, count_), leaf.place);
        const Mesh& body = bodies_.at(object.id);
        const auto model = reader_.model(leaf, k, count_);
        ASSERT_EQ(model->mesh().triangles().size(), body.triangles().size());
        for (std::uint32_t i = 0; i < body.triangles().size(); ++i)
            ASSERT_EQ(model->mesh().corners(i), body.corners(i));
        EXPECT_EQ(object.summary.name, "body" + std::to_string(object.id));
    }

    std::vector<std::uint32_t> look_at_node(const index::Child& child, std::uint32_t level) {
        ++nodes_;
        const index::Node node = reader_.node(child.node, count_);
        EXPECT_EQ(index::united_boxes(node.children[0].box, node.children[1].box), child.box);
        std::vector<std::uint32_t> ids;
        for (unsigned side : {0u, 1u}) {
            const std::vector<std::uint32_t> below = look_at(node.children[side], level + 1);
            for (const std::uint32_t id : below) look_at_split(node, bodies_.at(id), side + 1);
            ids.insert(ids.end(), below.begin(), below.end());
        }
        return ids;
    }

    void look_at_split(const index::Node& node, const Mesh& body, unsigned side) {
        const Box overlap = index::overlap_of(node);
        if (node.split.empty()) return;
        for (std::uint32_t i = 0; i < body.triangles().size(); ++i)
            for (const Vec3& corner : body.corners(i))
                EXPECT_TRUE(!index::boxes_meet(overlap, {corner, corner}) ||
                            is_kept(node.split, 0, overlap, corner, side));
    }

    const Reader& reader_;
    const std::vector<Mesh>& bodies_;
    ReadCount count_;
    std::set<std::uint32_t> found_;
    std::uint32_t leaves_ = 0, nodes_ = 0, levels_ = 0;
};

TEST(IndexFile, every_object_is_in_one_leaf) {
    base::Random random(7);
    for (const int count : {1, 2, 3, 50, 300})
        for (const std::uint64_t leaf_bytes : {1ull, 10240ull, 65536ull}) {
            const ScratchFolder folder;
            const std::vector<Mesh> bodies = some_bodies(random, count, 3);
            const fs::path file = indexed(folder, bodies, {.leaf_bytes = leaf_bytes});
            const Reader reader(file, 1 << 20);
            Inspector(reader, bodies).run();
            EXPECT_TRUE(Index::verify(file));
        }
}

// Many bodies at one place, and nested bodies: no object is lost, although queries can reject few of them.
TEST(IndexFile, overlapping_and_nested_objects_are_all_present) {
    std::vector<Mesh> bodies;
    for (int i = 0; i < 40; ++i) bodies.push_back(box_mesh({0, 0, 0}, {1, 1, 1}));
    for (int i = 1; i < 40; ++i) bodies.push_back(box_mesh({0, 0, 0}, {0.1 * i, 0.2 * i, 0.3 * i}));
    const ScratchFolder folder;
    const fs::path file = indexed(folder, bodies, {.leaf_bytes = 4096});
    const Reader reader(file, 0);  // a cache without any memory
    Inspector(reader, bodies).run();
    EXPECT_GT(Index::open(file).value().info().blurred_split_trees, 0u);
}

// A sphere that does not fit into a leaf is stored in pages of its own, outside of its leaf. The leaf size is
// rounded up to whole pages.
TEST(IndexFile, a_large_object_has_its_own_pages) {
    std::vector<Mesh> bodies{generate(GeneratedShape::sphere, {.triangles = 20000}).value()};
    for (int i = 0; i < 20; ++i) bodies.push_back(box_mesh({3.0 + i, 0, 0}, {0.4, 0.4, 0.4}));
    const ScratchFolder folder;
    const fs::path file = indexed(folder, bodies, {.leaf_bytes = 10240});
    EXPECT_EQ(Index::open(file).value().info().leaf_bytes, 12288u);
    const Reader reader(file, 1 << 20);
    Inspector(reader, bodies).run();
    ReadCount count;
    const auto leaf = reader.leaf(reader.leaf_of(0, count), count);
    EXPECT_FALSE(leaf->objects[0].shape.in_leaf);
    EXPECT_LE(leaf->place.pages, 3u);
    ReadCount shape;
    reader.model(*leaf, 0, shape);
    EXPECT_GE(shape.blocks, 20000u * 60 / 4096);
}

TEST(IndexFile, a_scene_without_triangles_is_an_index_without_objects) {
    const ScratchFolder folder;
    write_bytes(folder / "scene.obj", "v 0 0 0\n");
    const auto built = Index::build(std::vector{folder / "scene.obj"}, folder / "scene.allide");
    if (!built) return;  // the reader may reject the scene file
    EXPECT_EQ(built->objects, 0u);
    EXPECT_TRUE(Index::verify(folder / "scene.allide"));
    EXPECT_EQ(Index::open(folder / "scene.allide").value().info().leaves, 0u);
}

TEST(IndexFile, the_same_bytes_every_time) {
    base::Random random(8);
    const ScratchFolder folder;
    write_scene(folder / "scene.obj", some_bodies(random, 150, 3));
    const std::vector scenes{folder / "scene.obj"};
    Index::build(scenes, folder / "a.allide").value();
    const std::string bytes = bytes_of(folder / "a.allide");
    const auto expect_same = [&](const IndexBuildOptions& options) {
        Index::build(scenes, folder / "b.allide", options).value();
        EXPECT_TRUE(bytes_of(folder / "b.allide") == bytes);
    };
    expect_same({});
    for (const unsigned threads : {1u, 2u, 4u, 8u}) expect_same({.threads = threads});
    expect_same({.memory_limit = 1 << 17});
    EXPECT_NE(Index::build(scenes, folder / "c.allide", {.leaf_bytes = 4096}).value().root_digest,
              Index::open(folder / "a.allide").value().info().root_digest);
}

// The room needs many batches of parts and several batches of nodes, and SplitTrees wait for memory.
TEST(IndexFile, an_engine_room_has_the_same_bytes_for_any_number_of_threads) {
    const ScratchFolder folder;
    const Mesh room = generate_engine_room({.triangles = 150'000}).value().mesh;
    ASSERT_TRUE(save_mesh(room, folder / "room.glb"));
    const std::vector scenes{folder / "room.glb"};
    const auto built = [&](const IndexBuildOptions& options) {
        Index::build(scenes, folder / "room.allide", options).value();
        return bytes_of(folder / "room.allide");
    };
    const std::string bytes = built({.leaf_bytes = 4096, .threads = 1});
    EXPECT_TRUE(Index::verify(folder / "room.allide"));
    EXPECT_GT(Index::open(folder / "room.allide").value().info().inner_nodes, 1024u);
    for (const unsigned threads : {2u, 4u, 8u})
        EXPECT_TRUE(built({.leaf_bytes = 4096, .threads = threads}) == bytes) << threads;
    EXPECT_TRUE(built({.leaf_bytes = 4096, .memory_limit = 1 << 23, .threads = 2}) == bytes);
}

TEST(IndexFile, the_cache_stays_within_its_limit_and_saves_reading) {
    base::Random random(9);
    const ScratchFolder folder;
    const fs::path file = indexed(folder, some_bodies(random, 200, 3), {.leaf_bytes = 10240});
    const auto read_all = [](const Reader& reader) {
        ReadCount count;
        for (std::uint32_t i = 0; i < reader.header().leaves; ++i)
            reader.leaf(reader.leaf_place(i, count), count);
        return count.blocks;
    };
    const Reader roomy(file, 1 << 28), narrow(file, 40000);
    EXPECT_GT(read_all(roomy), 0u);
    EXPECT_EQ(read_all(roomy), 0u);
    EXPECT_GT(read_all(narrow), 0u);
    EXPECT_GT(read_all(narrow), 0u);
    EXPECT_LE(narrow.cached_bytes(), 40000u);
}

TEST(IndexFile, bad_scenes_and_places_are_named) {
    const ScratchFolder folder;
    write_bytes(folder / "bad.obj", "v 0 0\nf 1 2 3\n");
    const auto bad = Index::build(std::vector{folder / "bad.obj"}, folder / "x.allide");
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().text().find("bad.obj"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder / "x.allide"));
    write_scene(folder / "scene.obj", {box_mesh({}, {1, 1, 1})});
    const std::vector scenes{folder / "scene.obj"};
    EXPECT_FALSE(Index::build(scenes, folder / "no" / "x.allide"));
    EXPECT_FALSE(Index::build(scenes, folder / "."));
    EXPECT_FALSE(Index::open(folder / "scene.obj"));
    EXPECT_FALSE(Index::open(folder / "missing.allide"));
    EXPECT_FALSE(Index::open(folder / "."));
    EXPECT_FALSE(Index::recognises(folder / "scene.obj"));
    const auto stopped =
        Index::build(scenes, folder / "x.allide", {.progress = [](auto, auto) { return false; }});
    EXPECT_FALSE(stopped);
    EXPECT_FALSE(fs::exists(folder / "x.allide"));
}

TEST(IndexFile, a_memory_limit_that_is_too_small_is_refused_with_the_least) {
    const ScratchFolder folder;
    const auto least_of = [&](const std::vector<Mesh>& bodies) {
        write_scene(folder / "scene.obj", bodies);
        const std::vector scenes{folder / "scene.obj"};
        const auto refused = Index::build(scenes, folder / "x.allide", {.memory_limit = 20'000});
        EXPECT_FALSE(refused);
        EXPECT_FALSE(fs::exists(folder / "x.allide"));
        const std::string& told = refused.error().message;
        const std::size_t at = told.find("at least ");
        EXPECT_NE(at, std::string::npos) << told;
        const std::uint64_t least = std::stoull(told.substr(at + 9));
        EXPECT_TRUE(Index::build(scenes, folder / "x.allide", {.memory_limit = least}));
        fs::remove(folder / "x.allide");
        return least;
    };
    std::vector<Mesh> boxes;
    for (int i = 0; i < 100; ++i) boxes.push_back(box_mesh({3.0 * i, 0, 0}, {1, 1, 1}));
    EXPECT_GT(least_of(boxes), 20'000U);
    EXPECT_GT(least_of({generate(GeneratedShape::sphere, {.triangles = 500}).value()}), 20'000U);
}

// Killing the program at any moment leaves either the old index or the new one, and no other file.
TEST(IndexFile, killed_builds_leave_the_old_file_or_the_new_one) {
    base::Random random(10);
    const ScratchFolder folder;
    const fs::path file = indexed(folder, some_bodies(random, 3, 3));
    const std::string old = bytes_of(file);
    write_scene(folder / "other.obj", some_bodies(random, 60, 3));
    const std::vector scenes{folder / "other.obj"};
    Index::build(scenes, folder / "new.allide").value();
    const std::string fresh = bytes_of(folder / "new.allide");
    for (int i = 0; i < effort(12, 300); ++i) {
        write_bytes(file, old);
        const pid_t child = ::fork();
        if (child == 0) {
            Index::build(scenes, file, {.threads = 1}).has_value();
            ::_exit(0);
        }
        ::usleep(static_cast<useconds_t>(random.below(60000)));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const std::string now = bytes_of(file);
        EXPECT_TRUE(now == old || now == fresh) << i;
    }
}

// An open reader keeps using its file, even after another file has replaced it under the same name.
TEST(IndexFile, readers_keep_their_file_while_it_is_replaced) {
    base::Random random(11);
    const ScratchFolder folder;
    const std::vector<Mesh> bodies = some_bodies(random, 60, 3), others = some_bodies(random, 40, 3);
    const fs::path file = indexed(folder, bodies, {.leaf_bytes = 4096});
    const Reader reader(file, 50000);
    write_scene(folder / "other.obj", others);
    std::atomic<bool> done = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            while (!done) Inspector(reader, bodies).run();
        });
    threads.emplace_back([&] {
        while (!done) {
            const auto index = Index::open(file);
            ASSERT_TRUE(index);
            const std::uint64_t objects = index->info().objects;
            EXPECT_TRUE(objects == bodies.size() || objects == others.size());
        }
    });
    for (int i = 0; i < 5; ++i) {
        Index::build(std::vector{folder / (i % 2 ? "scene.obj" : "other.obj")}, file).value();
    }
    done = true;
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace allide::test
