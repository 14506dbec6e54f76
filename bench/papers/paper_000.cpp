#include "papers/paper_000.hpp"

#include "papers/papers.hpp"
#include "papers/stand_ins.hpp"
#include "support/setting.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Synthetic {
    const char* name;
    GeneratedShape shape;
    std::uint64_t triangles;
};

std::vector<StandIn> all_bodies(const Settings& settings) {
    std::vector<StandIn> bodies = bodies_of_paper_000(settings);
    const std::uint64_t part = settings.size == Size::quick ? 20 : 1;
    for (const Synthetic& s : {Synthetic{"tori", GeneratedShape::torus, 12'544},
                               Synthetic{"spheres", GeneratedShape::sphere, 22'952},
                               Synthetic{"tori", GeneratedShape::torus, 73'984},
                               Synthetic{"spheres", GeneratedShape::sphere, 97'032}})
        bodies.push_back({s.name, "generated",
                          in_cube_of_two(generate(s.shape, {.triangles = s.triangles / part}).value())});
    return bodies;
}

void introduce(Report& report, const RotationSetting& setting) {
    report.add_section("The rotation benchmark (section 5)");
    report.add_paragraph(fmt::format(
        "Two equal bodies in the cube of size 2, centres 2.2 (i + ½)/{0} apart for i = 0 … {1}; the second "
        "rotates about its own z axis in {2} steps at each distance. A query searches for the first contact "
        "without a cache; its time includes all setup per query. Median of {3} interleaved rounds. The "
        "paper's CAD bodies are not public; the tables name their replacements. Its times are from an SGI "
        "R10000 at 194 MHz, so only ratios within a row are comparable.",
        setting.distances, setting.distances - 1, setting.steps, setting.rounds));
}

// Checks that all engines found contact at the same poses.
void check_answers(Report& report, const std::vector<MeasuredRow>& rows) {
    bool same = true;
    std::uint64_t touching = 0, poses = 0;
    for (const MeasuredRow& row : rows) {
        for (const RotationCurve& curve : row.curves)
            same = same && curve.touching == row.curves.front().touching;
        for (const std::uint64_t count : row.curves.front().touching) touching += count;
        poses += row.curves.front().touching.size();
    }
    report.add_finding(same, "every engine gives the same answer at every pose",
                       same ? fmt::format("{} touching poses over {} distances and bodies, the same for all",
                                          touching, poses)
                            : std::string("they differ"));
}

}  // namespace

std::vector<Engine> engines_of_paper_000() {
    return {engine("kdop6"), engine("kdop8"), engine("kdop14"), engine("obb")};
}

RotationSetting setting_of_paper_000(Size size) {
    switch (size) {
        case Size::quick:
            return {.distances = 4, .steps = 10, .rounds = 1};
        case Size::standard:
            return {.distances = 11, .steps = 200, .rounds = 5};
        default:
            return {.distances = 16, .steps = 2000, .rounds = 3};
    }
}

std::vector<PaperRow> rows_of_paper_000() {
    return {{"door", 3'391, {0.27, 1.81, 0.38, 0.34}, {0.14, 0.17, 0.19, 0.4}, {0.1, 0.1, 0.1, 1}},
            {"lock", 20'898, {3.02, 24.6, 3.10, 2.2}, {1.3, 1.4, 1.8, 4.5}, {1, 1, 2, 8}},
            {"car", 60'755, {0.42, 5.25, 0.59, 1.1}, {4.2, 4.7, 6.4, 10.5}, {5, 6, 9, 21}},
            {"pipes", 124'736, {1.69, 232, 23.7, 1.04}, {9.4, 10.3, 13.8, 18.4}, {11, 13, 19, 44}},
            {"tori", 12'544, {0.28, {}, {}, 0.33}, {0.6, {}, {}, 2.4}, {0.1, {}, {}, 9}},
            {"spheres", 22'952, {0.48, {}, {}, 0.56}, {1.3, {}, {}, 5.4}, {1, {}, {}, 17}},
            {"tori", 73'984, {0.47, {}, {}, 0.43}, {4.8, {}, {}, 16.1}, {6, {}, {}, 60}},
            {"spheres", 97'032, {1.02, {}, {}, 0.73}, {6.7, {}, {}, 25.6}, {9, {}, {}, 73}}};
}

MeasuredRow measure_row(const std::string& name, const Mesh& mesh, const std::vector<Engine>& engines,
                        const RotationSetting& setting) {
    MeasuredRow row{name, mesh.triangles().size(), {}, {}, {}};
    std::vector<Model> models;
    for (const Engine& e : engines) {
        const double start = cpu_now();
        models.push_back(Model::build(mesh, e.options).value());
        row.build_seconds.push_back(cpu_now() - start);
        row.trees.push_back(models.back().tree());
    }
    row.curves = rotate(models, setting);
    return row;
}

void run_paper_000(Report& report, const Settings& settings) {
    const RotationSetting setting = setting_of_paper_000(settings.size);
    introduce(report, setting);
    std::vector<MeasuredRow> rows;
    for (const StandIn& body : all_bodies(settings))
        rows.push_back(measure_row(fmt::format("{}: {}", body.for_what, body.what), body.mesh,
                                   engines_of_paper_000(), setting));
    orientation_tables(report, rows);
    obb_tables(report, rows);
    rotation_figures(report, rows, settings);
    why_eight_is_bad(report, settings);
    more_orientations(report, settings);
    depth_histogram(report, settings);
    tested_triangles_picture(report, settings);
    check_answers(report, rows);
}

}  // namespace allide::bench
