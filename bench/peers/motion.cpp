#include "peers/motion.hpp"

#include "peers/motion_cases.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

class OurPrediction final : public MotionAdapter {
  public:
    OurPrediction(const Mesh& a, const Mesh& b) : a_(Model::build(a).value()), b_(Model::build(b).value()) {}

    std::optional<double> first_contact(const MotionCase& motion, double fineness) override {
        const Prediction p =
            predict(a_.along(Motion::screw(motion.screw)), b_.at_rest(), {.tolerance = fineness});
        return p.outcome == Outcome::clear ? std::nullopt : std::optional(p.free_until);
    }

  private:
    Model a_, b_;
};

struct MotionEngine {
    std::string name;
    MotionAdapterPointer (*build)(const Mesh& a, const Mesh& b);
    std::vector<double> finenesses;  // values of its accuracy parameter, coarse to fine
    double judged;                   // the fineness at which it is compared with allide
    bool needs_convex = false;
};

std::vector<MotionEngine> motion_engines() {
    std::vector<MotionEngine> engines{
        {"allide", our_prediction, {1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13}, 1e-9},
        {"FCL, sampled", fcl_sampling, {1e-1, 1e-2, 1e-3, 1e-4}, 1e-4},
        {"FCL, conservative advancement", fcl_advancement, {1e-5}, 1e-5},
    };
#ifdef ALLIDE_PEER_BULLET
    engines.push_back({"Bullet, convex", bullet_advancement, {1e-1, 1e-2, 1e-3, 1e-4}, 1e-4, true});
#endif
    return engines;
}

// The results of one engine at one fineness over all cases of a group.
struct MotionResults {
    std::vector<double> seconds;  // time per case, median over the rounds
    std::vector<double> errors;   // absolute errors of the times of impact that it found
    int missed = 0, invented = 0;
    int late = 0;  // impacts reported later than the true time by more than 1e-6
};

struct Entry {
    const MotionEngine* engine;
    MotionAdapterPointer adapter;
    std::vector<MotionResults> of_fineness;
};

void note_answer(MotionResults& found, const MotionCase& motion, const std::optional<double>& answer) {
    if (motion.truth && answer) found.errors.push_back(std::abs(*answer - *motion.truth));
    found.late += motion.truth && answer && *answer > *motion.truth + 1e-6;
    found.missed += motion.truth && !answer;
    found.invented += !motion.truth && answer;
}

// Runs all engines and finenesses alternately within each round.
void run_case(const MotionCase& motion, std::vector<Entry>& entries, int rounds) {
    std::vector<std::vector<std::vector<double>>> times(entries.size());
    for (std::size_t e = 0; e < entries.size(); ++e) times[e].resize(entries[e].of_fineness.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t e = 0; e < entries.size(); ++e)
            for (std::size_t f = 0; f < times[e].size(); ++f) {
                std::optional<double> answer;
                times[e][f].push_back(seconds_of([&] {
                    answer = entries[e].adapter->first_contact(motion, entries[e].engine->finenesses[f]);
                }));
                if (round == 0) note_answer(entries[e].of_fineness[f], motion, answer);
            }
    for (std::size_t e = 0; e < entries.size(); ++e)
        for (std::size_t f = 0; f < times[e].size(); ++f)
            entries[e].of_fineness[f].seconds.push_back(median(times[e][f]));
}

// The speed-up of allide over the other engine: the median over the cases.
double median_ratio(const std::vector<double>& theirs, const std::vector<double>& ours) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < ours.size(); ++i) ratios.push_back(theirs[i] / ours[i]);
    return median(ratios);
}

class MotionComparison {
  public:
    MotionComparison(Report& report, const Settings& settings) : report_(report), settings_(settings) {}

    void run_group(const MotionGroup& group) {
        if (settings_.on_text)
            settings_.on_text(fmt::format("{}, {} motions …\n", group.name, group.cases.size()));
        std::vector<Entry> entries = build_engines(group);
        const bool is_large = group.triangles > 10'000;
        const int rounds = settings_.size == Size::quick || is_large ? 1 : 3;
        for (const MotionCase& motion : group.cases) run_case(motion, entries, rounds);
        for (const Entry& entry : entries) report_entry(group, entry, entries.front());
        plot(group, entries);
        judge(group, entries, is_large);
    }
    void close() { report_.add(std::move(table_)); }

