#include "peers/peers.hpp"

#include "peers/limits.hpp"
#include "peers/probes.hpp"
#include "peers/standings.hpp"
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

struct Entrant {
    const Engine* engine;
    std::unique_ptr<Rival> rival;
    std::uint64_t heap_bytes = 0;
    std::vector<double> build_seconds = {};
    std::string why_not = {};  // the reason if there is no rival
};

Entrant entered(const Engine& engine, const Pairing& pairing) {
    Entrant entrant{&engine, nullptr};
    const std::uint64_t before = heap_in_use();
    const double start = cpu_seconds();
    try {
        entrant.rival = engine.build(pairing.a, pairing.b);
        entrant.build_seconds.push_back(cpu_seconds() - start);
        entrant.heap_bytes = heap_in_use() - std::min(before, heap_in_use());
    } catch (const Unfit& reason) {
        entrant.why_not = reason.what();
    }
    return entrant;
}

// Only allide keeps a cache between queries, so that other volumes of FCL would show nothing new.
bool is_asked(const Entrant& entrant, const Pairing& pairing, const Scenario& scenario) {
    const Engine& engine = *entrant.engine;
    if (scenario.poses.empty()) return false;
    if (engine.supports == Supports::convex_apart && !pairing.apart) return false;
    if (scenario.question == Question::distance) return entrant.rival && entrant.rival->measures();
    return engine.role != Role::variant || scenario.question != Question::next_contact;
}

class Comparison {
  public:
    Comparison(const Settings& settings, Standings& standings) : settings_(settings), standings_(standings) {}

    void hold(const Pairing& pairing) {
        tell(fmt::format("{}, {} triangles …\n", pairing.object, pairing.a.triangles().size()));
        std::vector<Entrant> entrants;
        for (const Engine& engine : all_engines())
            if (takes_part(engine, pairing)) entrants.push_back(entered(engine, pairing));
        if (pairing.of_the_setting) time_constructions(pairing, entrants);
        for (const Scenario& scenario : pairing.scenarios)
            for (const Entrant& entrant : entrants)
                if (entrant.engine->role != Role::ours && is_asked(entrant, pairing, scenario))
                    standings_.cases.push_back(case_of(pairing, scenario, *entrants.front().rival, entrant));
    }

    // allide and the first other engine that lists contacts, both at the same poses, however long they take.
    void measure_growth(const Pairing& pairing) {
        const auto engines = all_engines();
        if (engines.size() < 2 || engines[1].supports != Supports::everything) return;
        tell(fmt::format("{} …\n", pairing.object));
        const Entrant ours = entered(engines[0], pairing), other = entered(engines[1], pairing);
        Scenario scenario = pairing.scenarios.front();
        std::vector<Pose> some;
        for (std::size_t k = 0; k < 20; ++k)
            some.push_back(scenario.poses[(160 + 151 * k) % scenario.poses.size()]);
        scenario.poses = some;
        const Lap lap = race(*ours.rival, *other.rival, scenario, {3, 1e9});
        const double a_contact = 1e9 * 20 / static_cast<double>(lap.contacts);
        standings_.growth.push_back(
            {pairing.a.triangles().size(), lap.contacts, lap.ours * a_contact, lap.theirs * a_contact});
    }

  private:
    // FCL's other volumes are slow with large bodies, and small bodies show as much about them.
    bool takes_part(const Engine& engine, const Pairing& pairing) const {
        if (engine.supports == Supports::convex_apart) return pairing.apart;
        return engine.role != Role::variant || settings_.size == Size::full ||
               pairing.a.triangles().size() < 30'000;
    }

    void tell(const std::string& text) const {
        if (settings_.tell) settings_.tell(text);
    }

