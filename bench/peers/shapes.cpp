#include "peers/shapes.hpp"

#include "base/random.hpp"
#include "peers/body_scene.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/shape.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace allide::bench {
namespace {

std::vector<BodyEngine> other_engines() {
    return {
#ifdef ALLIDE_PEER_FCL
        {"FCL, DynamicAABBTreeCollisionManager", 2, fcl_bodies},
#endif
#ifdef ALLIDE_PEER_BULLET
        {"Bullet, btDbvtBroadphase and GJK", 1, bullet_bodies},
#endif
    };
}

// Bodies of about size 1 in a cube: half of them are boxes, half are hulls of 12 points.
class Swarm {
  public:
    // Places the bodies at random in a cube or, if spacing > 0, near the points of a lattice, so that none
    // touch.
    Swarm(std::uint32_t count, double side, double spacing) : random_(count) {
        const auto row = static_cast<std::uint32_t>(std::ceil(std::cbrt(count)));
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 node{double(i % row), double(i / row % row), double(i / row / row)};
            const Vec3 place = spacing > 0 ? spacing * node + 0.1 * cube() : side / 2 * cube();
            bodies_.push_back(
                {i % 2 == 0 ? box() : hull(),
                 Pose::rotation(direction(), radians(random_.between(0, 6))).translated(place)});
        }
    }
    const std::vector<MovingBody>& bodies() const { return bodies_; }
    void step() {
        for (MovingBody& one : bodies_) {
            const Pose turn = Pose::rotation(direction(), radians(random_.between(0, 0.05)));
            const Vec3 place = one.pose.position();
            one.pose = (turn * one.pose.translated(-place)).translated(place + 0.02 * cube());
        }
    }

  private:
    Vec3 cube() { return {random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1)}; }
    Vec3 direction() {
        const Vec3 d = cube();
        return d == Vec3{} ? Vec3{0, 0, 1} : normalized(d);
    }
    ConvexBody box() {
        const auto half = [&] { return random_.between(0.2, 0.5); };
        return ConvexBody::box({half(), half(), half()}).value();
    }
    ConvexBody hull() {
        std::vector<Vec3> points;
        for (int i = 0; i < 12; ++i) points.push_back(random_.between(0.3, 0.5) * direction());
        return ConvexBody::from_points(points).value();
    }

    base::Random random_;
    std::vector<MovingBody> bodies_;
};

// The query that is measured in each step.
enum class SceneQuestion { colliding, least_distance, distances };

struct SceneAnswer {
    std::vector<std::uint64_t> pairs;
    double number = 0;
    bool known = true;
};

constexpr double within = 0.25;

SceneAnswer ask(BodyScene& scene, SceneQuestion question) {
    SceneAnswer answer;
    switch (question) {
        case SceneQuestion::colliding:
            answer.pairs = scene.colliding();
            std::ranges::sort(answer.pairs);
            break;
        case SceneQuestion::least_distance:
            answer.number = scene.least_distance();
            break;
        case SceneQuestion::distances: {
            const BodyScene::Distances all = scene.distances(within);
            answer.number = all.sum;
            break;
        }
    }
    answer.known = answer.number >= 0;
    return answer;
}

// How much two answers differ: the share of pairs that are in one list only, or the relative difference of
// two numbers.
double difference(const SceneAnswer& a, const SceneAnswer& b) {
    if (a.pairs.empty() && b.pairs.empty())
        return std::abs(a.number - b.number) / std::max({a.number, b.number, 1e-300});
    std::vector<std::uint64_t> other;
    std::ranges::set_symmetric_difference(a.pairs, b.pairs, std::back_inserter(other));
    return static_cast<double>(other.size()) / static_cast<double>(std::max<std::size_t>(a.pairs.size(), 1));
}

struct SceneRun {
    std::string name;
    double goal;
    std::unique_ptr<BodyScene> scene;
    std::vector<double> seconds = {}, ratios = {};
    double worst = 0;  // largest difference to allide's answers
    bool known = true;
};

