// Indexes that are extended or joined: the answers are those of one scene; what was there is not rewritten;
// an interrupted append leaves the old index; damage is found.
#include "index/file/digest.hpp"
#include "index/file/index_access.hpp"
#include "scene_of_boxes.hpp"
#include "support/effort.hpp"

#include <allide/extra/engine_rooms.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

namespace allide::test {
namespace {

namespace fs = std::filesystem;
// Scenes in several files, and the index of all of them, built at once.
struct SplitScene {
    ScratchFolder folder;
    std::vector<Mesh> bodies;
    std::vector<fs::path> files;

    SplitScene(std::uint64_t seed, const std::vector<int>& counts, bool far_apart = false) {
        base::Random random(seed);
        for (const int count : counts) {
            std::vector<Mesh> some = some_bodies(random, count, 3);
            if (far_apart)
                for (Mesh& body : some)
                    body = moved(body, Pose::translation({10.0 * static_cast<double>(files.size()), 0, 0}));
            files.push_back(folder / ("scene" + std::to_string(files.size()) + ".obj"));
            write_scene(files.back(), some);
            bodies.insert(bodies.end(), some.begin(), some.end());
        }
    }
    std::span<const fs::path> some_files(std::size_t first, std::size_t count = 1) const {
        return std::span(files).subspan(first, count);
    }
    Index whole() const {
        Index::build(files, folder / "whole.allide", {.leaf_bytes = 8192}).value();
        return Index::open(folder / "whole.allide").value();
    }
    // An index built from the first file and extended by the others one by one.
    Index extended() const {
        Index::build(some_files(0), folder / "extended.allide", {.leaf_bytes = 8192}).value();
        for (std::size_t i = 1; i < files.size(); ++i)
            Index::append(some_files(i), folder / "extended.allide").value();
        return Index::open(folder / "extended.allide").value();
    }
};

std::vector<std::array<std::uint32_t, 2>> pairs_of(const Index& index, double clearance) {
    std::vector<std::array<std::uint32_t, 2>> pairs;
    const Clashes found = clashes(index, {.pairs = {.clearance = clearance}}).value();
    for (const Clash& clash : found) pairs.push_back({clash.a.number, clash.b.number});
    return pairs;
}

TEST(IndexAppend, an_extended_index_holds_all_parts_in_order) {
    const SplitScene scene(1, {40, 25, 1, 60});
    const Index whole = scene.whole(), extended = scene.extended();
    EXPECT_EQ(extended.info().segments, 4u);
    EXPECT_EQ(whole.info().segments, 1u);
    EXPECT_EQ(extended.info().objects, scene.bodies.size());
    EXPECT_EQ(extended.info().triangles, whole.info().triangles);
    EXPECT_EQ(extended.info().shapes, whole.info().shapes);
    EXPECT_EQ(extended.info().source_digest, whole.info().source_digest);
    EXPECT_EQ(extended.info().bounds, whole.info().bounds);
    EXPECT_EQ(extended.info().leaves, extended.info().inner_nodes + 1);
    EXPECT_EQ(extended.info().unfinished_bytes, 0u);
    const auto ours = parts_of(extended).value(), theirs = parts_of(whole).value();
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::uint32_t i = 0; i < ours.size(); ++i) {
        EXPECT_EQ(ours[i].object.id, i);
        EXPECT_EQ(ours[i].object.name, theirs[i].object.name);
        EXPECT_EQ(ours[i].digest, theirs[i].digest);
        EXPECT_EQ(digest_of(model_of(extended, i).value().mesh()), digest_of(scene.bodies[i]));
    }
    EXPECT_TRUE(Index::verify(scene.folder / "extended.allide"));
}

// The answers are compared with those of brute force and of the index built from all files at once.
TEST(IndexAppend, queries_answer_as_for_one_scene) {
    for (const bool far_apart : {false, true}) {
        const SplitScene scene(2, {50, 40, 30}, far_apart);
        const Index whole = scene.whole(), extended = scene.extended();
        base::Random random(5);
        const Model mover = Model::build(box_mesh({}, {0.2, 0.2, 0.2})).value();
        std::size_t impacts = 0;
        for (int i = 0; i < effort(40, 2000); ++i) {
            const auto some = [&](double size) { return random.between(-size, size); };
            const double shift = far_apart ? 10.0 * static_cast<double>(random.below(3)) : 0;
            const Pose start = any_turn(random, {shift + some(4), some(4), some(4)});
            const Motion motion = i % 2 == 0 ? Motion::linear({some(12), some(6), some(6)}).from(start)
                                             : Motion::screw({.point = {some(3), some(3), some(3)},
                                                              .axis = {some(1), some(1), some(1) + 2},
                                                              .angle = radians(some(4)),
                                                              .advance = some(4)})
                                                   .from(start);
            const auto found = predict(mover.along(motion), extended).value();
            const auto brute =
                predict(mover.along(motion), extended, {.search = Search::brute_force}).value();
            const auto one = predict(mover.along(motion), whole).value();
            ASSERT_EQ(found.prediction.outcome, one.prediction.outcome) << i;
            EXPECT_EQ(found.prediction.outcome, brute.prediction.outcome) << i;
            EXPECT_EQ(found.prediction.free_until, one.prediction.free_until) << i;
            EXPECT_EQ(found.object ? found.object->id : ~0u, one.object ? one.object->id : ~0u) << i;
            impacts += found.object ? 1 : 0;
            const auto touched = touched_objects(mover.at(start), extended).value();
            const auto twin = touched_objects(mover.at(start), whole).value();
            EXPECT_TRUE(std::ranges::equal(touched, twin, {}, &IndexedObject::id, &IndexedObject::id)) << i;
            EXPECT_EQ(distance(mover.at(start), extended).value().distance.value,
                      distance(mover.at(start), whole).value().distance.value);
        }
        EXPECT_GT(impacts, 5u);
        EXPECT_EQ(pairs_of(extended, 0.1), pairs_of(whole, 0.1));
        EXPECT_FALSE(pairs_of(extended, 0.1).empty());
    }
}

// An extended index has a tree over its segments (what was built or appended at once). In the SplitTrees of
// that tree, each corner of each body lies in a cell of its side.
TEST(IndexAppend, no_surface_is_lost_above_the_segments) {
    const SplitScene scene(3, {30, 30, 30, 30, 30});
    const Index extended = scene.extended();
    const Model mover = Model::build(box_mesh({}, {0.01, 0.01, 0.01})).value();
    for (std::uint32_t id = 0; id < scene.bodies.size(); ++id) {
        const Vec3 corner = scene.bodies[id].corners(0)[0];
        const auto touched = touched_objects(mover.at(Pose::translation(corner)), extended).value();
        EXPECT_TRUE(std::ranges::any_of(touched, [&](const IndexedObject& object) {
            return object.id == id;
        })) << id;
        const Motion motion = Motion::linear({1e-3, 0, 0}).from(Pose::translation(corner));
        const auto met = objects_met(mover.along(motion), extended).value();
        EXPECT_TRUE(std::ranges::any_of(met, [&](const IndexedObject& object) { return object.id == id; }))
            << id;
    }
}

TEST(IndexAppend, what_was_there_is_not_rewritten_and_the_bytes_are_reproducible) {
    const SplitScene scene(4, {60, 50, 40});
    const fs::path file = scene.folder / "scene.allide";
    const auto extend = [&](const IndexBuildOptions& options) {
        Index::build(scene.some_files(0), file, {.leaf_bytes = 8192}).value();
        std::string old = bytes_of(file);
        for (const std::size_t i : {1, 2}) {
            Index::append(scene.some_files(i), file, options).value();
            const std::string now = bytes_of(file);
            EXPECT_EQ(now.size() % page_bytes, 0u);
            EXPECT_TRUE(now.compare(page_bytes, old.size() - page_bytes, old, page_bytes) == 0);
            old = now;
        }
        return old;
    };
    const std::string bytes = extend({.threads = 1});
    for (const unsigned threads : {2u, 4u, 8u}) EXPECT_TRUE(extend({.threads = threads}) == bytes) << threads;
    EXPECT_TRUE(extend({.memory_limit = 1 << 18}) == bytes);
}

TEST(IndexAppend, killed_appends_leave_the_old_index_or_the_new_one) {
    const SplitScene scene(5, {30, 80});
    const fs::path file = scene.folder / "scene.allide";
    Index::build(scene.some_files(0), file).value();
    const std::string old = bytes_of(file);
    Index::append(scene.some_files(1), file).value();
    const std::string fresh = bytes_of(file);
    base::Random random(6);
    int old_left = 0;
    for (int i = 0; i < effort(25, 500); ++i) {
        write_bytes(file, old);
        const pid_t child = ::fork();
        if (child == 0) {
            Index::append(scene.some_files(1), file, {.threads = 1}).has_value();
            ::_exit(0);
        }
        ::usleep(static_cast<useconds_t>(random.below(60000)));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const auto verified = Index::verify(file);
        ASSERT_TRUE(verified) << verified.error().text();
        const std::size_t objects = verified->objects;
        ASSERT_TRUE(objects == 30 || objects == scene.bodies.size()) << objects;
        old_left += objects == 30 ? 1 : 0;
        EXPECT_EQ(parts_of(Index::open(file).value()).value().size(), objects);
        if (objects != 30) continue;
        Index::append(scene.some_files(1), file).value();
        EXPECT_TRUE(bytes_of(file) == fresh) << i;
    }
    EXPECT_GT(old_left, 0);
}

// The file is opened as if an append had been interrupted after each step: after the header was marked as
// `appending`, after some of the new pages, and after all of them.
TEST(IndexAppend, every_state_of_an_append_is_a_valid_index) {
    const SplitScene scene(7, {30, 30});
    const fs::path file = scene.folder / "scene.allide";
    Index::build(scene.some_files(0), file).value();
    const std::string old = bytes_of(file);
    Index::append(scene.some_files(1), file).value();
    const std::string fresh = bytes_of(file);
    index::Header header = index::open_header_page(std::as_bytes(std::span(old)).first(page_bytes));
    header.appending = true;
    const index::Page marked = index::make_header_page(header);
    const std::string head(reinterpret_cast<const char*>(marked.data()), marked.size());
    base::Random random(8);
    for (int i = 0; i < 60; ++i) {
        const std::size_t end =
            i == 0 ? old.size() : old.size() + random.below(fresh.size() - old.size() + 1);
        std::string state = head + fresh.substr(page_bytes, end - page_bytes);
        if (i % 3 == 2)  // pages that were not on disk yet when the power failed
            for (std::size_t at = old.size(); at < state.size(); ++at)
                if (at / page_bytes % 2 == 0) state[at] = 0;
        write_bytes(file, state);
        const auto verified = Index::verify(file);
        ASSERT_TRUE(verified) << verified.error().text();
        EXPECT_EQ(verified->objects, 30u);
        EXPECT_EQ(verified->unfinished_bytes, end - old.size());
        Index::append(scene.some_files(1), file).value();
        EXPECT_TRUE(bytes_of(file) == fresh) << i;
    }
    // Without the mark in the header, the same bytes are reported as damage.
    write_bytes(file, old + fresh.substr(old.size()));
    const auto damaged = Index::verify(file);
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().message.find("found more bytes"), std::string::npos);
}

