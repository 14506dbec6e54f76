// Contact times of a moving sphere: none is missed, none is wrong, and the number of time spans is right.
#include "kernel/screw/moving_sphere.hpp"

#include "base/random.hpp"
#include "oracle/wave.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using kernel::MovingSphere;
using kernel::TimeSpan;
using kernel::TimeSpans;
using oracle::HighPrecision;

constexpr double fine = 1e-9;

oracle::Point array_of(const Vec3& v) {
    return {v.x, v.y, v.z};
}

struct Ball {
    Vec3 centre;
    double radius;
    Screw screw;

    MovingSphere sphere() const { return {centre, radius, screw}; }
    oracle::Turning<HighPrecision> turning() const {
        return oracle::turning_of(
            {array_of(screw.point), array_of(screw.axis), screw.angle.in_radians(), screw.advance});
    }
    // The centre's position as a function of time.
    auto path() const {
        return [screw = oracle::coarse(turning()), from = array_of(centre)](double t) {
            const auto place = screw.at(from, t);
            return Vec3{place[0], place[1], place[2]};
        };
    }
};

Ball random_ball(base::Random& random, double size) {
    return {random_point(random, 2 * size),
            random.between(0.01, 0.6) * size,
            {random_point(random, size), random_point(random, 1), radians(random.between(-15, 15)),
             random.between(-3, 3) * size}};
}

