// Times of impact along screws, compared with an oracle of 60 digits: no contact is missed or reported late.
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

namespace allide::test {
namespace {

// A random pair of bodies near each other. The axis vector has any length.
MovingPair random_pair(base::Random& random, double most_angle) {
    MovingPair pair{random_small_body(random), random_small_body(random), {}};
    pair.screw = {random_array(random, 2), random_array(random, 1), random.between(-most_angle, most_angle),
                  random.between(-3, 3)};
    pair.a = mapped(pair.a, Pose::translation(random_point(random, 3)));
    return pair;
}

// A random pair that does not touch at the start, and its true time of impact; empty if it never touches.
struct Known {
    MovingPair pair;
    std::optional<HighPrecision> truth;
};
Known random_case(base::Random& random, bool hit, double most_angle) {
    for (;;) {
        Known known{random_pair(random, most_angle), {}};
        const auto times = times_of(known.pair);
        known.truth = times.first();
        if (known.truth.has_value() == hit && !(known.truth && *known.truth == 0)) return known;
    }
}

// Triangles that extend across the axis of rotation, farther on one side than on the other.
TEST(Predict, long_triangles_across_the_axis) {
    base::Random random(2025);
    int hits = 0;
    for (int round = 0; round < 300; ++round) {
        const double behind = random.between(1, 6), before = random.between(0.1, 6);
        const MovingPair pair{{{{-behind, random.between(-0.3, 0.3), random.between(-0.3, 0.3)},
                                {before, random.between(0.05, 0.4), random.between(-0.3, 0.3)},
                                {before, random.between(-0.4, -0.05), random.between(-0.3, 0.3)}},
                               {{0, 1, 2}}},
                              mapped({{{4.5, 0, -1}, {4.5, 0, 1}, {4.7, 0.1, 1}}, {{0, 1, 2}}},
                                     Pose::rotation({0, 0, 1}, degrees(random.between(0, 360)))),
                              {{0, 0, 0}, {0, 0, 1}, random.between(-9, 9), random.between(-0.5, 0.5)}};
        const auto truth = times_of(pair).first();
        if (truth && *truth == 0) continue;
        expect_right(pair, predicted(pair), truth);
        hits += truth ? 1 : 0;
    }
    EXPECT_GT(hits, 50);
    EXPECT_LT(hits, 250);
}

TEST(Predict, random_screws_half_of_them_hits) {
    base::Random random(8001);
    const int count = effort(200, 2000);
    for (int k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Known known = random_case(random, k % 2 == 0, 3);
        expect_right(known.pair, predicted(known.pair), known.truth);
    }
}

// All contact functions are 0 at the start, although the triangles may be far apart.
TEST(Predict, triangles_that_start_in_one_plane) {
    base::Random random(8003);
    for (int k = 0; k < effort(150, 3000); ++k) {
        SCOPED_TRACE(k);
        const auto triangle = [&] {
            const auto whole = [&] { return static_cast<double>(random.below(11)) - 5; };
            return SmallMesh{{{0, whole(), whole()}, {0, whole(), whole()}, {0, whole(), whole()}},
                             {{0, 1, 2}}};
        };
        const MovingPair pair{
            triangle(),
            triangle(),
            {random_array(random, 3), random_array(random, 1), random.between(-3, 3), random.between(-1, 1)}};
        const auto times = times_of(pair);
        if (times.touches(HighPrecision(0)))
            EXPECT_EQ(predicted(pair).outcome, Outcome::touching_at_start);
        else
            expect_right(pair, predicted(pair), times.first());
    }
}

TEST(Predict, poses_at_the_edge_of_rigidity) {
    base::Random random(8002);
    for (int k = 0; k < effort(20, 300); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair = random_case(random, true, 3).pair;
        pair.pose_a = barely_rigid_pose(random, 0.5);
        pair.pose_b = barely_rigid_pose(random, 0.5);
        const auto times = times_of(pair);
        if (times.touches(HighPrecision(0))) {
            EXPECT_EQ(predicted(pair).outcome, Outcome::touching_at_start);
        } else {
            expect_right(pair, predicted(pair), times.first());
        }
    }
}

// A moves along a helix of large radius, a little higher with each turn.
TEST(Predict, many_turns) {
    base::Random random(8003);
    int hits = 0;
    const int count = effort(30, 500);
    for (int k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        MovingPair pair{random_small_body(random), random_small_body(random), {}};
        const double turns = random.between(2, 20), radius = random.between(2, 4);
        pair.screw = {{0, 0, 0}, random_array(random, 1), turns * 6.283185307179586, random.between(2, 8)};
        const auto& axis = pair.screw.axis;
        const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        const double along = -0.8 * pair.screw.advance / length, aside = random.between(-1, 1);
        const Vec3 side = {axis[1], -axis[0], 0};
        const double out = radius / std::hypot(side.x, side.y);
        pair.a = mapped(pair.a, Pose::translation({along * axis[0] + out * side.x,
                                                   along * axis[1] + out * side.y, along * axis[2]}));
        pair.b = mapped(pair.b, Pose::translation({-out * side.x + aside, -out * side.y, aside}));
        const auto truth = times_of(pair).first();
        if (truth && *truth == 0) continue;
        hits += truth.has_value();
        expect_right(pair, predicted(pair), truth);
    }
    EXPECT_GT(hits, count / 5);
}

TEST(Predict, brackets_down_to_1e_13) {
    base::Random random(8004);
    for (int k = 0; k < effort(30, 300); ++k) {
        SCOPED_TRACE(k);
        const Known known = random_case(random, true, 3);
        expect_right(known.pair, predicted(known.pair, {.tolerance = 1e-13}), known.truth, 1e-13);
    }
}

TEST(Predict, all_pairs_of_triangles_say_the_same) {
    base::Random random(8005);
    for (int k = 0; k < effort(10, 100); ++k) {
        SCOPED_TRACE(k);
        const Known known = random_case(random, k % 2 == 0, 3);
        expect_right(known.pair, predicted(known.pair, {.search = Search::brute_force}), known.truth);
    }
}

TEST(Predict, zero_angle_and_zero_advance) {
    base::Random random(8006);
    for (int k = 0; k < effort(30, 300); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair = random_pair(random, 3);
        if (k % 2 == 0)
            pair.screw.angle = 0;
        else
            pair.screw.advance = 0;
        if (k % 10 == 9) pair.screw.angle = pair.screw.advance = 0;
        const auto truth = times_of(pair).first();
        const Prediction p = predicted(pair);
        if (truth && *truth == 0) {
            EXPECT_EQ(p.outcome, Outcome::touching_at_start);
        } else {
            expect_right(pair, p, truth);
        }
    }
}

TEST(Predict, the_axis_goes_through_a_vertex_or_along_an_edge) {
    base::Random random(8007);
    for (int k = 0; k < effort(30, 300); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair = random_pair(random, 6);
        const SmallMesh& of = k % 2 == 0 ? pair.a : pair.b;
        const auto &p = of.points[of.faces[0][0]], &q = of.points[of.faces[0][1]];
        pair.screw.point = p;
        if (k % 3 == 0) pair.screw.axis = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        if (k % 5 < 2) pair.screw.advance = 0;
        const auto truth = times_of(pair).first();
        const Prediction answer = predicted(pair);
        if (truth && *truth == 0) {
            EXPECT_EQ(answer.outcome, Outcome::touching_at_start);
        } else {
            expect_right(pair, answer, truth);
        }
    }
}

// Contact at the start is decided by the exact predicate, whatever happens later.
TEST(Predict, starts_in_contact) {
    base::Random random(8008);
    for (int k = 0; k < effort(20, 200); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair = random_pair(random, 3);
        // For even k a vertex of A lies on a vertex of B; for odd k the bodies may intersect or be apart.
        const auto &p = pair.a.points[0], &q = pair.b.points[0];
        const Vec3 shift = k % 2 == 0 ? Vec3{q[0] - p[0], q[1] - p[1], q[2] - p[2]} : Vec3{0.1, 0.1, 0.1};
        for (auto& x : pair.a.points) x = {x[0] + shift.x, x[1] + shift.y, x[2] + shift.z};
        if (k % 2 == 0) pair.a.points[0] = q;
        const Model a = model_of(pair.a), b = model_of(pair.b);
        const bool touches = collides(a.at_rest(), b.at_rest());
        const Prediction answer = predicted(pair);
        EXPECT_EQ(answer.outcome == Outcome::touching_at_start, touches);
        if (k % 2 == 0) {
            EXPECT_TRUE(touches);
        }
        if (!touches) continue;
        EXPECT_EQ(answer.free_until, 0);
        ASSERT_TRUE(answer.impact);
        EXPECT_EQ(answer.impact->t_lo, 0);
        EXPECT_EQ(answer.impact->t_hi, 0);
    }
}

TEST(Predict, a_body_within_another_is_free_until_surfaces_meet) {
    MovingPair pair{box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box({-2, -2, -2}, {2, 2, 2}), {}};
    pair.screw = {{0, 0, 0}, {0, 0, 1}, 1, 3};
    expect_right(pair, predicted(pair), times_of(pair).first());
    EXPECT_DOUBLE_EQ(predicted(pair).impact->t_hi, 0.5);
    pair.screw.advance = 1;
    EXPECT_EQ(predicted(pair).outcome, Outcome::clear);
}

// Triangles without area are the points and segments that they cover.
TEST(Predict, points_and_segments_are_never_missed) {
    const std::vector<Vec3> corners{{0, 0, 5}, {0.5, 0.25, 5}, {1, 0.5, 5}};
    const auto flat = [&](const TriangleIndices& t) {
        return Model::build(Mesh::from({.vertices = corners, .triangles = {t}}).value()).value();
    };
    const Model point = flat({0, 0, 0}), segment = flat({0, 1, 2});
    const Model face = model_of({{{-3, -3, 0}, {3, -3, 0}, {0, 4, 0}}, {{0, 1, 2}}});
    for (const Model* thin : {&point, &segment}) {
        const Prediction straight = predict(thin->along(Motion::linear({0, 0, -10})), face.at_rest());
        EXPECT_EQ(straight.outcome, Outcome::impact) << text_of(straight);
        EXPECT_NEAR(straight.free_until, 0.5, 1e-9);
        const Screw down{.axis = {0, 0, -1}, .angle = radians(2), .advance = 10};
        const Screw up{.axis = {0, 0, 1}, .angle = radians(2), .advance = 10};
        for (const Prediction& p : {predict(thin->along(Motion::screw(down)), face.at_rest()),
                                    predict(face.along(Motion::screw(up)), thin->at_rest())}) {
            EXPECT_EQ(p.outcome, Outcome::impact) << text_of(p);
            EXPECT_NEAR(p.free_until, 0.5, 1e-9);
            EXPECT_LE(p.free_until, 0.5);
            ASSERT_TRUE(p.impact);
            EXPECT_GE(p.impact->t_hi, 0.5);
            EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
        }
    }
}

}  // namespace
}  // namespace allide::test