TEST(IndexAppend, a_failed_append_leaves_the_old_index) {
    const SplitScene scene(9, {30, 30});
    const fs::path file = scene.folder / "scene.allide";
    Index::build(scene.some_files(0), file).value();
    const std::string old = bytes_of(file);
    const auto expect_old = [&](const Result<IndexInfo>& appended, const std::string& reason) {
        ASSERT_FALSE(appended);
        EXPECT_NE(appended.error().text().find(reason), std::string::npos) << appended.error().text();
        EXPECT_TRUE(bytes_of(file) == old);
    };
    write_bytes(scene.folder / "bad.obj", "v 0 0\nf 1 2 3\n");
    expect_old(Index::append(std::vector{scene.files[1], scene.folder / "bad.obj"}, file), "bad.obj");
    for (const std::uint64_t steps : {0u, 1500u, 2000u, 2999u})
        expect_old(Index::append(scene.some_files(1), file,
                                 {.progress = [&](auto done, auto) { return done < steps; }}),
                   "cancelled");
    expect_old(Index::append(scene.some_files(1), file, {.memory_limit = 5000}), "memory limit of at least");
    EXPECT_FALSE(Index::append(scene.some_files(1), scene.folder / "missing.allide"));
    EXPECT_FALSE(fs::exists(scene.folder / "missing.allide"));
    EXPECT_FALSE(Index::append(scene.some_files(1), scene.files[0]));
    const int other = ::open(file.c_str(), O_RDONLY);
    ASSERT_EQ(::flock(other, LOCK_EX | LOCK_NB), 0);
    expect_old(Index::append(scene.some_files(1), file), "another program is appending");
    ::close(other);
    EXPECT_TRUE(Index::append(scene.some_files(1), file));
}

