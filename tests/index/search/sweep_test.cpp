// The time spans in which the mover's sphere meets a box or sphere of the scene include all times of contact.
#include "index/search/sweep.hpp"

#include "index/scene_of_boxes.hpp"
#include "index/search/regions.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>

namespace allide::test {
namespace {

using index::Sweep;
using index::TimeSpans;

bool covers(const TimeSpans& spans, double t) {
    return std::any_of(spans.begin(), spans.end(),
                       [&](const index::TimeSpan& s) { return s.t0 <= t && t <= s.t1; });
}

Vec3 at_pose(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
            m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
}

// The world point x in the local coordinates of the pose.
Vec3 seen_from(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    const Vec3 d{x.x - m[3], x.y - m[7], x.z - m[11]};
    return {m[0] * d.x + m[4] * d.y + m[8] * d.z, m[1] * d.x + m[5] * d.y + m[9] * d.z,
            m[2] * d.x + m[6] * d.y + m[10] * d.z};
}

Motion any_motion(base::Random& random, int kind) {
    const auto some = [&] { return random.between(-1, 1); };
    const Vec3 where{3 * some(), 3 * some(), 3 * some()};
    if (kind == 0) return Motion::linear({5 * some(), 5 * some(), 5 * some()}).from(any_turn(random, where));
    if (kind == 1)
        return Motion::screw({.point = {some(), some(), some()},
                              .axis = {some(), some(), 1e-3 + std::abs(some())},
                              .angle = radians(9 * some()),
                              .advance = 4 * some()})
            .from(any_turn(random, where));
    std::vector<Pose> poses;
    std::vector<double> times;
    for (int i = 0; i < 4; ++i) {
        poses.push_back(any_turn(random, {3 * some(), 3 * some(), 3 * some()}));
        times.push_back(i + 0.5 * random.unit());
    }
    return Motion::path(poses, times).value();
}

TEST(Sweep, no_time_in_a_box_or_a_sphere_is_left_out) {
    base::Random random(3);
    const Model mover = Model::build(box_mesh({0.3, 0, -0.2}, {0.4, 0.2, 0.3})).value();
    int inside = 0;
    for (int i = 0; i < 60; ++i) {
        const Motion motion = any_motion(random, i % 3);
        const Pose scene = i % 2 == 0 ? Pose::identity() : any_turn(random, {0.5, 1, -1});
        const auto some = [&] { return random.between(-2, 2); };
        const Vec3 lo{some(), some(), some()};
        const Box box{lo, {lo.x + 3 * random.unit(), lo.y + 3 * random.unit(), lo.z + 3 * random.unit()}};
        const double radius = random.between(0.1, 1);
        const Sweep sweep(mover.along(motion), scene, 0);
        const TimeSpans at_box = sweep.at_box(box, sweep.always());
        const TimeSpans at_ball = sweep.at_sphere(lo, radius, sweep.always());
        for (int k = 0; k <= 300; ++k) {
            const double t = k / 300.0;
            for (const Vec3& corner : mover.mesh().vertices()) {
                const Vec3 x = seen_from(scene, at_pose(motion.at(t), corner));
                const bool in_box = x.x >= box.lo.x && x.x <= box.hi.x && x.y >= box.lo.y &&
                                    x.y <= box.hi.y && x.z >= box.lo.z && x.z <= box.hi.z;
                if (in_box) {
                    EXPECT_TRUE(covers(at_box, t)) << i << " " << t;
                    ++inside;
                }
                if (std::hypot(x.x - lo.x, x.y - lo.y, x.z - lo.z) < radius) {
                    EXPECT_TRUE(covers(at_ball, t)) << i << " " << t;
                }
            }
        }
    }
    EXPECT_GT(inside, 100);
}

TEST(Sweep, spans_are_tight) {
    // A sphere of radius 1 moves along x from −5 to 5; it meets a box from −1 to 1 while x is from −2 to 2.
    const Model mover = Model::build(generate(GeneratedShape::sphere, {.triangles = 4000}).value()).value();
    const Motion motion = Motion::linear({10, 0, 0}).from(Pose::translation({-5, 0, 0}));
    const Sweep sweep(mover.along(motion), {}, 0);
    const TimeSpans spans = sweep.at_box({{-1, -1, -1}, {1, 1, 1}}, sweep.always());
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_NEAR(spans[0].t0, 0.3, 1e-3);
    EXPECT_NEAR(spans[0].t1, 0.7, 1e-3);
    EXPECT_TRUE(sweep.at_box({{-1, 3, -1}, {1, 4, 1}}, sweep.always()).empty());
    // With a clearance the time span begins earlier.
    const Sweep wide(mover.along(motion), {}, 1);
    EXPECT_NEAR(wide.at_box({{-1, -1, -1}, {1, 1, 1}}, wide.always())[0].t0, 0.2, 1e-3);
}

TEST(Sweep, a_rotating_sphere_meets_a_box_several_times) {
    const Model mover = Model::build(box_mesh({3, 0, 0}, {0.1, 0.1, 0.1})).value();
    const Motion motion = Motion::rotation({}, {0, 0, 1}, degrees(720));
    const Sweep sweep(mover.along(motion), {}, 0);
    EXPECT_EQ(sweep.at_box({{-4, -1, -1}, {-2, 1, 1}}, sweep.always()).size(), 2U);
}

TEST(Sweep, nothing_meets_nothing) {
    const Model nothing;
    const Sweep sweep(nothing.along(Motion::linear({1, 0, 0})), {}, 0);
    EXPECT_TRUE(sweep.always().empty());
}

TEST(Regions, the_difference_covers_all_outside_the_hole) {
    base::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const auto cut = [&] { return static_cast<double>(random.below(5)); };
        const auto ordered = [](double x, double y) { return std::minmax({x, y}); };
        const auto [x0, x1] = ordered(cut(), cut());
        const auto [y0, y1] = ordered(cut(), cut());
        const auto [z0, z1] = ordered(cut(), cut());
        const Box box{{0, 0, 0}, {4, 4, 4}}, hole{{x0, y0, z0}, {x1, y1, z1}};
        const std::vector<Box> pieces = index::box_difference(box, hole);
        EXPECT_LE(pieces.size(), 6U);
        for (int k = 0; k < 50; ++k) {
            const Vec3 x{0.5 * static_cast<double>(random.below(9)),
                         0.5 * static_cast<double>(random.below(9)),
                         0.5 * static_cast<double>(random.below(9))};
            const auto in = [&](const Box& b) {
                return x.x >= b.lo.x && x.x <= b.hi.x && x.y >= b.lo.y && x.y <= b.hi.y && x.z >= b.lo.z &&
                       x.z <= b.hi.z;
            };
            const bool in_hole = in(hole), in_piece = std::any_of(pieces.begin(), pieces.end(), in);
            EXPECT_TRUE(in_hole || in_piece);
            const bool deep = x.x > x0 && x.x < x1 && x.y > y0 && x.y < y1 && x.z > z0 && x.z < z1;
            if (deep) {
                EXPECT_FALSE(in_piece);
            }
        }
    }
}

}  // namespace
}  // namespace allide::test
