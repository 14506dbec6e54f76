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

// Only the relative position matters: A stays at the origin, B is at the difference of two points of the
// ball.
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
    return {{"cube – cube", GeneratedShape::cube, GeneratedShape::cube},
            {"cube – antiprism", GeneratedShape::cube, GeneratedShape::antiprism},
            {"antiprism – antiprism", GeneratedShape::antiprism, GeneratedShape::antiprism},
            {"icosahedron – octahedron", GeneratedShape::icosahedron, GeneratedShape::octahedron}};
}

ConvexBody body_of(GeneratedShape shape) {
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
    std::vector<std::function<void()>> timed_queries;
    for (const auto& ask : questions)
        timed_queries.push_back([&poses, &ask] {
            std::size_t yes = 0;
            for (const Pose& pose : poses) yes += ask(pose) ? 1 : 0;
            keep(yes);
        });
    std::vector<double> seconds = interleaved_medians(rounds, timed_queries);
    for (double& s : seconds) s /= static_cast<double>(std::max<std::size_t>(poses.size(), 1));
    return seconds;
}

void run_paper_003(Report& report, const Settings& settings) {
    report.add_paragraph(
        fmt::format("Two convex bodies, scaled to the cube of size 2, are placed at random positions and "
                    "orientations in a ball, {} times; the ball's size is chosen such that a quarter, or "
                    "three quarters, of the poses are collisions. The paper gives neither the size of its "
                    "bodies nor the distribution of its motions. Its times are µs on a Xeon of 2.8 GHz of "
                    "2008, so only ratios are comparable. Poses are first sorted by their answers and timed "
                    "in groups, since one query is shorter than the resolution of the clock.",
                    repeats_of_paper_003(settings.size)));
    bodies_and_boxes(report);
    inner_box_tables(report, settings);
    convex_detector_tables(report, settings);
}

}  // namespace allide::bench
