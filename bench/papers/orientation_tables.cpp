// Paper 000's tables 1 to 6.
#include "papers/paper_000.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::size_t six = 0, eight = 1, fourteen = 2, obb = 3;
constexpr std::size_t cad_rows = 4;

using Measure = std::function<double(const MeasuredRow&, std::size_t)>;
using Printed = std::array<std::optional<double>, 4> PaperRow::*;

double query_ms(const MeasuredRow& row, std::size_t engine) {
    return 1e3 * row.curves[engine].mean_seconds();
}
double build_seconds(const MeasuredRow& row, std::size_t engine) {
    return row.build_seconds[engine];
}
double megabytes(const MeasuredRow& row, std::size_t engine) {
    return 1e-6 * static_cast<double>(row.trees[engine].bytes);
}

std::string paper_cell(const std::optional<double>& value) {
    return value ? fmt::format("{:g}", *value) : no_cell();
}

// Ours and the paper's side by side, and the last column as a ratio of two engines.
Table side_by_side(const char* name, std::string caption, const char* unit, std::span<const MeasuredRow> rows,
                   std::span<const std::size_t> engines, const Measure& measure, Printed printed,
                   std::size_t above, std::size_t below, const char* ratio) {
    constexpr std::array names{"6-DOP", "8-DOP", "14-DOP", "OBB"};
    Table table{.name = name, .caption = std::move(caption), .columns = {"body", "triangles"}};
    for (const std::size_t e : engines) table.columns.push_back(fmt::format("{}, {}", names[e], unit));
    for (const std::size_t e : engines) table.columns.push_back(fmt::format("paper: {}, {}", names[e], unit));
    table.columns.push_back(ratio);
    table.columns.push_back(fmt::format("paper: {}", ratio));
    const auto paper = rows_of_paper_000();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<std::string> cells{rows[i].name, cell(rows[i].triangles)};
        for (const std::size_t e : engines) cells.push_back(cell(measure(rows[i], e)));
        for (const std::size_t e : engines) cells.push_back(paper_cell((paper[i].*printed)[e]));
        cells.push_back(cell(measure(rows[i], above) / measure(rows[i], below)));
        const auto &top = (paper[i].*printed)[above], &bottom = (paper[i].*printed)[below];
        cells.push_back(top && bottom ? cell(*top / *bottom) : no_cell());
        table.add(std::move(cells));
    }
    return table;
}

double median_ratio(std::span<const MeasuredRow> rows, const Measure& measure, std::size_t above,
                    std::size_t below) {
    std::vector<double> ratios;
    for (const MeasuredRow& row : rows) ratios.push_back(measure(row, above) / measure(row, below));
    std::ranges::sort(ratios);
    return ratios[ratios.size() / 2];
}

double node_bytes(const TreeInfo& tree) {
    return static_cast<double>(tree.bytes) / static_cast<double>(tree.nodes);
}

}  // namespace

void orientation_tables(Report& report, const std::vector<MeasuredRow>& rows) {
    const std::span cad(rows.data(), cad_rows);
    constexpr std::array all{six, eight, fourteen};
    report.add(side_by_side("table-1", "Table 1: mean query time over all distances and turns.", "ms", cad,
                            all, query_ms, &PaperRow::query_ms, eight, six, "8-DOP / 6-DOP"));
    report.add(side_by_side("table-2", "Table 2: construction time.", "s", cad, all, build_seconds,
                            &PaperRow::build_s, fourteen, six, "14-DOP / 6-DOP"));
    report.add(side_by_side("table-3",
                            "Table 3: memory of the tree with its copies of the triangles' corners.", "MB",
                            cad, all, megabytes, &PaperRow::megabytes, fourteen, six, "14-DOP / 6-DOP"));
    Table counts{.name = "counts",
                 .caption = "Why: volume and triangle tests a query, which no machine changes.",
                 .columns = {"body", "6-DOP, volume tests", "8-DOP, volume tests", "14-DOP, volume tests",
                             "OBB, volume tests", "6-DOP, triangle tests", "8-DOP, triangle tests",
                             "14-DOP, triangle tests", "OBB, triangle tests"}};
    for (const MeasuredRow& row : rows) {
        std::vector<std::string> cells{row.name};
        for (const RotationCurve& curve : row.curves) cells.push_back(cell(curve.mean(curve.volume_tests)));
        for (const RotationCurve& curve : row.curves) cells.push_back(cell(curve.mean(curve.triangle_tests)));
        counts.add(std::move(cells));
    }
    report.add(counts);
    const double eights = median_ratio(cad, query_ms, eight, six),
                 fourteens = median_ratio(cad, query_ms, fourteen, six);
    report.find(eights > 1.5,
                "8-DOPs are much slower than 6-DOPs, 7 to 137 times, and the paper does not know why",
                fmt::format("{:.2f} times in the median of the four rows", eights));
    report.find(fourteens > 0.8, "14-DOPs bring no general advantage over 6-DOPs",
                fmt::format("they take {:.2f} times as long in the median", fourteens));
    report.find(median_ratio(cad, build_seconds, fourteen, six) < 2,
                "construction takes a little longer with 14 orientations (the paper's text says 10 percent, "
                "its table "
                "36 to 52)",
                fmt::format("{:.2f} times as long", median_ratio(cad, build_seconds, fourteen, six)));
    report.find(median_ratio(cad, megabytes, fourteen, six) < 1.2,
                "14-DOP trees need about 10 percent more memory (so the text; its table says 73 to 100)",
                fmt::format("{:.2f} times as much", median_ratio(cad, megabytes, fourteen, six)));
}

void obb_tables(Report& report, const std::vector<MeasuredRow>& rows) {
    constexpr std::array both{six, obb};
    report.add(side_by_side("table-4", "Table 4: mean query time, DOP-trees and OBB-trees.", "ms", rows, both,
                            query_ms, &PaperRow::query_ms, obb, six, "OBB / 6-DOP"));
    report.add(side_by_side("table-5", "Table 5: memory.", "MB", rows, both, megabytes, &PaperRow::megabytes,
                            obb, six, "OBB / 6-DOP"));
    report.add(side_by_side("table-6", "Table 6: construction time.", "s", rows, both, build_seconds,
                            &PaperRow::build_s, obb, six, "OBB / 6-DOP"));
    const double query = median_ratio(rows, query_ms, obb, six),
                 build = median_ratio(rows, build_seconds, obb, six);
    const double memory = median_ratio(rows, megabytes, obb, six);
    report.find(query > 0.6 && query < 2.6, "DOP-trees are about as fast as OBB-trees, 0.6 to 2.6 times",
                fmt::format("OBB-trees take {:.2f} times as long in the median of the eight rows", query));
    report.find(build >= 2, "DOP-trees are built 2 to 4 times faster", fmt::format("{:.1f} times", build));
    report.find(
        memory > 4, "OBB-trees need 4 to 8 times the memory",
        fmt::format("{:.2f} times, with the triangles' corners in both; {:.0f} against {:.0f} bytes a node",
                    memory, node_bytes(rows[0].trees[obb]), node_bytes(rows[0].trees[six])));
}

}  // namespace allide::bench
