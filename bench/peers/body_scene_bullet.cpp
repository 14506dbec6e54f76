// The moving bodies in Bullet's btDbvtBroadphase with its GJK, in single precision.
#include "peers/body_scene.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace allide::bench {
namespace {

btTransform transform_of(const Pose& pose) {
    const auto& m = pose.matrix();
    const auto s = [&](std::size_t i) { return static_cast<btScalar>(m[i]); };
    return btTransform(btMatrix3x3(s(0), s(1), s(2), s(4), s(5), s(6), s(8), s(9), s(10)),
                       btVector3(s(3), s(7), s(11)));
}

std::unique_ptr<btConvexShape> shape_of(const ConvexBody& body) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& v : body.vertices())
        hull->addPoint(
            btVector3(static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)),
            false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    return hull;
}

class BulletBodies final : public BodyScene {
  public:
    BulletBodies(std::span<const MovingBody> bodies, double within)
        : margin_(static_cast<btScalar>(within / 2)) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            shapes_.push_back(shape_of(bodies[i].body));
            places_.push_back(transform_of(bodies[i].pose));
            const auto [lo, hi] = box_of(i);
            proxies_.push_back(
                broad_phase_.createProxy(lo, hi, 0, reinterpret_cast<void*>(i), 1, 1, nullptr));
        }
    }
    ~BulletBodies() override {
        for (btBroadphaseProxy* proxy : proxies_) broad_phase_.destroyProxy(proxy, nullptr);
    }
    BulletBodies(const BulletBodies&) = delete;
    BulletBodies& operator=(const BulletBodies&) = delete;

    void move(std::uint32_t body, const Pose& pose) override {
        places_[body] = transform_of(pose);
        const auto [lo, hi] = box_of(body);
        broad_phase_.setAabb(proxies_[body], lo, hi, nullptr);
    }
    std::vector<std::uint64_t> colliding() override {
        std::vector<std::uint64_t> keys;
        for_pairs([&](std::uint64_t a, std::uint64_t b, btScalar distance) {
            if (distance <= 0) keys.push_back(std::min(a, b) << 32 | std::max(a, b));
        });
        return keys;
    }
    Distances distances(double within) override {
        Distances all{0, 0};
        for_pairs([&](std::uint64_t, std::uint64_t, btScalar distance) {
            if (distance > within) return;
            all.sum += std::max(0.0, static_cast<double>(distance));
            ++all.pairs;
        });
        return all;
    }

  private:
    std::pair<btVector3, btVector3> box_of(std::size_t i) const {
        btVector3 lo, hi;
        shapes_[i]->getAabb(places_[i], lo, hi);
        const btVector3 more(margin_, margin_, margin_);
        return {lo - more, hi + more};
    }
    template <typename Found>
    void for_pairs(const Found& found) {
        broad_phase_.calculateOverlappingPairs(nullptr);
        const btBroadphasePairArray& pairs =
            broad_phase_.getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); ++i) {
            const auto a = reinterpret_cast<std::uintptr_t>(pairs[i].m_pProxy0->m_clientObject),
                       b = reinterpret_cast<std::uintptr_t>(pairs[i].m_pProxy1->m_clientObject);
            if (!pairs[i].m_pProxy0->m_aabbMin.fuzzyZero() &&
                !touch(*pairs[i].m_pProxy0, *pairs[i].m_pProxy1))
                continue;
            btGjkPairDetector detector(shapes_[a].get(), shapes_[b].get(), &simplex_, &depth_);
            btGjkPairDetector::ClosestPointInput input;
            input.m_transformA = places_[a];
            input.m_transformB = places_[b];
            btPointCollector nearest;
            detector.getClosestPoints(input, nearest, nullptr);
            found(a, b, nearest.m_hasResult ? nearest.m_distance : btScalar(1e30));
        }
    }
    static bool touch(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
        for (int k = 0; k < 3; ++k)
            if (a.m_aabbMin[k] > b.m_aabbMax[k] || b.m_aabbMin[k] > a.m_aabbMax[k]) return false;
        return true;
    }

    btScalar margin_;
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<btTransform> places_;
    std::vector<btBroadphaseProxy*> proxies_;
    btDbvtBroadphase broad_phase_;
    btVoronoiSimplexSolver simplex_;
    btGjkEpaPenetrationDepthSolver depth_;
};

}  // namespace

std::unique_ptr<BodyScene> bullet_bodies(std::span<const MovingBody> bodies, double within) {
    return std::make_unique<BulletBodies>(bodies, within);
}

}  // namespace allide::bench
