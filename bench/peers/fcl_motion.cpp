// FCL's continuous collision, as compiled by Debian: sampled poses, and conservative advancement.
#include "peers/motion_adapter.hpp"

#include <limits>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

namespace allide::bench {
namespace {

using FclTree = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<FclTree> fcl_tree(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
    for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
    auto tree = std::make_shared<FclTree>();
    tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    tree->addSubModel(vertices, triangles);
    tree->endModel();
    tree->computeLocalAABB();
    return tree;
}

fcl::Transform3d fcl_pose(const Pose& pose) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out(i, j) = pose.matrix()[static_cast<std::size_t>(4 * i + j)];
    return out;
}

class FclMotion final : public MotionAdapter {
  public:
    FclMotion(const Mesh& a, const Mesh& b, fcl::CCDSolverType solver)
        : a_(fcl_tree(a)), b_(fcl_tree(b)), solver_(solver) {}

    std::optional<double> first_contact(const MotionCase& motion, double fineness) override {
        const fcl::Transform3d home = fcl::Transform3d::Identity();
        const fcl::ScrewMotion<double> moves(home, fcl_pose(Motion::screw(motion.screw).at(1)));
        const fcl::TranslationMotion<double> rests(home, home);
        fcl::ContinuousCollisionRequestd request;
        request.ccd_solver_type = solver_;
        request.ccd_motion_type = fcl::CCDM_SCREW;
        request.toc_err = fineness;
        request.num_max_iterations =
            solver_ == fcl::CCDC_NAIVE ? std::numeric_limits<std::size_t>::max() : 100'000;
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide<double>(a_.get(), &moves, b_.get(), &rests, request, result);
        return result.is_collide ? std::optional(result.time_of_contact) : std::nullopt;
    }

  private:
    std::shared_ptr<FclTree> a_, b_;
    fcl::CCDSolverType solver_;
};

}  // namespace

MotionAdapterPointer fcl_sampling(const Mesh& a, const Mesh& b) {
    return std::make_unique<FclMotion>(a, b, fcl::CCDC_NAIVE);
}
MotionAdapterPointer fcl_advancement(const Mesh& a, const Mesh& b) {
    return std::make_unique<FclMotion>(a, b, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
}

}  // namespace allide::bench