  private:
    std::vector<Entry> build_engines(const MotionGroup& group) {
        static const std::vector<MotionEngine> engines = motion_engines();
        std::vector<Entry> entries;
        const MotionCase& first = group.cases.front();
        for (const MotionEngine& engine : engines)
            if (!engine.needs_convex || group.axis_through_a)
                entries.push_back({&engine, engine.build(first.a, first.b),
                                   std::vector<MotionResults>(engine.finenesses.size())});
        return entries;
    }

    static std::size_t judged(const Entry& entry) {
        const auto& all = entry.engine->finenesses;
        return static_cast<std::size_t>(std::find(all.begin(), all.end(), entry.engine->judged) -
                                        all.begin());
    }

    void report_entry(const MotionGroup& group, const Entry& entry, const Entry& ours) {
        const auto& mine = ours.of_fineness[judged(ours)];
        for (std::size_t f = 0; f < entry.of_fineness.size(); ++f) {
            const MotionResults& found = entry.of_fineness[f];
            table_.add({group.name, cell(group.triangles), entry.engine->name,
                        cell(entry.engine->finenesses[f]), cell(1e3 * median(found.seconds)),
                        &entry == &ours ? no_cell() : cell(median_ratio(found.seconds, mine.seconds)),
                        cell(found.missed), cell(found.invented), cell(found.late),
                        found.errors.empty() ? no_cell() : cell(median(found.errors)),
                        found.errors.empty()
                            ? no_cell()
                            : cell(*std::max_element(found.errors.begin(), found.errors.end()))});
        }
    }

    void plot(const MotionGroup& group, const std::vector<Entry>& entries) {
        Plot plot{fmt::format("error-{}", ++plots_),
                  "Error of the time of impact, " + group.name,
                  {"median ms per motion", Scale::log},
                  {"largest error, relative to the motion", Scale::log}};
        for (const Entry& entry : entries) {
            Series series{entry.engine->name, {}};
            for (const MotionResults& found : entry.of_fineness)
                if (!found.errors.empty())
                    series.points.emplace_back(
                        1e3 * median(found.seconds),
                        std::max(1e-16, *std::max_element(found.errors.begin(), found.errors.end())));
            plot.series.push_back(std::move(series));
        }
        report_.add(std::move(plot));
    }

    void judge(const MotionGroup& group, const std::vector<Entry>& entries, bool is_large) {
        const MotionResults& mine = entries[0].of_fineness[judged(entries[0])];
        const MotionResults& sampled = entries[1].of_fineness[judged(entries[1])];
        const double ms = 1e3 * median(mine.seconds), bar = is_large ? 50 : 0.3;
        report_.add_finding(ms <= bar, fmt::format("{}: at most {} ms", group.name, bar),
                            fmt::format("{:.3g} ms", ms));
        const double ratio = median_ratio(sampled.seconds, mine.seconds);
        report_.add_finding(
            ratio >= 5, fmt::format("{}: at least 5 times as fast as 10,000 samples with FCL", group.name),
            fmt::format("{:.3g} times", ratio));
        report_.add_finding(mine.missed + mine.invented == 0,
                            group.name + ": nothing missed, nothing invented",
                            fmt::format("{} missed, {} invented", mine.missed, mine.invented));
    }

    Report& report_;
    const Settings& settings_;
    int plots_ = 0;
    Table table_{"engines",
                 "The first contact of a moving body: one core, medians over the motions.",
                 {"bodies", "triangles", "engine", "fineness", "ms", "× allide at 1e-9", "missed", "invented",
                  "late", "median error", "largest error"}};
};

}  // namespace

MotionAdapterPointer our_prediction(const Mesh& a, const Mesh& b) {
    return std::make_unique<OurPrediction>(a, b);
}

void run_motion(Report& report, const Settings& settings) {
    std::vector<std::string> missing;
    const auto groups = motion_groups(settings, missing);
    report.add_paragraph(
        "A moves along a screw, B rests. All engines alternate in one process on one core; times are "
        "processor times. The reference is allide's certified bracket at tolerance 1e-13. FCL samples "
        "1/fineness poses and stops at the first one in contact; its conservative advancement of meshes "
        "always uses 1e-5; Bullet's continuous collision supports convex bodies that rotate about their own "
        "origin, so that it runs only in the last of the small groups, with the fineness as allowed "
        "penetration. Errors are relative to the duration of the motion, over the impacts that the engine "
        "found.");
    for (const std::string& name : missing)
        report.add_paragraph(name + ": not found; replaced by noisy tori.");
    MotionComparison comparison(report, settings);
    for (const MotionGroup& group : groups) comparison.run_group(group);
    comparison.close();
}

}  // namespace allide::bench
