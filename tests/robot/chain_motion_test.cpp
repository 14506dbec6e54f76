// The bound of the deviation of a chain's motion from polynomials, compared with the true deviation, and the
// bound of the speed.
#include "robot/point_series.hpp"
#include "robot/random_chains.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace allide {
namespace {

using Real = long double;
using RealVec = oracle::Vec<Real>;
using allide::operator+;
using allide::operator-;
using oracle::operator+;
using oracle::operator-;

RealVec as_real(const Vec3& v) {
    return {v.x, v.y, v.z};
}
Real length_of(const RealVec& v) {
    return std::sqrt(oracle::inner(v, v));
}

// A mover of a random chain, seen from the world or from another link, and the polynomials that follow it.
struct Sample {
    test::RandomChain random;
    std::vector<double> from, to;
    std::size_t joint = 0;  // the mover is the child link of this joint
    std::optional<std::size_t> frame;
    double middle = 0, half = 0;
    std::vector<oracle::Point> points;  // corners of the mover, in its frame
    robot::PointSeries series;
    double speed = 0, frame_error = 0;
};

Sample random_sample(oracle::Dice& dice) {
    Sample out;
    out.random = test::random_chain(dice);
    const std::size_t values = out.random.values, joints = out.random.chain.joints.size();
    out.from = test::random_values(dice, values, 3.2);
    out.to = out.from;
    for (double& x : out.to)
        if (dice.below(5) != 0) x += dice.between(-6.3, 6.3);
    out.joint = dice.below(joints);
    if (dice.below(3) == 0) {
        out.frame = dice.below(joints);
        if (*out.frame == out.joint) out.frame.reset();
    }
    out.half = std::exp2(-dice.between(1.0, 14.0));
    out.middle = dice.between(out.half, 1 - out.half);
    out.points = out.random.chain.corners[out.joint];

    const Robot built = Robot::build(test::described(out.random.chain)).value();
    const detail::RobotData& data = detail::RobotAccess::data(built);
    const std::size_t mover = data.link_numbers.at(std::to_string(out.joint));
    const std::size_t base = out.frame ? data.link_numbers.at(std::to_string(*out.frame)) : 0;
    const robot::Chain chain = robot::chain_between(data, out.frame ? data.nodes[base].group : 0,
                                                    data.nodes[mover].group, std::array{base});
    robot::Stretch stretch{robot::exact_values(data, out.from), {}};
    for (std::size_t k = 0; k < values; ++k)
        stretch.rate.push_back({out.to[k] - out.from[k], 0x1p-52 * std::abs(out.to[k] - out.from[k])});
    std::vector<robot::Ball> at;
    stretch.at(out.middle, at);
    std::vector<robot::Frame> frames(data.nodes.size());
    robot::place_links(data, chain.links, at, frames);
    const robot::LinkShape& shape = *data.shapes[data.first_shape[mover]];
    const robot::ChainMotion motion(data, chain, stretch, at, frames, shape.center, shape.radius, out.half);
    out.series = robot::point_series(motion.series(), robot::place_shape(shape, frames[mover]), frames[mover],
                                     out.frame ? &frames[base] : nullptr);
    out.speed = motion.speed();
    out.frame_error = frames[mover].error_at(0.6) + frames[base].error_at(10);
    return out;
}

// The places of a point at the time u, from −1 to 1, according to the chain and to the polynomials.
RealVec on_chain(const Sample& s, Real u, const oracle::Point& p) {
    const auto frames =
        oracle::frames_at<Real>(s.random.chain, s.from, s.to, Real(s.middle) + Real(s.half) * u);
    const RealVec x = frames[s.joint].place + frames[s.joint].direction(oracle::as_number<Real>(p));
    if (!s.frame) return x;
    const auto& base = frames[*s.frame];
    const RealVec away = x - base.place;
    RealVec out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i] += base.rows[k][i] * away[k];
    return out;
}
RealVec on_series(const robot::PointSeries& series, Real u, const oracle::Point& p) {
    RealVec x{};
    Real power = 1;
    for (std::size_t k = 0; k < 4; ++k, power *= u) {
        const auto& t = series.turn[k];
        x = x + oracle::scaled(power, as_real(series.shift[k]));
        for (std::size_t j = 0; j < 3; ++j) x = x + oracle::scaled(power * Real(p[j]), as_real(t[j]));
    }
    return x;
}

Real largest_deviation(const Sample& s, const robot::PointSeries& series) {
    Real worst = 0;
    for (int k = -8; k <= 8; ++k)
        for (const oracle::Point& p : s.points)
            worst =
                std::max(worst, length_of(on_chain(s, Real(k) / 8, p) - on_series(series, Real(k) / 8, p)));
    return worst;
}

