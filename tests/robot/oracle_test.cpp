// Paths of random chains above a horizontal plane, against an oracle of 90 digits.
#include "robot/random_chains.hpp"
#include "support/effort.hpp"

#include <allide/robot.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace allide {
namespace {

using oracle::NinetyDigits;

Model plane_at(double height) {
    MeshData data;
    data.vertices = {{-60, -60, height}, {60, -60, height}, {0, 80, height}};
    data.triangles = {{0, 1, 2}};
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

struct Descent {
    test::RandomChain random;
    std::vector<double> from, to;

    double height(double t) const { return oracle::lowest<double>(random.chain, from, to, t); }
    NinetyDigits fine_height(double t) const {
        return oracle::lowest<NinetyDigits>(random.chain, from, to, NinetyDigits(t));
    }
};

// The time and height of the lowest point, found by sampling and then by golden sections in 90 digits.
struct Lowest {
    double time = 0;
    NinetyDigits height;
};
Lowest lowest_point(const Descent& descent) {
    constexpr int samples = 512;
    std::vector<double> heights;
    for (int i = 0; i <= samples; ++i) heights.push_back(descent.height(1.0 * i / samples));
    const double least = *std::min_element(heights.begin(), heights.end());
    // Every local minimum between samples that may be the lowest is refined in double.
    double best = 0, best_height = heights[0];
    for (int i = 0; i <= samples; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (heights[k] > least + 0.05 || (i > 0 && heights[k - 1] < heights[k]) ||
            (i < samples && heights[k + 1] < heights[k]))
            continue;
        double lo = std::max(0.0, (i - 1.0) / samples), hi = std::min(1.0, (i + 1.0) / samples);
        for (int n = 0; n < 36; ++n) {
            const double a = lo + 0.381966 * (hi - lo), b = lo + 0.618034 * (hi - lo);
            (descent.height(a) < descent.height(b) ? hi : lo) = descent.height(a) < descent.height(b) ? b : a;
        }
        if (!(descent.height(lo) < best_height)) continue;
        best = lo;
        best_height = descent.height(lo);
    }
    // Near the minimum, heights differ by less than the precision of double, so 90 digits are used.
    double lo = std::max(0.0, best - 0x1p-20), hi = std::min(1.0, best + 0x1p-20);
    for (int n = 0; n < 24; ++n) {
        const double a = lo + 0.381966 * (hi - lo), b = lo + 0.618034 * (hi - lo);
        (descent.fine_height(a) < descent.fine_height(b) ? hi : lo) =
            descent.fine_height(a) < descent.fine_height(b) ? b : a;
    }
    const double t = 0.5 * (lo + hi);
    return {t, descent.fine_height(t)};
}

// A time just after the height first falls to `plane`; 1 if no sample is that low.
double first_crossing(const Descent& descent, double plane) {
    constexpr int samples = 4096;
    double before = 0, after = 1;
    for (int i = 1; i <= samples; ++i)
        if (descent.height(1.0 * i / samples) <= plane) {
            after = 1.0 * i / samples;
            before = (i - 1.0) / samples;
            break;
        }
    for (int i = 0; i < 30; ++i) {
        const double middle = 0.5 * (before + after);
        (descent.height(middle) <= plane ? after : before) = middle;
    }
    // The bracket in double has a width of 2⁻⁴². In a graze it may be off by a few rounding errors, so it is
    // widened until it is correct.
    double step = 0x1p-42;
    while (before > 0 && !(descent.fine_height(before) > NinetyDigits(plane)))
        before = std::max(0.0, before - step), step *= 2;
    step = 0x1p-42;
    while (after < 1 && !(descent.fine_height(after) <= NinetyDigits(plane)))
        after = std::min(1.0, after + step), step *= 2;
    for (int i = 0; i < 14; ++i) {
        const double middle = 0.5 * (before + after);
        (descent.fine_height(middle) <= NinetyDigits(plane) ? after : before) = middle;
    }
    return after;
}

Descent random_descent(oracle::Dice& dice) {
    Descent descent{test::random_chain(dice), {}, {}};
    descent.from = test::random_values(dice, descent.random.values, 3.14159);
    descent.to = descent.from;
    for (double& x : descent.to) x += dice.between(-6.28318, 6.28318);
    return descent;
}

TrajectoryCheck check(const Descent& descent, double plane) {
    const Robot robot = Robot::build(test::described(descent.random.chain)).value();
    const std::vector<Obstacle> obstacles{{"plane", plane_at(plane), Pose::identity()}};
    const RobotWorld world = RobotWorld::build(robot, obstacles).value();
    return world.check_trajectory(std::vector{descent.from, descent.to});
}

// The true frame of each link, to 90 digits, is within the computed error bounds.
TEST(RobotOracle, FramesAreWithinTheirBounds) {
    oracle::Dice dice(11);
    for (int i = 0; i < test::effort(300, 10'000); ++i) {
        const test::RandomChain random = test::random_chain(dice);
        const std::vector<double> q = test::random_values(dice, random.values, i % 7 == 0 ? 1e6 : 7);
        const Robot robot = Robot::build(test::described(random.chain)).value();
        const std::vector<PlacedLink> placed = robot.at(q);
        const auto frames = oracle::frames_at<NinetyDigits>(random.chain, q, q, 0);
        for (std::size_t k = 0; k < frames.size(); ++k) {
            const auto& m = placed[k + 1].pose.matrix();
            NinetyDigits turn = 0, shift = 0;
            for (std::size_t r = 0; r < 3; ++r) {
                for (std::size_t c = 0; c < 3; ++c) {
                    const NinetyDigits d = frames[k].rows[r][c] - NinetyDigits(m[4 * r + c]);
                    turn += d * d;
                }
                const NinetyDigits d = frames[k].place[r] - NinetyDigits(m[4 * r + 3]);
                shift += d * d;
            }
            ASSERT_LE(sqrt(turn), NinetyDigits(placed[k + 1].rotation_error)) << i;
            ASSERT_LE(sqrt(shift), NinetyDigits(placed[k + 1].position_error)) << i;
            if (i % 7 != 0) {
                ASSERT_LT(placed[k + 1].position_error, 1e-11);
            }
        }
    }
}

// On random paths, an answer is never clear if there is contact, and never late, and brackets are within the
// tolerance.
TEST(RobotOracle, FirstContactsOfRandomPaths) {
    oracle::Dice dice(12);
    int hits = 0, clear = 0;
    for (int i = 0; i < test::effort(100, 10'000); ++i) {
        const Descent descent = random_descent(dice);
        const Lowest low = lowest_point(descent);
        const double start = descent.height(0), span = start - static_cast<double>(low.height);
        if (span < 0.05) continue;
        const double plane = static_cast<double>(low.height) + dice.between(-0.5, 0.9) * span;
        const TrajectoryCheck found = check(descent, plane);
        if (NinetyDigits(plane) < low.height) {
            EXPECT_EQ(found.outcome, Outcome::clear) << i;
            ++clear;
            continue;
        }
        ++hits;
        const double first = first_crossing(descent, plane);
        ASSERT_EQ(found.outcome, Outcome::impact) << i;
        EXPECT_LE(found.t_hi - found.t_lo, 1e-9) << i;
        EXPECT_LE(found.t_lo, first) << i;
        // The bracket of an impact contains a contact.
        EXPECT_GE(found.t_hi, first - 1e-12) << i;
        EXPECT_EQ(found.free_until, found.t_lo);
        EXPECT_EQ(found.delta, 0);
    }
    EXPECT_GT(hits, 0);
    EXPECT_GT(clear, 0);
}

// Paths whose lowest point, not at an end, is below or above the plane by `depth`.
TEST(RobotOracle, GrazesOfGivenDepths) {
    oracle::Dice dice(13);
    int undecided = 0, grazes = 0;
    for (int i = 0; i < test::effort(40, 10'000); ++i) {
        const Descent descent = random_descent(dice);
        const Lowest low = lowest_point(descent);
        if (low.time < 0.02 || low.time > 0.98 ||
            descent.height(0) < static_cast<double>(low.height) + 0.01) {
            continue;
        }
        for (const double depth : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
            const double inside = static_cast<double>(low.height) + depth;
            const TrajectoryCheck hit = check(descent, inside);
            ASSERT_NE(hit.outcome, Outcome::clear) << i << ' ' << depth;
            ASSERT_NE(hit.outcome, Outcome::touching_at_start) << i << ' ' << depth;
            const double first = first_crossing(descent, inside);
            // Sampling misses short contacts that precede the lowest point, so that `first` may be late.
            EXPECT_LE(hit.t_lo, first) << i << ' ' << depth;
            if (hit.outcome == Outcome::impact) {
                EXPECT_LE(hit.t_hi - hit.t_lo, 1e-9) << i << ' ' << depth;
            }
            if (depth >= 1e-6) {
                ++grazes;
                if (hit.outcome == Outcome::undecided || hit.delta > 0) ++undecided;
            }
            const TrajectoryCheck pass = check(descent, static_cast<double>(low.height) - depth);
            EXPECT_NE(pass.outcome, Outcome::impact) << i << ' ' << depth;
            if (depth >= 1e-6) {
                EXPECT_EQ(pass.outcome, Outcome::clear) << i << ' ' << depth;
            }
        }
    }
    EXPECT_GT(grazes, 0);
    EXPECT_LE(1000 * undecided, grazes);
}

}  // namespace
}  // namespace allide
