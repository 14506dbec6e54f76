#include "support/fit.hpp"
#include "support/plot.hpp"
#include "support/plot_axis.hpp"
#include "support/report.hpp"
#include "support/stopwatch.hpp"
#include "support/table.hpp"

#include <allide/result.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace allide::bench {
namespace {

Table small_table() {
    Table table{.name = "t", .caption = "Two rows.", .columns = {"body", "time, µs"}};
    table.add({"torus, fine", cell(12.345)});
    table.add({"ball", no_cell()});
    return table;
}

TEST(Table, IsAlignedByCharactersNotBytes) {
    EXPECT_EQ(as_text(small_table()),
              "Two rows.\n"
              "body         time, µs\n"
              "torus, fine      12.3\n"
              "ball                –\n");
}

TEST(Table, QuotesCommasInCsv) {
    EXPECT_EQ(as_csv(small_table()), "body,\"time, µs\"\n\"torus, fine\",12.3\nball,–\n");
}

TEST(Table, KeepsAnEmptyFirstCellInCsv) {
    Table table{.name = "t", .caption = "", .columns = {"", "x"}};
    table.add({"", "1"});
    EXPECT_EQ(as_csv(table), ",x\n,1\n");
}

TEST(Table, HasARuleInMarkdown) {
    EXPECT_EQ(as_markdown(small_table()),
              "| body | time, µs |\n|---|---|\n| torus, fine | 12.3 |\n| ball | – |\n");
}

TEST(Table, RefusesARowOfAnotherLength) {
    Table table = small_table();
    EXPECT_THROW(table.add({"one"}), PreconditionError);
}

TEST(Cell, KeepsSignificantDigits) {
    EXPECT_EQ(cell(1234.5), "1234");
    EXPECT_EQ(cell(0.012345), "0.0123");
    EXPECT_EQ(cell(1.0e-7), "1.00e-07");
    EXPECT_EQ(cell(0.0), "0");
    EXPECT_EQ(cell(1.0 / 0.0), no_cell());
    EXPECT_EQ(cell(std::uint64_t{7}), "7");
}

TEST(Fit, FindsTheExponentAndTheRange) {
    std::vector<std::pair<double, double>> points;
    for (const double x : {0.01, 0.1, 1.0, 3.0}) points.emplace_back(x, 5 * x * x);
    const PowerLaw law = fit_power_law(points);
    EXPECT_NEAR(law.slope, 2, 1e-12);
    EXPECT_EQ(law.from, 0.01);
    EXPECT_EQ(law.to, 3);
    EXPECT_TRUE(law.fitted());
    EXPECT_FALSE(fit_power_law({{1, 1}, {2, 2}}).fitted());
}

TEST(PlotAxis, PutsTicksAtRoundValuesAndPlacesByScale) {
    const PlotAxis log(Scale::log, {0.02, 30}, 0, 400);
    ASSERT_EQ(log.ticks().size(), 5u);  // five ticks: 0.01 … 100
    EXPECT_EQ(log.ticks().front().label, "0.01");
    EXPECT_NEAR(log.place(1), 200, 1e-9);
    EXPECT_FALSE(log.shows(0));
    const PlotAxis linear(Scale::linear, {0, 97}, 0, 100);
    EXPECT_EQ(linear.ticks().back().value, 100);
    EXPECT_NEAR(linear.place(50), 50, 1e-9);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Plot, HasTitleLabelsLegendAndItsMarks) {
    const Plot plot{.name = "p",
                    .title = "Tests & times",
                    .x = {"gap, radii", Scale::log},
                    .y = {"tests"},
                    .series = {{.name = "obb", .points = {{0.1, 1}, {0.01, 5}}},
                               {.name = "aabb <x>", .points = {{0.1, 2}}, .mark = Mark::points}}};
    const std::string svg = as_svg(plot);
    for (const char* part : {"Tests &amp; times", "gap, radii", ">tests<", ">obb<", "aabb &lt;x&gt;", "h0"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    EXPECT_EQ(count(svg, "<svg"), 1u);
    EXPECT_EQ(count(svg, "</svg>"), 1u);
}

TEST(Plot, DrawsABarForEachCategory) {
    const Plot plot{.name = "p",
                    .title = "Bars",
                    .x = {"body"},
                    .y = {"µs"},
                    .series = {{.name = "one", .points = {{0, 3}, {1, 4}}, .mark = Mark::bars}},
                    .categories = {"torus", "ball"}};
    const std::string svg = as_svg(plot);
    EXPECT_EQ(count(svg, "<rect"), 4u);  // background, legend entry and two bars
    EXPECT_NE(svg.find(">torus<"), std::string::npos);
}

TEST(Plot, DrawsSomeOfManyPointsAndListsAll) {
    Plot plot{.name = "p", .title = "P", .x = {"x"}, .y = {"y"}, .most_drawn = 10};
    plot.series = {{.name = "s", .points = {}, .mark = Mark::points}};
    for (int i = 0; i < 95; ++i) plot.series[0].points.emplace_back(i, 2 * i);
    EXPECT_EQ(count(as_svg(plot), "h0"), 10u);
    EXPECT_EQ(points_of(plot).rows.size(), 95u);
    EXPECT_EQ(points_of(plot).rows[94], (std::vector<std::string>{"s", "94.0000", "188.000"}));
}

TEST(Report, PrintsDuringTheRunAndWritesEverything) {
    std::string told;
    Report report("x", "A title", [&](std::string_view text) { told += text; });
    report.add_section("First");
    report.add_paragraph("Words.");
    report.add(small_table());
    report.add(Plot{
        .name = "p", .title = "P", .x = {"x"}, .y = {"y"}, .series = {{.name = "s", .points = {{1, 2}}}}});
    report.add_finding(true, "it is so", "it is");
    report.add_finding(false, "it is not so", "it is 3");
    report.close();
    for (const char* part :
         {"A title", "== First", "Words.", "torus, fine", "agrees: it is so", "DIFFERS: it is not so"})
        EXPECT_NE(told.find(part), std::string::npos) << part;
    const std::string page = report.as_markdown("pictures");
    EXPECT_NE(page.find("![P: y against x.](pictures/x-p.svg)"), std::string::npos);
    EXPECT_EQ(page.find("repeats:"), std::string::npos);
    const auto folder = std::filesystem::temp_directory_path() / "allide-report-test";
    std::filesystem::create_directories(folder);
    report.write(folder);
    std::stringstream csv;
    csv << std::ifstream(folder / "x-t.csv").rdbuf();
    EXPECT_EQ(csv.str(), as_csv(small_table()));
    EXPECT_TRUE(std::filesystem::exists(folder / "x-p.svg"));
    std::stringstream points;
    points << std::ifstream(folder / "x-p-points.csv").rdbuf();
    EXPECT_EQ(points.str(), "series,x,y\ns,1.00000,2.00000\n");
    std::filesystem::remove_all(folder);
    EXPECT_THROW(report.write(folder), PreconditionError);
}

TEST(Report, MarksTablesThatRepeat) {
    Report report("x", "A title");
    Table table = small_table();
    table.repeats = Repeats::always;
    report.add(table);
    EXPECT_NE(report.as_markdown("p").find("<!-- repeats: x-t -->\n\n| body |"), std::string::npos);
}

TEST(Stopwatch, MeasuresRivalsAlternately) {
    std::string order;
    const auto medians = interleaved_medians(2, {[&] { order += 'a'; }, [&] { order += 'b'; }});
    EXPECT_EQ(order, "abab");
    EXPECT_EQ(medians.size(), 2u);
}

}  // namespace
}  // namespace allide::bench
