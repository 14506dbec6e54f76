// 10,000 boxes in a hall, a tenth of which moves in each step: the time to list all overlapping pairs.
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

// The distance that a box moves in a step, in units of the mean length of its sides.
struct Pace {
    std::string name;
    double share;
};

class Hall {
  public:
    explicit Hall(std::uint32_t count) : random_(count) {
        // Each box overlaps one or two others on average.
        const double reach = 20 * std::cbrt(count / 10'000.0);
        for (std::uint32_t i = 0; i < count; ++i) {
            const double thick = size(), high = size();
            boxes_.push_back({place(reach), {thick, high, thick}});
        }
    }
    const std::vector<MovingBox>& boxes() const { return boxes_; }

    // Chooses a tenth of the boxes and their next positions.
    std::vector<std::uint32_t> step(double share) {
        std::vector<std::uint32_t> moved;
        for (std::size_t i = 0; i < boxes_.size() / 10; ++i) {
            moved.push_back(static_cast<std::uint32_t>(random_.below(boxes_.size())));
            Vec3& middle = boxes_[moved.back()].middle;
            const Vec3 way = place(share);
            middle = {middle.x + way.x, middle.y + way.y, middle.z + way.z};
        }
        return moved;
    }

    // The pairs that really overlap, sorted. An engine with enlarged boxes lists more candidates.
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

struct Runner {
    BoxEngine engine;
    std::unique_ptr<BoxWorld> world;
    std::vector<double> seconds = {};
    std::vector<double> ratios = {};  // relative to allide, per step
    bool same = true;                 // true if the pairs equal allide's at every step
};

struct BoxRace {
    std::vector<Runner> runners;  // allide first
    std::uint64_t hash = 0, pairs = 0;
};

void run_step(BoxRace& race, Hall& hall, double share) {
    const std::vector<std::uint32_t> moved = hall.step(share);
    std::vector<std::uint64_t> expected;
    for (Runner& runner : race.runners) {
        std::vector<std::uint64_t> pairs;
        runner.seconds.push_back(seconds_of([&] {
            for (const std::uint32_t box : moved) runner.world->move(box, hall.boxes()[box].middle);
            pairs = runner.world->pairs();
        }));
        const std::vector<std::uint64_t> found = hall.overlapping(std::move(pairs));
        if (&runner == &race.runners.front()) expected = found;
        runner.same = runner.same && found == expected;
        runner.ratios.push_back(runner.seconds.back() / race.runners.front().seconds.back());
    }
    race.pairs = expected.size();
    for (const std::uint64_t key : expected) race.hash += mixed(0, key >> 32, key & 0xffffffff);
}

BoxRace race_at(double share, std::uint32_t count, int steps) {
    Hall hall(count);
    BoxRace race;
    race.runners.push_back({ours, ours.make(hall.boxes())});
    for (const BoxEngine& engine : other_box_engines())
        race.runners.push_back({engine, engine.make(hall.boxes())});
    for (Runner& runner : race.runners) runner.world->pairs();
    for (int i = 0; i < steps; ++i) run_step(race, hall, share);
    return race;
}

void note_bars(Report& report, const Pace& pace, const BoxRace& race) {
    for (const Runner& runner : race.runners) {
        if (&runner == &race.runners.front()) continue;
        const double bar = runner.engine.name.starts_with("FCL") ? 2 : 1, reached = median(runner.ratios);
        report.find(reached >= bar && runner.same,
                    fmt::format("boxes that move {}: at least {} times as fast as {}", pace.name, bar,
                                runner.engine.name),
                    fmt::format("{:.3g} times, {}", reached, runner.same ? "same pairs" : "OTHER PAIRS"));
    }
}

}  // namespace

void race_of_moving_boxes(Report& report, const Settings& settings) {
    const bool quick = settings.size == Size::quick;
    const std::uint32_t count = quick ? 1000 : 10'000;
    report.section("Boxes that move");
    report.say(fmt::format(
        "{} boxes in a hall; in each step a tenth of them, chosen at random, moves, and all "
        "overlapping pairs are listed. One thread; the engines alternate within each step. Bullet's broad "
        "phase hands on pairs of fat boxes; those that do not overlap are left out after the clock "
        "has stopped.",
        count));
    Table table{.name = "moving-boxes",
                .caption = "A step of moves and the list of pairs after it, medians over the steps.",
                .columns = {"a step", "engine", "µs a step", "× allide", "pairs", "same pairs", "hash"}};
    for (const Pace& pace : {Pace{"a 32nd of their size", 1.0 / 32}, Pace{"an eighth of it", 1.0 / 8},
                             Pace{"half of it", 0.5}}) {
        const BoxRace race = race_at(pace.share, count, quick ? 5 : settings.size == Size::full ? 300 : 60);
        for (const Runner& runner : race.runners)
            table.add({pace.name, runner.engine.name, cell(1e6 * median(runner.seconds)),
                       cell(median(runner.ratios)), cell(race.pairs), runner.same ? "yes" : "no",
                       fmt::format("{:016x}", race.hash)});
        note_bars(report, pace, race);
    }
    report.add(table);
}

}  // namespace allide::bench
