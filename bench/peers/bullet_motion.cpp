// Bullet's continuous collision of convex bodies. It has no screws: a body's origin moves along a line while
// the body rotates about its origin, which is a screw only if the axis passes through the origin.
#include "peers/motion_adapter.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace allide::bench {
namespace {

std::unique_ptr<btConvexHullShape> bullet_hull(const Mesh& mesh) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& v : mesh.vertices())
        hull->addPoint({static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)},
                       false);
    hull->setMargin(0);
    hull->recalcLocalAabb();
    return hull;
}

btTransform bullet_pose(const Pose& pose) {
    const auto& m = pose.matrix();
    const auto at = [&](std::size_t k) { return static_cast<btScalar>(m[k]); };
    return btTransform(btMatrix3x3(at(0), at(1), at(2), at(4), at(5), at(6), at(8), at(9), at(10)),
                       btVector3(at(3), at(7), at(11)));
}

class BulletMotion final : public MotionAdapter {
  public:
    BulletMotion(const Mesh& a, const Mesh& b) : a_(bullet_hull(a)), b_(bullet_hull(b)) {}

    std::optional<double> first_contact(const MotionCase& motion, double fineness) override {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btContinuousConvexCollision cast(a_.get(), b_.get(), &simplex, &depth);
        btConvexCast::CastResult result;
        result.m_allowedPenetration = static_cast<btScalar>(fineness);
        const btTransform rest = btTransform::getIdentity();
        const btTransform end = bullet_pose(Motion::screw(motion.screw).at(1));
        if (!cast.calcTimeOfImpact(rest, end, rest, rest, result)) return std::nullopt;
        return static_cast<double>(result.m_fraction);
    }

  private:
    std::unique_ptr<btConvexHullShape> a_, b_;
};

}  // namespace

MotionAdapterPointer bullet_advancement(const Mesh& a, const Mesh& b) {
    return std::make_unique<BulletMotion>(a, b);
}

}  // namespace allide::bench
