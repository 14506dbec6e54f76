// Compares the merged report of a plan's units with ClashReport::of() on the same index.
#include "report/units/clash_bytes.hpp"

#include <allide/extra/clash_plan.hpp>
#include <allide/index.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

class ClashPlanTest : public testing::Test {
  protected:
    ClashPlanTest() {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        // Boxes along a line, each of which intersects the next, and two boxes far away.
        std::string obj;
        std::size_t first = 1;
        for (int i = 0; i < 14; ++i) {
            const double x = i < 12 ? 0.8 * i : 100.0 * i, half = 0.5 + 0.01 * i;
            obj += "o box" + std::to_string(i) + "\n";
            for (int n = 0; n < 8; ++n)
                obj += "v " + std::to_string(x + ((n & 1) != 0 ? half : -half)) + " " +
                       std::to_string((n & 2) != 0 ? half : -half) + " " +
                       std::to_string((n & 4) != 0 ? half : -half) + "\n";
            for (const auto& f : {std::array{0, 2, 3, 1},
                                  {4, 5, 7, 6},
                                  {0, 1, 5, 4},
                                  {2, 6, 7, 3},
                                  {0, 4, 6, 2},
                                  {1, 3, 7, 5}}) {
                obj += "f";
                for (const int n : f) obj += " " + std::to_string(first + static_cast<std::size_t>(n));
                obj += "\n";
            }
            first += 8;
        }
        write(folder_ / "scene.obj", obj);
        const std::vector<fs::path> scenes{folder_ / "scene.obj"};
        Index::build(scenes, index_, {.leaf_bytes = 4096}).value();
    }
    ~ClashPlanTest() override { fs::remove_all(folder_); }

    ClashPlan planned(const ClashPlanOptions& options) const {
        plan_clashes(index_, plan_, options).value();
        return ClashPlan::open(plan_).value();
    }
    void run_all(const ClashPlan& plan) const {
        for (std::uint64_t unit = plan.info().units.size(); unit-- > 0;)
            plan.run(unit, results_, {.threads = 1 + static_cast<unsigned>(unit % 2)}).value();
    }
    ClashReport of_one_process(const ClashReportOptions& options) const {
        return ClashReport::of(ClashScene::load({index_}).value(), options).value();
    }
    static void expect_equal(ClashReport merged, ClashReport expected) {
        merged.seconds = expected.seconds = 0;
        merged.date = expected.date = "2026-01-01T00:00:00Z";
        EXPECT_EQ(merged.json(), expected.json());
        EXPECT_EQ(merged.csv(), expected.csv());
        EXPECT_EQ(merged.bcf({.made = "2026-01-01T00:00:00Z"}).value(),
                  expected.bcf({.made = "2026-01-01T00:00:00Z"}).value());
        if (has_pages()) {
            EXPECT_EQ(merged.html({.made = "now"}).value(), expected.html({.made = "now"}).value());
        }
    }
    std::string merge_error(const ClashPlan& plan) const { return plan.merge(results_).error().text(); }

    fs::path folder_ = fs::temp_directory_path() / ("allide-plan-test-" + std::to_string(::getpid()));
    fs::path index_ = folder_ / "scene.allide", plan_ = folder_ / "scene.plan",
             results_ = folder_ / "results";
};

TEST_F(ClashPlanTest, mergesToTheReportOfOneProcess) {
    const ClashRules rules = ClashRules::parse(R"(
        touch = 0.001
        [[group]]
        name = "first"
        parts = ["box?"]
        [[group]]
        name = "second"
        parts = ["box1?"]
        [[pair]]
        groups = ["first", "second"]
        clearance = 0.2
    )",
                                               "rules.toml")
                                 .value();
    std::vector<ClashReportOptions> all(5);
    all[1].clearance = 0.4;
    all[2].rules = rules;
    all[3].filter.kinds = {ClashKind::hard};
    all[3].unknown_sags = UnknownSags::estimated;
    all[4].clearance = 0.4;
    all[4].baseline = ClashBaseline::parse(of_one_process(all[1]).json(), "before.json").value();
    for (const ClashReportOptions& options : all) {
        const ClashPlan plan = planned({.report = options, .units = 4});
        run_all(plan);
        expect_equal(plan.merge(results_).value().report, of_one_process(options));
        fs::remove_all(results_);
    }
}

TEST_F(ClashPlanTest, hasTheSameBytesWheneverItIsMade) {
    const ClashPlan plan = planned({.report = {.clearance = 0.3}, .units = 3});
    const std::string bytes = read(plan_);
    run_all(plan);
    ASSERT_GE(plan.info().units.size(), 3u);
    std::vector<std::string> before;
    for (std::uint64_t unit = 0; unit < plan.info().units.size(); ++unit)
        before.push_back(read(results_ / ClashPlan::file_name(unit)));
    const ClashPlan again = planned({.report = {.clearance = 0.3, .threads = 1}, .units = 3});
    EXPECT_EQ(read(plan_), bytes);
    EXPECT_EQ(again.info().id, plan.info().id);
    run_all(again);
    for (std::uint64_t unit = 0; unit < before.size(); ++unit)
        EXPECT_EQ(read(results_ / ClashPlan::file_name(unit)), before[unit]);
    EXPECT_NE(planned({.report = {.clearance = 0.3}, .units = 2}).info().id, plan.info().id);
    EXPECT_NE(planned({.report = {.clearance = 0.31}, .units = 3}).info().id, plan.info().id);
}

