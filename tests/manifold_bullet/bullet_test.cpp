// Compares contact manifolds of stacked boxes with those of Bullet's box-box detector, which uses single
// precision.
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <algorithm>
#include <cmath>

#include <btBulletCollisionCommon.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

btVector3 bullet_vector(const Vec3& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
Vec3 vec(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}
btTransform bullet_transform(const Pose& pose) {
    const auto& m = pose.matrix();
    const auto s = [&](std::size_t i) { return static_cast<btScalar>(m[i]); };
    return btTransform(btMatrix3x3(s(0), s(1), s(2), s(4), s(5), s(6), s(8), s(9), s(10)),
                       btVector3(s(3), s(7), s(11)));
}

struct BulletContact {
    Vec3 on_b, normal;
    double depth = 0;
};

// All contacts that Bullet finds between two boxes.
class BulletBoxes {
  public:
    std::vector<BulletContact> contacts(const Vec3& half_a, const Pose& pose_a, const Vec3& half_b,
                                        const Pose& pose_b) {
        btBoxShape shape_a(bullet_vector(half_a)), shape_b(bullet_vector(half_b));
        btCollisionObject a, b;
        a.setCollisionShape(&shape_a);
        b.setCollisionShape(&shape_b);
        a.setWorldTransform(bullet_transform(pose_a));
        b.setWorldTransform(bullet_transform(pose_b));
        struct Collector : btCollisionWorld::ContactResultCallback {
            std::vector<BulletContact> found;
            btScalar addSingleResult(btManifoldPoint& p, const btCollisionObjectWrapper* first, int, int,
                                     const btCollisionObjectWrapper*, int, int) override {
                const bool in_order = first->getCollisionObject() == wanted;
                const Vec3 normal = vec(p.m_normalWorldOnB);
                found.push_back({vec(in_order ? p.getPositionWorldOnB() : p.getPositionWorldOnA()),
                                 in_order ? normal : -normal, -p.getDistance()});
                return 0;
            }
            const btCollisionObject* wanted = nullptr;
        } collector;
        collector.wanted = &a;
        world_.contactPairTest(&a, &b, collector);
        return collector.found;
    }

  private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btCollisionWorld world_{&dispatcher_, &broad_phase_, &configuration_};
};

// How far a point is outside a convex polygon that is counter-clockwise about the normal.
double outside(const std::vector<Vec3>& polygon, const Vec3& normal, const Vec3& point) {
    double most = -1e300;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 along = polygon[(i + 1) % polygon.size()] - polygon[i];
        if (length(along) < 1e-9) continue;
        most = std::max(most, dot(cross(along, normal), point - polygon[i]) / length(along));
    }
    return most;
}

// Towers of boxes, each rotated about the vertical, shifted, and slightly sunk into the one below.
TEST(ManifoldBullet, StacksOfBoxes) {
    base::Random random(111);
    BulletBoxes bullet;
    for (int tower = 0; tower < effort(40, 1000); ++tower) {
        double height = 0, turn = 0;
        Vec3 half{1, 1, 0.25}, at{0, 0, 0};
        Pose below = Pose::identity();
        for (int level = 0; level < 5; ++level) {
            const Vec3 next{random.between(0.4, 1), random.between(0.4, 1), random.between(0.2, 0.5)};
            const double depth = random.between(0.001, 0.02);
            height += half.z + next.z - depth;
            turn += random.between(-0.8, 0.8);
            at += Vec3{random.between(-0.3, 0.3), random.between(-0.3, 0.3), 0};
            const Pose above = Pose::rotation({0, 0, 1}, radians(turn)).translated({at.x, at.y, height});
            const auto theirs = bullet.contacts(next, above, half, below);
            const ConvexBody a = ConvexBody::box(next).value(), b = ConvexBody::box(half).value();
            const auto ours = contact_manifold(a.at(above), b.at(below)).value();
            ASSERT_FALSE(theirs.empty());
            ASSERT_EQ(ours.patches.size(), 1u);
            EXPECT_NEAR(ours.depth_upper, depth, 1e-12);
            double deepest = 0;
            for (const BulletContact& c : theirs) {
                deepest = std::max(deepest, c.depth);
                EXPECT_NEAR(length(c.normal - ours.normal), 0, 1e-3);
                EXPECT_LE(outside(ours.patches[0], ours.normal, c.on_b), 1e-3);
            }
            EXPECT_NEAR(deepest, depth, 1e-4);
            EXPECT_EQ(ours.points.size(), 4u);
            // Both keep four points. The area enclosed by allide's is at least about as large.
            const auto area = [&](std::vector<Vec3> points) {
                Vec3 middle;
                for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
                std::sort(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
                    return std::atan2(p.y - middle.y, p.x - middle.x) <
                           std::atan2(q.y - middle.y, q.x - middle.x);
                });
                double sum = 0;
                for (std::size_t i = 2; i < points.size(); ++i)
                    sum += dot(ours.normal, cross(points[i - 1] - points[0], points[i] - points[0])) / 2;
                return sum;
            };
            std::vector<Vec3> our_points, their_points;
            for (const ManifoldPoint& p : ours.points) our_points.push_back(p.point_b);
            for (const BulletContact& c : theirs) their_points.push_back(c.on_b);
            EXPECT_GE(area(our_points), 0.8 * area(their_points));
            half = next;
            below = above;
        }
    }
}

}  // namespace
}  // namespace allide::test
