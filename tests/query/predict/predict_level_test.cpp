// Bodies that rotate about parallel axes, one above the other: proofs that pairs stay within a clearance.
#include "query/predict/near_duration.hpp"
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

#include <allide/query.hpp>

namespace allide::test {
namespace {

using Corners = std::array<Vec3, 3>;

query::NearPair near_pair(const Corners& a, const Corners& b, double clearance, double deviation,
                          double axial_deviation) {
    query::NearPair out{{}, {}, clearance, 0x1p-90, deviation, axial_deviation};
    for (std::size_t i = 0; i < 3; ++i) {
        out.a[i] = {a[i].x, a[i].y, a[i].z};
        out.b[i] = {b[i].x, b[i].y, b[i].z};
    }
    return out;
}

Model model_of_corners(const Corners& t) {
    return model_of(
        {{{t[0].x, t[0].y, t[0].z}, {t[1].x, t[1].y, t[1].z}, {t[2].x, t[2].y, t[2].z}}, {{0, 1, 2}}});
}

// The point moved along the screw about z, plus a random error within the deviation bounds of `pair`.
Vec3 moved(base::Random& random, const kernel::Turning& turning, const query::NearPair& pair, const Vec3& x,
           double t) {
    const double c = std::cos(turning.angle * t), s = std::sin(turning.angle * t), whole = 6.283185307179586,
                 about = random.between(0, whole);
    const double height = pair.axial_deviation * (random.below(2) == 0 ? -1 : random.between(-1, 1)),
                 beside = std::sqrt(std::max(0.0, pair.deviation * pair.deviation - height * height));
    return {x.x * c - x.y * s + beside * std::cos(about), x.x * s + x.y * c + beside * std::sin(about),
            x.z + turning.advance * t + height};
}

// Triangles of size 1, horizontal or tilted, one of them above the other.
TEST(StayOver, holds_for_all_places_within_the_blur) {
    base::Random random(8801);
    int certain = 0;
    for (int k = 0; k < effort(400, 20000); ++k) {
        SCOPED_TRACE(k);
        const double tilt = std::array{0.0, 1e-3, 0.2}[random.below(3)];
        const auto triangle = [&](double height) {
            Corners out;
            for (Vec3& x : out) {
                x = random_point(random, 0.5);
                x.z = height + tilt * x.z;
            }
            return out;
        };
        const double height = random.between(0, 0.3), clearance = height + 0.05 * random.between(0, 1);
        const Corners a = triangle(random.below(2) == 0 ? height : -height), b = triangle(0);
        const double deviation = std::array{0.0, 1e-3, 2e-2}[random.below(3)];
        const kernel::Turning turning{random.between(-3, 3), 0.1 * random.between(-1, 1)};
        const auto pair =
            near_pair(a, b, clearance, deviation, deviation * random.between(0, 1) * random.between(0, 1));
        const double lasts = duration_over_face(turning, pair);
        if (!(lasts > 0)) continue;
        ++certain;
        const Model other = model_of_corners(b);
        for (int i = 0; i < 6; ++i) {
            const double t = std::min(lasts, 2.0) * (i == 0 ? 1 : random.between(0, 1));
            Corners now;
            for (std::size_t j = 0; j < 3; ++j) now[j] = moved(random, turning, pair, a[j], t);
            const Model then = model_of_corners(now);
            EXPECT_LE(distance(then.at_rest(), other.at_rest()).lower, clearance + 1e-12);
        }
    }
    EXPECT_GE(certain, effort(60, 3000));
}

// Both bodies rotate, and one may rise. An interval within the clearance lasts as long as one face is above
// another, and ends when a corner leaves the face.
TEST(PredictLevel, spans_are_as_sampled) {
    base::Random random(8802);
    const auto some = [&] { return random.between(-1, 1); };
    for (int k = 0; k < effort(16, 400); ++k) {
        SCOPED_TRACE(k);
        const Model a = model_of(random.below(3) == 0 ? tetrahedron() : box({-1, -0.5, -1}, {1, 1, 1})),
                    b = model_of(box({-1, -1, -1}, {0.5, 1, 1}));
        const double below = std::array{1e-8, 1e-6, 1e-3, 0.1}[random.below(4)],
                     rises = std::array{0.0, below / 2, 4 * below}[random.below(3)];
        const auto turn = [&](double reach, double advance) {
            return Motion::screw({.point = {reach * some(), reach * some(), 0},
                                  .axis = {0, 0, 1},
                                  .angle = radians(3 * some()),
                                  .advance = advance});
        };
        const Moving of_a = a.along(turn(2, rises).from(Pose::translation({some(), some(), 2.5 - below}))),
                     of_b = b.along(turn(1, 0));
        const PredictOptions options{.clearance = 0.5};
        const ContactIntervals found = contact_intervals(of_a, of_b, options);
        constexpr int samples = 100;
        for (int i = 0; i <= samples; ++i) {
            const double t = static_cast<double>(i) / samples;
            const Distance d = distance(of_a.at(t), of_b.at(t));
            const auto holds = [t](const ContactInterval& x) { return t >= x.t0_hi && t <= x.t1_lo; };
            const auto may_hold = [t](const ContactInterval& x) { return t >= x.t0_lo && t <= x.t1_hi; };
            if (std::any_of(found.intervals.begin(), found.intervals.end(), holds)) {
                EXPECT_LE(d.lower, options.clearance + 1e-13) << t;
            } else if (std::none_of(found.intervals.begin(), found.intervals.end(), may_hold) &&
                       std::none_of(found.undecided.begin(), found.undecided.end(), may_hold)) {
                EXPECT_GE(d.upper, options.clearance - 1e-13) << t;
            }
        }
        // During an undecided interval, the distance must equal the clearance up to 3e-9.
        for (const ContactInterval& x : found.undecided)
            for (const double t : {x.t0_lo, 0.5 * (x.t0_lo + x.t1_hi), x.t1_hi})
                EXPECT_NEAR(distance(of_a.at(t), of_b.at(t)).upper, options.clearance, 3e-9) << t;
    }
}

// The distance along the axes does not affect the running time.
TEST(PredictLevel, far_along_the_axes_it_takes_no_longer) {
    const Model a = model_of(box({-1, -1, -1}, {1, 1, 1})), b = model_of(box({-1, -1, -1}, {1, 0, 1}));
    const auto prediction = [&](double z) {
        const auto turn = [](double y, const Vec3& start) {
            return Motion::rotation({0, y, 0}, {0, 0, 1}, radians(5.4)).from(Pose::translation(start));
        };
        return predict(a.along(turn(3, {0, 0, z})), b.along(turn(-2, {2, -1, z + 2.3125})),
                       {.clearance = 0.3124});
    };
    const Prediction near = prediction(0), far = prediction(1e6);
    EXPECT_EQ(near.outcome, Outcome::clear);
    EXPECT_EQ(far.outcome, Outcome::clear);
    EXPECT_LT(far.triangle_tests, 2 * near.triangle_tests + 1000);
}

}  // namespace
}  // namespace allide::test
