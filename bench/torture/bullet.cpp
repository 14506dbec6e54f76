// Bullet's GJK and EPA for triangles and bodies, in single precision as compiled by Debian.
#include "torture/engine.hpp"

#include <algorithm>
#include <limits>

#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

namespace allide::bench::torture {
namespace {

btVector3 single(const Point& p) {
    return {static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2])};
}

btTransform transform_of(const Matrix& m) {
    const auto at = [&](std::size_t i) { return static_cast<btScalar>(m[i]); };
    return btTransform(btMatrix3x3(at(0), at(1), at(2), at(4), at(5), at(6), at(8), at(9), at(10)),
                       btVector3(at(3), at(7), at(11)));
}

std::unique_ptr<btConvexShape> triangle(const Corners& t) {
    auto shape = std::make_unique<btTriangleShape>(single(t[0]), single(t[1]), single(t[2]));
    shape->setMargin(0);
    return shape;
}

std::unique_ptr<btConvexShape> body_shape(const Body& body) {
    const auto r = static_cast<btScalar>(body.radius), h = static_cast<btScalar>(body.half);
    std::unique_ptr<btConvexShape> shape;
    if (body.kind == "box")
        shape = std::make_unique<btBoxShape>(single(body.half_sides));
    else if (body.kind == "sphere")
        return std::make_unique<btSphereShape>(r);
    else if (body.kind == "capsule")
        return std::make_unique<btCapsuleShapeZ>(r, 2 * h);
    else if (body.kind == "cylinder")
        shape = std::make_unique<btCylinderShapeZ>(btVector3(r, r, h));
    else
        shape = std::make_unique<btConeShapeZ>(r, 2 * h);
    shape->setMargin(0);
    return shape;
}

// Distance of two shapes: negative if they interpenetrate, infinite if Bullet finds no closest points.
double signed_distance(const btConvexShape& a, const Matrix& pose_a, const btConvexShape& b,
                       const Matrix& pose_b) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(&a, &b, &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = transform_of(pose_a);
    input.m_transformB = transform_of(pose_b);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult ? static_cast<double>(found.m_distance)
                             : std::numeric_limits<double>::infinity();
}

class Bullet final : public Engine {
  public:
    const char* name() const override { return "Bullet"; }
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        return signed_distance(*triangle(a), pose_a, *triangle(b), pose_b) <= 0;
    }
    std::optional<bool> overlap(const Body& a, const Body& b) override { return *distance(a, b) <= 0; }
    std::optional<double> depth(const Body& a, const Body& b) override { return -*distance(a, b); }
    std::optional<double> distance(const Body& a, const Body& b) override {
        return signed_distance(*body_shape(a), a.pose, *body_shape(b), b.pose);
    }
    std::optional<double> distance(const RawMesh& a, const Matrix& pose_a, const RawMesh& b,
                                   const Matrix& pose_b) override {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& p : a.triangles)
            for (const auto& q : b.triangles)
                least = std::min(least, signed_distance(*triangle(corners(a, p)), pose_a,
                                                        *triangle(corners(b, q)), pose_b));
        return least;
    }

  private:
    static Corners corners(const RawMesh& mesh, const std::array<unsigned, 3>& t) {
        return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    }
};

}  // namespace

EnginePointer make_bullet() {
    return std::make_unique<Bullet>();
}

}  // namespace allide::bench::torture
