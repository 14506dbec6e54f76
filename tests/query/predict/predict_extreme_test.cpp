// Motions of segments and points; motions of bodies that are tiny, far from the origin or both; and grazes
// before a deep contact.
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

namespace allide::test {
namespace {

MovingPair random_moving_pair(base::Random& random) {
    MovingPair pair{random_small_body(random), random_small_body(random), {}};
    pair.screw = {random_array(random, 2), random_array(random, 1), random.between(-3, 3),
                  random.between(-3, 3)};
    pair.a = mapped(pair.a, Pose::translation(random_point(random, 3)));
    return pair;
}

MovingPair scaled_and_shifted(MovingPair pair, double scale, const Vec3& by) {
    const auto place = [&](oracle::Point& p) {
        p = {scale * p[0] + by.x, scale * p[1] + by.y, scale * p[2] + by.z};
    };
    for (auto& p : pair.a.points) place(p);
    for (auto& p : pair.b.points) place(p);
    place(pair.screw.point);
    pair.screw.advance *= scale;
    return pair;
}

TEST(PredictExtreme, far_out_and_tiny) {
    base::Random random(8601);
    for (int k = 0; k < effort(40, 400); ++k) {
        SCOPED_TRACE(k);
        const double scale = k % 2 == 0 ? 1e-5 : 1;
        const Vec3 by{random.between(-1e4, 1e4), 1e4, random.between(-1e4, 1e4)};
        MovingPair pair = scaled_and_shifted(random_moving_pair(random), scale, by);
        if (k % 4 == 3) pair.screw.point = {0, 0, 0};  // puts the bodies far from the axis
        if (k % 4 == 3) pair.screw.angle *= 1e-4;
        const auto truth = times_of(pair).first();
        if (truth && *truth == 0) continue;
        const Prediction p = predicted(pair);
        expect_safe(p, truth);
        ASSERT_EQ(p.outcome, truth ? Outcome::impact : Outcome::clear) << text_of(p);
        if (!truth) continue;
        EXPECT_GE(HighPrecision(p.impact->t_hi), *truth);
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    }
}

// Scaling integer coordinates by a power of two does not change contact times, even for the smallest doubles.
TEST(PredictExtreme, subnormal_coordinates) {
    const SmallMesh b = box({-4, -4, -4}, {4, 4, 4});
    const MovingPair pair{box({10, -3, -2}, {13, 3, 2}), b, {{2, 20, 0}, {0, 0, 1}, -2, 3}};
    const Prediction plain = predicted(pair);
    ASSERT_EQ(plain.outcome, Outcome::impact);
    for (const int exponent : {-600, -1020, -1030, -1060, -1070, 900}) {
        SCOPED_TRACE(exponent);
        const double scale = std::ldexp(1.0, exponent);
        const Prediction p = predicted(scaled_and_shifted(pair, scale, {}));
        ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
        EXPECT_NEAR(p.impact->t_lo, plain.impact->t_lo, 1e-9);
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
        const Model a = model_of(scaled_and_shifted(pair, scale, {}).a),
                    other = model_of(scaled_and_shifted(pair, scale, {}).b);
        const Prediction straight = predict(a.along(Motion::linear({-12 * scale, 0, 0})), other.at_rest());
        ASSERT_EQ(straight.outcome, Outcome::impact) << text_of(straight);
        EXPECT_NEAR(straight.impact->t_lo, 0.5, 1e-9);
        const Prediction near =
            predict(a.along(Motion::linear({-12 * scale, 0, 0})), other.at_rest(), {.clearance = 3 * scale});
        ASSERT_EQ(near.outcome, Outcome::impact) << text_of(near);
        EXPECT_NEAR(near.impact->t_lo, 0.25, 1e-9);
    }
}

// At both ends of the range of doubles the answers are the same as for sizes near 1.
TEST(PredictExtreme, the_ends_of_the_range) {
    const MovingPair pair{
        box({10, -3, -2}, {13, 3, 2}), box({-4, -4, -4}, {4, 4, 4}), {{2, 20, 0}, {0, 0, 1}, -2, 3}};
    const auto asked = [&](double scale) {
        const MovingPair scaled = scaled_and_shifted(pair, scale, {});
        const Model a = model_of(scaled.a), b = model_of(scaled.b);
        const Pose turned =
            Pose::from_matrix({0, -1, 0, -7 * scale, 1, 0, 0, 3 * scale, 0, 0, 1, scale}).value();
        const std::array<Pose, 4> poses{Pose::identity(), Pose::translation({-7 * scale, 0, scale}), turned,
                                        Pose::translation({-12 * scale, 0, 0})};
        const Motion screw = motion_of(scaled), shift = Motion::linear({-12 * scale, 0, 0}),
                     path = Motion::path(poses, std::array<double, 4>{0, 1, 2, 4}).value();
        std::vector<double> times;
        const auto keep = [&](const Prediction& p) {
            EXPECT_EQ(p.outcome, Outcome::impact) << text_of(p);
            EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
            times.push_back(p.impact->t_lo);
            times.push_back(1e-9 * (p.impact->point.x / scale));
        };
        const auto keep_spans = [&](const ContactIntervals& found) {
            EXPECT_TRUE(found.undecided.empty());
            times.push_back(static_cast<double>(found.intervals.size()));
            for (const ContactInterval& span : found.intervals)
                times.insert(times.end(), {span.t0_lo, span.t1_hi});
        };
        for (const double clearance : {0.0, 2 * scale})
            for (const Motion& motion : {screw, shift, path}) {
                const PredictOptions options{.clearance = clearance};
                keep(predict(a.along(motion), b.at_rest(), options));
                keep_spans(contact_intervals(a.along(motion), b.at_rest(), options));
            }
        keep(predict(a.along(screw), b.along(shift)));
        keep_spans(contact_intervals(a.along(screw), b.along(shift)));
        EXPECT_TRUE(std::isfinite(screw.at(0.3).matrix()[3]));
        return times;
    };
    const std::vector<double> plain = asked(1);
    for (const int exponent : {-1070, -1000, -600, 600, 995, 1017}) {
        SCOPED_TRACE(exponent);
        const std::vector<double> times = asked(std::ldexp(1.0, exponent));
        ASSERT_EQ(times.size(), plain.size());
        for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], plain[i], 2e-9) << i;
    }
}

