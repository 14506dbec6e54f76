// FCL's templates in float, compiled here with -O3 -march=native. Eigen's namespace is renamed on the
// compiler's command line (cmake/AllidePeers.cmake), so that the linker does not merge functions of this
// file with those of files compiled differently.
#include "peers/fcl_adapter.hpp"

#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>

namespace allide::bench {
namespace {

using Volume = fcl::OBBRSS<float>;

// The part of fcl::collide that handles two OBBRSS models, without the templates for all other pairs of
// shapes.
void collide_by_templates(const fcl::BVHModel<Volume>& a, const fcl::BVHModel<Volume>& b,
                          const fcl::Transform3<float>& pose_of_b,
                          const fcl::CollisionRequest<float>& request, fcl::CollisionResult<float>& result) {
    fcl::detail::MeshCollisionTraversalNodeOBBRSS<float> node;
    fcl::detail::initialize(node, a, fcl::Transform3<float>::Identity(), b, pose_of_b, request, result);
    fcl::detail::collide(&node);
}

void measure_by_templates(const fcl::BVHModel<Volume>& a, const fcl::BVHModel<Volume>& b,
                          const fcl::Transform3<float>& pose_of_b, const fcl::DistanceRequest<float>& request,
                          fcl::DistanceResult<float>& result) {
    fcl::detail::MeshDistanceTraversalNodeOBBRSS<float> node;
    fcl::detail::initialize(node, a, fcl::Transform3<float>::Identity(), b, pose_of_b, request, result);
    fcl::detail::distance(&node);
}

}  // namespace

AdapterPointer fcl_native_obbrss(const Mesh& a, const Mesh& b) {
    return std::make_unique<FclAdapter<Volume, collide_by_templates, measure_by_templates>>(a, b);
}

}  // namespace allide::bench
