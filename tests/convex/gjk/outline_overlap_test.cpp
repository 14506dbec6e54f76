// The overlap test in single precision: each verdict that it reaches equals that of the exact test.
#include "convex/gjk/outline_overlap.hpp"

#include "base/random.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

Vec3 in_cube(base::Random& random) {
    return {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
}

ConvexBody random_body(base::Random& random, double size) {
    const auto length = [&] { return size * random.between(0.05, 1); };
    switch (random.below(5)) {
        case 0:
            return ConvexBody::box({length(), length(), length()}).value();
        case 1:
            return ConvexBody::sphere(length()).value();
        case 2:
            return ConvexBody::box({length(), length(), length()}).value().rounded(0.2 * size).value();
        default: {
            std::vector<Vec3> points;
            const std::size_t count = 4 + random.below(13);
            // Away from the body's origin, as parts of an assembly are.
            const Vec3 away = 3 * size * in_cube(random);
            for (std::size_t i = 0; i < count; ++i) points.push_back(away + size * in_cube(random));
            return ConvexBody::from_points(points).value();
        }
    }
}

struct Placed {
    convex::Outline outline;
    Box box;
};
Placed placed(const ConvexBody& body, const Pose& pose) {
    Placed out;
    out.box = convex::place_outline(convex::local_outline(data_of(body)), pose, 0, out.outline);
    return out;
}

Pose random_pose(base::Random& random, double reach) {
    const Vec3 axis = in_cube(random);
    return Pose::rotation(axis == Vec3{} ? Vec3{1, 0, 0} : axis, radians(random.between(-4, 4)))
        .translated(reach * in_cube(random));
}

// Every verdict for pairs at all distances, at sizes from tiny to large, and far from the origin of the
// world.
TEST(OutlineOverlap, decides_only_what_is_so) {
    base::Random random(5);
    std::size_t yes = 0, no = 0, open = 0;
    for (int i = 0; i < 2000; ++i) {
        const double size = std::exp2(random.between(-20, 18));
        const ConvexBody a = random_body(random, size), b = random_body(random, size);
        if (!convex::has_outline(data_of(a)) || !convex::has_outline(data_of(b))) continue;
        const Vec3 far = i % 3 == 0 ? 1000 * size * in_cube(random) : Vec3{};
        const Pose at = random_pose(random, size).translated(far);
        // The middles are near each other, so that half of the pairs overlap.
        const Pose turned = random_pose(random, 0);
        const Vec3 between = at.apply(data_of(a).middle) - turned.apply(data_of(b).middle);
        const Pose to = turned.translated(between + 1.5 * size * in_cube(random));
        double limit = i % 2 == 0 ? 0 : size * random.between(0, 1);
        if (i % 4 == 3) {
            // The limit is the distance up to a few roundings of single precision.
            limit = distance(a.at(at), b.at(to)).value * (1 + 1e-6 * random.between(-1, 1));
        }
        const BodyVerdict verdict =
            convex::overlap_of_outlines(placed(a, at).outline, placed(b, to).outline, limit);
        const BodyDistance exact = distance(a.at(at), b.at(to));
        if (verdict == BodyVerdict::yes) {
            ++yes;
            ASSERT_LE(exact.lower, limit) << i;
        } else if (verdict == BodyVerdict::no) {
            ++no;
            ASSERT_GT(exact.upper, limit) << i;
            if (limit == 0) {
                ASSERT_EQ(overlap_solid(a.at(at), b.at(to)).verdict, BodyVerdict::no) << i;
            }
        } else {
            ++open;
        }
    }
    EXPECT_GT(yes, 250u);
    EXPECT_GT(no, 250u);
    EXPECT_GT(open, 50u);
}

// Boxes that touch, or miss each other by less than a float can tell, are left to the exact test.
TEST(OutlineOverlap, leaves_close_calls_open) {
    const ConvexBody cube = ConvexBody::box({1, 1, 1}).value();
    for (const double gap : {0.0, 1e-15, -1e-15, 1e-9, -1e-9})
        EXPECT_EQ(
            convex::overlap_of_outlines(placed(cube, Pose::identity()).outline,
                                        placed(cube, Pose::translation({2 + gap, 0.3, 0.1})).outline, 0),
            BodyVerdict::undecided);
    EXPECT_EQ(convex::overlap_of_outlines(placed(cube, Pose::identity()).outline,
                                          placed(cube, Pose::translation({2.01, 0.3, 0.1})).outline, 0),
              BodyVerdict::no);
    EXPECT_EQ(convex::overlap_of_outlines(placed(cube, Pose::identity()).outline,
                                          placed(cube, Pose::translation({1.99, 0.3, 0.1})).outline, 0),
              BodyVerdict::yes);
}

TEST(OutlineOverlap, boxes_contain_the_placed_bodies) {
    base::Random random(6);
    for (int i = 0; i < 3000; ++i) {
        const double size = std::exp2(random.between(-20, 18));
        const ConvexBody body = random_body(random, size);
        if (!convex::has_outline(data_of(body))) continue;
        const Pose pose = random_pose(random, i % 2 == 0 ? size : 1e6 * size);
        const Box box = placed(body, pose).box;
        const double radius = data_of(body).radius;
        for (const Vec3& v : body.vertices()) {
            const Vec3 p = pose.apply(v);
            for (const Vec3& q : {p - Vec3{radius, radius, radius}, p + Vec3{radius, radius, radius}})
                ASSERT_TRUE(box.contains(q)) << i;
        }
        const Vec3 widest = box.hi - box.lo;
        ASSERT_LE(std::max({widest.x, widest.y, widest.z}),
                  2 * data_of(body).outer_ball + 2.1 * radius + 1e-6 * size);
    }
}

}  // namespace
}  // namespace allide::test
