// The means over the objects, compared with the goals of the road map.
#include "peers/standings.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

const std::string construction = "construction";

struct Bar {
    std::string scenario;
    std::string short_name;  // for the chart
    double at_least;         // the goal: speed-up over Debian's FCL
};

std::vector<Bar> bars() {
    return {{scenario::all, "all contacts", 30},
            {scenario::first, "first", 15},
            {scenario::next, "small steps", 50},
            {scenario::concentric, "nested", 15},
            {scenario::point_gap, "point gaps", 18},
            {construction, "building", 6},
            {scenario::far, "distance", 9},
            {scenario::far_concentric, "d, nested", 6},
            {scenario::far_point_gap, "d, points", 15}};
}

// The times of one engine in one scenario, per object.
std::vector<double> ratios(const Standings& standings, const std::string& scenario, const Engine& engine) {
    std::vector<double> found;
    for (const Case& c : standings.cases)
        if (c.scenario == scenario && c.engine == &engine && c.lap) found.push_back(c.lap->ratio);
    if (scenario == construction)
        for (const Construction& c : standings.constructions)
            if (c.engine == &engine) found.push_back(c.ratio);
    return found;
}

// 0 for an empty list.
double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += std::log(value);
    return values.empty() ? 0 : std::exp(sum / static_cast<double>(values.size()));
}

std::vector<const Engine*> engines_but(Role left_out) {
    std::vector<const Engine*> engines;
    for (const Engine& engine : all_engines())
        if (engine.role != Role::ours && engine.role != left_out) engines.push_back(&engine);
    return engines;
}

Table means(const Standings& standings) {
    Table table{"means",
                "How many times as long as allide each engine takes: geometric means over the objects of a "
                "scenario. A dash: not asked, or it cannot answer.",
                {"scenario"}};
    const std::vector<const Engine*> engines = engines_but(Role::ours);
    for (const Engine* engine : engines) table.columns.emplace_back(engine->name);
    for (const Bar& bar : bars()) {
        std::vector<std::string> row{bar.scenario};
        for (const Engine* engine : engines) {
            const double mean = geometric_mean(ratios(standings, bar.scenario, *engine));
            row.push_back(mean == 0 ? no_cell() : cell(mean));
        }
        table.add(std::move(row));
    }
    return table;
}

Plot chart(const Standings& standings) {
    Plot plot{"means",
              "How many times as fast as other engines allide is",
              {"geometric means over the objects of a scenario"},
              {"times as fast", Scale::log}};
    plot.ratios = true;
    const std::vector<const Engine*> engines = engines_but(Role::variant);
    for (const Engine* engine : engines) plot.series.push_back({std::string(engine->name), {}, Mark::bars});
    for (const Bar& bar : bars()) {
        for (std::size_t k = 0; k < engines.size(); ++k)
            if (const double mean = geometric_mean(ratios(standings, bar.scenario, *engines[k])); mean > 0)
                plot.series[k].points.emplace_back(static_cast<double>(plot.categories.size()), mean);
        plot.categories.push_back(bar.short_name);
    }
    return plot;
}

void find_speeds(Report& report, const Standings& standings) {
    for (const Engine& engine : all_engines()) {
        if (engine.role != Role::reference) continue;
        for (const Bar& bar : bars()) {
            const double mean = geometric_mean(ratios(standings, bar.scenario, engine));
            report.find(
                mean >= bar.at_least,
                fmt::format("{}: at least {:g} times as fast as Debian's FCL", bar.scenario, bar.at_least),
                cell(mean));
        }
    }
}

// Left out of the means: bounding spheres around spheres, and engines that treat surfaces as solids.
bool is_general(const Engine& engine) {
    return engine.role != Role::variant && engine.supports == Supports::everything;
}

void find_slower_cases(Report& report, const Standings& standings, bool general, const std::string& claim) {
    std::string slower;
    const auto note = [&](const std::string& scenario, const std::string& object, const Engine& engine,
                          double ratio) {
        if (ratio < 1 && is_general(engine) == general)
            slower += fmt::format("{}{}, {}, {} ({})", slower.empty() ? "" : "; ", scenario, object,
                                  engine.name, cell(ratio));
    };
    for (const Case& c : standings.cases)
        if (c.lap) note(c.scenario, c.object, *c.engine, c.lap->ratio);
    for (const Construction& c : standings.constructions) note(construction, c.object, *c.engine, c.ratio);
    report.find(slower.empty(), claim, slower.empty() ? "in none" : slower);
}

void find_memory(Report& report, const Standings& standings) {
    double most = 0;
    for (const Construction& c : standings.constructions)
        if (c.engine->role == Role::ours)
            most = std::max(most, static_cast<double>(c.tree_bytes) / static_cast<double>(c.triangles));
    report.find(most <= 72, "at most 72 bytes a triangle, leaf data included", cell(most));
}

void find_growth(Report& report, const Standings& standings) {
    if (standings.growth.size() < 2) return;
    const double factor =
        standings.growth.back().nanoseconds_a_contact / standings.growth.front().nanoseconds_a_contact;
    report.find(factor <= 1.5,
                fmt::format("a contact takes at most 1.5 times as long at {} triangles as at {}",
                            standings.growth.back().triangles, standings.growth.front().triangles),
                cell(factor));
}

void find_rightness(Report& report, const Standings& standings) {
    std::size_t judged = 0, confirmed = 0;
    for (const Case& c : standings.cases)
        if (c.verdict) {
            judged += c.verdict->judged;
            confirmed += c.verdict->confirmed;
        }
    report.find(judged == confirmed, "of the pairs in dispute the exact kernel decides each as allide did",
                fmt::format("{} of {}", confirmed, judged));
}

}  // namespace

void report_summary(Report& report, const Standings& standings) {
    report.add(means(standings));
    report.add(chart(standings));
    find_speeds(report, standings);
    find_slower_cases(report, standings, true,
                      "in no case slower than Bullet, ODE, CGAL or FCL's default volume");
    find_slower_cases(report, standings, false,
                      "in no case slower than FCL's other volumes, or than libccd on convex bodies");
    find_memory(report, standings);
    find_growth(report, standings);
    find_rightness(report, standings);
}

}  // namespace allide::bench
