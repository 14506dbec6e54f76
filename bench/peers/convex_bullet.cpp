// Bullet's GJK on convex hulls, in its single precision.
#include "papers/convex_peers.hpp"

#include <memory>

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace allide::bench {
namespace {

std::shared_ptr<btConvexHullShape> bullet_hull(const ConvexBody& body) {
    auto hull = std::make_shared<btConvexHullShape>();
    for (const Vec3& v : body.vertices())
        hull->addPoint(
            btVector3(static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)),
            false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    return hull;
}

btTransform bullet_transform(const Pose& pose) {
    const auto& m = pose.matrix();
    const auto s = [&](std::size_t i) { return static_cast<btScalar>(m[i]); };
    return btTransform(btMatrix3x3(s(0), s(1), s(2), s(4), s(5), s(6), s(8), s(9), s(10)),
                       btVector3(s(3), s(7), s(11)));
}

}  // namespace

std::vector<ConvexPeer> convex_bullet(const ConvexBody& a, const ConvexBody& b) {
    const auto at_rest = bullet_hull(a), moving = bullet_hull(b);
    const auto measured = [=](const Pose& pose) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btGjkPairDetector detector(at_rest.get(), moving.get(), &simplex, &depth);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA.setIdentity();
        input.m_transformB = bullet_transform(pose);
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        return found.m_hasResult ? static_cast<double>(found.m_distance) : 1e30;
    };
    return {{"Bullet", [=](const Pose& pose) { return measured(pose) <= 0; }, measured}};
}

}  // namespace allide::bench
