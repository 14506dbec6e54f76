// Table 3 of paper 003: the paper's detector compared with others.
#include "papers/convex_peers.hpp"
#include "papers/paper_003.hpp"

#include <allide/extra/double_hierarchy.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// The paper's times in µs. Columns: colliding poses and separated poses if 25 % of the poses collide, then
// the same two if 75 % collide.
struct PrintedDetector {
    const char* name;
    double times[2][4];  // rows: icosahedron – octahedron, cube – antiprism
};
constexpr PrintedDetector printed_detectors[] = {
    {"PQP", {{56.75, 29.21, 48.03, 78.46}, {48.70, 5.31, 29.56, 19.55}}},
    {"RAPID", {{45.73, 14.70, 28.64, 39.10}, {27.01, 5.30, 28.74, 19.55}}},
    {"SOLID", {{40.74, 26.52, 40.81, 70.31}, {51.02, 22.81, 50.81, 99.17}}},
    {"I-COLLIDE", {{63.50, 49.14, 51.22, 80.21}, {73.12, 45.60, 60.09, 100.09}}},
    {"QuickCD", {{27.83, 10.69, 29.05, 44.84}, {23.83, 12.03, 37.67, 43.44}}},
    {"the paper's", {{8.86, 22.77, 5.93, 61.50}, {5.61, 2.39, 4.80, 8.48}}}};

// All detectors for one pair of bodies, and the data that they refer to.
struct DetectorSet {
    DetectorSet(const ConvexPair& pair)
        : body_a(body_of(pair.first)),
          body_b(body_of(pair.second)),
          tree_a(DoubleHierarchy::build(body_a).value()),
          tree_b(DoubleHierarchy::build(body_b).value()),
          wide_a(Model::build(generate(pair.first).value()).value()),
          wide_b(Model::build(generate(pair.second).value()).value()),
          obb_a(Model::build(generate(pair.first).value(), {.volume = Volume::obb}).value()),
          obb_b(Model::build(generate(pair.second).value(), {.volume = Volume::obb}).value()) {
        detectors = {
            {"both boxes", [this](const Pose& p) { return overlap_solid(tree_a, Pose(), tree_b, p).share; }},
            {"outer boxes",
             [this](const Pose& p) {
                 return overlap_solid(tree_a, Pose(), tree_b, p, InnerBoxes::ignored).share;
             }},
            {"certified",
             [this](const Pose& p) {
                 return overlap_solid(body_a.at_rest(), body_b.at(p)).verdict == BodyVerdict::yes;
             },
             [this](const Pose& p) { return distance(body_a.at_rest(), body_b.at(p)).value; }},
            {"OBB-tree",
             [this](const Pose& p) {
                 return overlap_solid(obb_a.at_rest(), obb_b.at(p)) == SolidOverlap::yes;
             }},
            {"default", [this](const Pose& p) {
                 return overlap_solid(wide_a.at_rest(), wide_b.at(p)) == SolidOverlap::yes;
             }}};
        for (ConvexPeer& peer : convex_peers(body_a, body_b)) detectors.push_back(std::move(peer));
    }
    DetectorSet(const DetectorSet&) = delete;
    DetectorSet& operator=(const DetectorSet&) = delete;

    ConvexBody body_a, body_b;
    DoubleHierarchy tree_a, tree_b;
    Model wide_a, wide_b, obb_a, obb_b;
    std::vector<ConvexPeer> detectors;
};

struct Times {
    std::vector<double> colliding, apart, distance;  // mean seconds, one entry per detector
    std::vector<std::uint64_t> wrong;
};