TEST_F(ClashPlanTest, namesEachMissingDamagedOrForeignResult) {
    const ClashPlan plan = planned({.report = {.clearance = 0.3}, .units = 4});
    run_all(plan);
    const fs::path one = results_ / "unit-1.clashes", two = results_ / "unit-2.clashes";
    const std::string bytes = read(one), others = read(two);

    fs::remove(one);
    EXPECT_EQ(merge_error(plan), one.string() + ": expected the result of unit 1, found no file: 1 of " +
                                     std::to_string(plan.info().units.size()) + " units is missing");
    EXPECT_EQ(plan.check(results_).value().missing, std::vector<std::uint64_t>{1});

    write(one, bytes.substr(0, bytes.size() - 5));
    EXPECT_EQ(merge_error(plan), one.string() + ": expected " + std::to_string(bytes.size()) +
                                     " bytes, found " + std::to_string(bytes.size() - 5) +
                                     ": the result is truncated");
    EXPECT_EQ(plan.check(results_).value().damaged, std::vector<std::uint64_t>{1});

    write(one, others);
    EXPECT_EQ(merge_error(plan), one.string() + ": expected the result of unit 1, found that of unit 2");
    EXPECT_FALSE(plan.check(results_).has_value());

    write(one, bytes);
    write(results_ / "unit-01.clashes", bytes);
    EXPECT_NE(merge_error(plan).find("unit-01.clashes: expected results of the plan's units only"),
              std::string::npos);
    fs::remove(results_ / "unit-01.clashes");
    EXPECT_TRUE(plan.merge(results_).has_value());

    const ClashPlan other = planned({.report = {.clearance = 0.31}, .units = 4});
    EXPECT_NE(merge_error(other).find("expected a result of plan"), std::string::npos);
}

TEST_F(ClashPlanTest, findsEveryChangedByte) {
    const ClashPlan plan = planned({.report = {.clearance = 0.3}, .units = 4});
    run_all(plan);
    const fs::path file = results_ / "unit-0.clashes";
    const std::string bytes = read(file), plan_bytes = read(plan_);
    std::mt19937_64 random(1);
    for (std::size_t place = 0; place < bytes.size(); place += 1 + random() % 7) {
        std::string changed = bytes;
        changed[place] = static_cast<char>(changed[place] ^ (1 << random() % 8));
        write(file, changed);
        const Result<MergedClashes> merged = plan.merge(results_);
        ASSERT_FALSE(merged.has_value()) << place;
        ASSERT_EQ(merged.error().file, file.string());
    }
    write(file, bytes);
    for (std::size_t place = 0; place < plan_bytes.size(); place += 1 + random() % 7) {
        std::string changed = plan_bytes;
        changed[place] = static_cast<char>(changed[place] ^ (1 << random() % 8));
        write(plan_, changed);
        const Result<ClashPlan> opened = ClashPlan::open(plan_);
        const Result<MergedClashes> merged =
            opened ? opened->merge(results_) : Result<MergedClashes>(opened.error());
        ASSERT_FALSE(merged.has_value()) << place;
        ASSERT_EQ(merged.error().file, plan_.string());
    }
}

TEST_F(ClashPlanTest, refusesAnotherIndex) {
    const ClashPlan plan = planned({.report = {.clearance = 0.3}});
    run_all(plan);
    const std::vector<fs::path> scenes{folder_ / "scene.obj", folder_ / "scene.obj"};
    Index::build(scenes, index_, {.leaf_bytes = 4096}).value();
    const ClashPlan again = ClashPlan::open(plan_).value();
    EXPECT_NE(again.run(0, results_).error().text().find("scene.allide: expected the index of plan"),
              std::string::npos);
    EXPECT_FALSE(again.merge(results_).has_value());
}

TEST_F(ClashPlanTest, readsArbitraryClashBytesOrThrows) {
    const ClashReport report = of_one_process({.clearance = 0.4});
    index::ByteWriter out;
    for (const ReportedClash& reported : report.clashes) {
        Clash clash{reported.clash, {}, {}, reported.regions};
        index::ByteWriter one;
        detail::report::put_clash(one, clash);
        index::ByteReader in(one.bytes());
        EXPECT_EQ(detail::report::read_clash(in), clash);
        EXPECT_EQ(in.rest(), 0u);
        out.put(one.bytes());
    }
    index::Bytes bytes = out.take();
    ASSERT_FALSE(bytes.empty());
    std::mt19937_64 random(2);
    for (int round = 0; round < 2000; ++round) {
        index::Bytes changed = bytes;
        changed[random() % changed.size()] = static_cast<std::byte>(random());
        changed.resize(random() % changed.size());
        index::ByteReader in(changed);
        try {
            while (in.rest() > 0) detail::report::read_clash(in);
        } catch (const index::IndexFailure&) {
        }
    }
}

}  // namespace
}  // namespace allide