// A segment rotates about an axis in a face's plane, so that an end of it touches the face at a known time.
TEST(PredictExtreme, segments_and_points_come_down_on_a_face) {
    base::Random random(8602);
    const SmallMesh face{{{-30, -30, 0}, {30, -30, 0}, {0, 50, 0}}, {{0, 1, 2}}};
    for (int k = 0; k < effort(60, 600); ++k) {
        SCOPED_TRACE(k);
        const oracle::Point end{random.between(-2, 2), random.between(-3, 3), random.between(0.1, 3)};
        const oracle::Point other{random.between(-2, 2), 0.9 * end[1] + 0.01,
                                  end[2] + random.between(0.1, 1)};
        SmallMesh thin{{end, other, end}, {{0, 1, 2}}};
        if (k % 3 == 0) thin.points[1] = end;
        MovingPair pair{thin, face, {{0, 0, 0}, {random.between(0.5, 2), 0, 0}, -4, random.between(-1, 1)}};
        const bool swapped = k % 4 == 1;  // the face moves instead of the segment
        if (swapped) {
            std::swap(pair.a, pair.b);
            pair.screw.angle = 4;
            pair.screw.advance *= -1;
        }
        // A rotation by −4t about x brings a point into the plane when 4t is its angle above the plane.
        const HighPrecision of_end = atan2(HighPrecision(end[2]), HighPrecision(end[1])),
                            of_other = atan2(HighPrecision(other[2]), HighPrecision(other[1]));
        const HighPrecision truth = (k % 3 == 0 || of_end < of_other ? of_end : of_other) / 4;
        const Prediction p = predicted(pair);
        ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
        EXPECT_LE(HighPrecision(p.impact->t_lo), truth);
        EXPECT_GE(HighPrecision(p.impact->t_hi), truth);
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    }
}

