#include "peers/peers.hpp"

#include "peers/limits.hpp"
#include "peers/probes.hpp"
#include "peers/results.hpp"
#include "peers/shapes.hpp"
#include "peers/simulators.hpp"
#include "support/setting.hpp"

#include <fmt/format.h>
#include <malloc.h>

namespace allide::bench {
namespace {

Budget budget_for(const Settings& settings, Role role) {
    const bool first_rank = role == Role::reference || role == Role::native;
    switch (settings.size) {
        case Size::quick:
            return {2, 0.005};
        case Size::full:
            return {9, first_rank ? 4.0 : 1.0};
        default:
            return first_rank ? Budget{5, 0.3} : Budget{3, role == Role::other ? 0.1 : 0.04};
    }
}

std::uint64_t heap_in_use() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

struct BuiltEngine {
    const Engine* engine;
    std::unique_ptr<EngineAdapter> adapter;
    std::uint64_t heap_bytes = 0;
    std::vector<double> build_seconds = {};
    std::string why_not = {};  // the reason if the engine could not be built
};

BuiltEngine build_engine(const Engine& engine, const Pairing& pairing) {
    BuiltEngine built{&engine, nullptr};
    const std::uint64_t before = heap_in_use();
    const double start = cpu_seconds();
    try {
        built.adapter = engine.build(pairing.a, pairing.b);
        built.build_seconds.push_back(cpu_seconds() - start);
        built.heap_bytes = heap_in_use() - std::min(before, heap_in_use());
    } catch (const Unsupported& reason) {
        built.why_not = reason.what();
    }
    return built;
}

// FCL's other volumes are skipped in the scenario of small steps, which measures caches: FCL has none.
bool is_asked(const BuiltEngine& built, const Pairing& pairing, const Scenario& scenario) {
    const Engine& engine = *built.engine;
    if (scenario.poses.empty()) return false;
    if (engine.supports == Supports::convex_apart && !pairing.apart) return false;
    if (scenario.kind == QueryKind::distance) return built.adapter && built.adapter->measures();
    return engine.role != Role::variant || scenario.kind != QueryKind::next_contact;
}

class Comparison {
  public:
    Comparison(const Settings& settings, Results& results) : settings_(settings), results_(results) {}

    void run_group(const Pairing& pairing) {
        show_progress(fmt::format("{}, {} triangles …\n", pairing.object, pairing.a.triangles().size()));
        std::vector<BuiltEngine> engines;
        for (const Engine& engine : all_engines())
            if (takes_part(engine, pairing)) engines.push_back(build_engine(engine, pairing));
        if (pairing.of_the_setting) time_constructions(pairing, engines);
        for (const Scenario& scenario : pairing.scenarios)
            for (const BuiltEngine& built : engines)
                if (built.engine->role != Role::ours && is_asked(built, pairing, scenario))
                    results_.cases.push_back(case_of(pairing, scenario, *engines.front().adapter, built));
    }

    // Measures allide and the next engine of the list at the same poses, without a time limit.
    void measure_growth(const Pairing& pairing) {
        const auto engines = all_engines();
        if (engines.size() < 2 || engines[1].supports != Supports::everything) return;
        show_progress(fmt::format("{} …\n", pairing.object));
        const BuiltEngine ours = build_engine(engines[0], pairing), other = build_engine(engines[1], pairing);
        Scenario scenario = pairing.scenarios.front();
        std::vector<Pose> some;
        for (std::size_t k = 0; k < 20; ++k)
            some.push_back(scenario.poses[(160 + 151 * k) % scenario.poses.size()]);
        scenario.poses = some;
        const Measurement measurement = compare(*ours.adapter, *other.adapter, scenario, {3, 1e9});
        const double per_contact = 1e9 * 20 / static_cast<double>(measurement.contacts);
        results_.growth.push_back({pairing.a.triangles().size(), measurement.contacts,
                                   measurement.ours * per_contact, measurement.theirs * per_contact});
    }

  private:
    // FCL's other volumes are compared on small bodies, unless --full is given: they are slow with large
    // ones.
    bool takes_part(const Engine& engine, const Pairing& pairing) const {
        if (engine.supports == Supports::convex_apart) return pairing.apart;
        return engine.role != Role::variant || settings_.size == Size::full ||
               pairing.a.triangles().size() < 30'000;
    }

    void show_progress(const std::string& text) const {
        if (settings_.on_text) settings_.on_text(text);
    }

