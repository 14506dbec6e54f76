// Paper 004, section 3: the cost equation T = Nv Cv + Np Cp. Its terms are measured one by one and compared
// with the time of the whole query.
#include "papers/engine.hpp"
#include "papers/paper_004.hpp"
#include "papers/tree_walk.hpp"
#include "support/stopwatch.hpp"
#include "tree/binary/build_tree.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Terms {
    double volume_tests = 0, volume_ns = 0;      // Nv tests per query, Cv each
    double triangle_tests = 0, triangle_ns = 0;  // Np tests per query, Cp each
    double query_us = 0;                         // T, the time of the whole query

    double sum_us() const { return 1e-3 * (volume_tests * volume_ns + triangle_tests * triangle_ns); }
};

struct Pairs {
    std::vector<std::pair<tree::NodeId, tree::NodeId>> volumes, leaves;
};

template <typename Frame, typename V>
Pairs pairs_of(const tree::Tree<V>& tree, const kernel::PairTester& tester) {
    const Frame frame(tester.b_in_a(), tree.norm, tree.norm);
    Pairs pairs;
    walk_two(
        tree, tree,
        [&](tree::NodeId a, tree::NodeId b) {
            pairs.volumes.emplace_back(a, b);
            return frame.overlap(tree.volume(a), frame.place(tree.volume(b), 0));
        },
        [&](tree::NodeId a, tree::NodeId b) { pairs.leaves.emplace_back(a, b); });
    return pairs;
}

// The time of all volume tests, including transforming the volumes: as in a query, each transformed volume is
// used for two tests.
template <typename Frame, typename V>
double seconds_of_volumes(const tree::Tree<V>& tree, const kernel::PairTester& tester, const Pairs& pairs) {
    const Frame frame(tester.b_in_a(), tree.norm, tree.norm);
    return seconds_of([&] {
        std::uint64_t overlapping = 0;
        auto placed = frame.place(tree.volume(tree.root()), 0);
        for (std::size_t i = 0; i < pairs.volumes.size(); ++i) {
            const auto [a, b] = pairs.volumes[i];
            if (i % 2 == 0) placed = frame.place(tree.volume(b), 0);
            overlapping += frame.overlap(tree.volume(a), placed);
        }
        keep(overlapping);
    });
}

template <typename V>
double seconds_of_triangles(const tree::Tree<V>& tree, const kernel::PairTester& tester, const Pairs& pairs) {
    return seconds_of([&] {
        kernel::PairBatch batch(tester);
        kernel::PairCounters counters;
        std::uint64_t touching = 0;
        const auto report = [&](std::uint32_t, std::uint32_t) { return ++touching != 0; };
        for (const auto& [a, b] : pairs.leaves) {
            const std::uint32_t i = tree::place_of(a), j = tree::place_of(b);
            batch.add(tree.triangles[i], tree.triangles[j], i, j);
            if (batch.full()) batch.decide(counters, report);
        }
        if (!batch.empty()) batch.decide(counters, report);
        keep(touching);
    });
}

template <typename Frame, typename V>
Terms terms_of(const tree::Tree<V>& tree, const Model& model, int every, int rounds) {
    const std::vector<Pose> poses = poses_of_setting();
    Terms terms;
    double queries = 0, volume_seconds = 0, triangle_seconds = 0, query_seconds = 0;
    for (std::size_t i = 0; i < poses.size(); i += static_cast<std::size_t>(every)) {
        const kernel::PairTester tester(Pose::identity(), poses[i]);
        const Pairs pairs = pairs_of<Frame>(tree, tester);
        std::vector<double> volumes, triangles, whole;
        for (int round = 0; round < rounds; ++round) {
            volumes.push_back(seconds_of_volumes<Frame>(tree, tester, pairs));
            triangles.push_back(seconds_of_triangles(tree, tester, pairs));
            whole.push_back(seconds_of([&] { keep(contacts(model.at_rest(), model.at(poses[i])).size()); }));
        }
        queries += 1;
        volume_seconds += median(volumes);
        triangle_seconds += median(triangles);
        query_seconds += median(whole);
        terms.volume_tests += static_cast<double>(pairs.volumes.size());
        terms.triangle_tests += static_cast<double>(pairs.leaves.size());
    }
    terms.volume_ns = 1e9 * volume_seconds / terms.volume_tests;
    terms.triangle_ns = 1e9 * triangle_seconds / terms.triangle_tests;
    terms.query_us = 1e6 * query_seconds / queries;
    terms.volume_tests /= queries;
    terms.triangle_tests /= queries;
    return terms;
}

}  // namespace

