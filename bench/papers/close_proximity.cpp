// Paper 004, section 6.2: box tests as a function of the gap, for oriented boxes, aligned boxes and spheres.
#include "papers/paper_004.hpp"
#include "papers/proximity.hpp"
#include "support/fit.hpp"

#include <allide/extra/shapes.hpp>

#include <map>

#include <fmt/format.h>

namespace allide::bench {
namespace {

using Curves = std::map<std::string, std::vector<ProximityPoint>>;

const std::vector<std::string> volumes{"obb", "aabb", "sphere"};

// Fits the number of volume tests as a power of the gap. Leaves out gaps so small that triangle tests exceed
// 1 % of the volume tests, and gaps so large that the root volumes decide.
PowerLaw slope_of(const std::vector<ProximityPoint>& curve) {
    std::vector<std::pair<double, double>> points;
    for (const ProximityPoint& point : curve)
        if (100 * point.stats.triangle_tests < point.stats.volume_tests && point.gap < 0.3)
            points.emplace_back(point.gap, static_cast<double>(point.stats.volume_tests));
    return fit_power_law(points);
}

Plot plot_of(const Curves& curves, const char* name, const char* title) {
    Plot plot{.name = name,
              .title = title,
              .x = {"gap, radii", Scale::log},
              .y = {"volume tests per query", Scale::log}};
    for (const std::string& volume : volumes) {
        Series series{.name = volume, .points = {}};
        for (const ProximityPoint& point : curves.at(volume))
            series.points.emplace_back(point.gap, static_cast<double>(point.stats.volume_tests));
        plot.series.push_back(std::move(series));
    }
    return plot;
}

Table table_of(const Curves& curves, const char* name, const std::string& caption) {
    Table table{.name = name, .caption = caption, .columns = {"gap, radii"}};
    for (const std::string& volume : volumes) {
        table.columns.push_back(volume + ", volume tests");
        table.columns.push_back(volume + ", triangle tests");
    }
    for (std::size_t i = 0; i < curves.begin()->second.size(); ++i) {
        std::vector<std::string> row{cell(curves.begin()->second[i].gap)};
        for (const std::string& volume : volumes) {
            row.push_back(cell(curves.at(volume)[i].stats.volume_tests));
            row.push_back(cell(curves.at(volume)[i].stats.triangle_tests));
        }
        table.add(std::move(row));
    }
    return table;
}

std::string describe(const PowerLaw& law) {
    return law.fitted() ? fmt::format("{:.2f} over gaps from {:.2g} to {:.2g}", law.slope, law.from, law.to)
                        : std::string("fewer than three gaps at which few leaves are reached");
}

void slope_table(Report& report, const char* name, const std::string& what, const Curves& curves,
                 const std::map<std::string, std::string>& expected) {
    Table table{.name = name,
                .caption = fmt::format(
                    "Slopes of the {} curves on log-log axes, fitted where triangle tests are fewer than "
                    "1 % of the volume tests and the gap is below 0.3.",
                    what),
                .columns = {"volume", "slope", "from gap", "to gap", "gaps", "analysis"}};
    for (const std::string& volume : volumes) {
        const PowerLaw law = slope_of(curves.at(volume));
        table.add({volume, law.fitted() ? cell(law.slope) : no_cell(), cell(law.from), cell(law.to),
                   cell(std::uint64_t{law.points}), expected.at(volume)});
    }
    report.add(table);
}

void judge(Report& report, const char* what, const Curves& curves, const char* other, const char* named,
           double least) {
    const PowerLaw obb = slope_of(curves.at("obb")), law = slope_of(curves.at(other));
    report.add_finding(
        obb.fitted() && law.fitted() && law.slope < obb.slope - least,
        fmt::format(
            "in {} the number of tests grows asymptotically more slowly for oriented boxes than for {}", what,
            named),
        fmt::format("slopes {} against {}", describe(obb), describe(law)));
}

Mesh unit_sphere(Size size) {
    return generate(GeneratedShape::sphere, {.triangles = size == Size::quick      ? 1'000u
                                                          : size == Size::standard ? 32'000u
                                                                                   : 97'032u})
        .value();
}

}  // namespace

void close_proximity(Report& report, const Settings& settings) {
    report.add_section("Close proximity (section 6)");
    const Mesh sphere = unit_sphere(settings.size);
    const auto all_gaps = gaps(settings.size == Size::quick ? 2 : 4, settings.size == Size::quick ? 4 : 8);
    Curves parallel, point;
    for (const std::string& volume : volumes) {
        parallel[volume] = parallel_proximity(sphere, sphere, engine(volume), all_gaps);
        point[volume] = point_proximity(sphere, engine(volume), all_gaps);
    }
    const std::string spheres = fmt::format("spheres of {} triangles", sphere.triangles().size());
    report.add(table_of(parallel, "parallel",
                        "Two concentric " + spheres +
                            ", radius 1 and 1 + gap: parallel close "
                            "proximity."));
    report.add(plot_of(parallel, "parallel", "Parallel close proximity"));
    slope_table(report, "parallel-slopes", "parallel", parallel,
                {{"obb", "-1"}, {"aabb", "-2"}, {"sphere", "-2"}});
    report.add(
        table_of(point, "point", "Two equal " + spheres + " next to each other: point close proximity."));
    report.add(plot_of(point, "point", "Point close proximity"));
    slope_table(report, "point-slopes", "point", point,
                {{"obb", no_cell()}, {"aabb", no_cell()}, {"sphere", no_cell()}});
    if (point["sphere"].back().stats.volume_tests == 1)
        report.add_paragraph(
            "A sphere is its own bounding sphere: for two spheres next to each other, one test of the roots "
            "of the sphere trees decides at any gap. This says nothing about bounding spheres of other "
            "bodies.");
    judge(report, "parallel close proximity", parallel, "aabb", "aligned ones", 0.5);
    judge(report, "parallel close proximity", parallel, "sphere", "spheres", 0.5);
    judge(report, "point close proximity", point, "aabb", "aligned ones", 0.1);
    const ProximityPoint &obb = parallel["obb"].back(), &aabb = parallel["aabb"].back();
    report.add_finding(aabb.stats.volume_tests > obb.stats.volume_tests,
                       "at the smallest gap oriented boxes need fewer tests than aligned ones",
                       fmt::format("{} against {} at a gap of {:.2g}", obb.stats.volume_tests,
                                   aabb.stats.volume_tests, obb.gap));
}

}  // namespace allide::bench
