// The means over the objects, compared with the goals of the road map.
#include "peers/results.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

const std::string construction = "construction";

struct Goal {
    std::string scenario;
    std::string short_name;  // short text for the chart
    double at_least;         // the goal: at least this speed-up over Debian's FCL
};

std::vector<Goal> goals() {
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

// Speed-ups of allide over one engine in one scenario, one per object.
std::vector<double> ratios(const Results& results, const std::string& scenario, const Engine& engine) {
    std::vector<double> found;
    for (const Case& c : results.cases)
        if (c.scenario == scenario && c.engine == &engine && c.measurement)
            found.push_back(c.measurement->ratio);
    if (scenario == construction)
        for (const Construction& c : results.constructions)
            if (c.engine == &engine) found.push_back(c.ratio);
    return found;
}

// Returns 0 for an empty list.
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

Table means(const Results& results) {
    Table table{"means",
                "Speed-up of allide over each engine: geometric means over the objects of a scenario. A "
                "dash: not measured, or not supported by the engine.",
                {"scenario"}};
    const std::vector<const Engine*> engines = engines_but(Role::ours);
    for (const Engine* engine : engines) table.columns.emplace_back(engine->name);
    for (const Goal& bar : goals()) {
        std::vector<std::string> row{bar.scenario};
        for (const Engine* engine : engines) {
            const double mean = geometric_mean(ratios(results, bar.scenario, *engine));
            row.push_back(mean == 0 ? no_cell() : cell(mean));
        }
        table.add(std::move(row));
    }
    return table;
}

Plot chart(const Results& results) {
    Plot plot{"means",
              "Speed-up over other engines",
              {"geometric means over the objects of a scenario"},
              {"speed-up", Scale::log}};
    plot.ratios = true;
    const std::vector<const Engine*> engines = engines_but(Role::variant);
    for (const Engine* engine : engines) plot.series.push_back({std::string(engine->name), {}, Mark::bars});
    for (const Goal& bar : goals()) {
        for (std::size_t k = 0; k < engines.size(); ++k)
            if (const double mean = geometric_mean(ratios(results, bar.scenario, *engines[k])); mean > 0)
                plot.series[k].points.emplace_back(static_cast<double>(plot.categories.size()), mean);
        plot.categories.push_back(bar.short_name);
    }
    return plot;
}

void find_speeds(Report& report, const Results& results) {
    for (const Engine& engine : all_engines()) {
        if (engine.role != Role::reference) continue;
        for (const Goal& bar : goals()) {
            const double mean = geometric_mean(ratios(results, bar.scenario, engine));
            report.add_finding(
                mean >= bar.at_least,
                fmt::format("{}: at least {:g} times as fast as Debian's FCL", bar.scenario, bar.at_least),
                cell(mean));
        }
    }
}

// False for engines left out of the overall comparison: FCL's other volumes (a bounding sphere fits a sphere
// perfectly), and engines that treat surfaces as convex solids.
bool is_general(const Engine& engine) {
    return engine.role != Role::variant && engine.supports == Supports::everything;
}

void find_slower_cases(Report& report, const Results& results, bool general, const std::string& claim) {
    std::string slower;
    const auto note = [&](const std::string& scenario, const std::string& object, const Engine& engine,
                          double ratio) {
        if (ratio < 1 && is_general(engine) == general)
            slower += fmt::format("{}{}, {}, {} ({})", slower.empty() ? "" : "; ", scenario, object,
                                  engine.name, cell(ratio));
    };
    for (const Case& c : results.cases)
        if (c.measurement) note(c.scenario, c.object, *c.engine, c.measurement->ratio);
    for (const Construction& c : results.constructions) note(construction, c.object, *c.engine, c.ratio);
    report.add_finding(slower.empty(), claim, slower.empty() ? "in none" : slower);
}

void find_memory(Report& report, const Results& results) {
    double most = 0;
    for (const Construction& c : results.constructions)
        if (c.engine->role == Role::ours)
            most = std::max(most, static_cast<double>(c.tree_bytes) / static_cast<double>(c.triangles));
    report.add_finding(most <= 72, "at most 72 bytes per triangle, including leaf data", cell(most));
}

void find_growth(Report& report, const Results& results) {
    if (results.growth.size() < 2) return;
    const double factor =
        results.growth.back().nanoseconds_per_contact / results.growth.front().nanoseconds_per_contact;
    report.add_finding(factor <= 1.5,
                       fmt::format("a contact takes at most 1.5 times as long at {} triangles as at {}",
                                   results.growth.back().triangles, results.growth.front().triangles),
                       cell(factor));
}

void find_errors(Report& report, const Results& results) {
    std::size_t judged = 0, confirmed = 0;
    for (const Case& c : results.cases)
        if (c.verdict) {
            judged += c.verdict->judged;
            confirmed += c.verdict->confirmed;
        }
    report.add_finding(judged == confirmed, "the exact kernel confirms allide for every disputed pair",
                       fmt::format("{} of {}", confirmed, judged));
}

}  // namespace

void report_summary(Report& report, const Results& results) {
    report.add(means(results));
    report.add(chart(results));
    find_speeds(report, results);
    find_slower_cases(report, results, true,
                      "in no case slower than Bullet, ODE, CGAL or FCL's default volume");
    find_slower_cases(report, results, false,
                      "in no case slower than FCL's other volumes, or than libccd on convex bodies");
    find_memory(report, results);
    find_growth(report, results);
    find_errors(report, results);
}

}  // namespace allide::bench
