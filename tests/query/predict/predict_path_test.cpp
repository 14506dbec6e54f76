// Motions of several path segments, and motions of both bodies.
#include "support/moving_bodies.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/query.hpp>

namespace allide::test {
namespace {

Model small_model(GeneratedShape shape) {
    return Model::build(generate(shape, {.triangles = 60}).value()).value();
}

Pose random_pose_near(base::Random& random, double x) {
    const auto some = [&] { return random.between(-1, 1); };
    return Pose::rotation({some(), some(), some()}, radians(2 * some())).translated({x, some(), some()});
}

// Expects that sampled poses agree with the intervals, and that no sample before free_until touches.
template <typename At>
void expect_as_sampled(const Prediction& p, const ContactIntervals& found, const At& touches_at) {
    constexpr int samples = 400;
    const auto covers = [](const std::vector<ContactInterval>& spans, double t, double slack) {
        return std::any_of(spans.begin(), spans.end(), [&](const ContactInterval& x) {
            return t >= x.t0_lo - slack && t <= x.t1_hi + slack;
        });
    };
    for (int i = 0; i <= samples; ++i) {
        const double t = static_cast<double>(i) / samples;
        const bool touches = touches_at(t);
        if (touches) {
            EXPECT_TRUE(covers(found.intervals, t, 1e-9)) << t;
            EXPECT_GE(t, p.free_until - 1e-12);
        } else {
            EXPECT_FALSE(covers(found.intervals, t, -2e-9)) << t;
        }
    }
    EXPECT_TRUE(found.undecided.empty());
    for (std::size_t i = 0; i < found.intervals.size(); ++i) {
        const ContactInterval& x = found.intervals[i];
        EXPECT_LE(x.t0_hi - x.t0_lo, 1e-9);
        EXPECT_LE(x.t1_hi - x.t1_lo, 1e-9);
        EXPECT_LE(x.t0_hi, x.t1_lo);
        if (i > 0) {
            EXPECT_GT(x.t0_lo, found.intervals[i - 1].t1_hi);
        }
    }
    if (p.outcome == Outcome::impact) {
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    }
    EXPECT_EQ(p.outcome == Outcome::clear, found.intervals.empty());
}

TEST(PredictPath, samples_agree_on_every_segment) {
    base::Random random(11);
    const Model a = small_model(GeneratedShape::torus), b = small_model(GeneratedShape::sphere);
    int impacts = 0;
    for (int i = 0; i < 12; ++i) {
        std::vector<Pose> poses;
        std::vector<double> times;
        for (int k = 0; k < 4; ++k) {
            poses.push_back(random_pose_near(random, 3 - 2 * k + random.between(-1, 1)));
            times.push_back(5 * k + random.between(-2, 2));
        }
        if (i % 3 == 0) poses[2] = poses[1].translated({-2, 0.5, 0});
        const Motion path = Motion::path(poses, times).value();
        const Prediction p = predict(a.along(path), b.at_rest());
        impacts += p.outcome == Outcome::impact;
        expect_as_sampled(p, contact_intervals(a.along(path), b.at_rest()),
                          [&](double t) { return collides(a.along(path).at(t), b.at_rest()); });
    }
    EXPECT_GE(impacts, 6);
}

TEST(PredictPath, a_contact_in_a_knot_is_an_impact_there) {
    // The body moves down to the table and up again: it touches only at the turning point.
    const Model top = model_of(box({-1, -1, 0}, {1, 1, 1})), table = model_of(box({-3, -3, -1}, {3, 3, 0}));
    const std::array poses{Pose::translation({0, 0, 2}), Pose::identity(), Pose::translation({0, 0, 2})};
    const Motion path = Motion::path(poses, std::array{0.0, 1.0, 4.0}).value();
    const Prediction p = predict(top.along(path), table.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_NEAR(p.impact->t_lo, 0.25, 1e-9);
    EXPECT_LE(p.impact->t_lo, 0.25);
    EXPECT_GE(p.impact->t_hi, 0.25);
    const ContactIntervals found = contact_intervals(top.along(path), table.at_rest());
    ASSERT_EQ(found.intervals.size(), 1u);
    EXPECT_NEAR(found.intervals[0].t1_hi, 0.25, 1e-9);
}

// The bodies may touch at the knot between two path segments, depending on rounding.
TEST(PredictPath, an_undecided_knot_is_undecided_in_the_intervals_too) {
    const Model top = model_of(box({-1, -1, 0}, {1, 1, 1})), table = model_of(box({-3, -3, -1}, {3, 3, 0}));
    const auto turned = [](double angle, double up) {
        return Pose::rotation({0, 0, 1}, radians(angle)).translated({0.3, 0.1, up});
    };
    const std::array poses{turned(0, 2), turned(1, 1e-18), turned(-0.5, 2)};
    const Motion path = Motion::path(poses, std::array{0.0, 1.0, 4.0}).value();
    const Prediction p = predict(top.along(path), table.at_rest());
    EXPECT_NE(p.outcome, Outcome::clear);
    EXPECT_NEAR(p.free_until, 0.25, 1e-9);
    const ContactIntervals found = contact_intervals(top.along(path), table.at_rest());
    ASSERT_FALSE(found.intervals.empty() && found.undecided.empty());
    const ContactInterval& span = found.intervals.empty() ? found.undecided[0] : found.intervals[0];
    EXPECT_NEAR(span.t0_lo, 0.25, 1e-9);
    EXPECT_NEAR(span.t1_hi, 0.25, 1e-9);
    ASSERT_TRUE(p.impact->features);
}

// Expects an impact at t, after triangle A has rested slightly above triangle B between two knots.
void expect_impact_after_rest(const std::vector<Pose>& poses, double t) {
    const Model a = model_of({{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}});
    const Model b = model_of({{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}, {{0, 1, 2}}});
    std::vector<double> times;
    for (std::size_t i = 0; i < poses.size(); ++i) times.push_back(static_cast<double>(i));
    const Motion path = Motion::path(poses, times).value();
    const Prediction p = predict(a.along(path), b.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
    EXPECT_LE(p.impact->t_lo, t);
    EXPECT_GE(p.impact->t_hi, t);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    EXPECT_EQ(p.delta, 0);
    const ContactIntervals found = contact_intervals(a.along(path), b.at_rest());
    ASSERT_FALSE(found.intervals.empty());
    EXPECT_NEAR(found.intervals[0].t0_lo, t, 1e-9);
}

TEST(PredictPath, a_rest_above_a_face_is_not_a_contact) {
    const auto up = [](double z) { return Pose::translation({0, 0, z}); };
    const auto turned = [](double angle, double z) {
        return Pose::rotation({0, 0, 1}, radians(angle)).translated({0, 0, z});
    };
    for (const double gap : {1e-15, 1e-17, 1e-19}) {
        SCOPED_TRACE(gap);
        // The triangle comes from the side: a path segment from above, rounded to doubles, would end in the
        // face.
        const Pose aside = Pose::translation({9, 0, gap});
        // The last segment ends three gaps below the face: the contact is at a quarter of that segment.
        expect_impact_after_rest({aside, up(gap), up(gap), up(-3 * gap)}, 0.75);
        // The triangle rests, rotates in place, and then moves down.
        expect_impact_after_rest({aside, up(gap), turned(0.5, gap), turned(-0.5, gap), turned(1, -1)}, 0.75);
        expect_impact_after_rest({aside, up(gap), up(gap), turned(-0.5, 1), turned(-0.5, -1)}, 0.875);
    }
    expect_impact_after_rest({up(1), up(1e-15), up(1e-15), up(-3e-15)}, 0.75);
    expect_impact_after_rest({turned(1, 1), up(1e-15), up(1e-15), up(-3e-15)}, 0.75);
}

TEST(PredictPath, a_rest_with_nothing_after_it_is_clear_or_a_graze) {
    const Model a = model_of(box({-1, -1, 0}, {1, 1, 1})), b = model_of(box({-3, -3, -1}, {3, 3, 0}));
    for (const double gap : {1e-17, 1e-15, 1e-12, 1e-8}) {
        SCOPED_TRACE(gap);
        const std::array poses{Pose::translation({9, 0, gap}), Pose::translation({0, 0, gap}),
                               Pose::translation({0, 0, gap}), Pose::translation({0, 0, 2})};
        const Motion path = Motion::path(poses, std::array{0.0, 1.0, 2.0, 3.0}).value();
        const Prediction p = predict(a.along(path), b.at_rest());
        EXPECT_TRUE(p.outcome == Outcome::clear || p.outcome == Outcome::undecided) << text_of(p);
        if (p.outcome == Outcome::undecided) {
            EXPECT_LE(p.delta, 1e-9);
            EXPECT_GE(p.delta, gap);
        }
        EXPECT_TRUE(contact_intervals(a.along(path), b.at_rest()).intervals.empty());
    }
}

// A ridge below and a keel above it: their edges cross at the knot.
TEST(PredictPath, the_features_that_meet_in_a_knot) {
    const SmallMesh ridge{{{-2, 0, 0}, {2, 0, 0}, {0, 1, -1}, {0, -1, -1}}, {{0, 1, 2}, {0, 1, 3}}};
    const SmallMesh keel{{{0, -2, 0}, {0, 2, 0}, {1, 0, 1}, {-1, 0, 1}}, {{0, 1, 2}, {0, 1, 3}}};
    const Model a = model_of(keel), b = model_of(ridge);
    const std::array poses{Pose::translation({0, 0, 2}), Pose::translation({0, 0, 0x1p-60}),
                           Pose::rotation({0, 0, 1}, radians(0.1)).translated({0, 0, 2})};
    const Motion path = Motion::path(poses, std::array{0.0, 1.0, 4.0}).value();
    const Prediction p = predict(a.along(path), b.at_rest());
    if (p.impact && p.impact->features) {
        EXPECT_EQ(*p.impact->features, Features::edge_edge);
    }
}

TEST(PredictTwoMovers, samples_agree) {
    base::Random random(12);
    const auto some = [&] { return random.between(-1, 1); };
    const Model a = small_model(GeneratedShape::torus), b = small_model(GeneratedShape::sphere);
    int impacts = 0;
    for (int i = 0; i < 8; ++i) {
        const auto motion = [&](double x) {
            const Screw screw{.point = {some(), some(), some()},
                              .axis = {some(), some(), some()},
                              .angle = radians(3 * some()),
                              .advance = some()};
            if (i % 4 == 3) return Motion::linear({-x, some(), some()}).from(random_pose_near(random, x));
            return Motion::screw(screw).from(random_pose_near(random, x));
        };
        const Motion of_a = motion(2.2), of_b = motion(-0.3);
        const Prediction p = predict(a.along(of_a), b.along(of_b));
        impacts += p.outcome == Outcome::impact;
        if (p.outcome == Outcome::touching_at_start) continue;
        expect_as_sampled(p, contact_intervals(a.along(of_a), b.along(of_b)),
                          [&](double t) { return collides(a.along(of_a).at(t), b.along(of_b).at(t)); });
        // The answer is the same with a and b exchanged.
        const Prediction q = predict(b.along(of_b), a.along(of_a));
        EXPECT_EQ(p.outcome, q.outcome);
        EXPECT_NEAR(p.free_until, q.free_until, 2e-9);
    }
    EXPECT_GE(impacts, 3);
}

TEST(PredictTwoMovers, together_they_stay_as_far_apart_as_they_are) {
    const Model a = small_model(GeneratedShape::torus), b = small_model(GeneratedShape::sphere);
    const Motion drive = Motion::screw({.axis = {1, 2, 3}, .angle = radians(9), .advance = 4});
    EXPECT_EQ(predict(a.along(drive.from(Pose::translation({2.5, 0, 0}))), b.along(drive)).outcome,
              Outcome::clear);
}

// Coplanar edges of two bodies that rotate about one axis make contact without depth. In the frame of one
// body this contact cannot be decided, but it must not be missed.
TEST(PredictTwoMovers, a_slide_in_one_plane_is_not_lost) {
    const MovingPair pair{{{{-1, -1, 0}, {-3, -3, 0}, {-1, -3, -2}, {-3, -1, -2}}, tetrahedron().faces},
                          {{{1, 1, 1}, {-1, -1, 1}, {1, -1, -1}, {-1, 1, -1}}, tetrahedron().faces},
                          {{-1, 0, -1}, {0, 1, 0}, 4.125, 0}};
    const auto truth = times_of(pair).first();
    ASSERT_TRUE(truth);
    const Model a = model_of(pair.a), b = model_of(pair.b);
    for (const double carried : {0.5, -1.0, 3.0}) {
        SCOPED_TRACE(carried);
        const auto turn = [](double angle) {
            return Motion::rotation({-1, 0, -1}, {0, 1, 0}, radians(angle));
        };
        const Prediction p = predict(a.along(turn(4.125 + carried)), b.along(turn(carried)));
        expect_safe(p, truth);
        EXPECT_NEAR(p.free_until, static_cast<double>(*truth), 1e-9);
        if (p.outcome == Outcome::undecided) {
            EXPECT_LE(p.delta, 1e-9 * size_of(pair));
        }
    }
}

// An edge grazes an edge at t = 0.5, where the spacing of doubles changes; the query must come to an end.
TEST(PredictTwoMovers, a_graze_in_the_middle_comes_to_an_end) {
    const Model a = model_of(box({0, -1, 0}, {1, 1, 1})), b = model_of(box({-1, -2, -1}, {1, 1, 1}));
    const Pose start = Pose::from_matrix({0, -1, 0, -2, 0, 0, 1, -1, -1, 0, 0, -2}).value();
    const Prediction p = predict(a.along(Motion::linear({-2, 0, 0}).from(start)),
                                 b.along(Motion::rotation({-1, 2, 0}, {1, 0, 0}, radians(-6.2831853071795862))
                                             .from(Pose::translation({-2, 3, 1}))));
    EXPECT_NE(p.outcome, Outcome::clear);
    EXPECT_NEAR(p.free_until, 0.5, 1e-9);
}

TEST(PredictTwoMovers, two_translations_are_decided_exactly) {
    const Model left = model_of(box({0, 0, 0}, {1, 1, 1})), right = model_of(box({3, 1, 1}, {4, 2, 2}));
    const Motion away = Motion::linear({-1, 1, 1});
    // Two corners meet at the very end of the motion, or the motion ends one bit before that point.
    const Motion there = Motion::linear({1, 1, 1}), short_of_it = Motion::linear({1 - 0x1p-53, 1, 1});
    const Prediction p = predict(left.along(there), right.along(away));
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_EQ(p.impact->t_hi, 1);
    EXPECT_NEAR(p.impact->point.x, 2, 1e-9);
    EXPECT_NEAR(p.impact->point.y, 2, 1e-9);
    EXPECT_EQ(predict(left.along(short_of_it), right.along(Motion::linear({-1, 1, 1}))).outcome,
              Outcome::clear);
}

TEST(PredictFlush, a_slide_onto_a_plane_is_an_impact) {
    // The box rotates about z onto the table, with its bottom in the plane of the table's top.
    const Model slider = model_of(box({2, 0, 0}, {3, 1, 1})), table = model_of(box({-3, -1, -1}, {-1, 1, 0}));
    const Motion turn = Motion::rotation({0, 0, 0}, {0, 0, 1}, radians(3));
    const Prediction p = predict(slider.along(turn), table.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    const ContactIntervals found = contact_intervals(slider.along(turn), table.at_rest());
    ASSERT_EQ(found.intervals.size(), 1u);
    EXPECT_NEAR(found.intervals[0].t0_lo, p.impact->t_lo, 1e-9);
    EXPECT_EQ(found.intervals[0].t1_hi, 1);
    // Slightly above the table there is no contact.
    const Model above = model_of(box({2, 0, 1e-12}, {3, 1, 1}));
    EXPECT_EQ(predict(above.along(turn), table.at_rest()).outcome, Outcome::clear);
}

TEST(PredictPreconditions, are_checked) {
    const Model a = small_model(GeneratedShape::sphere);
    const Motion motion;
    EXPECT_THROW(predict(a.along(motion), a.at_rest(), {.tolerance = 1e-14}), PreconditionError);
    EXPECT_THROW(predict(a.along(motion), a.at_rest(), {.clearance = -1}), PreconditionError);
    EXPECT_THROW(Motion::screw({.axis = {0, 0, 0}}), PreconditionError);
    EXPECT_THROW(motion.at(2), PreconditionError);
    const Model nothing;
    EXPECT_EQ(predict(a.along(motion), nothing.at_rest()).outcome, Outcome::clear);
}

}  // namespace
}  // namespace allide::test
