// The bound of the deviation of a chain's motion from a screw, compared with the true deviation, and the
// bound of the speed.
#include "robot/chain.hpp"
#include "robot/random_chains.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>

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

// A mover of a random chain, and the screw that approximates it on an interval.
struct Sample {
    test::RandomChain random;
    std::vector<double> from, to;
    std::size_t joint = 0;  // the mover: the link that this joint carries
    double middle = 0, half = 0;
    std::vector<oracle::Point> points;  // in the mover's frame
    robot::ScrewFit fit;
    robot::ScrewStart start;
    double speed = 0, frame_error = 0;
};

Sample random_sample(oracle::Dice& dice) {
    Sample out;
    out.random = test::random_chain(dice);
    const std::size_t values = out.random.values;
    out.from = test::random_values(dice, values, 3.2);
    out.to = out.from;
    for (double& x : out.to)
        if (dice.below(5) != 0) x += dice.between(-6.3, 6.3);
    out.joint = dice.below(out.random.chain.joints.size());
    out.half = std::exp2(-dice.between(1.0, 14.0));
    out.middle = dice.between(out.half, 1 - out.half);
    Box box = Box::empty();
    for (int i = 0; i < 8; ++i) {
        oracle::Point p{};
        for (double& x : p) x = dice.between(-0.3, 0.3);
        out.points.push_back(p);
        box.grow(Vec3{p[0], p[1], p[2]});
    }
    double radius = 0;
    for (const oracle::Point& p : out.points)
        radius = std::max(radius, length(Vec3{p[0], p[1], p[2]} - box.center()) * (1 + 1e-12));

    const Robot built = Robot::build(test::described(out.random.chain)).value();
    const detail::RobotData& data = detail::RobotAccess::data(built);
    const std::size_t mover = data.link_numbers.at(std::to_string(out.joint));
    const robot::Chain chain = robot::chain_between(data, 0, data.nodes[mover].group, {});
    robot::Stretch stretch{robot::exact_values(data, out.from), {}};
    for (std::size_t k = 0; k < values; ++k)
        stretch.rate.push_back({out.to[k] - out.from[k], 0x1p-52 * std::abs(out.to[k] - out.from[k])});
    std::vector<robot::Ball> at;
    stretch.at(out.middle, at);
    std::vector<robot::Frame> frames(data.nodes.size());
    robot::place_links(data, chain.links, at, frames);
    const robot::ChainMotion motion(data, chain, stretch, at, frames, box.center(), radius, out.half);
    out.fit = motion.fit();
    out.speed = motion.speed();
    out.start = robot::start_of(out.fit, frames[mover], 0.6);
    out.frame_error = frames[mover].error_at(0.6);
    return out;
}

// Where the chain, and where the screw, puts a point at `share` of the interval, from 0 to 1.
RealVec on_chain(const Sample& s, Real share, const oracle::Point& p) {
    const Real t = Real(s.middle) - Real(s.half) + 2 * Real(s.half) * share;
    const auto frames = oracle::frames_at<Real>(s.random.chain, s.from, s.to, t);
    return frames[s.joint].place + frames[s.joint].direction(oracle::as_number<Real>(p));
}
RealVec on_screw(const Sample& s, Real share, const oracle::Point& p) {
    const auto& m = s.start.pose.matrix();
    RealVec x{};
    for (std::size_t i = 0; i < 3; ++i)
        x[i] = Real(m[4 * i]) * p[0] + Real(m[4 * i + 1]) * p[1] + Real(m[4 * i + 2]) * p[2] + m[4 * i + 3];
    if (s.fit.linear) return x + oracle::scaled(share, as_real(s.fit.translation));
    const RealVec axis = as_real(s.fit.screw.axis), point = as_real(s.fit.screw.point);
    const auto turn = oracle::rotation<Real>(axis, share * Real(s.fit.screw.angle.in_radians()));
    const RealVec v = x - point;
    const RealVec turned{oracle::inner(turn[0], v), oracle::inner(turn[1], v), oracle::inner(turn[2], v)};
    return point + turned + oracle::scaled(share * Real(s.fit.screw.advance) / length_of(axis), axis);
}

