// The clash job with FCL: OBBRSS models in a DynamicAABBTreeCollisionManager.
#include "scenes/box_world.hpp"
#include "scenes/clash_job.hpp"

#include <limits>
#include <memory>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>

namespace allide::bench {
namespace {

using Object = fcl::CollisionObjectd;

std::unique_ptr<Object> object_of(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
    for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
    auto tree = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    tree->addSubModel(vertices, triangles);
    tree->endModel();
    return std::make_unique<Object>(tree);
}

struct MotionQuery {
    std::size_t limit = 1;
    JobAnswer answer = {};
};

bool ask_pair(Object* a, Object* b, void* data) {
    MotionQuery& asked = *static_cast<MotionQuery*>(data);
    const fcl::CollisionRequestd request(asked.limit, false);
    fcl::CollisionResultd result;
    fcl::collide(a, b, request, result);
    asked.answer.contacts += result.numContacts();
    if (result.isCollision())
        asked.answer.meeting.push_back(box_pair(reinterpret_cast<std::uintptr_t>(a->getUserData()),
                                                reinterpret_cast<std::uintptr_t>(b->getUserData())));
    return false;  // do not stop: continue with the next pair
}

}  // namespace

JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail) {
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<Object*> all;
    for (const Part& part : parts) {
        objects.push_back(object_of(part.mesh));
        objects.back()->setUserData(reinterpret_cast<void*>(objects.size() - 1));
        objects.back()->computeAABB();
        all.push_back(objects.back().get());
    }
    fcl::DynamicAABBTreeCollisionManagerd manager;
    manager.registerObjects(all);
    manager.setup();
    MotionQuery asked{
        .limit = detail == JobDetail::touch ? 1 : static_cast<std::size_t>(std::numeric_limits<int>::max())};
    manager.collide(&asked, ask_pair);
    return asked.answer;
}

}  // namespace allide::bench