TEST(IndexAppend, damage_is_found_and_never_gives_a_wrong_answer) {
    const SplitScene scene(10, {20, 20, 20});
    const fs::path file = scene.folder / "extended.allide", bad = scene.folder / "bad.allide";
    const Index extended = scene.extended();
    const std::string good = bytes_of(file);
    const Model mover = Model::build(box_mesh({}, {0.2, 0.2, 0.2})).value();
    const Motion motion = Motion::linear({12, 1, 0}).from(Pose::translation({-6, 0, 0}));
    const auto truth = predict(mover.along(motion), extended).value();
    ASSERT_EQ(truth.prediction.outcome, Outcome::impact);
    base::Random random(11);
    int refused = 0;
    for (int i = 0; i < effort(1500, 50000); ++i) {
        std::string bytes = good;
        const std::size_t at = random.below(i % 3 == 0 ? 600 : bytes.size());
        if (i % 7 == 0)
            bytes.resize(at);
        else if (i % 7 == 1)
            bytes += std::string(1 + random.below(2 * page_bytes), static_cast<char>(random.bits()));
        else
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        write_bytes(bad, bytes);
        const auto verified = Index::verify(bad);
        ASSERT_FALSE(verified) << i;
        EXPECT_TRUE(verified.error().message.starts_with("page ")) << verified.error().message;
        const auto index = Index::open(bad);
        const auto answer =
            index ? predict(mover.along(motion), *index) : Result<IndexPrediction>(index.error());
        if (!answer) {
            ++refused;
            continue;
        }
        EXPECT_EQ(answer->prediction.free_until, truth.prediction.free_until) << i;
        EXPECT_EQ(answer->object->id, truth.object->id) << i;
    }
    EXPECT_GT(refused, 0);
}

