// Bodies that rotate in one plane and have edges and faces in that plane, so that no single pair of
// triangles proves a contact.
#include "query/predict/patch_crossing.hpp"
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

#include <allide/query.hpp>

namespace allide::test {
namespace {

constexpr double quarter = 1.5707963267948966;

SmallMesh octahedron() {
    return {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}
SmallMesh triangle(const oracle::Point& p, const oracle::Point& q, const oracle::Point& r) {
    return {{p, q, r}, {{0, 1, 2}}};
}

Motion turn_about_x(double y, double z, double angle, const Pose& from) {
    return Motion::rotation({0, y, z}, {1, 0, 0}, radians(angle)).from(from);
}
Pose pose_of(const std::array<double, 12>& rows) {
    return Pose::from_matrix(rows).value();
}

// True if A, translated by `by`, touches B in each of six cases: along x, y and z, both ways.
bool deep_at(const Model& model_a, const Moving& a, const Moving& b, double t, double by) {
    const auto rows = a.at(t).pose().matrix();
    for (const std::size_t i : {3, 7, 11}) {
        for (const double sign : {-1.0, 1.0}) {
            auto shifted = rows;
            shifted[i] += sign * by;
            if (!collides(model_a.at(pose_of(shifted)), b.at(t))) return false;
        }
    }
    return true;
}

bool is_within(const std::vector<ContactInterval>& spans, double t) {
    return std::any_of(spans.begin(), spans.end(),
                       [&](const ContactInterval& x) { return t >= x.t0_lo && t <= x.t1_hi; });
}

// Expects that every deep contact lies in an interval of certain contact.
void expect_deep_is_certain(const Model& model_a, const Moving& a, const Moving& b, int samples) {
    const ContactIntervals found = contact_intervals(a, b);
    int deep = 0;
    for (int i = 0; i <= samples; ++i) {
        const double t = static_cast<double>(i) / samples;
        if (!deep_at(model_a, a, b, t, 1e-6)) continue;
        ++deep;
        EXPECT_TRUE(is_within(found.intervals, t)) << "deep at " << t;
    }
    EXPECT_GT(deep, 0);
}

// A flat triangle, or a segment, lies in the plane of an octahedron's equator and meets an edge on the
// equator. Both bodies rotate about axes perpendicular to that plane.
TEST(PredictPlanar, an_edge_of_two_faces_in_the_plane_of_a_third) {
    const Model a = model_of(octahedron());
    const Moving of_a = a.along(turn_about_x(2, -2, -quarter, Pose::translation({-3, 2, 3})));
    for (const double last : {2.0, 3.0}) {
        const Model b = model_of(triangle({0, 2, -2}, {0, 2, 2}, {0, last, 2}));
        const Moving of_b =
            b.along(turn_about_x(-1, 0, 3 * quarter, pose_of({-1, 0, 0, -3, 0, -1, 0, -2, 0, 0, 1, -3})));
        for (const Prediction& p : {predict(of_a, of_b), predict(of_b, of_a)}) {
            ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
            EXPECT_EQ(p.delta, 0);
            EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
            EXPECT_GT(distance(of_a.at(p.free_until - 1e-9), of_b.at(p.free_until - 1e-9)).lower, 0);
            EXPECT_TRUE(deep_at(a, of_a, of_b, p.impact->t_hi + 1e-6, 1e-8));
        }
        expect_deep_is_certain(a, of_a, of_b, 4000);
        const ContactIntervals spans = contact_intervals(of_a, of_b);
        ASSERT_EQ(spans.intervals.size(), 1U);
        EXPECT_TRUE(spans.undecided.empty());
        EXPECT_LE(spans.intervals[0].t1_hi - spans.intervals[0].t1_lo, 1e-9);
        // With a tiny clearance the interval is only slightly longer.
        const ContactIntervals wider = contact_intervals(of_a, of_b, {.clearance = 1e-7});
        ASSERT_EQ(wider.intervals.size(), 1U);
        EXPECT_LT(wider.intervals[0].t0_hi, spans.intervals[0].t0_lo);
        EXPECT_NEAR(wider.intervals[0].t1_lo, spans.intervals[0].t1_hi, 1e-6);
    }
}

// A corner of the octahedron slides within a face of the box, a contact without depth; meanwhile the
// octahedron passes through another face.
TEST(PredictPlanar, a_deep_contact_within_a_slide) {
    const Model a = model_of(octahedron()), b = model_of(box({-1, -2, -2}, {2, 2, 1}));
    const auto pose = [](int k, double y, double z) {
        const std::array<double, 4> cos{1, 0, -1, 0}, sin{0, 1, 0, -1};
        const std::size_t i = static_cast<std::size_t>(k);
        return pose_of({1, 0, 0, 0, 0, cos[i], -sin[i], y, 0, sin[i], cos[i], z});
    };
    const std::array<Pose, 3> poses_a{pose(3, 1, 1), pose(3, 0, -3), pose(1, -1, -2)};
    const std::array<Pose, 4> poses_b{pose(0, 3, 2), pose(1, -1, 0), pose(3, 2, -1), pose(0, 3, 1)};
    const std::array<double, 3> times_a{0, 0.5, 1};
    const std::array<double, 4> times_b{0, 0.25, 0.5, 1};
    expect_deep_is_certain(a, a.along(Motion::path(poses_a, times_a).value()),
                           b.along(Motion::path(poses_b, times_b).value()), 500);
}

// A rod slides over a plate without depth while both rotate, and hits a pin on the plate for so short a time
// that sampling would miss it.
TEST(PredictPlanar, a_pin_in_the_way_of_a_slide) {
    const Model rod = model_of(box({-0.0001, -0.0001, 0}, {0.0001, 0.0001, 1}));
    const auto turn = [](const Vec3& point, double angle, const Vec3& start) {
        return Motion::rotation(point, {0, 0, 1}, radians(angle)).from(Pose::translation(start));
    };
    int met = 0;
    for (int k = 0; k < effort(1, 4); ++k) {
        SCOPED_TRACE(k);
        const Motion of_a = turn({3, 3, 0}, -1 - 0.05 * k, {3, 0.3, 0}),
                     of_b = turn({-1, -0.5, 0}, -0.3, {0, 0, 0});
        // The pin is where the rod will be, relative to the plate, at time t.
        const double t = 0.5 + 0.1 * k;
        const auto at_a = of_a.at(t).matrix(), at_b = of_b.at(t).matrix();
        const double x = at_a[3] - at_b[3], y = at_a[7] - at_b[7];
        const Vec3 pin{at_b[0] * x + at_b[4] * y, at_b[1] * x + at_b[5] * y, 0};
        if (std::max(std::abs(pin.x), std::abs(pin.y)) > 1.9) continue;
        ++met;
        SmallMesh plate = box({-2, -2, -1}, {2, 2, 0});
        const SmallMesh post = box({pin.x, pin.y, -0.5}, {pin.x + 0.0001, pin.y + 0.0001, 0.5});
        const auto before = static_cast<std::uint32_t>(plate.points.size());
        plate.points.insert(plate.points.end(), post.points.begin(), post.points.end());
        for (const auto& face : post.faces)
            plate.faces.push_back({face[0] + before, face[1] + before, face[2] + before});
        const Model with_pin = model_of(plate);
        for (const Prediction& p : {predict(rod.along(of_a), with_pin.along(of_b)),
                                    predict(with_pin.along(of_b), rod.along(of_a))}) {
            ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
            EXPECT_LT(p.free_until, t - 0.01);
            EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
            EXPECT_GT(distance(rod.along(of_a).at(p.free_until - 1e-6),
                               with_pin.along(of_b).at(p.free_until - 1e-6))
                          .lower,
                      0);
        }
    }
    EXPECT_GT(met, 0);
}

// An end of the segment and a corner of the triangle lie on one circle about the axis and meet at t = 0.25;
// the segment crosses the triangle only much later.
TEST(PredictPlanar, corners_that_meet_do_not_widen_a_bracket) {
    const Model a = model_of(triangle({0, -2, -1}, {0, 2, 0}, {0, 2, 0})),
                b = model_of(triangle({-1, 0, 0}, {2, -1, 1}, {2, -2, -1}));
    const Prediction p = predict(a.along(turn_about_x(-2, 0, -4 * quarter, Pose::translation({-1, 1, 1}))),
                                 b.at(Pose::translation({-3, 0, 0})));
    ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    EXPECT_NEAR(p.free_until, 0.25, 1e-9);
}

// Faces stay exactly at the distance of the clearance while both bodies rotate: a graze, which must be
// recognised without many small steps.
TEST(PredictPlanar, a_constant_gap_equal_to_the_clearance_is_decided_quickly) {
    const Model a = model_of(box({-1, -2, -1}, {1, 1, 2})), b = model_of(box({-2, 0, -2}, {2, 1, 1}));
    const Moving of_a =
        a.along(turn_about_x(-2, -1, 2 * quarter, pose_of({0, 0, 1, -3, 1, 0, 0, 1, 0, 1, 0, -1})));
    const Moving of_b =
        b.along(turn_about_x(-3, 0, -2 * quarter, pose_of({0, 0, 1, 3, 1, 0, 0, -3, 0, 1, 0, -3})));
    const Prediction p = predict(of_a, of_b, {.clearance = 2});
    EXPECT_EQ(p.outcome, Outcome::undecided) << text_of(p);
    EXPECT_LE(p.delta, 1e-9 * std::sqrt(33));
    EXPECT_LT(p.triangle_tests, 100'000U);
    // With a slightly larger or smaller clearance the answer is certain.
    EXPECT_EQ(predict(of_a, of_b, {.clearance = 2 - 1e-7}).outcome, Outcome::clear);
    EXPECT_EQ(predict(of_a, of_b, {.clearance = 2 + 1e-7}).outcome, Outcome::impact);
}

// The end of a segment stays exactly at the clearance from a box, on a path whose rotations are rounded.
TEST(PredictPlanar, a_lasting_graze_of_the_clearance_is_decided_quickly) {
    const Model a = model_of(triangle({0, 2, -1}, {0, -1, 2}, {0, -1, 2})),
                b = model_of(box({0, 0, -1}, {1, 1, 2}));
    const Moving of_a =
        a.along(turn_about_x(0, 1, -3 * quarter, pose_of({0, 0, -1, -2, 1, 0, 0, 0, 0, -1, 0, 1})));
    const std::array<Pose, 3> poses{pose_of({1, 0, 0, 0, 0, 0, 1, -3, 0, -1, 0, 3}),
                                    pose_of({1, 0, 0, 0, 0, 0, 1, -2, 0, -1, 0, -2}),
                                    Pose::translation({0, 2, 0})};
    const std::array<double, 3> times{0, 2, 3};
    const Prediction p = predict(of_a, b.along(Motion::path(poses, times).value()), {.clearance = 1});
    EXPECT_EQ(p.outcome, Outcome::undecided) << text_of(p);
    EXPECT_LE(p.delta, 1e-9 * std::sqrt(18));
    EXPECT_LT(p.triangle_tests, 100'000U);
}

// Edges that slide along each other are in contact; slightly apart they are not. Both are decided exactly,
// even if the knots of the two paths differ, as long as all positions are doubles.
TEST(PredictTwoMovers, translations_between_knots_are_decided_exactly) {
    const Model a = model_of(box({0, 0, 0}, {1, 1, 1})), b = model_of(box({3, 1, 1}, {4, 2, 2}));
    const auto at = [](double x, double y, double z) { return Pose::translation({x, y, z}); };
    const std::array<double, 3> halves{0, 0.5, 1};
    const std::array<double, 4> quarters{0, 0.25, 0.75, 1};
    for (const double lift : {0.0, 0x1p-50}) {
        const std::array<Pose, 3> of_a{at(0, 0, 0), at(3, 0, 0), at(6, 0, 0)};
        const std::array<Pose, 4> rests_first{at(0, 0, lift), at(0, 0, lift), at(1, 0, lift), at(1, 0, 2)};
        const std::array<Pose, 3> rests_then{at(0, 0, lift), at(0, 0, lift), at(0, 0, 8)};
        const Moving mover = a.along(Motion::path(of_a, halves).value());
        const Prediction p = predict(mover, b.along(Motion::path(rests_first, quarters).value())),
                         q = predict(mover, b.along(Motion::path(rests_then, halves).value()));
        EXPECT_EQ(p.outcome, lift == 0 ? Outcome::impact : Outcome::clear) << text_of(p);
        EXPECT_EQ(q.outcome, lift == 0 ? Outcome::impact : Outcome::clear) << text_of(q);
        if (lift > 0) continue;
        EXPECT_LE(p.impact->t_lo, 0.375);
        EXPECT_GE(p.impact->t_hi, 0.375);
        EXPECT_NEAR(q.impact->t_lo, 1.0 / 3, 1e-9);
    }
}

// The answer does not depend on which of the two bodies is at rest.
TEST(PredictTwoMovers, a_model_at_rest_does_not_count_as_moving) {
    base::Random random(29);
    int impacts = 0;
    for (int i = 0; i < effort(40, 400); ++i) {
        const Model a = model_of(random_small_body(random)), b = model_of(random_small_body(random));
        const Screw screw{.point = random_point(random, 1),
                          .axis = random_point(random, 1),
                          .angle = radians(random.between(-4, 4)),
                          .advance = random.between(-1, 1)};
        const Moving mover = a.along(Motion::screw(screw).from(Pose::translation({1.9, 0, 0})));
        const Moving rests = b.along(Motion());
        const PredictOptions options{.clearance = i % 2 == 0 ? 0 : 0.1};
        const Prediction p = predict(mover, rests, options), q = predict(rests, mover, options);
        EXPECT_EQ(p.outcome, q.outcome);
        EXPECT_EQ(p.free_until, q.free_until);
        EXPECT_EQ(contact_intervals(mover, rests, options).intervals,
                  contact_intervals(rests, mover, options).intervals);
        if (p.outcome != Outcome::impact) continue;
        ++impacts;
        EXPECT_EQ(p.impact->triangle_a, q.impact->triangle_b);
        EXPECT_EQ(p.impact->triangle_b, q.impact->triangle_a);
        EXPECT_EQ(p.impact->t_hi, q.impact->t_hi);
        const auto of_both = [](const Vec3& x, const Vec3& y) {
            return std::hypot(x.x - y.x, x.y - y.y, x.z - y.z);
        };
        EXPECT_NEAR(of_both(p.impact->point, q.impact->point), options.clearance, 1e-6);
        if (options.clearance > 0) continue;
        EXPECT_EQ(p.impact->features == Features::edge_edge, q.impact->features == Features::edge_edge);
        if (p.impact->features != Features::edge_edge) {
            EXPECT_NE(p.impact->features, q.impact->features);
        }
    }
    EXPECT_GE(impacts, effort(40, 400) / 10);
}

// Two boxes meet with flush faces, so many pairs of triangles are equally near.
TEST(PredictTwoMovers, with_a_clearance_the_point_is_one_of_the_triangle_that_is_named) {
    const Model a = model_of(box({}, {1, 1, 1})), b = model_of(box({0.2, 0.3, 0}, {0.9, 1.7, 1}));
    const Moving rests = a.along(Motion());
    for (const double height : {3.0, 0.5}) {  // B starts above A, or overlaps it
        const Moving mover = b.along(Motion::linear({0, 0, -4}).from(Pose::translation({0, 0, height})));
        const PredictOptions options{.clearance = 0.5};
        const auto off = [](const Model& model, const Moving& moving, const Impact& impact) {
            const auto corners = model.mesh().corners(impact.triangle_a);
            const MeshData one{{corners.begin(), corners.end()}, {{0, 1, 2}}};
            const Model triangle = Model::build(Mesh::from(one).value()).value();
            return nearest(triangle.at(moving.at(impact.t_lo).pose()), impact.point)->upper;
        };
        EXPECT_LT(off(a, rests, predict(rests, mover, options).impact.value()), 1e-9);
        EXPECT_LT(off(b, mover, predict(mover, rests, options).impact.value()), 1e-9);
    }
}

using Places = kernel::NumberTriangle<double>;

Places places_of(const kernel::Triangle& t) {
    Places out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = {t[i].x, t[i].y, t[i].z};
    return out;
}
Vec3 shaken(base::Random& random, const Vec3& x, double by) {
    const Vec3 offset = random_point(random, by);
    return {x.x + offset.x, x.y + offset.y, x.z + offset.z};
}

// A patch (some triangles of a surface) that is reported as crossed is crossed for all positions within the
// error bound, and every deep crossing is reported.
TEST(ThroughPatch, holds_for_all_places_within_the_slack) {
    base::Random random(31);
    constexpr double slack = 0x1p-30;
    const SmallMesh whole = octahedron();
    const Model body = model_of(whole);
    int deep = 0, seen = 0;
    for (int i = 0; i < effort(300, 20000); ++i) {
        // A random triangle in the plane of the equator.
        const auto some = [&] { return random.between(-1.5, 1.5); };
        const kernel::Triangle face{{{0, some(), some()}, {0, some(), some()}, {0, some(), some()}}};
        std::vector<query::PatchTriangle> patch;
        for (const auto& f : whole.faces) {
            kernel::Triangle own;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& p = whole.points[f[k]];
                own[k] = {p[0], p[1], p[2]};
            }
            patch.push_back({own, places_of(own)});
        }
        const bool says = query::pierces(places_of(face), patch, slack).has_value();
        bool always = true;
        for (int shake = 0; shake < 20 && always; ++shake) {
            MeshData data;
            for (const Vec3& x : face) data.vertices.push_back(shaken(random, x, slack));
            data.triangles = {{0, 1, 2}};
            const Model shaken_face = Model::build(Mesh::from(std::move(data)).value()).value();
            always = collides(shaken_face.at_rest(), body.at_rest());
        }
        seen += says;
        deep += always;
        if (says) {
            EXPECT_TRUE(always);
        }
    }
    EXPECT_GT(deep, effort(100, 5000));
    EXPECT_GE(seen, deep - deep / 50);
}

}  // namespace
}  // namespace allide::test
