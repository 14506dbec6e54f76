// Damaged indexes: `verify` finds every changed, missing or appended byte and names the page; a query returns
// the answer of the undamaged file or an error.
#include "index/file/page.hpp"
#include "scene_of_boxes.hpp"
#include "support/effort.hpp"

#include <allide/extra/shapes.hpp>

#include <cstring>

namespace allide::test {
namespace {

namespace fs = std::filesystem;

// Applies one random change to the bytes; the result always differs from the original.
std::string damaged_copy(std::string bytes, base::Random& random) {
    const std::size_t at = random.below(bytes.size()), pages = bytes.size() / page_bytes;
    const std::size_t a = random.below(pages), b = random.below(pages);
    switch (random.below(8)) {
        case 0:
        case 1:
        case 2:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 3:
            bytes[at % 400] = static_cast<char>(random.bits());
            break;
        case 4:
            bytes.resize(random.below(2) == 0 ? at : at / page_bytes * page_bytes);
            break;
        case 5:
            for (std::size_t i = 0; i < page_bytes; ++i)
                std::swap(bytes[a * page_bytes + i], bytes[b * page_bytes + i]);
            break;
        case 6:
            bytes += std::string(1 + random.below(2 * page_bytes), static_cast<char>(random.bits()));
            break;
        default: {
            const std::size_t length = std::min(bytes.size() - at, 1 + random.below(64));
            for (std::size_t i = 0; i < length; ++i) bytes[at + i] = static_cast<char>(random.bits());
        }
    }
    return bytes;
}

struct Answer {
    Outcome outcome = Outcome::clear;
    double free_until = 0;
    std::uint32_t id = 0;
    friend bool operator==(const Answer&, const Answer&) = default;
};

Result<Answer> ask(const fs::path& file, const Moving& mover) {
    const Result<Index> scene = Index::open(file);
    if (!scene) return scene.error();
    const Result<IndexPrediction> found = predict(mover, *scene);
    if (!found) return found.error();
    return Answer{found->prediction.outcome, found->prediction.free_until,
                  found->object ? found->object->id : 0};
}

void expect_named(const Error& error, const fs::path& file) {
    EXPECT_EQ(error.file, file.string());
    EXPECT_TRUE(error.message.starts_with("page ")) << error.message;
}

TEST(IndexDamage, is_found_and_never_gives_a_wrong_answer) {
    base::Random random(12);
    const ScratchFolder folder;
    std::vector<Mesh> bodies = some_bodies(random, 60, 3);
    bodies.push_back(
        moved(generate(GeneratedShape::sphere, {.triangles = 300}).value(), Pose::translation({5, 0, 0})));
    write_scene(folder / "scene.obj", bodies);
    Index::build(std::vector{folder / "scene.obj"}, folder / "good.allide", {.leaf_bytes = 8192}).value();
    const std::string good = bytes_of(folder / "good.allide");
    const Model mover = Model::build(box_mesh({}, {0.2, 0.2, 0.2})).value();
    const Motion motion = Motion::linear({12, 1, 0}).from(Pose::translation({-6, 0, 0}));
    const Answer truth = ask(folder / "good.allide", mover.along(motion)).value();
    ASSERT_EQ(truth.outcome, Outcome::impact);
    const fs::path bad = folder / "bad.allide";
    int refused = 0;
    for (int i = 0; i < effort(2500, 100000); ++i) {
        const std::string bytes = damaged_copy(good, random);
        if (bytes == good) continue;
        std::ofstream(bad, std::ios::binary) << bytes;
        const Result<IndexInfo> verified = Index::verify(bad);
        ASSERT_FALSE(verified) << i;
        expect_named(verified.error(), bad);
        const Result<Answer> answer = ask(bad, mover.along(motion));
        if (answer) {
            ASSERT_EQ(*answer, truth) << i;
            continue;
        }
        ++refused;
        expect_named(answer.error(), bad);
    }
    EXPECT_GT(refused, 0);
}

// If a page and its checksum are changed, answers may be wrong, but every query still ends soon.
TEST(IndexDamage, coordinates_outside_the_scene_are_detected_even_with_a_valid_checksum) {
    base::Random random(14);
    const ScratchFolder folder;
    write_scene(folder / "scene.obj", some_bodies(random, 40, 3));
    Index::build(std::vector{folder / "scene.obj"}, folder / "good.allide", {.leaf_bytes = 8192}).value();
    const std::string good = bytes_of(folder / "good.allide");
    const auto bytes_at = [](const std::string& all, std::size_t from, std::size_t count) {
        return std::as_bytes(std::span(all)).subspan(from, count);
    };
    const std::uint64_t salt = index::open_header_page(bytes_at(good, 0, page_bytes)).salt;
    const Model mover = Model::build(box_mesh({}, {0.2, 0.2, 0.2})).value();
    const Motion motion = Motion::linear({12, 1, 0}).from(Pose::translation({-6, 0, 0}));
    int refused = 0;
    for (int i = 0; i < effort(60, 2000) || (refused == 0 && i < 2000); ++i) {
        const std::size_t number = 1 + random.below(good.size() / page_bytes - 1), at = number * page_bytes;
        if (good[at] != static_cast<char>(index::PageType::leaf)) continue;
        std::string bytes = good;
        const double far = 1e300;
        const std::size_t place = 8 + random.below(index::page_payload / 4 - 2) * 4;
        std::memcpy(bytes.data() + at + place, &far, sizeof far);
        const std::uint64_t sum = index::checksum_of(bytes_at(bytes, at, page_bytes), number, salt);
        for (std::size_t k = 0; k < 8; ++k)
            bytes[at + page_bytes - 8 + k] = static_cast<char>(sum >> (8 * k) & 0xff);
        std::ofstream(folder / "bad.allide", std::ios::binary) << bytes;
        const Index scene = Index::open(folder / "bad.allide").value();
        if (!contact_intervals(mover.along(motion), scene)) ++refused;
    }
    EXPECT_GT(refused, 0);
}

// Pages of another index of the same size must be rejected.
TEST(IndexDamage, pages_of_another_index_are_detected) {
    const ScratchFolder folder;
    const auto build = [&](const char* name, double size) {
        write_scene(folder / "scene.obj", {box_mesh({}, {1, 1, size}), box_mesh({5, 5, 5}, {1, 1, size})});
        Index::build(std::vector{folder / "scene.obj"}, folder / name).value();
        return bytes_of(folder / name);
    };
    const std::string one = build("one.allide", 1), two = build("two.allide", 2);
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t at = 0; at < one.size(); at += page_bytes) {
        std::string mixed = one;
        mixed.replace(at, page_bytes, two, at, page_bytes);
        std::ofstream(folder / "bad.allide", std::ios::binary) << mixed;
        EXPECT_FALSE(Index::verify(folder / "bad.allide")) << at;
    }
}

}  // namespace
}  // namespace allide::test
