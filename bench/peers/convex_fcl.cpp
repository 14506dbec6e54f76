// FCL's convex bodies: GJK for contact and for the distance.
#include "papers/convex_peers.hpp"

#include <memory>

#include <fcl/fcl.h>

namespace allide::bench {
namespace {

std::shared_ptr<fcl::CollisionObject<double>> fcl_object(const ConvexBody& body) {
    auto corners = std::make_shared<std::vector<fcl::Vector3<double>>>();
    for (const Vec3& v : body.vertices()) corners->emplace_back(v.x, v.y, v.z);
    auto faces = std::make_shared<std::vector<int>>();
    for (const BodyFace& face : body.faces()) {
        faces->push_back(static_cast<int>(face.corners.size()));
        for (const std::uint32_t corner : face.corners) faces->push_back(static_cast<int>(corner));
    }
    auto convex =
        std::make_shared<fcl::Convex<double>>(corners, static_cast<int>(body.faces().size()), faces);
    return std::make_shared<fcl::CollisionObject<double>>(convex);
}

void put(fcl::CollisionObject<double>& object, const Pose& pose) {
    const auto& m = pose.matrix();
    fcl::Matrix3<double> turn;
    turn << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    object.setRotation(turn);
    object.setTranslation({m[3], m[7], m[11]});
}

}  // namespace

std::vector<ConvexPeer> convex_fcl(const ConvexBody& a, const ConvexBody& b) {
    const auto at_rest = fcl_object(a), moving = fcl_object(b);
    return {{"FCL",
             [=](const Pose& pose) {
                 put(*moving, pose);
                 const fcl::CollisionRequest<double> request;
                 fcl::CollisionResult<double> result;
                 return fcl::collide(at_rest.get(), moving.get(), request, result) != 0;
             },
             [=](const Pose& pose) {
                 put(*moving, pose);
                 const fcl::DistanceRequest<double> request;
                 fcl::DistanceResult<double> result;
                 return fcl::distance(at_rest.get(), moving.get(), request, result);
             }}};
}

}  // namespace allide::bench
