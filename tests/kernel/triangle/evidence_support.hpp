// Shared by the evidence tests: posed pairs, and a judge that compares the kernel with the oracle.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"
#include "oracle/pairs.hpp"
#include "oracle/poses.hpp"
#include "oracle/rational.hpp"
#include "support/effort.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <ios>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace allide::test {

// Two triangles in local coordinates, and their poses.
struct Case {
    oracle::Triangle a, b;
    oracle::Matrix pose_a = oracle::identity, pose_b = oracle::identity;
};

inline kernel::Triangle to_kernel(const oracle::Triangle& t) {
    const auto vec = [](const oracle::Point& p) { return Vec3{p[0], p[1], p[2]}; };
    return {vec(t[0]), vec(t[1]), vec(t[2])};
}

inline Pose to_pose(const oracle::Matrix& m) {
    return Pose::from_matrix(m).value();
}

// Numbers are hexadecimal, so that a failing case can be pasted into a test.
inline std::string text(const Case& c) {
    std::ostringstream out;
    out << std::hexfloat;
    const auto numbers = [&](const char* name, const auto& values) {
        out << "\n  " << name << " {";
        for (std::size_t i = 0; i < values.size(); ++i) out << (i == 0 ? "" : ", ") << values[i];
        out << "}";
    };
    for (const oracle::Point& p : c.a) numbers("a", p);
    for (const oracle::Point& p : c.b) numbers("b", p);
    numbers("pose_a", c.pose_a);
    numbers("pose_b", c.pose_b);
    return out.str();
}

inline bool oracle_touch(const Case& c) {
    return oracle::touch(c.a, c.pose_a, c.b, c.pose_b);
}

// Compares touch() and touch_exact() of the kernel with the oracle, and prints the first few wrong answers in
// full.
class Judge {
  public:
    ~Judge() {
        if (wrong_ > 0) ADD_FAILURE() << wrong_ << " of " << (touching_ + apart_) << " pairs are wrong";
    }
    Judge() = default;
    Judge(const Judge&) = delete;
    Judge& operator=(const Judge&) = delete;

    void check(const Case& c) {
        const bool truth = oracle_touch(c);
        ++(truth ? touching_ : apart_);
        const kernel::PairTester tester(to_pose(c.pose_a), to_pose(c.pose_b));
        const kernel::Triangle a = to_kernel(c.a), b = to_kernel(c.b);
        kernel::PairCounters counters;
        const bool staged = tester.touch(a, b, counters);
        const bool exact = tester.touch_exact(a, b);
        if (staged == truth && exact == truth) return;
        if (++wrong_ <= 3)
            ADD_FAILURE() << "truth " << truth << ", touch " << staged << ", touch_exact " << exact
                          << text(c);
    }

    // Expects both answers often: a sample in which one of them hardly occurs would prove little. Shorter
    // runs require proportionally fewer.
    void expect_both_answers(int in_a_sample) const {
        const int least = test::effort(in_a_sample, in_a_sample);
        EXPECT_GE(touching_, least) << "pairs that touch";
        EXPECT_GE(apart_, least) << "pairs that do not";
    }

  private:
    int touching_ = 0, apart_ = 0, wrong_ = 0;
};

// How the two triangles of a pair are posed.
enum class Placement {
    at_rest,
    translations,
    quarter_turns,
    equal_poses,      // both triangles have the same pose
    exactly_rotated,  // b's corners and pose contain a quarter turn and its inverse: other matrix, same place
    rotated_b,        // a is at rest; b has a random rotation and translation
    rotations,
    far_rotations,   // local coordinates and translations of about 1e4 nearly cancel
    tolerance_edge,  // poses whose |RᵀR − I| is as large as Pose accepts
};
inline constexpr std::array<Placement, 9> all_placements{
    Placement::at_rest,     Placement::translations,    Placement::quarter_turns,
    Placement::equal_poses, Placement::exactly_rotated, Placement::rotated_b,
    Placement::rotations,   Placement::far_rotations,   Placement::tolerance_edge};

inline const char* name_of(Placement placement) {
    constexpr std::array<const char*, 9> names{"at_rest",     "translations",    "quarter_turns",
                                               "equal_poses", "exactly_rotated", "rotated_b",
                                               "rotations",   "far_rotations",   "tolerance_edge"};
    return names[static_cast<std::size_t>(placement)];
}