// Converts the bytes of an index to format version 1, in which the header and the salt of pages differ.
std::string in_version_1(std::string bytes) {
    const auto bytes_at = [&](std::size_t from) {
        return std::as_bytes(std::span(bytes)).subspan(from, page_bytes);
    };
    const auto put = [&](std::size_t at, std::uint64_t value) {
        for (std::size_t k = 0; k < 8; ++k) bytes[at + k] = static_cast<char>(value >> (8 * k) & 0xff);
    };
    index::Header header = index::open_header_page(bytes_at(0));
    header.version = 1;
    const std::uint64_t salt = index::new_salt(header);
    index::Digest digest;
    for (std::size_t number = 1; number < bytes.size() / page_bytes; ++number) {
        const std::uint64_t sum = index::checksum_of(bytes_at(number * page_bytes), number, salt);
        put(number * page_bytes + page_bytes - 8, sum);
        digest.add(sum);
    }
    header.root_digest = digest.value();
    const index::Page first = index::make_header_page(header);
    std::memcpy(bytes.data(), first.data(), page_bytes);
    put(page_bytes - 8, index::checksum_of(bytes_at(0), 0, 0));
    return bytes;
}

TEST(IndexAppend, version_1_is_read_but_not_extended) {
    const SplitScene scene(14, {30, 30});
    const fs::path file = scene.folder / "scene.allide";
    Index::build(scene.some_files(0), file).value();
    const auto pairs = pairs_of(Index::open(file).value(), 0.2);
    const std::string old = in_version_1(bytes_of(file));
    write_bytes(file, old);
    EXPECT_EQ(Index::verify(file).value().format_version, 1u);
    EXPECT_EQ(pairs_of(Index::open(file).value(), 0.2), pairs);
    const auto refused = Index::append(scene.some_files(1), file);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("format version 2"), std::string::npos) << refused.error().message;
    EXPECT_TRUE(bytes_of(file) == old);
    for (const std::size_t at : {8u, 20u, 300u, 600u, 4090u, 5000u}) {
        std::string bad = old;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        write_bytes(file, bad);
        EXPECT_FALSE(Index::verify(file)) << at;
    }
}

TEST(IndexAppend, open_indexes_keep_answering_for_the_old_scene) {
    const SplitScene scene(12, {30, 30});
    const fs::path file = scene.folder / "scene.allide";
    Index::build(scene.some_files(0), file).value();
    const Index before = Index::open(file, {.memory_limit = 0}).value();
    const auto pairs = pairs_of(before, 0.2);
    Index::append(scene.some_files(1), file).value();
    EXPECT_EQ(before.info().objects, 30u);
    EXPECT_EQ(pairs_of(before, 0.2), pairs);
    EXPECT_GT(pairs_of(Index::open(file).value(), 0.2).size(), pairs.size());
}

