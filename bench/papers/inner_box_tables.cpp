// Table 2 of paper 003, and the gain of each depth of the tree.
#include "papers/paper_003.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// An entry of the paper's table 2: the number and the mean time in µs of the collisions that inner boxes
// decide, and of those that faces decide. In the array below, rows are pairs of bodies; the two columns are
// for 25 % and 75 % colliding poses.
struct PrintedRow {
    std::uint64_t inner;
    double inner_time;
    std::uint64_t faces;
    double faces_time;
};
constexpr PrintedRow printed_table_2[4][2] = {{{28046, 5.8, 0, 0}, {76521, 4.9, 0, 0}},
                                              {{24749, 5.69, 654, 375.28}, {73816, 3.86, 1246, 379.59}},
                                              {{15812, 38.56, 9259, 121.38}, {54138, 27.86, 20740, 111.17}},
                                              {{16401, 0.66, 8503, 46.29}, {57783, 0.65, 17171, 49.01}}};

struct Sorted {
    std::vector<Pose> by_inner, by_faces, apart;
    std::uint64_t by_outer = 0;  // separated pairs decided by the outer boxes
};

Sorted sorted_by_answer(const DoubleHierarchy& a, const DoubleHierarchy& b, const std::vector<Pose>& poses) {
    Sorted sorted;
    for (const Pose& pose : poses) {
        const DoubleAnswer answer = overlap_solid(a, Pose(), b, pose);
        if (!answer.share) {
            sorted.apart.push_back(pose);
            sorted.by_outer += answer.decided_by == DecidedBy::outer_boxes ? 1 : 0;
        } else {
            (answer.decided_by == DecidedBy::inner_boxes ? sorted.by_inner : sorted.by_faces).push_back(pose);
        }
    }
    return sorted;
}

double microseconds(const std::vector<Pose>& poses, int rounds, const std::function<bool(const Pose&)>& ask) {
    return poses.empty() ? 0 : 1e6 * mean_times(poses, rounds, {ask}).front();
}

struct Trees {
    DoubleHierarchy a, b;
};
Trees trees_of(const ConvexPair& pair, std::uint32_t depth) {
    return {DoubleHierarchy::build(body_of(pair.first), {.depth = depth}).value(),
            DoubleHierarchy::build(body_of(pair.second), {.depth = depth}).value()};
}

void table_2(Report& report, const Settings& settings) {
    report.add_section("Collisions by inner boxes and by faces (table 2)");
    Table table{"table-2",
                "Table 2: collisions decided by inner boxes and by faces (or containment) at depth 4, mean "
                "µs of each; "
                "in brackets as printed.",
                {"bodies", "collide", "by inner boxes", "µs", "by faces", "µs "}};
    const std::size_t count = repeats_of_paper_003(settings.size);
    const int rounds = rounds_of_paper_003(settings.size);
    bool more_inner = true, inner_faster = true, cubes = true;
    const auto pairs = pairs_of_paper_003();
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Trees trees = trees_of(pairs[p], 4);
        for (const std::size_t rate : {0u, 1u}) {
            const double share = rate == 0 ? 0.25 : 0.75;
            const RandomPlaces places = random_places(trees.a.body(), trees.b.body(), share, count);
            const Sorted sorted = sorted_by_answer(trees.a, trees.b, places.poses);
            const auto ask = [&](const Pose& pose) {
                return overlap_solid(trees.a, Pose(), trees.b, pose).share;
            };
            const double inner = microseconds(sorted.by_inner, rounds, ask);
            const double faces = microseconds(sorted.by_faces, rounds, ask);
            const PrintedRow& paper = printed_table_2[p][rate];
            table.add({pairs[p].name, rate == 0 ? "25 %" : "75 %",
                       fmt::format("{} ({})", sorted.by_inner.size(), paper.inner),
                       fmt::format("{} ({})", cell(inner), cell(paper.inner_time)),
                       fmt::format("{} ({})", sorted.by_faces.size(), paper.faces),
                       fmt::format("{} ({})", sorted.by_faces.empty() ? no_cell() : cell(faces),
                                   paper.faces == 0 ? no_cell() : cell(paper.faces_time))});
            more_inner = more_inner && sorted.by_inner.size() > sorted.by_faces.size();
            inner_faster = inner_faster && (sorted.by_faces.empty() || inner < faces);
            cubes = cubes && (p != 0 || sorted.by_faces.empty());
        }
    }
    report.add(table);
    report.add_finding(
        more_inner, "inner boxes decide more collisions than faces, for every pair and both collision rates",
        more_inner ? "confirmed" : "not for every pair, see table 2");
    report.add_finding(inner_faster, "and take less time for each",
                       inner_faster ? "confirmed" : "not for every pair");
    report.add_finding(cubes, "no collision of two cubes needs faces: a cube is its own inner box",
                       cubes ? "none does" : "some barely touching pairs do");
}