double size_of(const Ball& ball) {
    double most = std::abs(ball.screw.advance);
    for (const Vec3& v : {ball.centre, ball.screw.point})
        most = std::max({most, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return most;
}

bool holds(const TimeSpans& spans, double t, double margin) {
    for (const TimeSpan& span : spans)
        if (t >= span.t0 - margin && t <= span.t1 + margin) return true;
    return false;
}

// Checks the spans at many times. `gap` returns the distance from the obstacle for a position of the centre.
template <typename Gap>
void expect_times(const Ball& ball, const TimeSpans& spans, const Gap& gap) {
    const auto at = ball.path();
    double before = -1;
    for (const TimeSpan& span : spans) {
        EXPECT_LT(before, span.t0);
        EXPECT_LE(span.t0, span.t1);
        before = span.t1;
    }
    EXPECT_LE(before, 1);
    const double noise = 1e-11 * (size_of(ball) + ball.radius);
    const int samples = effort(300, 3000);
    for (int i = 0; i <= samples; ++i) {
        const double t = static_cast<double>(i) / samples, apart = gap(at(t)) - ball.radius;
        if (apart < -noise) {
            EXPECT_TRUE(holds(spans, t, 0)) << t << " apart " << apart;
        }
        if (holds(spans, t, 0)) {
            EXPECT_LE(apart, 2 * ball.sphere().slack(fine) + noise) << t;
        }
    }
    // At both ends of a span the sphere is tangent to the obstacle.
    for (const TimeSpan& span : spans)
        for (const double t : {span.t0, span.t1})
            if (t > 0 && t < 1) {
                EXPECT_NEAR(gap(at(t)), ball.radius, 2 * ball.sphere().slack(fine) + noise) << t;
            }
}

double beyond(double x, double lo, double hi) {
    return std::max({lo - x, x - hi, 0.0});
}

TEST(MovingSphere, meets_planes_half_spaces_boxes_and_spheres_when_samples_do) {
    base::Random random(8401);
    for (int k = 0; k < effort(60, 1000); ++k) {
        SCOPED_TRACE(k);
        const double size = std::pow(10, static_cast<double>(random.below(9)) - 4);
        const Ball ball = random_ball(random, size);
        const MovingSphere sphere = ball.sphere();
        const HalfSpace plane{random_point(random, 1), random.between(-1, 1) * size};
        const auto height = [&](const Vec3& x) {
            const Vec3& n = plane.normal;
            return (n.x * x.x + n.y * x.y + n.z * x.z - plane.offset) / length(n);
        };
        expect_times(ball, sphere.at_plane(plane, {}, fine),
                     [&](const Vec3& x) { return std::abs(height(x)); });
        const Vec3 lo = random_point(random, size);
        const Box box{lo, {lo.x + random.unit() * size, lo.y + random.unit() * size, lo.z}};
        expect_times(ball, sphere.at_box(box, {}, fine), [&](const Vec3& x) {
            return length({beyond(x.x, box.lo.x, box.hi.x), beyond(x.y, box.lo.y, box.hi.y),
                           beyond(x.z, box.lo.z, box.hi.z)});
        });
        const double radius = random.unit() * size;
        expect_times(ball, sphere.at_sphere(lo, radius, {}, fine), [&](const Vec3& x) {
            return length({x.x - lo.x, x.y - lo.y, x.z - lo.z}) - radius;
        });
        const auto at = ball.path();
        const TimeSpans inside = sphere.in_half_space(plane, {}, fine);
        for (int i = 0; i <= 200; ++i) {
            const double t = i / 200.0, apart = height(at(t)) - ball.radius;
            if (std::abs(apart) > 2 * sphere.slack(fine)) {
                EXPECT_EQ(holds(inside, t, 0), apart < 0) << t;
            }
        }
    }
}

// The ends of the spans equal the times at which the centre's height over the plane is ±radius, computed with
// many digits.
TEST(MovingSphere, ends_at_planes_equal_roots) {
    base::Random random(8402);
    for (int k = 0; k < effort(20, 300); ++k) {
        SCOPED_TRACE(k);
        const Ball ball = random_ball(random, 1);
        const HalfSpace plane{random_point(random, 1), random.between(-1, 1)};
        const oracle::Vec<HighPrecision> n = oracle::unit(oracle::fine(array_of(plane.normal)));
        const oracle::Vec<HighPrecision> normal = oracle::fine(array_of(plane.normal));
        const HighPrecision offset =
            HighPrecision(plane.offset) / HighPrecision(sqrt(oracle::inner(normal, normal)));
        std::vector<double> roots;
        for (const double side : {-ball.radius, ball.radius}) {
            auto h =
                oracle::height_over_plane(ball.turning(), oracle::fine(array_of(ball.centre)), n,
                                          oracle::scaled(HighPrecision(offset + HighPrecision(side)), n));
            oracle::RootSearch<HighPrecision> search{HighPrecision("1e-45"), HighPrecision("1e-20"), {}, {}};
            search.root = [&](const HighPrecision& t) { roots.push_back(static_cast<double>(t)); };
            search.doubt = [&](const HighPrecision& from, const HighPrecision&) {
                roots.push_back(static_cast<double>(from));
            };
            search.run(h, h.bend(), HighPrecision(0), HighPrecision(1));
        }
        std::sort(roots.begin(), roots.end());
        std::vector<double> ends;
        for (const TimeSpan& span : ball.sphere().at_plane(plane, {}, fine)) {
            if (span.t0 > 0) ends.push_back(span.t0);
            if (span.t1 < 1) ends.push_back(span.t1);
        }
        ASSERT_EQ(ends.size(), roots.size());
        for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(ends[i], roots[i], 1e-7);
    }
}

TEST(MovingSphere, meets_a_plane_three_times_in_one_turn) {
    // The centre's x + z is 0.3 sin 2πt − 0.5 + t, which is not monotonic: it crosses 0 three times.
    const double turn = 6.283185307179586;
    const Ball ball{{0, -0.3, -0.5}, 0.01, {{0, 0, 0}, {0, 0, 7}, radians(turn), 1}};
    EXPECT_EQ(ball.sphere().at_plane({{1, 0, 1}, 0}, {}, fine).size(), 3u);
    EXPECT_EQ(ball.sphere().at_plane({{1, 0, 1}, 0}, {0.25, 1}, fine).size(), 2u);
    EXPECT_EQ(ball.sphere().at_plane({{0, 0, 1}, 0}, {}, fine).size(), 1u);
}

TEST(MovingSphere, sliding_and_spinning_in_place) {
    // A sphere that moves along the plane at a height of exactly its radius is always in contact; slightly
    // higher it never is.
    const Screw spin{{0, 0, 0}, {0, 0, 1}, radians(6), 0};
    EXPECT_EQ((MovingSphere{{2, 0, 0.5}, 0.5, spin}.at_plane({{0, 0, 1}, 0}, {}, fine)), (TimeSpans{{0, 1}}));
    EXPECT_TRUE((MovingSphere{{2, 0, 0.5001}, 0.5, spin}.at_plane({{0, 0, 1}, 0}, {}, fine).empty()));
    const Screw still{{0, 0, 0}, {0, 0, 1}, radians(0), 0};
    EXPECT_EQ((MovingSphere{{2, 0, 0}, 1, still}.at_sphere({0, 0, 0}, 1, {}, fine)), (TimeSpans{{0, 1}}));
    EXPECT_TRUE((MovingSphere{{2.1, 0, 0}, 1, still}.at_sphere({0, 0, 0}, 1, {}, fine).empty()));
    EXPECT_TRUE((MovingSphere{{0, 0, 0}, 1, still}.at_box({{1, 0, 0}, {-1, 0, 0}}, {}, fine).empty()));
}

TEST(MovingSphere, numbers_at_the_end_of_the_range_end_the_search) {
    const Screw far{{1e308, 0, 0}, {5e-324, 0, 0}, radians(1e9), 1e308};
    const TimeSpans all{{0.25, 0.5}};
    EXPECT_EQ((MovingSphere{{-1e308, 1e308, 0}, 1, far}.at_plane({{0, 5e-324, 0}, 1}, {0.25, 0.5}, 1e-3)),
              all);
}

TEST(MovingSphere, spans_are_joined_and_cut) {
    const TimeSpans a{{0, 0.25}, {0.5, 0.75}}, b{{0.125, 0.5}, {0.875, 1}};
    EXPECT_EQ(intersection(a, b), (TimeSpans{{0.125, 0.25}, {0.5, 0.5}}));
    EXPECT_EQ(united(a, b), (TimeSpans{{0, 0.75}, {0.875, 1}}));
    EXPECT_TRUE(intersection(a, {}).empty());
    EXPECT_EQ(united(a, {}), a);
}

}  // namespace
}  // namespace allide::test