TEST(IndexJoin, joined_parts_are_the_index_of_all_scenes) {
    const SplitScene scene(13, {60, 1, 50, 40});
    const ScratchFolder folder;
    Index::build(scene.files, folder / "whole.allide", {.leaf_bytes = 8192}).value();
    const std::string whole = bytes_of(folder / "whole.allide");
    // The parts are indexes of one file and of several, and one that was extended.
    Index::build(scene.some_files(0), folder / "a.allide", {.leaf_bytes = 4096}).value();
    Index::append(scene.some_files(1), folder / "a.allide").value();
    Index::build(scene.some_files(2, 2), folder / "b.allide").value();
    const std::vector parts{folder / "a.allide", folder / "b.allide"};
    for (const unsigned threads : {1u, 2u, 4u}) {
        Index::join(parts, folder / "joined.allide", {.leaf_bytes = 8192, .threads = threads}).value();
        EXPECT_TRUE(bytes_of(folder / "joined.allide") == whole) << threads;
    }
    EXPECT_FALSE(Index::join(std::vector{folder / "a.allide", folder / "none.allide"}, folder / "x.allide"));
    EXPECT_FALSE(Index::join(std::vector{folder / "a.allide", scene.files[0]}, folder / "x.allide"));
    EXPECT_FALSE(fs::exists(folder / "x.allide"));
}

// Instances share a mesh within their file, both in the parts and in the joined index.
TEST(IndexJoin, shared_meshes_stay_shared) {
    const ScratchFolder folder;
    std::vector<fs::path> files, parts;
    for (const std::uint64_t seed : {1u, 2u}) {
        const Mesh body = generate(GeneratedShape::torus, {.triangles = 200}).value();
        base::Random random(seed);
        files.push_back(folder / ("scene" + std::to_string(seed) + ".gltf"));
        std::ofstream out(files.back());
        std::string positions, triangles, nodes;
        for (const Vec3& v : body.vertices())
            for (const float x : {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)})
                positions.append(reinterpret_cast<const char*>(&x), 4);
        for (const auto& triangle : body.triangles())
            for (const std::uint32_t corner : triangle)
                triangles.append(reinterpret_cast<const char*>(&corner), 4);
        write_bytes(folder / ("scene" + std::to_string(seed) + ".bin"), positions + triangles);
        std::string list;
        for (int i = 0; i < 30; ++i) {
            nodes += std::string(i == 0 ? "" : ",") + R"({"mesh":0,"name":"n)" + std::to_string(i) +
                     R"(","translation":[)" + std::to_string(random.between(-9, 9)) + "," +
                     std::to_string(random.between(-9, 9)) + "," + std::to_string(random.between(-9, 9)) +
                     "]}";
            list += (i == 0 ? "" : ",") + std::to_string(i);
        }
        out << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" << list << R"(]}],"nodes":[)"
            << nodes
            << R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[)"
            << R"({"bufferView":0,"componentType":5126,"count":)" << body.vertices().size()
            << R"(,"type":"VEC3"},{"bufferView":1,"componentType":5125,"count":)"
            << 3 * body.triangles().size()
            << R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)"
            << positions.size() << R"(},{"buffer":0,"byteOffset":)" << positions.size() << R"(,"byteLength":)"
            << triangles.size() << R"(}],"buffers":[{"uri":"scene)" << seed << R"(.bin","byteLength":)"
            << positions.size() + triangles.size() << "}]}";
    }
    for (const fs::path& file : files) {
        parts.push_back(file);
        parts.back().replace_extension(".allide");
        EXPECT_EQ(Index::build(std::vector{file}, parts.back()).value().shapes, 1u);
    }
    Index::build(files, folder / "whole.allide").value();
    EXPECT_EQ(Index::join(parts, folder / "joined.allide").value().shapes, 2u);
    EXPECT_TRUE(bytes_of(folder / "joined.allide") == bytes_of(folder / "whole.allide"));
    Index::append(std::vector{files[1]}, parts[0]).value();
    EXPECT_EQ(pairs_of(Index::open(parts[0]).value(), 0),
              pairs_of(Index::open(folder / "whole.allide").value(), 0));
}

}  // namespace
}  // namespace allide::test
