// ClashReport as seen by a C++ user: scenes in memory, index files, rules, baselines, and interrupted work.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

namespace fs = std::filesystem;

Model cube() {
    return Model::build(generate(GeneratedShape::cube).value()).value();
}

// Two cubes that interpenetrate, one that touches the second from outside, and one far away.
Scene four_cubes() {
    const Model model = cube();
    constexpr double side = 2;
    Scene scene;
    scene.add(model, {}, {.name = "pipes/a", .group = "piping"});
    scene.add(model, Pose::translation({side / 2, 0, 0}), {.name = "pipes/b", .group = "piping"});
    scene.add(model, Pose::translation({1.5 * side, 0, 0}), {.name = "wall", .group = "steel"});
    scene.add(model, Pose::translation({10 * side, 0, 0}), {.name = "far", .group = "steel"});
    return scene;
}

std::string kinds_of(const ClashReport& report) {
    std::string text;
    for (const ReportedClash& clash : report.clashes)
        text += clash.a + "-" + clash.b + ": " + std::string(name_of(clash.clash.kind)) + " " +
                std::string(name_of(clash.status)) + "\n";
    return text;
}

// A temporary folder that the destructor removes.
class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "allide-report-test-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~Folder() { fs::remove_all(path_); }
    fs::path operator/(const char* name) const { return path_ / name; }

  private:
    fs::path path_;
};

// The same cubes as parts of an OBJ file.
fs::path write_cubes(const Folder& folder) {
    const fs::path file = folder / "cubes.obj";
    std::ofstream out(file);
    out.precision(17);
    const Scene scene = four_cubes();
    std::size_t first = 1;
    for (const ObjectId id : scene.objects()) {
        out << "o " << scene.name(id) << '\n';
        const Mesh& mesh = scene.mesh(id);
        const double shift = scene.pose(id).matrix()[3];
        for (const Vec3& v : mesh.vertices()) out << "v " << v.x + shift << ' ' << v.y << ' ' << v.z << '\n';
        for (const auto& t : mesh.triangles())
            out << "f " << first + t[0] << ' ' << first + t[1] << ' ' << first + t[2] << '\n';
        first += mesh.vertices().size();
    }
    return file;
}

TEST(ClashReport, reports_a_scene_in_memory) {
    const ClashScene scene = ClashScene::of(four_cubes());
    const ClashReport report = ClashReport::of(scene, {.units = "mm"}).value();
    EXPECT_EQ(kinds_of(report), "pipes/a-pipes/b: hard new\npipes/b-wall: touch new\n");
    EXPECT_EQ(report.clashes[1].group, "piping | steel");
    EXPECT_TRUE(report.has_open_clashes());
    EXPECT_FALSE(report.partial);
    EXPECT_EQ(report.totals().kinds[static_cast<std::size_t>(ClashKind::hard)], 1u);
    EXPECT_NE(report.text().find("4 parts"), std::string::npos);
    EXPECT_NE(report.json().find("\"units\": \"mm\""), std::string::npos);
    EXPECT_EQ(report.bcf().value().substr(0, 2), "PK");
}

TEST(ClashReport, is_the_same_for_a_file_an_index_of_it_and_a_temporary_index) {
    const Folder folder;
    const fs::path file = write_cubes(folder), index = folder / "cubes.allide";
    Index::build(std::vector{file}, index).value();
    const ClashReport of_file = ClashReport::of(ClashScene::load({file}).value()).value();
    EXPECT_EQ(kinds_of(of_file), "pipes/a-pipes/b: hard new\npipes/b-wall: touch new\n");
    const ClashLoadOptions on_disk{.memory_limit = std::uint64_t{1} << 28};
    const ClashReport of_index = ClashReport::of(ClashScene::load({index}).value()).value(),
                      of_temporary = ClashReport::of(ClashScene::load({file}, on_disk).value()).value();
    for (const ClashReport* other : {&of_index, &of_temporary}) {
        ASSERT_EQ(other->clashes.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(other->clashes[i].key, of_file.clashes[i].key);
            EXPECT_EQ(other->clashes[i].clash, of_file.clashes[i].clash);
        }
        EXPECT_TRUE(other->bcf());
    }
    EXPECT_EQ(of_temporary.csv(), of_file.csv());
    EXPECT_EQ(of_temporary.bcf({.made = "now"}).value(), of_file.bcf({.made = "now"}).value());
}

TEST(ClashReport, refuses_an_index_together_with_other_files) {
    const Folder folder;
    const fs::path file = write_cubes(folder), index = folder / "cubes.allide";
    Index::build(std::vector{file}, index).value();
    const Result<ClashScene> scene = ClashScene::load({index, file});
    ASSERT_FALSE(scene);
    EXPECT_NE(scene.error().text().find("only input"), std::string::npos);
}

TEST(ClashReport, applies_rules) {
    const ClashRules rules = ClashRules::parse(
                                 "clearance = 0.25\n[[group]]\nname = 'p'\nparts = ['pipes/*']\n"
                                 "[[pair]]\ngroups = ['p', 'p']\nignore = true\n",
                                 "rules.toml")
                                 .value();
    EXPECT_EQ(rules.limits().clearance, 0.25);
    const ClashReport report = ClashReport::of(ClashScene::of(four_cubes()), {.rules = rules}).value();
    EXPECT_EQ(kinds_of(report), "pipes/b-wall: touch new\n");
    EXPECT_EQ(report.clashes[0].group, "p | steel");
    EXPECT_EQ(report.limits.clearance, 0.25);
    EXPECT_NE(report.rules_digest, 0u);
}

