// Contacts without depth that can be proven: paths that are tangent to the plane of a face or of two edges.
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

namespace allide::test {
namespace {

void append_mesh(SmallMesh& mesh, const SmallMesh& more) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
    for (const auto& f : more.faces) mesh.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
}

// A corner circles at distance 2 from the z axis past a wall at distance 2 + off, then may hit an obstacle.
MovingPair tip_and_wall(double off, bool has_stop) {
    const SmallMesh tip{{{2, 0, 0}, {1, 0, 0.5}, {1, 0, -0.5}}, {{0, 1, 2}}};
    SmallMesh wall{{{-9, 2 + off, -9}, {9, 2 + off, -9}, {0, 2 + off, 9}}, {{0, 1, 2}}};
    if (has_stop) append_mesh(wall, box({-3, -0.5, -1}, {-1, -0.2, 1}));
    return {tip, wall, {{0, 0, 0}, {0, 0, 1}, 4, 0}};
}

// An edge at distance 1 from the z axis rotates past a perpendicular edge at distance 1 + off.
MovingPair bars(double off, bool has_stop) {
    const SmallMesh bar{{{1, 0, -2}, {1, 0, 2}, {0.5, 0, 0}}, {{0, 1, 2}}};
    SmallMesh rail{{{-3, 1 + off, 0}, {3, 1 + off, 0}, {0, 4, 0}}, {{0, 1, 2}}};
    if (has_stop) append_mesh(rail, box({-3, -0.5, -1}, {-0.5, -0.2, 1}));
    return {bar, rail, {{0, 0, 0}, {0, 0, 1}, 4, 0}};
}

void expect_proven(const MovingPair& pair) {
    const auto truth = times_of(pair).first();
    const Prediction p = predicted(pair);
    expect_right(pair, p, truth);
    EXPECT_EQ(p.delta, 0);
}

TEST(PredictTangency, is_proven_with_and_without_a_deep_contact_behind_it) {
    for (const bool has_stop : {false, true})
        for (const double off : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9}) {
            SCOPED_TRACE(off);
            expect_proven(tip_and_wall(off, has_stop));
            expect_proven(bars(off, has_stop));
        }
}

// For any axis with integer components, the tip moves on a circle that is tangent to a plane with integer
// coefficients.
TEST(PredictTangency, is_proven_about_slanted_axes) {
    base::Random random(8701);
    for (int k = 0; k < effort(30, 500); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair = k % 2 == 0 ? tip_and_wall(0, k % 4 == 0) : bars(0, k % 4 == 1);
        pair.screw.angle = k % 3 == 0 ? -2.5 : random.between(2, 30);
        if (pair.screw.angle < 0)
            for (auto& p : pair.b.points) p[1] = -p[1];
        // Three times a rotation matrix whose entries are thirds of integers: the result is exact.
        const auto turned = [](oracle::Point& p) {
            p = {2 * p[0] - p[1] + 2 * p[2], 2 * p[0] + 2 * p[1] - p[2], -p[0] + 2 * p[1] + 2 * p[2]};
        };
        for (auto& p : pair.a.points) turned(p);
        for (auto& p : pair.b.points) turned(p);
        turned(pair.screw.axis);
        expect_proven(pair);
    }
}

// Both bodies rotate about one axis, so their relative motion is a screw too. The tangency is not proven in
// this case, but its time is known to twenty digits.
TEST(PredictTangency, of_two_movers_does_not_widen_the_bracket) {
    for (const double off : {0.0, 1e-16, 1e-15, -1e-15, 1e-12, 1e-9})
        for (const double carried : {0.5, -1.0, 2.0}) {
            SCOPED_TRACE(off);
            const MovingPair pair = tip_and_wall(off, true);
            const Model a = model_of(pair.a), b = model_of(pair.b);
            const auto turn = [](double angle) { return Motion::rotation({}, {0, 0, 1}, radians(angle)); };
            const auto truth = times_of(pair).first();
            ASSERT_TRUE(truth);
            for (const double tolerance : {1e-9, 1e-12}) {
                const Prediction p =
                    predict(a.along(turn(4 + carried)), b.along(turn(carried)), {.tolerance = tolerance});
                ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
                EXPECT_LE(HighPrecision(p.impact->t_lo), *truth);
                EXPECT_GE(HighPrecision(p.impact->t_hi), *truth);
                EXPECT_LE(p.impact->t_hi - p.impact->t_lo, tolerance);
            }
        }
}

}  // namespace
}  // namespace allide::test
