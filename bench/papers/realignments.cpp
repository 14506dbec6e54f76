// Paper 001, figure 10: query times and numbers of tests with each realignment.
#include "papers/realignments.hpp"

#include "papers/paper_001.hpp"
#include "papers/stand_ins.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr Vec3 general_axis{1, 2, 3};

RotationSetting rotation_of(Size size) {
    switch (size) {
        case Size::quick:
            return {.distances = 4, .steps = 6, .rounds = 1};
        case Size::standard:
            return {.distances = 8, .steps = 100, .rounds = 5};
        default:
            return {.distances = 16, .steps = 2000, .rounds = 1};
    }
}

RotationSetting counting_of(Size size) {
    return {.distances = size == Size::quick ? 4 : 8, .steps = size == Size::quick ? 4 : 10};
}

// A bar chart like the lower row of the figure: the three kinds of tests, for leaves without volumes.
Plot bars_of(const Table& table, const StandIn& body) {
    Plot plot{.name = fmt::format("tests-{}", body.for_what),
              .title = fmt::format("Figure 10: tests of {}, 14-DOPs, leaves without volumes", body.what),
              .x = {"realignment"},
              .y = {"tests per query"},
              .series = {{.name = "volume tests", .points = {}, .mark = Mark::bars},
                         {.name = "mixed tests", .points = {}, .mark = Mark::bars},
                         {.name = "triangle tests", .points = {}, .mark = Mark::bars}}};
    for (const auto& row : table.rows) {
        if (row[1] != "triangles") continue;
        for (std::size_t k = 0; k < 3; ++k)
            plot.series[k].points.emplace_back(static_cast<double>(plot.categories.size()),
                                               std::stod(row[2 + k]));
        plot.categories.push_back(row[0]);
    }
    return plot;
}

struct CountResult {
    RealignTests tests;
    bool same_contacts = true;
};

// Adds a table with one row per realignment and kind of leaf. Returns the volume tests with leaf volumes.
CountResult count_table(Report& report, const StandIn& body, const char* volume,
                        const RotationSetting& setting) {
    Table table{.name = fmt::format("counts-{}-{}", volume, body.for_what),
                .caption = fmt::format(
                    "All contacts of two equal bodies ({} for {}, {} triangles) on {} trees of the paper's "
                    "builder, per query. A leaf without a volume is tested by its triangle (a mixed test). "
                    "Without the cache a node is realigned for each test, as in the paper.",
                    body.what, body.for_what, body.mesh.triangles().size(), volume),
                .columns = {"realignment", "leaves", "volume tests", "mixed tests", "triangle tests",
                            "realignments, no cache", "with cache", "products per realignment",
                            "µs, no cache", "µs, with cache", "MB"}};
    CountResult result;
    std::uint64_t contacts = 0;
    for (const Realign realign : realignments)
        for (const LeafVolumes leaves : {LeafVolumes::stored, LeafVolumes::none}) {
            Engine e = engine(volume, realign, Builder::midpoint);
            e.options.leaf_volumes = leaves;
            const Model model = Model::build(body.mesh, e.options).value();
            const ContactCounts off = count_all_contacts(model, setting, RealignCache::off);
            const ContactCounts on = count_all_contacts(model, setting, RealignCache::on);
            if (leaves == LeafVolumes::stored) result.tests[realign] = off.a_query(off.sum.volume_tests);
            if (contacts == 0) contacts = off.contacts;
            result.same_contacts =
                result.same_contacts && off.contacts == contacts && on.contacts == contacts;
            table.add({std::string(name_of(realign)), leaves == LeafVolumes::stored ? "volumes" : "triangles",
                       cell(off.a_query(off.sum.volume_tests), 4), cell(off.a_query(off.sum.mixed_tests), 4),
                       cell(off.a_query(off.sum.triangle_tests), 4),
                       cell(off.a_query(off.sum.realignments), 4), cell(on.a_query(on.sum.realignments), 4),
                       cell(off.sum.multiplications / off.sum.realignments),
                       cell(1e6 * off.seconds / static_cast<double>(off.queries)),
                       cell(1e6 * on.seconds / static_cast<double>(on.queries)),
                       cell(1e-6 * static_cast<double>(model.tree().bytes))});
        }
    report.add(table);
    if (std::string_view(volume) == "kdop14") report.add(bars_of(table, body));
    return result;
}

void time_plot(Report& report, const StandIn& body, const RotationSetting& setting) {
    std::vector<Model> models;
    for (const Realign realign : realignments)
        models.push_back(
            Model::build(body.mesh, engine("kdop14", realign, Builder::midpoint).options).value());
    models.push_back(Model::build(body.mesh, engine("obb").options).value());
    const auto curves = rotate(models, setting, {.realign_cache = RealignCache::off});
    Plot plot{.name = fmt::format("figure-10-{}", body.for_what),
              .title = fmt::format("Figure 10: {} for {}, 14-DOPs, no cache", body.what, body.for_what),
              .x = {"distance of the centres"},
              .y = {"time to the first contact, µs", Scale::log}};
    Table table{.name = fmt::format("figure-10-{}", body.for_what),
                .caption = fmt::format("First contact of two equal bodies, {}: mean over all distances and "
                                       "rotations, 14-DOPs without the cache, and oriented boxes.",
                                       body.what),
                .columns = {"engine", "query, µs", "volume tests", "triangle tests"}};
    for (std::size_t n = 0; n < curves.size(); ++n) {
        Series series{.name = n < realignments.size() ? std::string(name_of(realignments[n])) : "obb",
                      .points = {}};
        for (std::size_t i = 0; i < curves[n].distance.size(); ++i)
            series.points.emplace_back(curves[n].distance[i], 1e6 * curves[n].seconds[i]);
        table.add({series.name, cell(1e6 * curves[n].mean_seconds()),
                   cell(curves[n].mean(curves[n].volume_tests), 4),
                   cell(curves[n].mean(curves[n].triangle_tests), 4)});
        plot.series.push_back(std::move(series));
    }
    report.add(plot);
    report.add(table);
    const double major = curves[0].mean_seconds(), occupancy = curves[1].mean_seconds(),
                 zachmann = curves[2].mean_seconds();
    report.add_finding(
        occupancy < major && occupancy < zachmann,
        fmt::format("the occupancy table is faster than the other realignments on average ({})", body.what),
        fmt::format("{:.1f} µs against {:.1f} of major_axes and {:.1f} of zachmann", 1e6 * occupancy,
                    1e6 * major, 1e6 * zachmann));
}