// Removed objects leave gaps in the numbers of a scene's objects; parts are numbered without gaps.
TEST(ClashReport, numbers_the_parts_of_a_scene_with_gaps) {
    Scene scene = four_cubes();
    scene.remove(scene.objects()[0]);
    const ClashReport report = ClashReport::of(ClashScene::of(std::move(scene))).value();
    EXPECT_EQ(kinds_of(report), "pipes/b-wall: touch new\n");
    EXPECT_EQ(report.clashes[0].a_id, 0u);
    EXPECT_EQ(report.clashes[0].b_id, 1u);
    EXPECT_TRUE(report.bcf());
    if (has_pages()) {
        EXPECT_NE(report.html().value().find("\"0 1\""), std::string::npos);
    }
}

TEST(ClashReport, of_an_empty_or_moved_from_scene_has_no_clashes) {
    ClashScene scene = ClashScene::of(four_cubes());
    const ClashScene taken = std::move(scene);
    EXPECT_EQ(taken.parts().size(), 4u);
    EXPECT_TRUE(ClashScene().parts().empty());
    EXPECT_TRUE(ClashReport::of(ClashScene()).value().clashes.empty());
    EXPECT_TRUE(ClashReport::of(scene).value().parts.empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_THROW((void)ClashReport().bcf(), PreconditionError);
}

TEST(ClashReport, compares_with_a_baseline) {
    ClashReport first = ClashReport::of(ClashScene::of(four_cubes())).value();
    first.clashes[0].status = ClashStatus::approved;
    const ClashBaseline baseline = ClashBaseline::parse(first.json(), "old.json").value();
    Scene scene = four_cubes();
    scene.move(scene.objects()[2], Pose::translation({50, 0, 0}));
    const ClashReport second =
        ClashReport::of(ClashScene::of(std::move(scene)), {.baseline = baseline}).value();
    EXPECT_EQ(kinds_of(second), "pipes/a-pipes/b: hard approved\npipes/b-wall: touch resolved\n");
    EXPECT_EQ(second.clashes[0].key, first.clashes[0].key);
    EXPECT_FALSE(second.has_open_clashes());
    EXPECT_GT(second.coverage.carried_pairs, 0u);
}

TEST(ClashReport, says_when_the_search_was_stopped) {
    const ClashReport report = ClashReport::of(ClashScene::of(four_cubes()),
                                               {.progress = [](std::size_t, std::size_t) { return false; }})
                                   .value();
    EXPECT_TRUE(report.partial);
    EXPECT_EQ(report.coverage.tested_pairs, 0u);
    EXPECT_EQ(report.coverage.untested_pairs, report.candidate_pairs);
}

TEST(ClashReport, leaves_pictures_out_when_drawing_is_stopped) {
    const ClashReport report = ClashReport::of(ClashScene::of(four_cubes())).value();
    std::size_t calls = 0, all = 0;
    const std::string complete = report
                                     .bcf({.progress =
                                               [&](std::size_t, std::size_t steps) {
                                                   ++calls;
                                                   all = steps;
                                                   return true;
                                               }})
                                     .value();
    EXPECT_EQ(all, 1u);  // one snapshot per topic; a touching clash is not a topic
    EXPECT_EQ(calls, 2u);
    EXPECT_NE(complete.find("snapshot.png"), std::string::npos);
    const auto stop = [](std::size_t, std::size_t) { return false; };
    const std::string stopped = report.bcf({.progress = stop}).value();
    EXPECT_EQ(stopped.find("snapshot.png"), std::string::npos);
    EXPECT_NE(stopped.find("markup.bcf"), std::string::npos);
    if (has_pages()) {
        EXPECT_EQ(report.html({.progress = stop}).value().find("\"radius\""), std::string::npos);
    }
}

void expect_error(const std::string& text, const char* name, std::uint64_t line, const std::string& words) {
    const Result<ClashRules> rules = ClashRules::parse(text, name);
    ASSERT_FALSE(rules) << text;
    EXPECT_EQ(rules.error().file, name);
    EXPECT_EQ(rules.error().line, line) << text;
    EXPECT_NE(rules.error().message.find(words), std::string::npos) << rules.error().text();
}

TEST(ClashRules, name_the_line_of_an_error) {
    expect_error("touch = 1\nclearence = 1\n", "r.toml", 2, "unknown setting 'clearence'");
    expect_error("touch = 1\n\nclearance = \"x\"\n", "r.toml", 3, "finite number");
    expect_error("clearance = inf", "r.toml", 1, "finite number");
    expect_error("clearance = 1\nclearance = 2\n", "r.toml", 2, "clearance");
    expect_error("[[group]]\nname = 'a'\nparts = ['*']\n\n[[pair]]\ngroups = ['a', 'q']\n", "r.toml", 6,
                 "'q'");
    expect_error("touch = [\n1,\n", "r.toml", 2, "");
    expect_error("{\"touch\": 1,\n\"clearence\":\n1}", "r.json", 3, "unknown setting 'clearence'");
    expect_error("{\"touch\": 1,\n\"touch\": 2}", "r.json", 2, "second time");
    expect_error("{\"touch\": 1,\n\n", "r.json", 2, "");
    expect_error("{\"touch\":\n-1\n}", "r.json", 2, "not negative");
    expect_error("{\"touch\":\n1e999\n}", "r.json", 2, "");
    expect_error("[]", "r.json", 1, "table of settings");
}

TEST(ClashRules, may_begin_with_a_byte_order_mark) {
    EXPECT_EQ(ClashRules::parse("\xef\xbb\xbf{\"touch\": 2}", "r.json").value().limits().touch, 2);
    EXPECT_EQ(ClashRules::parse("\xef\xbb\xbftouch = 2", "r.toml").value().limits().touch, 2);
}

}  // namespace
}  // namespace allide::test
