// 10,000 boxes in a hall, a tenth of which move in each step: the time to list all overlapping pairs.
#include "base/random.hpp"
#include "experiments.hpp"
#include "scenes/box_world.hpp"
#include "scenes/scenes.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace allide::bench {
namespace {

const BoxEngine ours{"allide", our_boxes};

std::vector<BoxEngine> other_box_engines() {
    return {
#ifdef ALLIDE_PEER_FCL
        {"FCL, DynamicAABBTreeCollisionManager", fcl_boxes},
#endif
#ifdef ALLIDE_PEER_BULLET
        {"Bullet, btDbvtBroadphase", bullet_boxes},
        {"Bullet, btDbvt alone", bullet_tree_boxes},
#endif
    };
}

// `share` is the largest movement per step along each axis, relative to the mean side length of the boxes.
struct BoxSpeed {
    std::string name;
    double share;
};

class Hall {
  public:
    explicit Hall(std::uint32_t count) : random_(count) {
        // The hall's size is chosen such that each box overlaps one or two others on average.
        const double reach = 20 * std::cbrt(count / 10'000.0);
        for (std::uint32_t i = 0; i < count; ++i) {
            const double thick = size(), high = size();
            boxes_.push_back({place(reach), {thick, high, thick}});
        }
    }
    const std::vector<MovingBox>& boxes() const { return boxes_; }

    // Moves random boxes, a tenth of all, and returns their numbers; a box may be moved and listed twice.
    std::vector<std::uint32_t> step(double share) {
        std::vector<std::uint32_t> moved;
        for (std::size_t i = 0; i < boxes_.size() / 10; ++i) {
            moved.push_back(static_cast<std::uint32_t>(random_.below(boxes_.size())));
            Vec3& middle = boxes_[moved.back()].middle;
            const Vec3 offset = place(share);
            middle = {middle.x + offset.x, middle.y + offset.y, middle.z + offset.z};
        }
        return moved;
    }

    // The candidates that really overlap, sorted: an engine that enlarges boxes lists further candidates.
    std::vector<std::uint64_t> overlapping(std::vector<std::uint64_t> pairs) const {
        std::erase_if(pairs, [&](std::uint64_t key) {
            const MovingBox &a = boxes_[key >> 32], &b = boxes_[key & 0xffffffff];
            return std::abs(a.middle.x - b.middle.x) > a.half.x + b.half.x ||
                   std::abs(a.middle.y - b.middle.y) > a.half.y + b.half.y ||
                   std::abs(a.middle.z - b.middle.z) > a.half.z + b.half.z;
        });
        std::ranges::sort(pairs);
        return pairs;
    }

  private:
    double grid(double reach) { return std::round(64 * random_.between(-reach, reach)) / 64; }
    Vec3 place(double reach) { return {grid(reach), grid(reach), grid(reach)}; }
    double size() { return static_cast<double>(16 + 4 * random_.below(9)) / 64; }

    base::Random random_;
    std::vector<MovingBox> boxes_;
};

struct BoxEngineRun {
    BoxEngine engine;
    std::unique_ptr<BoxWorld> world;
    std::vector<double> seconds = {};
    std::vector<double> ratios = {};  // time divided by allide's, for each step
    bool same = true;                 // true if the pairs equal allide's at every step
};

struct BoxComparison {
    std::vector<BoxEngineRun> runs;  // the run of allide comes first
    std::uint64_t hash = 0, pairs = 0;
};

void run_step(BoxComparison& comparison, Hall& hall, double share) {
    const std::vector<std::uint32_t> moved = hall.step(share);
    std::vector<std::uint64_t> expected;
    for (BoxEngineRun& run : comparison.runs) {
        std::vector<std::uint64_t> pairs;
        run.seconds.push_back(seconds_of([&] {
            for (const std::uint32_t box : moved) run.world->move(box, hall.boxes()[box].middle);
            pairs = run.world->pairs();
        }));
        const std::vector<std::uint64_t> found = hall.overlapping(std::move(pairs));
        if (&run == &comparison.runs.front()) expected = found;
        run.same = run.same && found == expected;
        run.ratios.push_back(run.seconds.back() / comparison.runs.front().seconds.back());
    }
    comparison.pairs = expected.size();
    for (const std::uint64_t key : expected) comparison.hash += mixed(0, key >> 32, key & 0xffffffff);
}

BoxComparison compare_at(double share, std::uint32_t count, int steps) {
    Hall hall(count);
    BoxComparison comparison;
    comparison.runs.push_back({ours, ours.make(hall.boxes())});
    for (const BoxEngine& engine : other_box_engines())
        comparison.runs.push_back({engine, engine.make(hall.boxes())});
    for (BoxEngineRun& run : comparison.runs) run.world->pairs();
    for (int i = 0; i < steps; ++i) run_step(comparison, hall, share);
    return comparison;
}

void add_findings(Report& report, const BoxSpeed& speed, const BoxComparison& comparison) {
    for (const BoxEngineRun& run : comparison.runs) {
        if (&run == &comparison.runs.front()) continue;
        const double goal = run.engine.name.starts_with("FCL") ? 2 : 1, reached = median(run.ratios);
        report.add_finding(reached >= goal && run.same,
                           fmt::format("boxes moving by {}: at least {} times as fast as {}", speed.name,
                                       goal, run.engine.name),
                           fmt::format("{:.3g} times, {}", reached, run.same ? "same pairs" : "OTHER PAIRS"));
    }
}

}  // namespace

void compare_moving_boxes(Report& report, const Settings& settings) {
    const bool quick = settings.size == Size::quick;
    const std::uint32_t count = quick ? 1000 : 10'000;
    report.add_section("Moving boxes");
    report.add_paragraph(fmt::format(
        "{} boxes in a hall; in each step a tenth of them, chosen at random, moves, and all overlapping "
        "pairs are listed. One thread; the engines alternate within each step. Bullet's broad phase returns "
        "pairs of enlarged boxes; pairs that do not overlap are removed outside the measured time.",
        count));
    Table table{.name = "moving-boxes",
                .caption = "One step: the moves and the list of pairs after them; medians over the steps.",
                .columns = {"a step", "engine", "µs per step", "× allide", "pairs", "same pairs", "hash"}};
    for (const BoxSpeed& speed :
         {BoxSpeed{"1/32 of their size", 1.0 / 32}, BoxSpeed{"1/8 of their size", 1.0 / 8},
          BoxSpeed{"1/2 of their size", 0.5}}) {
        const BoxComparison comparison = compare_at(speed.share, count,
                                                    quick                         ? 5
                                                    : settings.size == Size::full ? 300
                                                                                  : 60);
        for (const BoxEngineRun& run : comparison.runs)
            table.add({speed.name, run.engine.name, cell(1e6 * median(run.seconds)), cell(median(run.ratios)),
                       cell(comparison.pairs), run.same ? "yes" : "no",
                       fmt::format("{:016x}", comparison.hash)});
        add_findings(report, speed, comparison);
    }
    report.add(table);
}

}  // namespace allide::bench
