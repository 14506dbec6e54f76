#include "papers/paper_003.hpp"

#include "base/random.hpp"
#include "papers/papers.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

std::array<double, 4> random_turn(base::Random& random) {
    for (;;) {
        std::array<double, 4> q{};
        double square = 0;
        for (double& part : q) {
            part = random.between(-1, 1);
            square += part * part;
        }
        if (square > 1 || square < 0.01) continue;
        for (double& part : q) part /= std::sqrt(square);
        return q;
    }
}

Vec3 in_unit_ball(base::Random& random) {
    for (;;) {
        const Vec3 p{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        if (p.x * p.x + p.y * p.y + p.z * p.z <= 1) return p;
    }
}

// Only the relative position counts: A stays at the origin, B is at the difference of two points of the ball.
std::vector<Pose> places_in_ball(double radius, std::size_t count) {
    base::Random random(2008);
    std::vector<Pose> poses;
    while (poses.size() < count) {
        const Vec3 p = in_unit_ball(random), q = in_unit_ball(random);
        const Vec3 apart{radius * (p.x - q.x), radius * (p.y - q.y), radius * (p.z - q.z)};
        poses.push_back(Pose::from_quaternion(apart, random_turn(random)).value());
    }
    return poses;
}

double share_of_collisions(const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& poses) {
    std::size_t hits = 0;
    for (const Pose& pose : poses)
        if (overlap_solid(a.at_rest(), b.at(pose)).verdict == BodyVerdict::yes) ++hits;
    return static_cast<double>(hits) / static_cast<double>(poses.size());
}

}  // namespace

std::vector<ConvexPair> pairs_of_paper_003() {
    return {{"cube – cube", Shape::cube, Shape::cube},
            {"cube – antiprism", Shape::cube, Shape::antiprism},
            {"antiprism – antiprism", Shape::antiprism, Shape::antiprism},
            {"icosahedron – octahedron", Shape::icosahedron, Shape::octahedron}};
}

ConvexBody body_of(Shape shape) {
    return ConvexBody::from_mesh(generate(shape).value()).value();
}

RandomPlaces random_places(const ConvexBody& a, const ConvexBody& b, double share, std::size_t count) {
    double low = 0.1, high = 10;
    for (int i = 0; i < 20; ++i) {
        const double middle = std::sqrt(low * high);
        (share_of_collisions(a, b, places_in_ball(middle, 4000)) > share ? low : high) = middle;
    }
    return {high, places_in_ball(high, count)};
}

std::size_t repeats_of_paper_003(Size size) {
    return size == Size::quick ? 500 : 100'000;
}

int rounds_of_paper_003(Size size) {
    return size == Size::quick ? 1 : size == Size::standard ? 3 : 9;
}

std::vector<double> mean_times(const std::vector<Pose>& poses, int rounds,
                               const std::vector<std::function<bool(const Pose&)>>& questions) {
    std::vector<std::function<void()>> rivals;
    for (const auto& ask : questions)
        rivals.push_back([&poses, &ask] {
            std::size_t yes = 0;
            for (const Pose& pose : poses) yes += ask(pose) ? 1 : 0;
            keep(yes);
        });
    std::vector<double> seconds = interleaved_medians(rounds, rivals);
    for (double& s : seconds) s /= static_cast<double>(std::max<std::size_t>(poses.size(), 1));
    return seconds;
}

void run_paper_003(Report& report, const Settings& settings) {
    report.say(fmt::format(
        "Two convex bodies in the cube of size 2 stand at random in a ball, both turned at random, {} times; "
        "the "
        "ball is made so large that a quarter, or three quarters, of the places are collisions. The paper "
        "does "
        "not say how large its bodies are, nor how its motions are drawn. Its times are µs on a Xeon of 2.8 "
        "GHz "
        "of 2008: compare ratios. Poses are sorted by their answers first and timed in groups, since one "
        "question is shorter than what a clock can tell.",
        repeats_of_paper_003(settings.size)));
    bodies_and_boxes(report);
    inner_box_tables(report, settings);
    convex_detector_tables(report, settings);
}

}  // namespace allide::bench