    Case case_of(const Pairing& pairing, const Scenario& scenario, EngineAdapter& ours,
                 const BuiltEngine& built) const {
        Case result{scenario.name, pairing.object, pairing.a.triangles().size(), built.engine};
        result.why_not = built.why_not;
        if (!built.adapter) return result;
        try {
            result.measurement =
                compare(ours, *built.adapter, scenario, budget_for(settings_, built.engine->role));
            if (!result.measurement->agrees() && scenario.kind != QueryKind::distance)
                result.verdict = judge_disputes(pairing, ours, *built.adapter, *result.measurement,
                                                settings_.size == Size::full ? 40 : 4);
        } catch (const Unsupported& reason) {
            result.why_not = reason.what();
        }
        return result;
    }

    // Builds every engine several more times and records the medians. Small bodies are built more often:
    // their times are short, and in the first rounds much time goes into page faults.
    void time_constructions(const Pairing& pairing, std::vector<BuiltEngine>& engines) {
        const bool small = pairing.a.triangles().size() < 30'000;
        const int more_rounds = small ? 8 : settings_.size == Size::full ? 4 : 2;
        for (int round = 0; round < more_rounds; ++round)
            for (BuiltEngine& built : engines)
                if (built.adapter)
                    built.build_seconds.push_back(build_engine(*built.engine, pairing).build_seconds.front());
        for (const BuiltEngine& built : engines)
            if (built.adapter) results_.constructions.push_back(construction_of(pairing, engines[0], built));
    }

    static Construction construction_of(const Pairing& pairing, const BuiltEngine& ours,
                                        const BuiltEngine& built) {
        std::vector<double> ratios;
        for (std::size_t r = 0; r < ours.build_seconds.size(); ++r)
            ratios.push_back(built.build_seconds[r] / ours.build_seconds[r]);
        return {pairing.object,   pairing.a.triangles().size(),
                built.engine,     median(built.build_seconds),
                median(ratios),   built.adapter->tree_bytes(),
                built.heap_bytes, pairing.a.vertices().size_bytes() + pairing.a.triangles().size_bytes()};
    }

    const Settings& settings_;
    Results& results_;
};

void describe(Report& report, const Settings& settings, const std::vector<std::string>& missing) {
    const Budget first = budget_for(settings, Role::reference), rest = budget_for(settings, Role::other);
    report.add_paragraph(
        fmt::format("All engines run in one process on one core; times are processor times of this process. "
                    "In each round the other engine answers all its poses, then allide answers the same "
                    "ones. FCL with its default volume has {} rounds, the others {}. An engine that needs "
                    "longer than {:g} s per round for all poses ({:g} s for the others, less for FCL's other "
                    "volumes) gets a sample of the poses; with only three poses there is one round.",
                    first.rounds, rest.rounds, first.seconds, rest.seconds));
    if (settings.size != Size::full)
        report.add_paragraph(
            "FCL's other volumes are compared only on bodies of fewer than 30,000 triangles; --full adds the "
            "others.");
    for (const std::string& file : missing)
        report.add_paragraph(file + " was not found: its rows are omitted.");
}

}  // namespace

void run_peers(Report& report, const Settings& settings) {
    const PinnedToCore pinned;
    Results results;
    Comparison comparison(settings, results);
    std::vector<std::string> missing;
    std::vector<Pairing> pairings = objects_of_setting(settings, missing);
    for (Pairing& pairing : concentric_spheres(settings)) pairings.push_back(std::move(pairing));
    for (Pairing& pairing : point_gaps(settings)) pairings.push_back(std::move(pairing));
    describe(report, settings, missing);
    report_engines(report);
    for (const Pairing& pairing : pairings) comparison.run_group(pairing);
    const bool quick = settings.size == Size::quick;
    for (const std::uint64_t triangles : {quick ? 500 : 12'500, quick ? 5'000 : 1'000'000})
        comparison.measure_growth(torus_of(triangles));

    report.add_section("Each case");
    report_cases(report, results);
    report.add_section("Differences between engines");
    report_disputes(report, results);
    report.add_section("Construction and memory");
    report_constructions(report, results);
    report.add_section("Growth");
    report_growth(report, results);
    report_probes(report, settings, pairings);
    report_simulators(report, settings, pairings);
    report.add_section("Limits and small steps");
    report_limits(report, pairings);
    report_shapes(report, settings);
    report.add_section("The means");
    report_summary(report, results);
}

}  // namespace allide::bench
