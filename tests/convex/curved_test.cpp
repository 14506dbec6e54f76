// Cylinders, cones and ellipsoids, with a ball or a rod at a known distance from a point of their surface.
#include "bodies.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

struct Beside {
    const char* name;
    ConvexBody body;
    Vec3 foot, outward, along;  // a point of the surface, the normal there, and a tangent direction
};

Vec3 crossed(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec3 across(const Vec3& n) {
    const Vec3 v = crossed(n, std::abs(n.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return {v.x / length, v.y / length, v.z / length};
}

// Random points on a cylinder's side and top, a cone's slope and apex, and an ellipsoid. Sizes are about 1.
std::vector<Beside> places_beside(Dice& dice) {
    const double angle = dice.between(0.0, 2 * std::numbers::pi), c = std::cos(angle), s = std::sin(angle);
    const double r = dice.between(0.3, 1.0), h = dice.between(0.3, 1.0), up = dice.between(-0.9, 0.9);
    std::vector<Beside> all;
    all.push_back({"side of a cylinder",
                   ConvexBody::cylinder(r, h).value(),
                   {r * c, r * s, up * h},
                   {c, s, 0},
                   {0, 0, 1}});
    all.push_back({"top of a cylinder",
                   ConvexBody::cylinder(r, h).value(),
                   {up * r * c, up * r * s, h},
                   {0, 0, 1},
                   {c, s, 0}});
    // The cone's radius shrinks by r over its height 2h: in (radius, z) coordinates the normal is (2h, r).
    const double length = std::hypot(2 * h, r), share = (1 - up) / 2;
    all.push_back({"slope of a cone",
                   ConvexBody::cone(r, h).value(),
                   {share * r * c, share * r * s, up * h},
                   {2 * h / length * c, 2 * h / length * s, r / length},
                   {-r / length * c, -r / length * s, 2 * h / length}});
    all.push_back({"apex of a cone", ConvexBody::cone(r, h).value(), {0, 0, h}, {0, 0, 1}, {c, s, 0}});
    const Vec3 axes{r, h, dice.between(0.3, 1.0)};
    const double ring = std::sqrt(1 - up * up);
    const Vec3 on{axes.x * ring * c, axes.y * ring * s, axes.z * up};
    Vec3 normal{ring * c / axes.x, ring * s / axes.y, up / axes.z};
    const double size = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    normal = {normal.x / size, normal.y / size, normal.z / size};
    all.push_back({"ellipsoid", ConvexBody::ellipsoid(axes).value(), on, normal, across(normal)});
    return all;
}

Vec3 turned(const oracle::Matrix& m, const Vec3& x) {
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z, m[4] * x.x + m[5] * x.y + m[6] * x.z,
            m[8] * x.x + m[9] * x.y + m[10] * x.z};
}

// The rotation that maps the z axis to the tangent direction and the x axis to the normal.
oracle::Matrix laid_along(const Beside& place, const oracle::Matrix& turn) {
    const Vec3 x = turned(turn, place.outward), z = turned(turn, place.along), y = crossed(z, x);
    return {x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0};
}

TEST(CurvedBodies, ABallAtAKnownDistance) {
    Dice dice(51);
    int undecided = 0, asked = 0;
    for (int i = 0; i < effort(500, 5000); ++i)
        for (const Beside& place : places_beside(dice)) {
            const double radius = dice.between(0.2, 1.0);
            const double sign = dice.one_in(2) ? 1 : -1;
            const double gap = dice.one_in(3) ? 0 : sign * std::pow(10, dice.between(-11.5, -1.0));
            const oracle::Matrix turn = oracle::rotation(dice);
            const double out = radius + gap;
            const Vec3 center =
                turned(turn, {place.foot.x + out * place.outward.x, place.foot.y + out * place.outward.y,
                              place.foot.z + out * place.outward.z});
            const ConvexBody ball = ConvexBody::sphere(radius).value();
            const ConvexBody egg = ConvexBody::ellipsoid({radius, radius, radius}).value();
            // The rod is parallel to the surface there: it is closest over its whole length or in its middle.
            const ConvexBody rod = ConvexBody::capsule(radius, 0.1 * dice.unit()).value();
            const oracle::Matrix laid =
                oracle::shifted(laid_along(place, turn), {center.x, center.y, center.z});
            for (const ConvexBody* other : {&ball, &egg, &rod}) {
                const auto at_a = place.body.at(pose_of(turn));
                const auto at_b = other->at(other == &rod ? pose_of(laid) : Pose::translation(center));
                const BodyOverlap found = overlap_solid(at_a, at_b);
                ++asked;
                if (found.verdict == BodyVerdict::undecided) {
                    ++undecided;
                    EXPECT_LT(found.bound, 1e-12) << place.name << " " << gap << " " << (other == &egg);
                    EXPECT_LT(std::abs(gap), 1e-12) << place.name << " " << gap;
                } else if (gap != 0) {
                    EXPECT_EQ(found.verdict, gap > 0 ? BodyVerdict::no : BodyVerdict::yes)
                        << place.name << " " << gap;
                }
                const BodyDistance distance_found = distance(at_a, at_b);
                EXPECT_LE(distance_found.lower, std::max(gap, 0.0) + 1e-14) << place.name;
                EXPECT_GE(distance_found.upper, std::max(gap, 0.0) - 1e-14) << place.name;
            }
        }
    EXPECT_LT(undecided, asked / 2);
}

}  // namespace
}  // namespace allide::test