void cost_table(Report& report, const Settings& settings) {
    report.add_section("The cost equation (section 3)");
    const bool quick = settings.size == Size::quick;
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = quick ? 500u : 12'544u}).value();
    const int every = quick ? 50 : settings.size == Size::standard ? 8 : 1, rounds = quick ? 1 : 3;
    const auto model = [&](const char* volume) { return Model::build(mesh, engine(volume).options).value(); };
    const std::vector<std::pair<const char*, Terms>> rows{
        {"obb", terms_of<volume::ObbFrame>(tree::build_obb_tree(mesh), model("obb"), every, rounds)},
        {"aabb", terms_of<volume::AabbFrame>(tree::build_aabb_tree(mesh), model("aabb"), every, rounds)},
        {"sphere",
         terms_of<volume::SphereFrame>(tree::build_sphere_tree(mesh), model("sphere"), every, rounds)}};
    Table table{.name = "cost",
                .caption = fmt::format("All contacts of two tori of {} triangles in the benchmark setting, "
                                       "per query: numbers and costs of volume and triangle tests, each cost "
                                       "measured on its own, their sum, and the time of the whole query.",
                                       mesh.triangles().size()),
                .columns = {"volume", "Nv", "Cv, ns", "Np", "Cp, ns", "Nv Cv + Np Cp, µs", "whole query, µs",
                            "whole / sum"}};
    for (const auto& [name, t] : rows)
        table.add({name, cell(t.volume_tests, 4), cell(t.volume_ns), cell(t.triangle_tests, 4),
                   cell(t.triangle_ns), cell(t.sum_us()), cell(t.query_us), cell(t.query_us / t.sum_us())});
    report.add(table);
    report.add_paragraph(
        "Cp differs because the pairs differ: the tighter the volumes, the larger the share of the remaining "
        "pairs that really touch. Tori rotated about their axis have pairs that coincide exactly, and these "
        "need exact arithmetic.");
    const Terms &obb = rows[0].second, &aabb = rows[1].second, &sphere = rows[2].second;
    report.add_finding(obb.volume_tests < aabb.volume_tests && obb.volume_tests < sphere.volume_tests &&
                           obb.triangle_tests < aabb.triangle_tests &&
                           obb.triangle_tests < sphere.triangle_tests,
                       "Nv and Np are smaller for oriented boxes than for aligned ones and spheres",
                       fmt::format("Nv {:.0f} against {:.0f} and {:.0f}, Np {:.0f} against {:.0f} and {:.0f}",
                                   obb.volume_tests, aabb.volume_tests, sphere.volume_tests,
                                   obb.triangle_tests, aabb.triangle_tests, sphere.triangle_tests));
    report.add_finding(obb.volume_ns > 5 * sphere.volume_ns,
                       "Cv is an order of magnitude larger for oriented boxes than for spheres",
                       fmt::format("{:.1f} ns against {:.1f} and {:.1f} for aligned boxes", obb.volume_ns,
                                   sphere.volume_ns, aabb.volume_ns));
    report.add_finding(std::abs(obb.query_us / obb.sum_us() - 1) < 0.5,
                       "the equation accounts for the time of a query",
                       fmt::format("the whole query takes {:.2f} times the sum for oriented boxes",
                                   obb.query_us / obb.sum_us()));
}

}  // namespace allide::bench
