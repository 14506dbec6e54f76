// Paper 001, figure 10: the realignments by time and by counts of tests.
#include "papers/paper_001.hpp"
#include "papers/rotation.hpp"
#include "papers/stand_ins.hpp"
#include "support/stopwatch.hpp"

#include <map>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::array order{Realign::major_axes, Realign::occupancy,      Realign::zachmann,
                           Realign::vertices,   Realign::zachmann_multi, Realign::hill_climb};

RotationSetting rotation_of(Size size) {
    switch (size) {
        case Size::quick:
            return {.distances = 4, .steps = 6, .rounds = 1};
        case Size::standard:
            return {.distances = 8, .steps = 40, .rounds = 3};
        default:
            return {.distances = 16, .steps = 2000, .rounds = 1};
    }
}

struct AllContacts {
    QueryStats sum;
    std::uint64_t contacts = 0, queries = 0;
    double seconds = 0;

    double a_query(std::uint64_t count) const {
        return static_cast<double>(count) / static_cast<double>(queries);
    }
};

// All contacts, whose counts do not depend on which contact happens to be found first.
AllContacts all_contacts(const Model& model, const RotationSetting& setting, RealignCache cache) {
    AllContacts result;
    for (int i = 0; i < setting.distances; ++i)
        for (int j = 0; j < std::min(setting.steps, 10); ++j) {
            const Pose pose =
                pose_of({.distances = setting.distances, .steps = std::min(setting.steps, 10)}, i, j);
            const double start = now();
            const Contacts found = contacts(model.at_rest(), model.at(pose), {.realign_cache = cache});
            result.seconds += now() - start;
            result.contacts += found.size();
            ++result.queries;
            result.sum.volume_tests += found.stats.volume_tests;
            result.sum.mixed_tests += found.stats.mixed_tests;
            result.sum.triangle_tests += found.stats.triangle_tests;
            result.sum.realignments += found.stats.realignments;
            result.sum.multiplications += found.stats.multiplications;
        }
    return result;
}

using Tests = std::map<Realign, double>;

// One row a realignment, cache and kind of leaves; gives the volume tests with leaf volumes.
Tests count_table(Report& report, const StandIn& body, const char* volume, const RotationSetting& setting) {
    Table table{.name = fmt::format("counts-{}-{}", volume, body.for_what),
                .caption = fmt::format(
                    "All contacts of two {}s ({}, {} triangles) on {} trees of the paper's builder, a "
                    "query. Leaves without volumes are tested by their triangle: mixed tests. Without "
                    "the cache a node is realigned for each test, as in the paper.",
                    body.what, body.for_what, body.mesh.triangles().size(), volume),
                .columns = {"realignment", "leaves", "volume tests", "mixed tests", "triangle tests",
                            "realignments, no cache", "with cache", "products a realignment", "µs, no cache",
                            "µs, with cache", "MB"}};
    Tests tests;
    std::uint64_t contacts = 0;
    bool same = true;
    for (const Realign realign : order)
        for (const LeafVolumes leaves : {LeafVolumes::stored, LeafVolumes::none}) {
            Engine e = engine(volume, realign, Builder::midpoint);
            e.options.leaf_volumes = leaves;
            const Model model = Model::build(body.mesh, e.options).value();
            const AllContacts off = all_contacts(model, setting, RealignCache::off);
            const AllContacts on = all_contacts(model, setting, RealignCache::on);
            if (leaves == LeafVolumes::stored) tests[realign] = off.a_query(off.sum.volume_tests);
            if (contacts == 0) contacts = off.contacts;
            same = same && off.contacts == contacts && on.contacts == contacts;
            table.add({std::string(name_of(realign)), leaves == LeafVolumes::stored ? "volumes" : "triangles",
                       cell(off.a_query(off.sum.volume_tests), 4), cell(off.a_query(off.sum.mixed_tests), 4),
                       cell(off.a_query(off.sum.triangle_tests), 4),
                       cell(off.a_query(off.sum.realignments), 4), cell(on.a_query(on.sum.realignments), 4),
                       cell(static_cast<double>(off.sum.multiplications) /
                            static_cast<double>(std::max<std::uint64_t>(1, off.sum.realignments))),
                       cell(1e6 * off.seconds / static_cast<double>(off.queries)),
                       cell(1e6 * on.seconds / static_cast<double>(on.queries)),
                       cell(1e-6 * static_cast<double>(model.tree().bytes))});
        }
    report.add(table);
    report.find(same, fmt::format("every realignment finds the same contacts ({}, {})", body.what, volume),
                same ? fmt::format("{} contacts each", contacts) : std::string("they differ"));
    return tests;
}

