// The moving bodies in FCL's DynamicAABBTreeCollisionManager, and FCL's OcTree, as compiled by Debian.
#include "peers/body_scene.hpp"

#include <fcl/fcl.h>
#include <octomap/octomap.h>

namespace allide::bench {
namespace {

using Object = fcl::CollisionObjectd;

std::shared_ptr<fcl::CollisionGeometryd> geometry_of(const ConvexBody& body) {
    auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& v : body.vertices()) corners->emplace_back(v.x, v.y, v.z);
    if (corners->size() == 8) {
        const Vec3 half = body.vertices()[0];
        return std::make_shared<fcl::Boxd>(2 * std::abs(half.x), 2 * std::abs(half.y), 2 * std::abs(half.z));
    }
    auto faces = std::make_shared<std::vector<int>>();
    for (const BodyFace& face : body.faces()) {
        faces->push_back(static_cast<int>(face.corners.size()));
        for (const std::uint32_t corner : face.corners) faces->push_back(static_cast<int>(corner));
    }
    return std::make_shared<fcl::Convexd>(corners, static_cast<int>(body.faces().size()), faces);
}

void put(Object& object, const Pose& pose) {
    const auto& m = pose.matrix();
    fcl::Matrix3d turn;
    turn << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    object.setRotation(turn);
    object.setTranslation({m[3], m[7], m[11]});
    object.computeAABB();
}

std::uint64_t number_of(const Object* object) {
    return reinterpret_cast<std::uintptr_t>(object->getUserData());
}

class FclBodies final : public BodyScene {
  public:
    explicit FclBodies(std::span<const MovingBody> bodies) {
        std::vector<Object*> all;
        for (const MovingBody& one : bodies) {
            auto& object = objects_.emplace_back(std::make_unique<Object>(geometry_of(one.body)));
            object->setUserData(reinterpret_cast<void*>(objects_.size() - 1));
            put(*object, one.pose);
            all.push_back(object.get());
        }
        manager_.registerObjects(all);
        manager_.setup();
    }
    void move(std::uint32_t body, const Pose& pose) override {
        put(*objects_[body], pose);
        moved_ = true;
    }
    std::vector<std::uint64_t> colliding() override {
        update();
        std::vector<std::uint64_t> keys;
        manager_.collide(&keys, [](Object* a, Object* b, void* list) {
            const fcl::CollisionRequestd request;
            fcl::CollisionResultd result;
            if (fcl::collide(a, b, request, result) != 0) {
                const std::uint64_t x = number_of(a), y = number_of(b);
                static_cast<std::vector<std::uint64_t>*>(list)->push_back(std::min(x, y) << 32 |
                                                                          std::max(x, y));
            }
            return false;
        });
        return keys;
    }
    double least_distance() override {
        update();
        double least = 1e300;
        manager_.distance(&least, [](Object* a, Object* b, void* best, double& bound) {
            const fcl::DistanceRequestd request;
            fcl::DistanceResultd result;
            auto& smallest = *static_cast<double*>(best);
            // FCL gives −1 for bodies that overlap.
            smallest = std::min(smallest, std::max(fcl::distance(a, b, request, result), 0.0));
            bound = smallest;
            return smallest <= 0;
        });
        return least;
    }

  private:
    void update() {
        if (moved_) manager_.update();
        moved_ = false;
    }
    std::vector<std::unique_ptr<Object>> objects_;
    bool moved_ = false;
    fcl::DynamicAABBTreeCollisionManagerd manager_;
};

class FclCloud final : public CloudQuery {
  public:
    FclCloud(std::span<const Vec3> points, double resolution, const Mesh& mesh, std::vector<Box>& cells)
        : octree_(std::make_shared<octomap::OcTree>(resolution)) {
        for (const Vec3& p : points)
            octree_->updateNode(
                octomap::point3d(static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)),
                true, true);
        octree_->updateInnerOccupancy();
        octree_->toMaxLikelihood();
        octree_->prune();
        for (auto leaf = octree_->begin_leafs(); leaf != octree_->end_leafs(); ++leaf) {
            const Vec3 c{leaf.getX(), leaf.getY(), leaf.getZ()};
            cells.push_back(Box{c, c}.expanded(leaf.getSize() / 2));
        }
        size_ = cells.size();
        auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
        model->beginModel();
        std::vector<fcl::Vector3d> vertices;
        for (const Vec3& v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
        std::vector<fcl::Triangle> triangles;
        for (const auto& [a, b, c] : mesh.triangles()) triangles.emplace_back(a, b, c);
        model->addSubModel(vertices, triangles);
        model->endModel();
        mesh_ = std::make_unique<Object>(model);
        cloud_ = std::make_unique<Object>(std::make_shared<fcl::OcTreed>(octree_));
    }
    bool collides(const Pose& pose) override {
        put(*mesh_, pose);
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        return fcl::collide(mesh_.get(), cloud_.get(), request, result) != 0;
    }
    std::size_t size() const override { return size_; }

  private:
    std::shared_ptr<octomap::OcTree> octree_;
    std::unique_ptr<Object> mesh_, cloud_;
    std::size_t size_ = 0;
};

}  // namespace

std::unique_ptr<BodyScene> fcl_bodies(std::span<const MovingBody> bodies, double /*within*/) {
    return std::make_unique<FclBodies>(bodies);
}
std::unique_ptr<CloudQuery> fcl_cloud(std::span<const Vec3> points, double resolution, const Mesh& mesh,
                                      std::vector<Box>& cells) {
    return std::make_unique<FclCloud>(points, resolution, mesh, cells);
}

}  // namespace allide::bench
