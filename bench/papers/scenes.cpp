// Paper 004, section 7: three scenes in which a body falls and all contacts are queried in each step.
#include "papers/engine.hpp"
#include "papers/paper_004.hpp"
#include "papers/scene_meshes.hpp"
#include "papers/simulation.hpp"

#include <allide/model.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Scene {
    const char* name;
    Mesh environment, object;
    Fall fall;
};

Vec3 downward(const Vec3&) {
    return {0, 0, -1};
}

Vec3 inward(const Vec3& place) {
    return {-place.x, -place.y, -place.z};
}

std::vector<Scene> scenes(Size size) {
    const std::uint64_t large = size == Size::quick ? 10'000 : 140'000,
                        medium = size == Size::quick ? 8'000 : 98'000;
    const std::uint64_t small = size == Size::quick ? 2'000 : 20'000;
    const int steps = size == Size::quick ? 60 : size == Size::standard ? 1000 : 4000;
    std::vector<Scene> all;
    const Mesh cube = pipes(large);
    all.push_back({"pipes in pipes",
                   cube,
                   scaled(cube, 1.0 / 15),
                   {.steps = steps,
                    .start = {0.75, 0.6, 1.15},
                    .spin = {0.6, 0.9, 0.4},
                    .gravity = inward,
                    .inertia = 0.4 * 0.067 * 0.067}});
    all.push_back({"torus on spikes",
                   spiked_landscape(medium),
                   wrinkled_torus(small),
                   {.steps = steps, .start = {0.3, 0.1, 1}, .spin = {0.7, 1.1, 0.3}, .gravity = downward}});
    all.push_back(
        {"pivot on rollers",
         rollers(medium),
         pivot(small * 2),
         {.steps = steps, .start = {0.1, 0, 0.45}, .spin = {0, 0.02, 0}, .gravity = downward, .inertia = 3}});
    return all;
}

}  // namespace

void scene_table(Report& report, const Settings& settings) {
    report.add_section("Three scenes with a falling body (section 7)");
    Table table{.name = "scenes",
                .caption =
                    "All contacts at each step, on oriented boxes. The rows are those of the paper's table; "
                    "the bodies are generated and resemble those of the paper.",
                .columns = {"row"}};
    std::vector<std::vector<std::string>> rows{{"environment, triangles"},
                                               {"object, triangles"},
                                               {"steps"},
                                               {"contacts"},
                                               {"steps in contact"},
                                               {"box tests"},
                                               {"triangle tests"},
                                               {"time of all queries, s"},
                                               {"time per query, ms"},
                                               {"time per box test, µs"},
                                               {"contacts per step"},
                                               {"box tests per step"}};
    std::vector<double> tests_a_step, contacts_a_step, milliseconds;
    for (const Scene& scene : scenes(settings.size)) {
        table.columns.emplace_back(scene.name);
        const Model environment = Model::build(scene.environment, {.volume = Volume::obb}).value();
        const Model object = Model::build(scene.object, {.volume = Volume::obb}).value();
        const FallCounts counts = simulate(object, environment, scene.fall);
        const auto steps = static_cast<double>(counts.steps);
        const auto boxes = static_cast<double>(counts.stats.volume_tests);
        tests_a_step.push_back(boxes / steps);
        contacts_a_step.push_back(static_cast<double>(counts.contacts) / steps);
        milliseconds.push_back(1e3 * counts.query_seconds / steps);
        const std::vector<std::string> cells{cell(std::uint64_t{scene.environment.triangles().size()}),
                                             cell(std::uint64_t{scene.object.triangles().size()}),
                                             cell(counts.steps),
                                             cell(counts.contacts),
                                             cell(counts.steps_in_contact),
                                             cell(counts.stats.volume_tests),
                                             cell(counts.stats.triangle_tests),
                                             cell(counts.query_seconds),
                                             cell(milliseconds.back()),
                                             cell(1e6 * counts.query_seconds / boxes),
                                             cell(contacts_a_step.back()),
                                             cell(tests_a_step.back())};
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(cells[i]);
    }
    for (auto& row : rows) table.add(std::move(row));
    report.add(table);
    report.add_finding(
        tests_a_step[1] > tests_a_step[0] && contacts_a_step[1] < contacts_a_step[0],
        "the torus needs more box tests per step than the pipes, about twice as many, with fewer contacts",
        fmt::format("{:.0f} box tests and {:.1f} contacts per step against {:.0f} and {:.1f}",
                    tests_a_step[1], contacts_a_step[1], tests_a_step[0], contacts_a_step[0]));
    report.add_finding(milliseconds[0] < 33 && milliseconds[1] < 33 && milliseconds[2] < 33,
                       "all contacts are found at interactive rates",
                       fmt::format("{:.2f}, {:.2f} and {:.2f} ms per query", milliseconds[0], milliseconds[1],
                                   milliseconds[2]));
}

}  // namespace allide::bench