// Two segments that cross while passing each other are in contact for one moment; coplanar segments for
// longer.
TEST(PredictExtreme, segments_that_meet_segments) {
    const SmallMesh bar{{{1, -1, 0.5}, {1, 1, 0.5}, {1, 1, 0.5}}, {{0, 1, 2}}};
    const SmallMesh other{{{0, 2, -1}, {0, 2, 3}, {0, 2, 1}}, {{0, 1, 2}}};
    // After a quarter turn, `reach` extends from 1 to 3 along y, whereas the ends of `bar` only reach √2.
    const SmallMesh reach{{{1, 0, 0.5}, {3, 0, 0.5}, {3, 0, 0.5}}, {{0, 1, 2}}};
    const double quarter = 1.5707963267948966;
    const Prediction hit = predicted({reach, other, {{0, 0, 0}, {0, 0, 1}, 2 * quarter, 0}});
    EXPECT_EQ(hit.outcome, Outcome::impact) << text_of(hit);
    EXPECT_NEAR(hit.free_until, 0.5, 1e-9);
    EXPECT_EQ(predicted({bar, other, {{0, 0, 0}, {0, 0, 1}, 2 * quarter, 0}}).outcome, Outcome::clear);
    // Both segments are in the plane z = 0.5.
    const SmallMesh flat{{{-1, 2, 0.5}, {1, 2, 0.5}, {0, 2, 0.5}}, {{0, 1, 2}}};
    const Prediction slide = predicted({reach, flat, {{0, 0, 0}, {0, 0, 1}, 2 * quarter, 0}});
    EXPECT_NE(slide.outcome, Outcome::clear);
    const double truth = std::atan2(2.0, 1.0) / (2 * quarter);
    EXPECT_NEAR(slide.free_until, truth, 1e-9);
    EXPECT_LE(slide.free_until, truth + 1e-15);
}

// A corner moves along a circle that is tangent to a wall, a contact without depth, and later hits an
// obstacle.
TEST(PredictExtreme, a_graze_before_a_deep_contact) {
    const SmallMesh tip{{{2, 0, 0}, {1, 0, 0.5}, {1, 0, -0.5}}, {{0, 1, 2}}};
    const SmallMesh wall{{{-9, 2, -9}, {9, 2, -9}, {0, 2, 9}}, {{0, 1, 2}}};
    const SmallMesh stop = box({-3, -0.5, -1}, {-1, -0.2, 1});
    SmallMesh both = wall;
    for (const auto& p : stop.points) both.points.push_back(p);
    for (const auto& f : stop.faces) both.faces.push_back({f[0] + 3, f[1] + 3, f[2] + 3});
    const double turn = 4;
    const MovingPair alone{tip, wall, {{0, 0, 0}, {0, 0, 1}, turn, 0}};
    const double at_wall = 1.5707963267948966 / turn;
    const Prediction graze = predicted(alone);
    EXPECT_NE(graze.outcome, Outcome::clear);
    EXPECT_NEAR(graze.free_until, at_wall, 1e-9);
    const Prediction p = predicted({tip, both, alone.screw});
    EXPECT_EQ(p.outcome, Outcome::impact) << text_of(p);
    EXPECT_LE(p.free_until, at_wall + 1e-15);
    EXPECT_NEAR(p.free_until, at_wall, 1e-9);
    ASSERT_TRUE(p.impact);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    // If the wall is farther away by only 1e-12, the deep contact is the first one.
    for (auto& x : both.points)
        if (x[1] == 2) x[1] = 2 + 1e-12;
    const Prediction later = predicted({tip, both, alone.screw});
    EXPECT_EQ(later.outcome, Outcome::impact) << text_of(later);
    EXPECT_GT(later.free_until, 0.75);
    EXPECT_LE(later.impact->t_hi - later.impact->t_lo, 1e-9);
}

}  // namespace
}  // namespace allide::test