void compare_scenes(Report& report, const Settings& settings, Table& table) {
    const bool quick = settings.size == Size::quick;
    const std::uint32_t count = quick ? 300 : 10'000;
    const int steps = quick ? 3 : settings.size == Size::full ? 60 : 15;
    struct Case {
        const char* name;
        SceneQuestion question;
        double side;  // side of the cube that contains 10,000 bodies
        double spacing;
    };
    for (const Case& one : {Case{"colliding pairs", SceneQuestion::colliding, 25, 0},
                            Case{"smallest distance", SceneQuestion::least_distance, 0, 2.2},
                            Case{"all distances up to 1/4", SceneQuestion::distances, 25, 0}}) {
        Swarm swarm(count, one.side * std::cbrt(count / 10'000.0), one.spacing);
        // The query for distances needs larger boxes in engines that cannot enlarge them per query.
        const double margin = one.question == SceneQuestion::distances ? within : 0;
        std::vector<SceneRun> runs;
        runs.push_back({"allide", 0, our_bodies(swarm.bodies(), margin)});
        for (const BodyEngine& engine : other_engines())
            runs.push_back({engine.name, engine.goal, engine.make(swarm.bodies(), margin)});
        for (SceneRun& run : runs) ask(*run.scene, one.question);
        std::uint64_t hash = 0;
        for (int i = 0; i < steps; ++i) {
            swarm.step();
            std::optional<SceneAnswer> ours;
            for (SceneRun& run : runs) {
                SceneAnswer answer;
                run.seconds.push_back(seconds_of([&] {
                    for (std::uint32_t body = 0; body < count; ++body)
                        run.scene->move(body, swarm.bodies()[body].pose);
                    answer = ask(*run.scene, one.question);
                }));
                run.known = run.known && answer.known;
                run.ratios.push_back(run.seconds.back() / runs.front().seconds.back());
                if (!ours) ours = answer;
                run.worst = std::max(run.worst, difference(*ours, answer));
            }
            for (const std::uint64_t key : ours->pairs) hash += mixed(0, key >> 32, key & 0xffffffff);
        }
        for (const SceneRun& run : runs) {
            if (!run.known) continue;
            table.add({one.name, run.name, cell(1e3 * median(run.seconds)), cell(median(run.ratios)),
                       fmt::format("{:.2g}", run.worst), fmt::format("{:016x}", hash)});
            // The other engines round, so a few pairs that barely touch differ.
            if (run.goal > 0)
                report.add_finding(median(run.ratios) >= run.goal && run.worst < 0.01,
                                   fmt::format("{} of {} moving bodies: at least {} times as fast as {}",
                                               one.name, count, run.goal, run.name),
                                   fmt::format("{:.3g} times", median(run.ratios)));
        }
    }
}

#ifdef ALLIDE_PEER_FCL

// Points of a wavy floor with noise, as a depth camera would see them.
std::vector<Vec3> scan_points(std::size_t count) {
    base::Random random(7);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double u = random.between(-2, 2), v = random.between(-2, 2),
                     noise = random.between(-0.002, 0.002);
        points.push_back({u, v, 0.25 * std::sin(3 * u) * std::cos(2 * v) + noise});
    }
    return points;
}

void compare_clouds(Report& report, const Settings& settings, Table& table) {
    const bool quick = settings.size == Size::quick;
    const std::vector<Vec3> points = scan_points(quick ? 20'000 : 1'000'000);
    const double resolution = quick ? 0.02 : 0.005;
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = quick ? 1000u : 12'544u}).value();
    const Model model = Model::build(torus).value();
    std::vector<Box> boxes;
    const auto fcl = fcl_cloud(points, resolution, torus, boxes);
    const Shape mesh = model, cells = Shape::cells(boxes).value(),
                balls = Shape::points(points, resolution / 2).value();
    std::vector<double> with_cells, with_balls;
    struct Height {
        const char* name;
        double z;
    };
    for (const Height& height : {Height{"deep", 0}, Height{"touching", 0.5}, Height{"above", 0.62}}) {
        std::vector<Pose> poses;
        base::Random random(3);
        for (int i = 0; i < (quick ? 5 : 25); ++i)
            poses.push_back(
                Pose::rotation({0, 0, 1}, radians(random.between(0, 6)))
                    .translated({random.between(-0.5, 0.5), random.between(-0.5, 0.5), height.z}));
        std::vector<bool> of_fcl, of_cells;
        std::size_t of_balls = 0;
        const auto times = interleaved_medians(
            quick ? 1 : 3,
            {[&] {
                 of_cells.clear();
                 for (const Pose& pose : poses)
                     of_cells.push_back(collides(mesh.at(pose), cells.at_rest()) == BodyVerdict::yes);
             },
             [&] {
                 of_balls = 0;
                 for (const Pose& pose : poses)
                     of_balls += collides(mesh.at(pose), balls.at_rest()) == BodyVerdict::yes;
             },
             [&] {
                 of_fcl.clear();
                 for (const Pose& pose : poses) of_fcl.push_back(fcl->collides(pose));
             }});
        std::size_t other = 0, yes = 0;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            other += of_fcl[i] != of_cells[i];
            yes += of_cells[i];
        }
        const double per = 1e6 / static_cast<double>(poses.size());
        table.add({height.name, cell(boxes.size()), cell(yes), cell(other), cell(of_balls),
                   cell(times[0] * per), cell(times[1] * per), cell(times[2] * per),
                   cell(times[2] / times[0]), cell(times[2] / times[1])});
        with_cells.push_back(times[2] / times[0]);
        with_balls.push_back(times[2] / times[1]);
    }
    const auto mean = [](const std::vector<double>& ratios) {
        double sum = 0;
        for (const double ratio : ratios) sum += std::log(ratio);
        return std::exp(sum / static_cast<double>(ratios.size()));
    };
    report.add_finding(
        std::min(mean(with_cells), mean(with_balls)) >= 5,
        fmt::format("{} points, geometric mean: at least 5 times as fast as FCL with OctoMap", points.size()),
        fmt::format("{:.3g} times with cells, {:.3g} with balls", mean(with_cells), mean(with_balls)));
}

#endif

}  // namespace