Real largest_deviation(const Sample& s) {
    Real worst = 0;
    for (int k = 0; k <= 16; ++k)
        for (const oracle::Point& p : s.points) {
            const Real share = Real(k) / 16;
            worst = std::max(worst, length_of(on_chain(s, share, p) - on_screw(s, share, p)));
        }
    return worst;
}

Real bound_of(const Sample& s) {
    return Real(s.fit.delta) + s.start.error + s.frame_error;
}

// Long double's own rounding, for points within 10 of the origin.
constexpr Real rounding = 1e-16L;

TEST(ChainMotion, TrueDeviationIsNeverAboveTheBound) {
    oracle::Dice dice(21);
    Real largest = 0;
    int screws = 0, broken_by_mutation = 0;
    const int samples = test::effort(6'000, 1'000'000);
    for (int i = 0; i < samples; ++i) {
        const Sample s = random_sample(dice);
        const Real deviation = largest_deviation(s), bound = bound_of(s);
        ASSERT_LE(deviation, bound + rounding) << i;
        if (bound > 1e-10L) largest = std::max(largest, deviation / bound);
        screws += s.fit.linear ? 0 : 1;
        // A bound that were 30 % too small would be seen.
        if (deviation > 0.7L * bound) ++broken_by_mutation;
    }
    EXPECT_GT(largest, 0.9L);
    EXPECT_GT(screws, samples / 2);
    EXPECT_GT(broken_by_mutation, samples / 100);
}

// Each term of the bound is needed: without the correction's own deviation or with another share of the
// interval the measured deviations exceed what is left.
TEST(ChainMotion, MutatedScrewsAreCaught) {
    oracle::Dice dice(22);
    int wrong_angle = 0, no_correction = 0, wrong_axis = 0;
    const int samples = 400;
    for (int i = 0; i < samples; ++i) {
        Sample s = random_sample(dice);
        if (s.fit.linear || s.fit.angle < 1e-3) continue;
        Sample mutated = s;
        mutated.fit.screw.angle = radians(s.fit.angle * 1.2);
        wrong_angle += largest_deviation(mutated) > bound_of(s) ? 1 : 0;
        mutated = s;
        mutated.fit.screw.axis = s.fit.screw.axis + Vec3{0.1, 0.1, 0.1};
        wrong_axis += largest_deviation(mutated) > bound_of(s) ? 1 : 0;
        mutated = s;
        for (double Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z})
            mutated.fit.screw.point.*c -= 4 * s.fit.correction_shift.*c;
        no_correction += largest_deviation(mutated) > bound_of(s) ? 1 : 0;
    }
    EXPECT_GT(wrong_angle, samples / 8);
    EXPECT_GT(wrong_axis, samples / 8);
    EXPECT_GT(no_correction, 0);
}

TEST(ChainMotion, PointsAreNeverFasterThanTheSpeed) {
    oracle::Dice dice(23);
    Real largest = 0;
    for (int i = 0; i < test::effort(1'000, 100'000); ++i) {
        const Sample s = random_sample(dice);
        if (s.speed == 0) continue;
        for (const oracle::Point& p : s.points)
            for (int k = 0; k < 8; ++k) {
                const Real a = Real(k) / 8, b = Real(k + 1) / 8;
                const Real way = length_of(on_chain(s, b, p) - on_chain(s, a, p));
                const Real most = Real(s.speed) * 2 * s.half / 8;
                ASSERT_LE(way, most + rounding) << i;
                largest = std::max(largest, way / most);
            }
    }
    EXPECT_GT(largest, 0.9L);
}

// Joints that commute, here sliding ones, leave no deviation but that of rounding.
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
    EXPECT_TRUE(motion.fit().linear);
    EXPECT_LT(motion.fit().delta, 1e-11);
}

}  // namespace
}  // namespace allide
