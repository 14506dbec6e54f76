// Paper 001, figures 11 and 12: k-DOPs of growing k in close proximity, compared with oriented boxes.
#include "base/random.hpp"
#include "papers/paper_001.hpp"
#include "papers/proximity.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr double perturbation = 0.002;

std::vector<Engine> engines() {
    std::vector<Engine> all;
    for (const char* volume : {"kdop6", "kdop14", "kdop18", "kdop26"})
        all.push_back(engine(volume, Realign::occupancy, Builder::midpoint));
    all.push_back(engine("kdop26", Realign::zachmann, Builder::midpoint));
    all.push_back(engine("obb"));
    return all;
}

Mesh sphere_of(Size size) {
    return generate(GeneratedShape::sphere, {.triangles = size == Size::quick ? 1'000u : 5'140u}).value();
}

// Moves every vertex by a random vector.
Mesh perturbed(const Mesh& sphere) {
    base::Random random(1);
    const auto shift = [&] { return random.between(-perturbation, perturbation); };
    MeshData data{.vertices = {sphere.vertices().begin(), sphere.vertices().end()},
                  .triangles = {sphere.triangles().begin(), sphere.triangles().end()}};
    for (Vec3& v : data.vertices) {
        v.x += shift();
        v.y += shift();
        v.z += shift();
    }
    return Mesh::from(std::move(data)).value();
}

using Curves = std::vector<std::vector<ProximityPoint>>;

void show(Report& report, const char* name, const char* title, const std::string& caption,
          const char* x_label, Scale x_scale, const Curves& curves) {
    Table table{.name = name, .caption = caption, .columns = {x_label, "contacts"}};
    Plot tests{.name = fmt::format("{}-tests", name),
               .title = fmt::format("{}: volume tests", title),
               .x = {x_label, x_scale},
               .y = {"volume tests per query", Scale::log}};
    Plot times{.name = fmt::format("{}-times", name),
               .title = fmt::format("{}: time", title),
               .x = {x_label, x_scale},
               .y = {"time of a query, µs", Scale::log}};
    const auto all = engines();
    for (std::size_t e = 0; e < all.size(); ++e) {
        table.columns.push_back(all[e].name + ": volume tests");
        table.columns.push_back("triangle tests");
        table.columns.push_back("µs");
        tests.series.push_back({.name = all[e].name, .points = {}});
        times.series.push_back({.name = all[e].name, .points = {}});
        for (const ProximityPoint& point : curves[e]) {
            tests.series[e].points.emplace_back(point.gap, static_cast<double>(point.stats.volume_tests));
            times.series[e].points.emplace_back(point.gap, 1e6 * point.seconds);
        }
    }
    for (std::size_t i = 0; i < curves.front().size(); ++i) {
        std::vector<std::string> row{cell(curves.front()[i].gap),
                                     cell(std::uint64_t{curves.front()[i].contacts})};
        for (const auto& curve : curves) {
            row.push_back(cell(curve[i].stats.volume_tests));
            row.push_back(cell(curve[i].stats.triangle_tests));
            row.push_back(cell(1e6 * curve[i].seconds));
        }
        table.add(std::move(row));
    }
    report.add(table);
    report.add(tests);
    report.add(times);
}

}  // namespace

