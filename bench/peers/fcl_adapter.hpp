// FCL with any volume and number type. The template parameter fcl_collide is a function that fills a result;
// fcl_distance is one too, or a null pointer for a volume with which FCL computes no distances.
#pragma once

#include "peers/builders.hpp"

#include <limits>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/distance_request.h>
#include <fcl/narrowphase/distance_result.h>

namespace allide::bench {

template <typename BV, auto fcl_collide, auto fcl_distance>
class FclAdapter final : public EngineAdapter {
    using Number = typename BV::S;
    using Tree = fcl::BVHModel<BV>;

  public:
    FclAdapter(const Mesh& a, const Mesh& b) : a_(tree_of(a)), b_(same_mesh(a, b) ? a_ : tree_of(b)) {}

    bool touches(const Pose& pose) override { return asked(pose, 1).isCollision(); }

    std::vector<Contact> contacts(const Pose& pose) override {
        const auto result = asked(pose, std::numeric_limits<int>::max());
        std::vector<Contact> found;
        found.reserve(result.numContacts());
        for (std::size_t k = 0; k < result.numContacts(); ++k)
            found.push_back({static_cast<std::uint32_t>(result.getContact(k).b1),
                             static_cast<std::uint32_t>(result.getContact(k).b2)});
        return found;
    }

    bool measures() const override { return fcl_distance != nullptr; }
    double distance(const Pose& pose) override {
        if constexpr (fcl_distance != nullptr) {
            const fcl::DistanceRequest<Number> request;
            fcl::DistanceResult<Number> result;
            fcl_distance(*a_, *b_, placed(pose), request, result);
            return static_cast<double>(result.min_distance);
        }
        return EngineAdapter::distance(pose);
    }

    // Bytes of the nodes and of the triangle numbers in leaf order.
    std::uint64_t tree_bytes() const override {
        return static_cast<std::uint64_t>(a_->getNumBVs()) * sizeof(fcl::BVNode<BV>) +
               static_cast<std::uint64_t>(a_->num_tris) * sizeof(unsigned);
    }

  private:
    static std::shared_ptr<Tree> tree_of(const Mesh& mesh) {
        std::vector<fcl::Vector3<Number>> vertices;
        std::vector<fcl::Triangle> triangles;
        vertices.reserve(mesh.vertices().size());
        triangles.reserve(mesh.triangles().size());
        for (const Vec3& v : mesh.vertices())
            vertices.emplace_back(static_cast<Number>(v.x), static_cast<Number>(v.y),
                                  static_cast<Number>(v.z));
        for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
        auto tree = std::make_shared<Tree>();
        tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
        tree->addSubModel(vertices, triangles);
        tree->endModel();
        return tree;
    }

    static fcl::Transform3<Number> placed(const Pose& pose) {
        fcl::Transform3<Number> out = fcl::Transform3<Number>::Identity();
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j)
                out(i, j) = static_cast<Number>(pose.matrix()[static_cast<std::size_t>(4 * i + j)]);
        return out;
    }

    fcl::CollisionResult<Number> asked(const Pose& pose, std::size_t limit) const {
        const fcl::CollisionRequest<Number> request(limit, false);
        fcl::CollisionResult<Number> result;
        fcl_collide(*a_, *b_, placed(pose), request, result);
        return result;
    }

    std::shared_ptr<Tree> a_, b_;
};

}  // namespace allide::bench
