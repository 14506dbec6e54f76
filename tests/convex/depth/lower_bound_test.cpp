// Lower bounds of the penetration depth, compared with the smallest support height over many directions,
// which is computed from the bodies' dimensions alone.
#include "body_families.hpp"
#include "convex/bodies.hpp"
#include "support/effort.hpp"

#include <allide/convex.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

double local_height(const Sample& sample, const Vec3& d) {
    const auto& [p, q, s] = sample.measure;
    const double across = std::hypot(d.x, d.y);
    switch (sample.shape) {
        case Shape7::box:
            return p * std::abs(d.x) + q * std::abs(d.y) + s * std::abs(d.z);
        case Shape7::hull: {
            double most = -INFINITY;
            for (const Vec3& v : sample.body.vertices())
                most = std::max(most, v.x * d.x + v.y * d.y + v.z * d.z);
            return most;
        }
        case Shape7::sphere:
            return p;
        case Shape7::capsule:
            return p + q * std::abs(d.z);
        case Shape7::cylinder:
            return p * across + q * std::abs(d.z);
        case Shape7::cone:
            return std::max(q * d.z, p * across - q * d.z);
        case Shape7::ellipsoid:
            return std::hypot(p * d.x, q * d.y, s * d.z);
    }
    return 0;
}

double world_height(const Sample& sample, const oracle::Matrix& pose, const Vec3& n) {
    const Vec3 offset{pose[3], pose[7], pose[11]};
    return local_height(sample, into_body(pose, plus(offset, n))) + n.x * offset.x + n.y * offset.y +
           n.z * offset.z;
}

double height(const PlacedPair& pair, const Vec3& n) {
    return world_height(pair.a, pair.pose_a, n) + world_height(pair.b, pair.pose_b, times(-1, n));
}

struct Direction3 {
    double height = 0;
    Vec3 n;
};

Direction3 random_direction(Dice& dice, const PlacedPair& pair) {
    for (;;) {
        const Vec3 v{dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)};
        if (length(v) < 0.1) continue;
        const Vec3 n = times(1 / length(v), v);
        return {height(pair, n), n};
    }
}

// Smallest support height found by a random descent that starts at the direction `best`.
double least_near(Dice& dice, const PlacedPair& pair, Direction3 best) {
    for (double step = 0.2; step > 1e-8;) {
        bool improved = false;
        for (int i = 0; i < 8 && !improved; ++i) {
            const Vec3 v = plus(best.n, times(step, {dice.between(-1.0, 1.0), dice.between(-1.0, 1.0),
                                                     dice.between(-1.0, 1.0)}));
            const Vec3 n = times(1 / length(v), v);
            const double found = height(pair, n);
            improved = found < best.height;
            if (improved) best = {found, n};
        }
        if (!improved) step *= 0.6;
    }
    return best.height;
}

double least_height(Dice& dice, const PlacedPair& pair) {
    std::vector<Direction3> directions;
    for (int i = 0; i < 400; ++i) directions.push_back(random_direction(dice, pair));
    std::sort(directions.begin(), directions.end(),
              [](const Direction3& a, const Direction3& b) { return a.height < b.height; });
    double least = INFINITY;
    for (std::size_t i = 0; i < 6; ++i) least = std::min(least, least_near(dice, pair, directions[i]));
    return least;
}

TEST(BodyDepth, LowerBoundsAreBelowTheHeightAlongEveryDirection) {
    Dice dice(68);
    const int count = effort(3, 500);
    for (const Shape7 first : all_shapes)
        for (const Shape7 second : all_shapes)
            for (const Family family : all_families)
                for (int i = 0; i < count; ++i) {
                    const PlacedPair pair = random_pair(dice, first, second, family);
                    const BodyPenetration depth = penetration(pair.a.body.at(pose_of(pair.pose_a)),
                                                              pair.b.body.at(pose_of(pair.pose_b)));
                    if (!(depth.lower > 0)) continue;
                    const double size = pair.a.size() + pair.b.size();
                    EXPECT_LE(depth.lower, least_height(dice, pair) + 1e-13 * size)
                        << shape_names[static_cast<std::size_t>(first)] << " "
                        << shape_names[static_cast<std::size_t>(second)] << " family "
                        << static_cast<int>(family);
                }
}

}  // namespace
}  // namespace allide::test