void perturbed_parallel_proximity(Report& report, const Settings& settings) {
    report.add_section("Parallel close proximity (figure 11)");
    const Mesh sphere = sphere_of(settings.size), rough = perturbed(sphere);
    std::vector<double> all_gaps = gaps(settings.size == Size::quick ? 1 : 3, 4);
    // Without a rotation the k-DOPs of both bodies would be aligned, and no realignment would be needed.
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(40));
    Curves curves;
    for (const Engine& e : engines())
        curves.push_back(parallel_proximity(rough, sphere, e, all_gaps, turned));
    show(report, "figure-11", "Figure 11",
         fmt::format("A sphere of {} triangles (paper: 5140) around a rotated one of radius 1, whose "
                     "vertices are moved at random by up to {} in each coordinate.",
                     sphere.triangles().size(), perturbation),
         "gap, radii", Scale::log, curves);
    // The index of the smallest gap without contact; gaps are in descending order.
    std::size_t near = 0;
    while (near + 1 < all_gaps.size() && curves.front()[near + 1].contacts == 0) ++near;
    const auto tests = [&](std::size_t e) { return curves[e][near].stats.volume_tests; };
    const auto micros = [&](std::size_t e) { return 1e6 * curves[e][near].seconds; };
    const std::string where = fmt::format("at a gap of {:.2g}, the smallest without contact", all_gaps[near]);
    report.add_finding(tests(0) > tests(1) && tests(1) >= tests(2) && tests(2) >= tests(3),
                       "with the occupancy realignment the number of tests falls as k grows from 6 to 26",
                       fmt::format("{}, {}, {}, {} {}", tests(0), tests(1), tests(2), tests(3), where));
    report.add_finding(
        micros(3) > micros(0), "but the time does not, since a test costs more",
        fmt::format("{:.0f} µs with 6-DOPs, {:.0f} with 26-DOPs {}", micros(0), micros(3), where));
    report.add_finding(micros(5) < std::min({micros(0), micros(1), micros(2), micros(3)}),
                       "oriented boxes perform especially well here",
                       fmt::format("{} tests and {:.0f} µs, 26-DOPs {} and {:.0f}, {}", tests(5), micros(5),
                                   tests(3), micros(3), where));
    report.add_finding(tests(3) < tests(4), "the occupancy realignment is the tightest for 26-DOPs",
                       fmt::format("{} tests against {} of zachmann {}", tests(3), tests(4), where));
}

void kdop_point_proximity(Report& report, const Settings& settings) {
    report.add_section("Point close proximity (figure 12)");
    const Mesh sphere = sphere_of(settings.size);
    const std::vector<double> all_gaps{0.1, 0.05, 0.02, 0.01, 0.005, 0, -0.005, -0.01, -0.02, -0.05, -0.1};
    Curves curves;
    for (const Engine& e : engines()) curves.push_back(point_proximity(sphere, e, all_gaps));
    show(report, "figure-12", "Figure 12",
         fmt::format("Two spheres of {} triangles (paper: 5140) and radius 1 next to each other; a negative "
                     "gap is an overlap.",
                     sphere.triangles().size()),
         "gap, radii", Scale::linear, curves);
    // Evenness is measured by the ratio of the largest to the smallest time over the gaps with contact.
    const auto spread = [&](std::size_t e) {
        double least = 1e300, most = 0;
        for (const ProximityPoint& point : curves[e])
            if (point.contacts > 0) {
                least = std::min(least, point.seconds);
                most = std::max(most, point.seconds);
            }
        return most > 0 ? most / least : 1.0;
    };
    double other = 1e300;
    for (const std::size_t e : {0u, 1u, 2u, 3u}) other = std::min(other, spread(e));
    report.add_finding(
        spread(5) <= other, "as the number of contacts grows, the time of oriented boxes varies least",
        fmt::format("their slowest query takes {:.1f} times their fastest, the best k-DOP's {:.1f}",
                    spread(5), other));
    double fastest = 1e300, slowest = 0;
    for (const std::size_t e : {0u, 1u, 2u, 3u}) {
        fastest = std::min(fastest, curves[e].back().seconds);
        slowest = std::max(slowest, curves[e].back().seconds);
    }
    const double obb = curves[5].back().seconds;
    report.add_finding(obb > fastest && obb < slowest, "and lies between those of the k-DOPs",
                       fmt::format("{:.0f} µs, the k-DOPs from {:.0f} to {:.0f}, at the largest overlap",
                                   1e6 * obb, 1e6 * fastest, 1e6 * slowest));
}

}  // namespace allide::bench
