// Paper 000's figures 4 to 8, and its future work: more orientations.
#include "papers/paper_000.hpp"
#include "papers/stand_ins.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::array names{"6-DOP", "8-DOP", "14-DOP", "OBB"};

Plot against_distance(const char* name, const std::string& title, const MeasuredRow& row,
                      std::initializer_list<std::size_t> engines) {
    Plot plot{.name = name, .title = title, .x = {"distance of the centres"}, .y = {"time of a query, µs"}};
    for (const std::size_t e : engines) {
        Series series{.name = names[e], .points = {}};
        for (std::size_t i = 0; i < row.curves[e].distance.size(); ++i)
            series.points.emplace_back(row.curves[e].distance[i], 1e6 * row.curves[e].seconds[i]);
        plot.series.push_back(std::move(series));
    }
    return plot;
}

Mesh torus(std::uint64_t triangles) {
    return in_cube_of_two(generate(GeneratedShape::torus, {.triangles = triangles}).value());
}

// Figure 6: the mean query time as a function of the number of triangles.
void complexity(Report& report, const Settings& settings) {
    std::vector<std::uint64_t> sizes{1'000, 3'000, 10'000, 30'000, 100'000};
    if (settings.size == Size::quick) sizes = {200, 600, 2'000};
    Plot plot{.name = "figure-6",
              .title = "Figure 6: tori of growing complexity",
              .x = {"triangles", Scale::log},
              .y = {"mean time of a query, µs"}};
    for (const std::size_t e : {0u, 1u, 2u}) plot.series.push_back({.name = names[e], .points = {}});
    for (const std::uint64_t size : sizes) {
        auto engines = engines_of_paper_000();
        engines.pop_back();
        const MeasuredRow row =
            measure_row("torus", torus(size), engines, setting_of_paper_000(settings.size));
        for (const std::size_t e : {0u, 1u, 2u})
            plot.series[e].points.emplace_back(static_cast<double>(row.triangles),
                                               1e6 * row.curves[e].mean_seconds());
    }
    const auto& six = plot.series[0].points;
    const double growth = six.back().second / six.front().second, more = six.back().first / six.front().first;
    report.add_finding(growth < more / 10,
                       "with more triangles the mean time of 6-DOP trees grows only slightly",
                       fmt::format("{:.1f} times the time for {:.0f} times the triangles", growth, more));
    report.add(plot);
}

}  // namespace

void rotation_figures(Report& report, const std::vector<MeasuredRow>& rows, const Settings& settings) {
    report.add_section("Figures 4 to 8");
    const Mesh tori = torus(settings.size == Size::quick ? 2'000 : 53'824);
    const MeasuredRow row =
        measure_row("tori", tori, engines_of_paper_000(), setting_of_paper_000(settings.size));
    report.add(against_distance("figure-4", fmt::format("Figure 4: two tori of {} triangles", row.triangles),
                                row, {0, 1, 2}));
    report.add(against_distance("figure-5", "Figure 5: the lock, here " + rows[1].name.substr(6), rows[1],
                                {0, 1, 2}));
    complexity(report, settings);
    report.add(
        against_distance("figure-7", "Figure 7: the car, here " + rows[2].name.substr(5), rows[2], {0, 3}));
    report.add(
        against_distance("figure-8", "Figure 8: the lock, here " + rows[1].name.substr(6), rows[1], {0, 3}));
}

void more_orientations(Report& report, const Settings& settings) {
    report.add_section("More orientations (the paper's future work)");
    std::vector<Engine> engines;
    for (const char* volume : {"kdop6", "kdop12", "kdop14", "kdop18", "kdop26", "kdop50"})
        engines.push_back(engine(volume));
    Table table{
        .name = "more-orientations",
        .caption = "Mean time, tests and memory with more orientations, Zachmann's builder and realignment.",
        .columns = {"body", "volume", "query, µs", "volume tests", "triangle tests", "construction, s",
                    "MB"}};
    const bool quick = settings.size == Size::quick;
    std::vector<StandIn> bodies = bodies_of_paper_000(settings);
    bodies.erase(bodies.begin() + 2, bodies.end());
    bodies.push_back({"tori", "torus (generated)", torus(quick ? 1'000 : 12'544)});
    bool six_is_best = true;
    std::string best_of;
    for (const StandIn& body : bodies) {
        const MeasuredRow row =
            measure_row(body.what, body.mesh, engines, setting_of_paper_000(settings.size));
        std::size_t best = 0;
        for (std::size_t e = 0; e < engines.size(); ++e) {
            const RotationCurve& curve = row.curves[e];
            if (curve.mean_seconds() < row.curves[best].mean_seconds()) best = e;
            table.add({row.name, engines[e].name, cell(1e6 * curve.mean_seconds()),
                       cell(curve.mean(curve.volume_tests)), cell(curve.mean(curve.triangle_tests)),
                       cell(row.build_seconds[e]), cell(1e-6 * static_cast<double>(row.trees[e].bytes))});
        }
        six_is_best = six_is_best && row.curves[best].mean_seconds() > 0.9 * row.curves[0].mean_seconds();
        best_of += fmt::format("{}{} on {}", best_of.empty() ? "" : ", ", engines[best].name, row.name);
    }
    report.add(table);
    report.add_finding(six_is_best,
                       "more than 6 orientations do not pay off (a hypothesis that the paper leaves open)",
                       "fastest: " + best_of);
}

}  // namespace allide::bench