Times measured(const DetectorSet& set, double share, const Settings& settings) {
    const RandomPlaces places =
        random_places(set.body_a, set.body_b, share, repeats_of_paper_003(settings.size));
    std::vector<Pose> colliding, apart;
    Times times;
    times.wrong.resize(set.detectors.size());
    for (const Pose& pose : places.poses) {
        const bool truth = set.detectors[2].share(pose);
        (truth ? colliding : apart).push_back(pose);
        for (std::size_t i = 0; i < set.detectors.size(); ++i)
            times.wrong[i] += set.detectors[i].share(pose) != truth ? 1 : 0;
    }
    std::vector<std::function<bool(const Pose&)>> questions, distances;
    for (const ConvexPeer& detector : set.detectors) {
        questions.push_back(detector.share);
        distances.push_back(
            [&](const Pose& pose) { return detector.distance && detector.distance(pose) > 0; });
    }
    const int rounds = rounds_of_paper_003(settings.size);
    times.colliding = mean_times(colliding, rounds, questions);
    times.apart = mean_times(apart, rounds, questions);
    apart.resize(std::min<std::size_t>(apart.size(), 10'000));
    times.distance = mean_times(apart, rounds, distances);
    return times;
}

// The mean time of another detector divided by that of allide's certified test, where the fraction `share` of
// the poses collide.
double ratio_to_ours(const Times& times, std::size_t other, double share) {
    const auto mean = [&](std::size_t i) {
        return share * times.colliding[i] + (1 - share) * times.apart[i];
    };
    return mean(other) / mean(2);
}

void add_bars(Plot& plot, const DetectorSet& set, const Times& times, const std::string& name) {
    Series colliding{.name = name + ", hit", .points = {}, .mark = Mark::bars};
    Series apart{.name = name + ", apart", .points = {}, .mark = Mark::bars};
    for (std::size_t i = 0; i < set.detectors.size(); ++i) {
        colliding.points.emplace_back(i, 1e6 * times.colliding[i]);
        apart.points.emplace_back(i, 1e6 * times.apart[i]);
    }
    plot.series.push_back(colliding);
    plot.series.push_back(apart);
}

}  // namespace

void convex_detector_tables(Report& report, const Settings& settings) {
    report.add_section("Comparison of detectors (table 3)");
    report.add_paragraph(
        "*Wrong* is the number of answers, at the poses of both collision rates, that differ from exact "
        "arithmetic. *Both boxes* is the paper's detector at depth 4, *outer boxes* the same without inner "
        "boxes, and *certified* the test of allide/convex.hpp; OBB-tree and default are allide's mesh "
        "engines with a test for containment. libccd, FCL and Bullet have a row if the program was built "
        "with them.");
    std::vector<std::pair<std::string, double>> gjk, mpr, fcl;
    bool exact = true;
    Plot plot{.name = "table-3",
              .title = "Table 3: mean time per query at 75 % collisions",
              .x = {"detector"},
              .y = {"time per query, µs"}};
    std::size_t place = 0;
    for (const ConvexPair& pair :
         {ConvexPair{"icosahedron – octahedron", GeneratedShape::icosahedron, GeneratedShape::octahedron},
          ConvexPair{"cube – antiprism", GeneratedShape::cube, GeneratedShape::antiprism}}) {
        const DetectorSet set(pair);
        const Times rare = measured(set, 0.25, settings), often = measured(set, 0.75, settings);
        Table table{
            fmt::format("table-3-{}", place == 0 ? "icosahedron" : "cube"),
            fmt::format(
                "Table 3, {}: mean µs per query at colliding and at separated poses, and per distance query.",
                pair.name),
            {"detector", "25 %: collide", "25 %: separated", "75 %: collide", "75 %: separated", "distance",
             "wrong"}};
        for (const PrintedDetector& old : printed_detectors) {
            const auto& t = old.times[place];
            table.add({fmt::format("{} (printed)", old.name), cell(t[0]), cell(t[1]), cell(t[2]), cell(t[3]),
                       no_cell(), no_cell()});
        }
        for (std::size_t i = 0; i < set.detectors.size(); ++i) {
            const ConvexPeer& detector = set.detectors[i];
            table.add({detector.name, cell(1e6 * rare.colliding[i]), cell(1e6 * rare.apart[i]),
                       cell(1e6 * often.colliding[i]), cell(1e6 * often.apart[i]),
                       detector.distance ? cell(1e6 * rare.distance[i]) : no_cell(),
                       cell(rare.wrong[i] + often.wrong[i])});
            if (i < 5) exact = exact && rare.wrong[i] + often.wrong[i] == 0;
            const double least = std::min(ratio_to_ours(rare, i, 0.25), ratio_to_ours(often, i, 0.75));
            if (detector.name == "libccd GJK") gjk.emplace_back(pair.name, least);
            if (detector.name == "libccd MPR") mpr.emplace_back(pair.name, least);
            if (detector.name == "FCL") fcl.emplace_back(pair.name, rare.distance[i] / rare.distance[2]);
        }
        report.add(table);
        if (plot.categories.empty())
            for (const ConvexPeer& detector : set.detectors) plot.categories.push_back(detector.name);
        add_bars(plot, set, often, std::string(name_of(pair.first)));
        ++place;
    }
    report.add(plot);
    report.add_finding(exact, "all detectors of allide give the same answers",
                       exact ? "at every pose" : "they differ");
    const auto reached = [&](const std::vector<std::pair<std::string, double>>& ratios, double bar,
                             const std::string& claim) {
        if (ratios.empty()) return;
        bool holds = true;
        std::string text;
        for (const auto& [name, ratio] : ratios) {
            holds = holds && ratio >= bar;
            text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, cell(ratio));
        }
        report.add_finding(holds, claim, text);
    };
    reached(mpr, 1.3, "allide's certified test is at least 1.3 times as fast as libccd's MPR");
    reached(gjk, 2, "and 2 times as fast as libccd's GJK");
    reached(fcl, 3, "allide's distance query is at least 3 times as fast as FCL's");
}

}  // namespace allide::bench
