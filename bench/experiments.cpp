#include "experiments.hpp"

#include "papers/papers.hpp"
#include "peers/motion.hpp"
#include "peers/peers.hpp"
#include "robots/robots.hpp"
#include "scenes/scenes.hpp"
#include "support/origin.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::array experiments{
    Experiment{"paper-000", "Paper 000: DOP-trees (Zachmann 1998)", run_paper_000},
    Experiment{"paper-001", "Paper 001: easy realignment (Fünfzig, Fellner 2003)", run_paper_001},
    Experiment{"paper-002", "Paper 002: MKtrees (Franquesa-Niubó, Brunet 2004)", run_paper_002},
    Experiment{"paper-003", "Paper 003: outer and inner boxes (Arcila, Dinás, Bañón 2008)", run_paper_003},
    Experiment{"paper-004", "Paper 004: OBB-trees (Gottschalk, Lin, Manocha 1996)", run_paper_004},
#ifdef ALLIDE_BENCH_PEERS
    Experiment{"peers", "Comparison with other engines", run_peers},
    Experiment{"clash", "Scenes and clashes, compared with FCL and Bullet", run_clash},
#endif
#ifdef ALLIDE_BENCH_MOTION
    Experiment{"motion", "Times of impact, compared with FCL and Bullet", run_motion},
    Experiment{"robots", "Joint paths, compared with samples by FCL", run_robots},
#endif
};

std::string size_name(Size size) {
    return size == Size::quick ? "quick" : size == Size::standard ? "standard" : "full";
}

std::string stamp(const Settings& settings) {
    const Origin from = origin();
    return fmt::format("Commit {}, {}, {}, target {}, {}, size {}.", from.commit, from.compiler, from.machine,
                       from.target, from.date, size_name(settings.size));
}

}  // namespace

std::span<const Experiment> all_experiments() {
    return experiments;
}

const Experiment* find_experiment(std::string_view name) {
    const auto found = std::ranges::find(experiments, name, &Experiment::name);
    return found == experiments.end() ? nullptr : &*found;
}

Report run(const Experiment& experiment, const Settings& settings) {
    Report report(std::string(experiment.name), std::string(experiment.title), settings.on_text);
    if (!experiment.name.starts_with("paper-")) report.set_findings_title("Goals and results");
    try {
        if (settings.on_text) settings.on_text(stamp(settings) + '\n');
        experiment.run(report, settings);
        report.close();
    } catch (const Stopped&) {
        report.mark_partial();
    }
    return report;
}

std::string page_of(const std::vector<Report>& reports, const Settings& settings,
                    const std::string& pictures) {
    const bool of_papers = !reports.empty() && reports.front().name().starts_with("paper-");
    std::string page = of_papers ? opening_of_page() + "\n" : "";
    page += stamp(settings) + "\n\n";
    for (const Report& report : reports) page += report.as_markdown(pictures) + '\n';
    return of_papers ? page + derivations_of_page() + "\n" + closing_of_page() : page;
}

}  // namespace allide::bench
