// Paper 004, section 5: the number of operations of the separating-axis test, and its time compared with
// two other tests.
#include "papers/box_pairs.hpp"
#include "papers/counted.hpp"
#include "papers/gjk.hpp"
#include "papers/linear_program.hpp"
#include "papers/paper_004.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace allide::bench {
namespace {

template <int A, int B>
BoxPair<Counted> counted(const BoxPair<double>& pair) {
    BoxPair<Counted> result;
    for (std::size_t i = 0; i < 3; ++i) {
        result.t[i] = pair.t[i];
        result.a[i] = i < A ? pair.a[i] : 0.0;
        result.b[i] = i < B ? pair.b[i] : 0.0;
        for (std::size_t j = 0; j < 3; ++j) result.r[i][j] = pair.r[i][j];
    }
    return result;
}

// Counts the operations of a test that finds no separating axis, since the boxes' centres coincide.
template <int A, int B, Edges edges>
Operations whole_test() {
    BoxPair<double> pair = random_pairs(1, 1).front();
    pair.t = {0, 0, 0};
    Counted::operations() = {};
    boxes_overlap<A, B, edges>(counted<A, B>(pair));
    return Counted::operations();
}

double average_operations(const std::vector<BoxPair<double>>& pairs) {
    Counted::operations() = {};
    for (const BoxPair<double>& pair : pairs) boxes_overlap<3, 3, Edges::all>(counted<3, 3>(pair));
    return static_cast<double>(Counted::operations().total()) / static_cast<double>(pairs.size());
}

void operation_table(Report& report) {
    const std::array whole{whole_test<3, 3, Edges::all>(), whole_test<3, 2, Edges::all>(),
                           whole_test<2, 2, Edges::all>(), whole_test<3, 2, Edges::existing>(),
                           whole_test<2, 2, Edges::existing>()};
    Table table{.name = "operations",
                .caption =
                    "Operations of a separating-axis test that finds no axis, counted by an instrumented "
                    "number type. A rectangle is a box with one zero extent: its terms are omitted, and in "
                    "the last two columns also the cross products with the missing edge, as allide does.",
                .columns = {"operation", "box-box", "box-rectangle", "rectangle-rectangle",
                            "box-rectangle, edges "
                            "that exist",
                            "rectangle-rectangle, edges that exist"},
                .repeats = Repeats::always};
    const auto row = [&](const char* name, auto count) {
        std::vector<std::string> cells{name};
        for (const Operations& operations : whole) cells.push_back(cell(count(operations)));
        table.add(std::move(cells));
    };
    row("compare", [](const Operations& o) { return o.compare; });
    row("add, subtract", [](const Operations& o) { return o.add; });
    row("multiply", [](const Operations& o) { return o.multiply; });
    row("absolute value", [](const Operations& o) { return o.abs; });
    row("total", [](const Operations& o) { return o.total(); });
    report.add(table);
    // Expected, as sums for A's 3 axes + B's 3 axes + the 9 pairs of edges: 9 + 15 + 36 additions and 9 + 18
    // + 54 products. One comparison and one absolute value per axis, and 9 absolute values of the matrix.
    const Operations& box = whole[0];
    report.add_finding(
        box.compare == 15 && box.add == 60 && box.multiply == 81 && box.abs == 24,
        "written out, the paper's fifteen inequalities have 15 comparisons, 60 additions, 81 products and 24 "
        "absolute values, 180 operations",
        fmt::format("{}, {}, {} and {}, {} operations", box.compare, box.add, box.multiply, box.abs,
                    box.total()));
}

struct OverlapTest {
    const char* name;
    bool (*test)(const BoxPair<double>&);
};

std::vector<OverlapTest> overlap_tests() {
    std::vector<OverlapTest> all{{"separating axes", boxes_overlap<3, 3, Edges::all, double>},
                                 {"linear program (Seidel)", boxes_overlap_by_linear_program}};
    if (has_gjk()) all.push_back({"GJK (libccd)", boxes_overlap_by_gjk});
    return all;
}

// Nanoseconds per pair for each overlap test.
std::vector<double> times(const std::vector<BoxPair<double>>& pairs, int rounds) {
    std::vector<std::function<void()>> work;
    for (const OverlapTest& candidate : overlap_tests())
        work.emplace_back([&pairs, test = candidate.test] {
            std::size_t overlapping = 0;
            for (const BoxPair<double>& pair : pairs) overlapping += test(pair);
            keep(overlapping);
        });
    std::vector<double> result = interleaved_medians(rounds, work);
    for (double& seconds : result) seconds *= 1e9 / static_cast<double>(pairs.size());
    return result;
}

double disagreement(const std::vector<BoxPair<double>>& pairs, const OverlapTest& candidate) {
    const auto differ = std::ranges::count_if(pairs, [&](const BoxPair<double>& pair) {
        return candidate.test(pair) != boxes_overlap<3, 3, Edges::all>(pair);
    });
    return static_cast<double>(differ) / static_cast<double>(pairs.size());
}

}  // namespace

void box_tests(Report& report, const Settings& settings) {
    report.add_section("The overlap test of two boxes (section 5)");
    operation_table(report);
    const bool quick = settings.size == Size::quick;
    const std::size_t count = quick ? 2'000 : 50'000;
    const auto random = random_pairs(count, 1);
    const auto queried = pairs_of_queries(
        generate(GeneratedShape::torus, {.triangles = quick ? 500u : 12'544u}).value(), count);
    const auto random_times = times(random, 5), queried_times = times(queried, 5);
    Table table{
        .name = "other-tests",
        .caption = fmt::format("Time of one test, median of 5 interleaved rounds of {} pairs: random boxes, "
                               "of which about half overlap, and the box pairs that a query for all contacts "
                               "of two tori tests. The other two tests work for any convex body.",
                               count),
        .columns = {"test", "random, ns", "queries, ns", "× separating axes", "different answers, random"}};
    for (std::size_t i = 0; i < overlap_tests().size(); ++i)
        table.add({overlap_tests()[i].name, cell(random_times[i]), cell(queried_times[i]),
                   cell(queried_times[i] / queried_times[0], 2),
                   cell(disagreement(random, overlap_tests()[i]), 2)});
    report.add(table);
    if (!has_gjk()) report.add_paragraph("GJK is not measured: this program was built without libccd.");
    const double random_operations = average_operations(random),
                 query_operations = average_operations(queried);
    report.add_paragraph(
        fmt::format("With an early exit at the first separating axis, a test takes {:.0f} operations on "
                    "average on the random boxes and {:.0f} on those of the queries.",
                    random_operations, query_operations));
    report.add_finding(query_operations < 200 && random_operations < 200,
                       "a test takes fewer than 200 operations",
                       fmt::format("180 at most, {:.0f} on average in queries", query_operations));
    for (std::size_t i = 1; i < overlap_tests().size(); ++i)
        report.add_finding(queried_times[i] >= 10 * queried_times[0],
                           fmt::format("the test is an order of magnitude faster than earlier ones ({})",
                                       overlap_tests()[i].name),
                           fmt::format("{:.1f} times", queried_times[i] / queried_times[0]));
}

}  // namespace allide::bench