// A bound of the rounding error of long double, for points within 10 of the origin.
constexpr Real rounding = 1e-16L;

TEST(ChainMotion, TrueDeviationIsNeverAboveTheBound) {
    oracle::Dice dice(21);
    Real largest = 0;
    int near = 0, relative = 0;
    const int samples = test::effort(6'000, 1'000'000);
    for (int i = 0; i < samples; ++i) {
        const Sample s = random_sample(dice);
        const Real deviation = largest_deviation(s, s.series), bound = s.series.error;
        ASSERT_LE(deviation, bound + rounding) << i;
        if (bound > 1e-10L) largest = std::max(largest, deviation / bound);
        // These samples would violate a bound half as large.
        if (deviation > 0.5L * bound) ++near;
        relative += s.frame ? 1 : 0;
    }
    EXPECT_GT(largest, 0.9L);
    EXPECT_GT(near, samples / 100);
    EXPECT_GT(relative, samples / 10);
}

// A series with one coefficient that is slightly wrong exceeds the bound: every coefficient is tested.
TEST(ChainMotion, MutatedSeriesAreCaught) {
    oracle::Dice dice(22);
    std::array<int, 4> caught{};
    const int samples = 1000;
    for (int i = 0; i < samples; ++i) {
        const Sample s = random_sample(dice);
        for (std::size_t k = 0; k < 4; ++k) {
            robot::PointSeries mutated = s.series;
            const double factor = k == 0 ? 1 + 1e-6 : k == 3 ? 0.5 : 0.9;
            for (Vec3& column : mutated.turn[k]) column = factor * column;
            mutated.shift[k] = factor * mutated.shift[k];
            caught[k] += largest_deviation(s, mutated) > Real(s.series.error) + rounding ? 1 : 0;
        }
    }
    for (std::size_t k = 0; k < 4; ++k) EXPECT_GT(caught[k], samples / 8) << k;
}

// No point is farther from its place in the middle of the interval than the series says.
TEST(ChainMotion, PointsGoNoFartherThanTheirWay) {
    oracle::Dice dice(24);
    for (int i = 0; i < test::effort(1'000, 100'000); ++i) {
        const Sample s = random_sample(dice);
        for (const oracle::Point& p : s.points)
            for (int k = -4; k <= 4; ++k)
                ASSERT_LE(length_of(on_chain(s, Real(k) / 4, p) - on_chain(s, 0, p)),
                          Real(s.series.way) + rounding)
                    << i;
    }
}

TEST(ChainMotion, PointsAreNeverFasterThanTheSpeed) {
    oracle::Dice dice(23);
    Real largest = 0;
    for (int i = 0; i < test::effort(1'000, 100'000); ++i) {
        const Sample s = random_sample(dice);
        if (s.speed == 0) continue;
        for (const oracle::Point& p : s.points)
            for (int k = 0; k < 8; ++k) {
                const Real a = Real(k) / 4 - 1, b = Real(k + 1) / 4 - 1;
                const Real way = length_of(on_chain(s, b, p) - on_chain(s, a, p));
                const Real most = Real(s.speed) * 2 * s.half / 8;
                ASSERT_LE(way, most + rounding) << i;
                largest = std::max(largest, way / most);
            }
    }
    EXPECT_GT(largest, 0.9L);
}

// Joints that commute, here prismatic ones, cause no deviation other than rounding.
TEST(ChainMotion, SlidingJointsHaveNoDeviation) {
    oracle::JointChain chain;
    for (int i = 0; i < 3; ++i) {
        oracle::ChainJoint joint;
        joint.parent = i - 1;
        joint.slides = true;
        joint.axis = {1.0 * (i == 0), 1.0 * (i == 1), 1.0 * (i == 2)};
        joint.source = i;
        chain.joints.push_back(joint);
        chain.corners.push_back({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    }
    const Robot built = Robot::build(test::described(chain)).value();
    const detail::RobotData& data = detail::RobotAccess::data(built);
    const robot::Chain links = robot::chain_between(data, 0, 3, {});
    const robot::Stretch stretch{{{0, 0}, {0, 0}, {0, 0}}, {{1, 0}, {2, 0}, {3, 0}}};
    std::vector<robot::Ball> at;
    stretch.at(0.5, at);
    std::vector<robot::Frame> frames(data.nodes.size());
    robot::place_links(data, links.links, at, frames);
    const robot::ChainMotion motion(data, links, stretch, at, frames, {0, 0, 0}, 1, 0.5);
    EXPECT_NEAR(motion.speed(), 6, 1e-6);
    EXPECT_LT(motion.series().error, 1e-11);
}

}  // namespace
}  // namespace allide