void judge(Report& report, const std::string& where, const RealignTests& tests) {
    const auto at = [&](Realign realign) { return tests.at(realign); };
    report.add_finding(at(Realign::occupancy) < at(Realign::major_axes),
                       fmt::format("volume tests fall from major_axes to occupancy ({})", where),
                       fmt::format("{:.0f} to {:.0f}", at(Realign::major_axes), at(Realign::occupancy)));
    report.add_finding(
        at(Realign::vertices) <= at(Realign::zachmann) && at(Realign::hill_climb) <= at(Realign::vertices),
        fmt::format("and from zachmann to vertices to hill_climb ({})", where),
        fmt::format("{:.0f} to {:.0f} to {:.0f}", at(Realign::zachmann), at(Realign::vertices),
                    at(Realign::hill_climb)));
    report.add_finding(
        at(Realign::occupancy) < at(Realign::zachmann),
        fmt::format("the occupancy table is tighter than zachmann ({})", where),
        fmt::format("{:.0f} volume tests against {:.0f}", at(Realign::occupancy), at(Realign::zachmann)));
}

// Counts for rotations about a general axis: about z, one of the k-DOP's three major axes would stay fixed.
RealignTests general_turns(Report& report, const std::vector<StandIn>& bodies, const char* volume,
                           RotationSetting setting) {
    setting.axis = general_axis;
    Table table{
        .name = fmt::format("general-axis-{}", volume),
        .caption = fmt::format(
            "Volume tests per query for all contacts on {} trees, rotated about (1, 2, 3) instead of z.",
            volume),
        .columns = {"realignment"}};
    RealignTests sum;
    std::vector<std::vector<std::string>> rows;
    for (const Realign realign : realignments) rows.push_back({std::string(name_of(realign))});
    for (const StandIn& body : bodies) {
        table.columns.push_back(body.what);
        for (std::size_t n = 0; n < realignments.size(); ++n) {
            const Engine e = engine(volume, realignments[n], Builder::midpoint);
            const ContactCounts counts =
                count_all_contacts(Model::build(body.mesh, e.options).value(), setting, RealignCache::on);
            sum[realignments[n]] += counts.a_query(counts.sum.volume_tests);
            rows[n].push_back(cell(counts.a_query(counts.sum.volume_tests), 4));
        }
    }
    for (auto& row : rows) table.add(std::move(row));
    report.add(table);
    return sum;
}

// Adds a table of exact counts, the same in every run, so that a test notices a change of any realignment.
void small_counts(Report& report) {
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = 1'000}).value();
    Table table{.name = "small",
                .caption =
                    "All contacts of two small tori at 16 poses rotated about (1, 2, 3): exact counts, which "
                    "a test repeats.",
                .columns = {"volume", "realignment", "contacts", "volume tests", "triangle tests",
                            "realignments", "products"},
                .repeats = Repeats::always};
    for (const char* volume : {"kdop14", "kdop26"})
        for (const Realign realign : realignments) {
            const Model model =
                Model::build(torus, engine(volume, realign, Builder::midpoint).options).value();
            const ContactCounts counts = count_all_contacts(
                model, {.distances = 4, .steps = 4, .axis = general_axis}, RealignCache::on);
            table.add({volume, std::string(name_of(realign)), cell(counts.contacts),
                       cell(counts.sum.volume_tests), cell(counts.sum.triangle_tests),
                       cell(counts.sum.realignments), cell(counts.sum.multiplications)});
        }
    report.add(table);
}

}  // namespace

void realignment_tables(Report& report, const Settings& settings) {
    report.add_section("Six realignments (figure 10)");
    const std::vector<StandIn> bodies = bodies_of_paper_001(settings);
    std::map<std::string, RealignTests> about_z;
    bool same = true;
    for (const StandIn& body : bodies) {
        time_plot(report, body, rotation_of(settings.size));
        for (const char* volume : {"kdop14", "kdop26"}) {
            const CountResult counted = count_table(report, body, volume, counting_of(settings.size));
            about_z[volume] += counted.tests;
            same = same && counted.same_contacts;
        }
    }
    report.add_finding(
        same,
        "every realignment finds the same contacts, with the cache and without, with leaf volumes "
        "and without",
        same ? "they do" : "they do not");
    for (const char* volume : {"kdop14", "kdop26"}) {
        judge(report, fmt::format("{}, rotation about z, both bodies", volume), about_z[volume]);
        judge(report, fmt::format("{}, rotation about a general axis", volume),
              general_turns(report, bodies, volume, counting_of(settings.size)));
    }
    report.add_paragraph(
        "A rotation about z keeps the third major axis fixed, so that major_axes stays tight along it; a "
        "rotation about (1, 2, 3) favours no axis.");
    small_counts(report);
}

}  // namespace allide::bench
