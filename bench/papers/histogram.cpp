// Paper 000, section 4.2: the depths of the leaves in its trees.
#include "papers/paper_000.hpp"
#include "papers/stand_ins.hpp"

#include <allide/extra/shapes.hpp>

#include <map>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// Depth of leaves → how many the paper's trees have at that depth, for the sphere and for the door.
const std::map<std::uint64_t, std::pair<int, int>> printed{
    {10, {0, 92}},     {11, {0, 740}},    {12, {1, 1639}}, {13, {375, 659}},
    {14, {8853, 162}}, {15, {13233, 42}}, {16, {642, 26}}};

double mean_depth(const std::vector<std::uint64_t>& leaves) {
    double sum = 0, count = 0;
    for (std::size_t depth = 0; depth < leaves.size(); ++depth) {
        sum += static_cast<double>(depth * leaves[depth]);
        count += static_cast<double>(leaves[depth]);
    }
    return sum / count;
}

}  // namespace

void depth_histogram(Report& report, const Settings&) {
    report.add_section("Depths of the leaves (section 4.2)");
    const Engine six = engine("kdop6");
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 23'104}).value();
    const Mesh door = bodies_of_paper_000({.size = Size::standard}).front().mesh;
    const auto of_sphere = Model::build(ball, six.options).value().tree().leaves_at_depth;
    const auto of_door = Model::build(door, six.options).value().tree().leaves_at_depth;
    Table table{.name = "depths",
                .caption = fmt::format(
                    "Number of leaves at each depth of the 6-DOP tree: a sphere of {} triangles (paper: "
                    "23104), and the bent sheet of {} triangles that replaces the car door (3360).",
                    ball.triangles().size(), door.triangles().size()),
                .columns = {"depth", "sphere", "paper: sphere", "sheet", "paper: door"},
                .repeats = Repeats::always};
    const auto at = [](const std::vector<std::uint64_t>& leaves, std::uint64_t depth) {
        return depth < leaves.size() ? leaves[depth] : 0;
    };
    for (std::uint64_t depth = 0; depth < std::max(of_sphere.size(), of_door.size()); ++depth) {
        const auto paper = printed.find(depth);
        if (at(of_sphere, depth) + at(of_door, depth) == 0 && paper == printed.end()) continue;
        table.add({cell(depth), cell(at(of_sphere, depth)),
                   paper == printed.end() ? "0" : cell(paper->second.first), cell(at(of_door, depth)),
                   paper == printed.end() ? "0" : cell(paper->second.second)});
    }
    report.add(table);
    report.add_finding(
        std::abs(mean_depth(of_sphere) - 14.61) < 1.5,
        "the trees are well balanced: the mean depth of the sphere's leaves is 14.6, which exceeds the "
        "smallest possible by 0.1",
        fmt::format("mean depth {:.1f}, largest depth {}", mean_depth(of_sphere), of_sphere.size() - 1));
}

}  // namespace allide::bench