void report_shapes(Report& report, const Settings& settings) {
    report.add_section("Moving convex bodies");
    report.add_paragraph(
        "Boxes and hulls of 12 points in a cube. In each step all of them move and turn a little; then one "
        "question is "
        "asked. One thread; the engines alternate within each step. Bullet computes in single precision, and "
        "with hulls "
        "without margin. Differences: pairs that only one engine lists, or the relative difference of the "
        "numbers, in "
        "the worst step.");
    Table scenes{.name = "moving-bodies",
                 .caption = "One step: all moves and the answer; medians over the steps.",
                 .columns = {"question", "engine", "ms per step", "× allide", "difference", "hash"}};
    compare_scenes(report, settings, scenes);
    report.add(scenes);
#ifdef ALLIDE_PEER_FCL
    report.add_section("Point clouds");
    report.add_paragraph(
        "A torus at random places over points of a wavy ground, which OctoMap collects into cells. allide "
        "answers for the "
        "same cells, and for the points as balls of half the cells' size.");
    Table clouds{.name = "point-clouds",
                 .caption = "Contact test; medians over the rounds.",
                 .columns = {"torus", "cells", "contacts", "FCL differs", "contacts of balls", "µs, cells",
                             "µs, balls", "µs, FCL", "FCL / cells", "FCL / balls"}};
    compare_clouds(report, settings, clouds);
    report.add(clouds);
#endif
}

}  // namespace allide::bench
