// Contact intervals compared with the oracle, and properties of every motion: agreement with sampled poses,
// with the reversed motion, and with a common motion of both bodies.
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

namespace allide::test {
namespace {

MovingPair random_passing(base::Random& random) {
    MovingPair pair{random_small_body(random), random_small_body(random), {}};
    const Vec3 point = random_point(random, 1), axis = random_point(random, 1);
    pair.screw = {{point.x, point.y, point.z},
                  {axis.x, axis.y, axis.z},
                  random.between(-14, 14),
                  random.between(-2, 2)};
    pair.a = mapped(pair.a, Pose::translation(random_point(random, 2)));
    return pair;
}

// Expects intervals that cover every contact of the oracle, contain no other time, and have the same gaps.
void expect_spans(const MovingPair& pair, const ContactIntervals& found, double width) {
    const auto times = times_of(pair);
    std::vector<oracle::ContactSpan> truth;
    for (const auto& span : times.spans())  // gaps narrower than the tolerance may be closed
        if (!truth.empty() && span.t0 - truth.back().t1 <= HighPrecision(2 * width))
            truth.back().t1 = span.t1;
        else
            truth.push_back(span);
    double before = 0;
    for (const ContactInterval& span : found.intervals) {
        EXPECT_LE(before, span.t0_lo);
        EXPECT_LE(span.t0_lo, span.t0_hi);
        EXPECT_LE(span.t0_hi, span.t1_lo);
        EXPECT_LE(span.t1_lo, span.t1_hi);
        EXPECT_LE(span.t0_hi - span.t0_lo, width);
        EXPECT_LE(span.t1_hi - span.t1_lo, width);
        before = span.t1_hi;
    }
    EXPECT_LE(before, 1);
    ASSERT_TRUE(found.undecided.empty());
    ASSERT_EQ(found.intervals.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
        EXPECT_LE(HighPrecision(found.intervals[i].t0_lo), truth[i].t0);
        EXPECT_GE(HighPrecision(found.intervals[i].t0_hi), truth[i].t0);
        EXPECT_LE(HighPrecision(found.intervals[i].t1_lo), truth[i].t1);
        EXPECT_GE(HighPrecision(found.intervals[i].t1_hi), truth[i].t1);
    }
}

TEST(ContactIntervals, equal_those_of_the_oracle) {
    base::Random random(8301);
    for (int k = 0; k < effort(25, 300); ++k) {
        SCOPED_TRACE(k);
        const MovingPair pair = random_passing(random);
        expect_spans(pair, predicted_intervals(pair), 1e-9);
    }
}

// Boxes slide with faces in one plane: one leaves the other across an edge, or elongated boxes rotate
// across each other.
TEST(ContactIntervals, slides_in_one_plane_have_ends) {
    base::Random random(8302);
    for (int k = 0; k < effort(24, 400); ++k) {
        SCOPED_TRACE(k);
        const double from = random.between(0.2, 1.8);
        MovingPair pair{box({-random.between(0.1, 0.7), 1, -1}, {0, 2, 1}),
                        box({from, -1, 1}, {3, 0, 4}),
                        {{0, 0, 0}, {0, 0, -1}, random.between(1.7, 6), 0}};
        if (k % 2 == 0) pair.b = box({-2, -1, 1}, {2, random.between(-0.9, 0), 4});
        expect_spans(pair, predicted_intervals(pair), 1e-9);
    }
}

TEST(ContactIntervals, a_peg_meets_the_rim_once_a_turn) {
    // A small box on a large helix passes a post ten times, and then is above it.
    MovingPair pair{box({2.5, -0.2, 0}, {3, 0.2, 0.1}), box({2.6, 1, -1}, {3.2, 1.4, 1}), {}};
    pair.screw = {{0, 0, 0}, {0, 0, 1}, 20 * 6.283185307179586, 2};
    const auto found = predicted_intervals(pair);
    EXPECT_EQ(found.intervals.size(), 10u);
    expect_spans(pair, found, 1e-9);
}

// The intervals of the reversed motion are those of the motion itself, mirrored by t ↦ 1 − t.
TEST(ContactIntervals, reversing_the_motion_mirrors_them) {
    base::Random random(8302);
    for (int k = 0; k < effort(20, 200); ++k) {
        SCOPED_TRACE(k);
        const MovingPair pair = random_passing(random);
        const Model a = model_of(pair.a), b = model_of(pair.b);
        const Motion forth = motion_of(pair);
        ScrewMotion back_screw = pair.screw;
        back_screw.angle = -back_screw.angle;
        back_screw.advance = -back_screw.advance;
        const Motion back = Motion::screw(screw_of(back_screw)).from(forth.at(1));
        const auto there = contact_intervals(a.along(forth), b.at_rest()).intervals;
        const auto again = contact_intervals(a.along(back), b.at_rest()).intervals;
        ASSERT_EQ(there.size(), again.size());
        for (std::size_t i = 0; i < there.size(); ++i) {
            const ContactInterval& mirrored = again[again.size() - 1 - i];
            EXPECT_NEAR(there[i].t0_lo, 1 - mirrored.t1_lo, 1e-8);
            EXPECT_NEAR(there[i].t1_lo, 1 - mirrored.t0_lo, 1e-8);
        }
    }
}

TEST(PredictProperty, dense_samples_find_no_contact_before_free_until) {
    base::Random random(8303);
    for (int k = 0; k < effort(6, 60); ++k) {
        SCOPED_TRACE(k);
        const Model a = Model::build(random_body(random)).value(),
                    b = Model::build(random_body(random)).value();
        const Screw screw{random_point(random, 1), random_point(random, 1), radians(random.between(-7, 7)),
                          random.between(-3, 3)};
        const Motion motion = Motion::screw(screw).from(random_pose(random, 3));
        const Prediction p = predict(a.along(motion), b.at_rest());
        const auto found = contact_intervals(a.along(motion), b.at_rest());
        const int samples = effort(200, 2000);
        for (int i = 0; i <= samples; ++i) {
            const double t = static_cast<double>(i) / samples;
            const bool touches = collides(a.at(motion.at(t)), b.at_rest());
            if (t < p.free_until - 1e-9) {
                EXPECT_FALSE(touches) << t;
            }
            bool outer = false, inner = false;
            for (const auto& s : found.intervals) {
                outer = outer || (t >= s.t0_lo - 1e-9 && t <= s.t1_hi + 1e-9);
                inner = inner || (t >= s.t0_hi + 1e-9 && t <= s.t1_lo - 1e-9);
            }
            if (touches) {
                EXPECT_TRUE(outer || !found.undecided.empty()) << t;
            }
            if (inner) {
                EXPECT_TRUE(touches) << t;
            }
        }
        if (p.outcome == Outcome::impact) {
            ASSERT_FALSE(found.intervals.empty());
            EXPECT_NEAR(found.intervals.front().t0_lo, p.impact->t_lo, 2e-9);
        }
    }
}

Vec3 turned(const Pose& pose, const Vec3& v, double with_offset) {
    const auto& m = pose.matrix();
    return {m[0] * v.x + m[1] * v.y + m[2] * v.z + with_offset * m[3],
            m[4] * v.x + m[5] * v.y + m[6] * v.z + with_offset * m[7],
            m[8] * v.x + m[9] * v.y + m[10] * v.z + with_offset * m[11]};
}

TEST(PredictProperty, a_common_rigid_motion_changes_nothing_beyond_the_brackets) {
    base::Random random(8304);
    for (int k = 0; k < effort(20, 200); ++k) {
        SCOPED_TRACE(k);
        const MovingPair pair = random_passing(random);
        const Pose common = random_pose(random, 5);
        const Model a = model_of(pair.a), b = model_of(pair.b);
        Screw screw = screw_of(pair.screw);
        const Prediction here = predict(a.along(Motion::screw(screw)), b.at_rest());
        screw.point = turned(common, screw.point, 1);
        screw.axis = turned(common, screw.axis, 0);
        const Prediction there = predict(a.along(Motion::screw(screw).from(common)), b.at(common));
        EXPECT_EQ(here.outcome, there.outcome);
        EXPECT_NEAR(here.free_until, there.free_until, 1e-8);
    }
}

TEST(PredictProperty, a_clearance_is_met_where_the_distance_is) {
    base::Random random(8305);
    for (int k = 0; k < effort(10, 100); ++k) {
        SCOPED_TRACE(k);
        const MovingPair pair = random_passing(random);
        const double clearance = random.between(0.01, 0.5);
        const Model a = model_of(pair.a), b = model_of(pair.b);
        const Motion motion = motion_of(pair);
        const Prediction p = predict(a.along(motion), b.at_rest(), {.clearance = clearance});
        for (int i = 0; i <= 200; ++i) {
            const double t = i / 200.0;
            if (t < p.free_until - 1e-9) {
                EXPECT_GT(distance(a.at(motion.at(t)), b.at_rest()).upper, clearance * (1 - 1e-9));
            }
        }
        if (p.outcome != Outcome::impact) continue;
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
        EXPECT_FALSE(p.impact->features);
        EXPECT_NEAR(distance(a.at(motion.at(p.impact->t_hi)), b.at_rest()).value, clearance, 1e-6);
    }
}

// Two movers on screws of their own, compared with sampled poses and, if B is at rest, with a single mover.
TEST(PredictProperty, both_may_move) {
    base::Random random(8306);
    for (int k = 0; k < effort(6, 60); ++k) {
        SCOPED_TRACE(k);
        const MovingPair pair = random_passing(random);
        const Model a = model_of(pair.a), b = model_of(pair.b);
        const Motion of_a = motion_of(pair), still = Motion();
        const Prediction alone = predict(a.along(of_a), b.at_rest());
        const Prediction beside = predict(a.along(of_a), b.along(still));
        EXPECT_EQ(alone.outcome, beside.outcome);
        EXPECT_NEAR(alone.free_until, beside.free_until, 1e-8);

        const Motion of_b = Motion::screw({random_point(random, 1), random_point(random, 1),
                                           radians(random.between(-2, 2)), random.between(-1, 1)});
        const Prediction both = predict(a.along(of_a), b.along(of_b));
        bool sampled = false;
        for (int i = 0; i <= 200; ++i) {
            const double t = i / 200.0;
            const bool touches = collides(a.at(of_a.at(t)), b.at(of_b.at(t)));
            sampled = sampled || touches;
            if (t < both.free_until - 1e-9) {
                EXPECT_FALSE(touches) << t;
            }
        }
        if (sampled) {
            EXPECT_NE(both.outcome, Outcome::clear);
        }
        // At the time of impact the bodies are in contact up to rounding.
        if (both.outcome == Outcome::impact) {
            const double t = both.impact->t_hi;
            EXPECT_LE(distance(a.at(of_a.at(t)), b.at(of_b.at(t))).value, 1e-7);
        }
    }
}

// Appends a generated body, stretched, moved by `at`, and with a few triangles missing if it is open.
void add_body(MeshData& data, GeneratedShape shape, std::size_t triangles, double scale, const Vec3& at,
              bool open) {
    const Mesh body = generate(shape, {.triangles = triangles}).value();
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    for (const Vec3& v : body.vertices())
        data.vertices.push_back({scale * v.x + at.x, 1.1 * scale * v.y + at.y, 0.9 * scale * v.z + at.z});
    std::size_t number = 0;
    for (const auto& t : body.triangles())
        if (!open || number++ % 7 != 0) data.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}
// A closed or open body, two that are apart, one inside the other, or two that intersect.
Model random_bodies(base::Random& random) {
    MeshData data;
    const auto shape = [&] { return random.below(2) == 0 ? GeneratedShape::sphere : GeneratedShape::torus; };
    const std::size_t triangles = 150 + random.below(300);
    const std::uint64_t kind = random.below(5);
    add_body(data, shape(), triangles, 1, {}, kind == 1);
    if (kind == 2) add_body(data, shape(), triangles, 0.4, {2.5, 0.3, 0.2}, false);
    if (kind == 3) add_body(data, shape(), triangles, 0.85, {0.02, 0.01, 0.03}, false);
    if (kind == 4) add_body(data, shape(), triangles, 0.7, {0.6, 0.3, 0.1}, false);
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

// Bodies of many triangles interpenetrate deeply, or one is inside the other without touching it, once per
// turn. The query follows a deep contact by the paths of single vertices; it must not skip the time between
// two contacts.
TEST(ContactIntervals, of_bodies_that_enter_each_other_are_as_sampled) {
    base::Random random(8306);
    int spans = 0;
    for (int k = 0; k < effort(12, 400); ++k) {
        SCOPED_TRACE(k);
        const Model a = random_bodies(random), b = random_bodies(random);
        const double size = random.below(2) == 0 ? 1 : random.between(0.1, 0.6);
        const Pose turn_b = random_rotation(random);
        MeshData small{{a.mesh().vertices().begin(), a.mesh().vertices().end()},
                       {a.mesh().triangles().begin(), a.mesh().triangles().end()}};
        for (Vec3& v : small.vertices) v = {size * v.x, size * v.y, size * v.z};
        const Model mover = Model::build(Mesh::from(std::move(small)).value()).value();
        const Screw screw{{3, 0.2, -0.1},
                          random_point(random, 0.3) + Vec3{0, 0, 1},
                          radians(random.between(2, 6) * 6.28),
                          random.between(-1, 1)};
        const Motion motion = Motion::screw(screw).from(Pose::translation({6.1, 0.1, 0.2}));
        const double clearance = random.below(3) == 0 ? std::pow(10, random.between(-6, -1)) : 0;
        const ContactIntervals found =
            contact_intervals(mover.along(motion), b.at(turn_b), {.clearance = clearance});
        spans += static_cast<int>(found.intervals.size());
        EXPECT_TRUE(found.undecided.empty());
        const int samples = effort(400, 4000);
        for (int i = 0; i <= samples; ++i) {
            const double t = static_cast<double>(i) / samples;
            const bool touches = distance_within(mover.at(motion.at(t)), b.at(turn_b), clearance).within;
            bool outer = false, inner = false;
            for (const auto& x : found.intervals) {
                outer = outer || (t >= x.t0_lo - 1e-9 && t <= x.t1_hi + 1e-9);
                inner = inner || (t >= x.t0_hi + 1e-9 && t <= x.t1_lo - 1e-9);
            }
            if (touches)
                EXPECT_TRUE(outer) << t;
            else
                EXPECT_FALSE(inner) << t;
        }
    }
    EXPECT_GT(spans, effort(12, 400));
}

Mesh stretched_sphere(const Vec3& half) {
    const Mesh sphere = generate(GeneratedShape::sphere, {.triangles = 400}).value();
    MeshData data{{sphere.vertices().begin(), sphere.vertices().end()},
                  {sphere.triangles().begin(), sphere.triangles().end()}};
    for (Vec3& v : data.vertices) v = {half.x * v.x, half.y * v.y, half.z * v.z};
    return Mesh::from(std::move(data)).value();
}
Mesh two_spheres() {
    MeshData data;
    add_body(data, GeneratedShape::sphere, 400, 0.3, {}, false);
    add_body(data, GeneratedShape::sphere, 400, 0.3, {0, 0, 3}, false);
    return Mesh::from(std::move(data)).value();
}
// A tube along z without its ends: not closed.
Mesh open_tube() {
    constexpr std::uint32_t sides = 24;
    MeshData data;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        for (const double z : {-0.5, 0.5}) data.vertices.push_back({std::cos(angle), std::sin(angle), z});
        const std::uint32_t p = 2 * i, q = 2 * ((i + 1) % sides);
        data.triangles.push_back({p, q, q + 1});
        data.triangles.push_back({p, q + 1, p + 1});
    }
    return Mesh::from(std::move(data)).value();
}

// The mover goes through a wall of B into its hollow, where it touches nothing, and out through the opposite
// wall: two contacts per turn. Three cases of the mover in the hollow: all of it is inside; a second shell of
// it is outside; or its ends stick out of an open tube.
TEST(ContactIntervals, end_where_the_mover_is_inside_without_touching) {
    constexpr int turns = 4;
    struct Case {
        Mesh mover, other;
    };
    for (const Case& c : {Case{stretched_sphere({0.3, 0.3, 0.3}), stretched_sphere({1, 1, 1})},
                          Case{two_spheres(), stretched_sphere({1, 1, 1})},
                          Case{stretched_sphere({0.2, 0.2, 2}), open_tube()}}) {
        // The rotation axis is z, x or y, since the ray that decides whether a point is inside has a
        // direction that does not depend on the axis.
        for (const int axis : {0, 1, 2}) {
            const auto exchanged = [&](const Vec3& v) {
                return axis == 0 ? v : axis == 1 ? Vec3{v.z, v.x, v.y} : Vec3{v.y, v.z, v.x};
            };
            const auto model_of = [&](const Mesh& mesh) {
                MeshData data{{mesh.vertices().begin(), mesh.vertices().end()},
                              {mesh.triangles().begin(), mesh.triangles().end()}};
                for (Vec3& v : data.vertices) v = exchanged(v);
                return Model::build(Mesh::from(std::move(data)).value()).value();
            };
            const Model a = model_of(c.mover), b = model_of(c.other);
            const Motion motion =
                Motion::screw({exchanged({5, 0, 0}), exchanged({0, 0, 1}), degrees(360.0 * turns), 0.01});
            const Pose pose_b = Pose::translation(exchanged({10, 0.01, 0.02}));
            for (const double clearance : {0.0, 1e-3}) {
                const ContactIntervals found =
                    contact_intervals(a.along(motion), b.at(pose_b), {.clearance = clearance});
                EXPECT_EQ(found.intervals.size(), 2u * turns);
                EXPECT_TRUE(found.undecided.empty());
            }
            EXPECT_FALSE(collides(a.at(motion.at(0.5 / turns)), b.at(pose_b)));
        }
    }
}

// The model enters and leaves B within path segments that are hardly longer than the spacing of doubles.
TEST(ContactIntervals, are_disjoint_on_the_shortest_segments_too) {
    const Model a = model_of(box({0, 0, 0}, {1, 1, 1})), b = model_of(box({2, 0, 0}, {3, 1, 1}));
    base::Random random(8105);
    for (int k = 0; k < effort(40, 2000); ++k) {
        SCOPED_TRACE(k);
        const double step = std::array{1e-16, 1e-12, 1e-10}[random.below(3)];
        std::vector<double> times{0};
        double t = std::array{0.3, 0.5, 1e-9}[random.below(3)];
        for (int i = 0; i < 8; ++i) {
            times.push_back(t);
            t = std::max(std::nextafter(t, 1.0), t + step * static_cast<double>(random.below(4)));
        }
        times.push_back(1);
        std::vector<Pose> poses;
        for (std::size_t i = 0; i < times.size(); ++i)
            poses.push_back(Pose::translation({-0.5 + 1.75 * static_cast<double>(random.below(3)), 0, 0}));
        const Motion path = Motion::path(poses, times).value();
        const ContactIntervals found = contact_intervals(a.along(path), b.at_rest());
        for (const auto& spans : {found.intervals, found.undecided}) {
            for (std::size_t i = 0; i < spans.size(); ++i) {
                EXPECT_LE(spans[i].t0_lo, spans[i].t0_hi);
                EXPECT_LE(spans[i].t0_hi, spans[i].t1_lo);
                EXPECT_LE(spans[i].t1_lo, spans[i].t1_hi);
                if (i == 0) continue;
                EXPECT_LT(spans[i - 1].t1_hi, spans[i].t0_lo) << i;
            }
        }
    }
}

}  // namespace
}  // namespace allide::test