// A pose strained in a random direction, as far from a rotation as Pose accepts.
inline oracle::Matrix pose_at_tolerance_edge(oracle::Dice& dice) {
    const oracle::Matrix turn = oracle::random_pose(
        dice, dice.one_in(3) ? oracle::PoseKind::at_rest : oracle::PoseKind::moved_rotation);
    const oracle::Dice direction(dice.below(1u << 30));
    const auto candidate = [&](double strength) {
        oracle::Dice same_direction = direction;
        return oracle::strained(turn, strength, same_direction);
    };
    double accepted = 0, refused = 1e-3;
    for (int i = 0; i < 50; ++i) {
        const double middle = (accepted + refused) / 2;
        (Pose::from_matrix(candidate(middle)) ? accepted : refused) = middle;
    }
    return candidate(accepted);
}

inline oracle::Matrix transposed(const oracle::Matrix& m) {
    return {m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0};
}

// A case whose triangles lie approximately at `world`: they are mapped back by the inverse poses and rounded.
inline Case placed_back(const oracle::Pair& world, const oracle::Matrix& pose_a,
                        const oracle::Matrix& pose_b) {
    return {oracle::back_from_world(world.a, pose_a), oracle::back_from_world(world.b, pose_b), pose_a,
            pose_b};
}

// Poses a pair in the given way. Rounding makes touching pairs barely touch or barely miss.
inline Case place(oracle::Dice& dice, Placement placement, const oracle::Pair& pair) {
    using oracle::PoseKind, oracle::random_pose;
    const auto two = [&](PoseKind kind) {
        const oracle::Matrix pose_a = random_pose(dice, kind);
        return placed_back(pair, pose_a, random_pose(dice, kind));
    };
    switch (placement) {
        case Placement::at_rest:
            return {pair.a, pair.b};
        case Placement::translations:
            return two(PoseKind::translation);
        case Placement::quarter_turns:
            return two(PoseKind::quarter_turn);
        case Placement::equal_poses: {
            const oracle::Matrix pose = random_pose(dice, PoseKind::moved_rotation);
            return {pair.a, pair.b, pose, pose};
        }
        case Placement::exactly_rotated: {
            const oracle::Matrix pose = random_pose(dice, PoseKind::moved_rotation);
            const oracle::Matrix turn = oracle::quarter_turn(dice);
            return {pair.a, oracle::back_from_world(pair.b, turn), pose, oracle::turned_first(pose, turn)};
        }
        case Placement::rotated_b:
            return placed_back(pair, oracle::identity, random_pose(dice, PoseKind::moved_rotation));
        case Placement::rotations:
            return two(PoseKind::rotation);
        case Placement::far_rotations:
            return two(PoseKind::far_rotation);
        case Placement::tolerance_edge: {
            const oracle::Matrix pose_a = pose_at_tolerance_edge(dice);
            return placed_back(pair, pose_a, pose_at_tolerance_edge(dice));
        }
    }
    return {pair.a, pair.b};
}

inline oracle::Triangle scaled(double s, oracle::Triangle t) {
    for (oracle::Point& p : t)
        for (double& c : p) c *= s;
    return t;
}
inline oracle::Pair scaled(double s, const oracle::Pair& pair) {
    return {scaled(s, pair.a), scaled(s, pair.b)};
}

// The pair scaled by the power of two that brings the largest coordinate just below the limit.
inline oracle::Pair scaled_up_to(double limit, const oracle::Pair& pair) {
    double largest = 1;
    for (const oracle::Triangle* t : {&pair.a, &pair.b})
        for (const oracle::Point& p : *t)
            for (const double c : p) largest = std::max(largest, std::abs(c));
    return scaled(std::ldexp(1.0, std::ilogb(limit) - std::ilogb(largest) - 1), pair);
}

inline oracle::Triangle moved(const oracle::Triangle& t, const oracle::Point& by) {
    oracle::Triangle result = t;
    for (oracle::Point& p : result)
        for (std::size_t i = 0; i < 3; ++i) p[i] += by[i];
    return result;
}

// A pair of any kind with an extent of about `size`. Every second pair is scaled by a power of two, which
// preserves contacts exactly; the others are rounded.
inline oracle::Pair pair_of_size(oracle::Dice& dice, double size) {
    const oracle::Kind kind = oracle::all_kinds[dice.below(oracle::all_kinds.size())];
    const std::int64_t side = oracle::any_side(dice);
    double factor = size / static_cast<double>(side);
    if (dice.one_in(2)) factor = std::exp2(std::round(std::log2(factor)));
    return scaled(factor, oracle::lattice_pair(dice, kind, side));
}

}  // namespace allide::test