    Case case_of(const Pairing& pairing, const Scenario& scenario, Rival& ours,
                 const Entrant& entrant) const {
        Case result{scenario.name, pairing.object, pairing.a.triangles().size(), entrant.engine};
        result.why_not = entrant.why_not;
        if (!entrant.rival) return result;
        try {
            result.lap = race(ours, *entrant.rival, scenario, budget_for(settings_, entrant.engine->role));
            if (!result.lap->agrees() && scenario.question != Question::distance)
                result.verdict = judge_disputes(pairing, ours, *entrant.rival, *result.lap,
                                                settings_.size == Size::full ? 40 : 4);
        } catch (const Unfit& reason) {
            result.why_not = reason.what();
        }
        return result;
    }

    // The first round was a warm-up. Small bodies get more warm-up rounds: their times are short, and in the
    // first rounds much time goes into page faults.
    void time_constructions(const Pairing& pairing, std::vector<Entrant>& entrants) {
        const bool small = pairing.a.triangles().size() < 30'000;
        const int more_rounds = small ? 8 : settings_.size == Size::full ? 4 : 2;
        for (int round = 0; round < more_rounds; ++round)
            for (Entrant& entrant : entrants)
                if (entrant.rival)
                    entrant.build_seconds.push_back(entered(*entrant.engine, pairing).build_seconds.front());
        for (const Entrant& entrant : entrants)
            if (entrant.rival)
                standings_.constructions.push_back(construction_of(pairing, entrants[0], entrant));
    }

    static Construction construction_of(const Pairing& pairing, const Entrant& ours, const Entrant& entrant) {
        std::vector<double> ratios;
        for (std::size_t r = 0; r < ours.build_seconds.size(); ++r)
            ratios.push_back(entrant.build_seconds[r] / ours.build_seconds[r]);
        return {pairing.object,     pairing.a.triangles().size(),
                entrant.engine,     median(entrant.build_seconds),
                median(ratios),     entrant.rival->tree_bytes(),
                entrant.heap_bytes, pairing.a.vertices().size_bytes() + pairing.a.triangles().size_bytes()};
    }

    const Settings& settings_;
    Standings& standings_;
};

void describe(Report& report, const Settings& settings, const std::vector<std::string>& missing) {
    const Budget first = budget_for(settings, Role::reference), rest = budget_for(settings, Role::other);
    report.say(
        fmt::format("All engines run in one process on one core; times are the processor's for this process. "
                    "In each round "
                    "the other engine is asked about its poses, then allide about the same ones. FCL with "
                    "its default volume "
                    "has {} rounds, the others {}. An engine that needs longer than {:g} s a round for all "
                    "poses ({:g} s for "
                    "the others, less for FCL's other volumes) gets a sample spread over them; with three "
                    "poses, one round.",
                    first.rounds, rest.rounds, first.seconds, rest.seconds));
    if (settings.size != Size::full)
        report.say(
            "FCL's other volumes meet bodies of fewer than 30,000 triangles only; --full brings the rest.");
    for (const std::string& file : missing) report.say(file + " is not there: its rows are left out.");
}

}  // namespace

void run_peers(Report& report, const Settings& settings) {
    const OnOneCore pinned;
    Standings standings;
    Comparison tournament(settings, standings);
    std::vector<std::string> missing;
    std::vector<Pairing> pairings = objects_of_setting(settings, missing);
    for (Pairing& pairing : concentric_spheres(settings)) pairings.push_back(std::move(pairing));
    for (Pairing& pairing : point_gaps(settings)) pairings.push_back(std::move(pairing));
    describe(report, settings, missing);
    report_engines(report);
    for (const Pairing& pairing : pairings) tournament.hold(pairing);
    const bool quick = settings.size == Size::quick;
    for (const std::uint64_t triangles : {quick ? 500 : 12'500, quick ? 5'000 : 1'000'000})
        tournament.measure_growth(torus_of(triangles));

    report.section("Each case");
    report_cases(report, standings);
    report.section("Where engines differ");
    report_disputes(report, standings);
    report.section("Construction and memory");
    report_constructions(report, standings);
    report.section("Growth");
    report_growth(report, standings);
    report_probes(report, settings, pairings);
    report.section("Limits and small steps");
    report_limits(report, pairings);
    report.section("The means");
    report_summary(report, standings);
}

}  // namespace allide::bench