void depth_table(Report& report, const Settings& settings) {
    report.add_section("Effect of the depth");
    Table table{"depths",
                "Depths 0 to 4 of both trees: the tests that decide, and the mean µs per query, with and "
                "without inner boxes.",
                {"bodies", "collide", "depth", "outer boxes, %", "inner boxes, %", "faces or containment, %",
                 "µs with inner boxes", "µs without", "without / with"}};
    const std::size_t count = repeats_of_paper_003(settings.size) / 5;
    const int rounds = rounds_of_paper_003(settings.size);
    Plot plot{.name = "depths",
              .title = "Speed-up by inner boxes at 75 % collisions",
              .x = {"depth of the trees"},
              .y = {"time without inner boxes / time with"}};
    bool faster = true;
    std::string ratios;
    for (const ConvexPair& pair : pairs_of_paper_003()) {
        Series series{.name = pair.name, .points = {}};
        for (const double share : {0.25, 0.75}) {
            const Trees root = trees_of(pair, 0);
            const RandomPlaces places = random_places(root.a.body(), root.b.body(), share, count);
            double best = 0;
            for (const std::uint32_t depth : {0u, 1u, 2u, 3u, 4u}) {
                const Trees trees = trees_of(pair, depth);
                const Sorted sorted = sorted_by_answer(trees.a, trees.b, places.poses);
                const auto times = mean_times(
                    places.poses, rounds,
                    {[&](const Pose& pose) { return overlap_solid(trees.a, Pose(), trees.b, pose).share; },
                     [&](const Pose& pose) {
                         return overlap_solid(trees.a, Pose(), trees.b, pose, InnerBoxes::ignored).share;
                     }});
                const auto percent = [&](std::size_t part) {
                    return cell(100 * static_cast<double>(part) / static_cast<double>(count));
                };
                table.add({pair.name, share < 0.5 ? "25 %" : "75 %", cell(static_cast<std::uint64_t>(depth)),
                           percent(sorted.by_outer), percent(sorted.by_inner.size()),
                           percent(count - sorted.by_outer - sorted.by_inner.size()), cell(1e6 * times[0]),
                           cell(1e6 * times[1]), cell(times[1] / times[0])});
                if (share > 0.5) series.points.emplace_back(depth, times[1] / times[0]);
                best = std::max(best, times[1] / times[0]);
            }
            if (share < 0.5) continue;
            faster = faster && best > 1;
            ratios += fmt::format("{}{} {}", ratios.empty() ? "" : ", ", pair.name, cell(best));
        }
        plot.series.push_back(series);
    }
    report.add(table);
    report.add(plot);
    report.add_finding(faster, "at 75 % collisions the detector is faster with inner boxes than without",
                       "at the best depth by a factor of " + ratios);
}

}  // namespace

void inner_box_tables(Report& report, const Settings& settings) {
    table_2(report, settings);
    depth_table(report, settings);
}

}  // namespace allide::bench
