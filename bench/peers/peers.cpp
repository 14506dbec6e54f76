#include "peers/peers.hpp"

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

// No engine but ours remembers anything from one question to the next, so that other volumes bring nothing
// new.
bool is_asked(const Engine& engine, const Pairing& pairing, const Scenario& scenario) {
    if (engine.asks == Asks::convex_apart && !pairing.apart) return false;
    return engine.role != Role::variant || scenario.question != Question::next_contact;
}

std::uint64_t heap_in_use() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

struct Entrant {
    const Engine* engine;
    std::unique_ptr<Rival> rival;
    std::uint64_t heap_bytes;
    std::string why_not;  // there is no rival
};

Entrant entered(const Engine& engine, const Pairing& pairing) {
    const std::uint64_t before = heap_in_use();
    try {
        auto rival = engine.build(pairing.a, pairing.b);
        const std::uint64_t after = heap_in_use();
        return {&engine, std::move(rival), after - std::min(before, after), {}};
    } catch (const Unfit& reason) {
        return {&engine, nullptr, 0, reason.what()};
    }
}

double seconds_of_building(const Engine& engine, const Pairing& pairing) {
    const double start = cpu_seconds();
    const auto built = engine.build(pairing.a, pairing.b);
    return cpu_seconds() - start;
}

class Tournament {
  public:
    Tournament(const Settings& settings, Standings& standings) : settings_(settings), standings_(standings) {}

    void hold(const Pairing& pairing) {
        tell(fmt::format("{}, {} triangles …\n", pairing.object, pairing.a.triangles().size()));
        std::vector<Entrant> entrants;
        for (const Engine& engine : all_engines())
            if (engine.asks == Asks::everything || pairing.apart)
                entrants.push_back(entered(engine, pairing));
        if (pairing.of_the_setting) time_constructions(pairing, entrants);
        for (const Scenario& scenario : pairing.scenarios)
            for (const Entrant& entrant : entrants)
                if (entrant.engine->role != Role::ours && is_asked(*entrant.engine, pairing, scenario))
                    standings_.cases.push_back(case_of(pairing, scenario, *entrants.front().rival, entrant));
    }

    // Ours and the first of the others, both at the same poses, whatever they take.
    void measure_growth(const Pairing& pairing) {
        tell(fmt::format("{} …\n", pairing.object));
        const Entrant ours = entered(all_engines()[0], pairing), other = entered(all_engines()[1], pairing);
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
            if (!result.lap->agrees())
                result.verdict =
                    settle(pairing, ours, *entrant.rival, *result.lap, settings_.size == Size::full ? 40 : 4);
        } catch (const Unfit& reason) {
            result.why_not = reason.what();
        }
        return result;
    }

    void time_constructions(const Pairing& pairing, const std::vector<Entrant>& entrants) {
        const std::size_t n = pairing.a.triangles().size();
        const int rounds = settings_.size == Size::full ? 5 : n < 30'000 ? 3 : 1;
        std::vector<std::vector<double>> times(entrants.size());
        for (int round = 0; round < rounds; ++round)
            for (std::size_t k = 0; k < entrants.size(); ++k)
                if (entrants[k].rival) times[k].push_back(seconds_of_building(*entrants[k].engine, pairing));
        for (std::size_t k = 0; k < entrants.size(); ++k) {
            if (!entrants[k].rival) continue;
            std::vector<double> ratios;
            for (std::size_t r = 0; r < times[k].size(); ++r) ratios.push_back(times[k][r] / times[0][r]);
            standings_.constructions.push_back(
                {pairing.object, n, entrants[k].engine, median(times[k]), median(ratios),
                 entrants[k].rival->tree_bytes(), entrants[k].heap_bytes,
                 pairing.a.vertices().size_bytes() + pairing.a.triangles().size_bytes()});
        }
    }

    const Settings& settings_;
    Standings& standings_;
};

void describe(Report& report, const Settings& settings, const std::vector<std::string>& missing) {
    const Budget first = budget_for(settings, Role::reference), rest = budget_for(settings, Role::other);
    report.say(fmt::format(
        "All engines run in one process on one core; times are the processor's for this process. In each "
        "round the other engine is asked about its "
        "poses, "
        "then allide about the same ones; FCL with its default volume has {} rounds, the others {}. An "
        "engine "
        "that needs longer than {:g} s a round for all poses ({:g} s: the others, less still: FCL's other "
        "volumes) gets a sample spread over them.",
        first.rounds, rest.rounds, first.seconds, rest.seconds));
    for (const std::string& file : missing) report.say(file + " is not there: its rows are left out.");
}

}  // namespace

void run_peers(Report& report, const Settings& settings) {
    const OnOneCore pinned;
    Standings standings;
    Tournament tournament(settings, standings);
    std::vector<std::string> missing;
    const std::vector<Pairing> objects = objects_of_setting(settings, missing);
    describe(report, settings, missing);
    report_engines(report);
    for (const Pairing& pairing : objects) tournament.hold(pairing);
    for (const Pairing& pairing : concentric_spheres(settings)) tournament.hold(pairing);
    for (const Pairing& pairing : point_gaps(settings)) tournament.hold(pairing);
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
    report.section("The means");
    report_summary(report, standings);
}

}  // namespace allide::bench