void time_plot(Report& report, const StandIn& body, const RotationSetting& setting) {
    std::vector<Model> models;
    for (const Realign realign : order)
        models.push_back(
            Model::build(body.mesh, engine("kdop14", realign, Builder::midpoint).options).value());
    models.push_back(Model::build(body.mesh, engine("obb").options).value());
    const auto curves = rotate(models, setting, {.realign_cache = RealignCache::off});
    Plot plot{.name = fmt::format("figure-10-{}", body.for_what),
              .title = fmt::format("Figure 10: {} for {}, 14-DOPs, no cache", body.what, body.for_what),
              .x = {"distance of the centres"},
              .y = {"time to the first contact, µs"}};
    for (std::size_t n = 0; n < curves.size(); ++n) {
        Series series{.name = n < order.size() ? std::string(name_of(order[n])) : "obb", .points = {}};
        for (std::size_t i = 0; i < curves[n].distance.size(); ++i)
            series.points.emplace_back(curves[n].distance[i], 1e6 * curves[n].seconds[i]);
        plot.series.push_back(std::move(series));
    }
    report.add(plot);
    Table table{.name = fmt::format("figure-10-{}", body.for_what),
                .caption = fmt::format(
                    "First contact of two {}s, mean over all distances and turns, no cache.", body.what),
                .columns = {"engine", "query, µs", "volume tests", "triangle tests"}};
    for (std::size_t n = 0; n < curves.size(); ++n)
        table.add({plot.series[n].name, cell(1e6 * curves[n].mean_seconds()),
                   cell(curves[n].mean(curves[n].volume_tests), 4),
                   cell(curves[n].mean(curves[n].triangle_tests), 4)});
    report.add(table);
    const double major = curves[0].mean_seconds(), occupancy = curves[1].mean_seconds(),
                 zachmann = curves[2].mean_seconds();
    report.find(
        occupancy < major && occupancy < zachmann,
        fmt::format("the occupancy table is faster than the other realignments on average ({})", body.what),
        fmt::format("{:.1f} µs against {:.1f} of major_axes and {:.1f} of zachmann", 1e6 * occupancy,
                    1e6 * major, 1e6 * zachmann));
}

void judge(Report& report, const std::string& where, const Tests& tests) {
    const auto at = [&](Realign realign) { return tests.at(realign); };
    report.find(at(Realign::occupancy) < at(Realign::major_axes),
                fmt::format("volume tests fall from major_axes to occupancy ({})", where),
                fmt::format("{:.0f} to {:.0f}", at(Realign::major_axes), at(Realign::occupancy)));
    report.find(
        at(Realign::vertices) <= at(Realign::zachmann) && at(Realign::hill_climb) <= at(Realign::vertices),
        fmt::format("and from zachmann to vertices to hill_climb ({})", where),
        fmt::format("{:.0f} to {:.0f} to {:.0f}", at(Realign::zachmann), at(Realign::vertices),
                    at(Realign::hill_climb)));
    report.find(
        at(Realign::occupancy) < at(Realign::zachmann),
        fmt::format("the occupancy table is tighter than all other realignments but the hull ({})", where),
        fmt::format("{:.0f} volume tests against {:.0f} of zachmann and {:.0f} of vertices",
                    at(Realign::occupancy), at(Realign::zachmann), at(Realign::vertices)));
}

}  // namespace

void realignment_tables(Report& report, const Settings& settings) {
    report.section("Six realignments (figure 10)");
    const RotationSetting setting = rotation_of(settings.size);
    for (const StandIn& body : bodies_of_paper_001(settings)) {
        time_plot(report, body, setting);
        for (const char* volume : {"kdop14", "kdop26"})
            judge(report, fmt::format("{}, {}", body.what, volume),
                  count_table(report, body, volume, setting));
    }
}

}  // namespace allide::bench
