// FCL as compiled by Debian: its headers declare the templates for double as extern, so the code of the
// installed library runs.
#include "peers/fcl_adapter.hpp"

#include <fcl/math/bv/AABB.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/math/bv/RSS.h>
#include <fcl/math/bv/kDOP.h>
#include <fcl/math/bv/kIOS.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

namespace allide::bench {
namespace {

void collide_by_library(const fcl::CollisionGeometryd& a, const fcl::CollisionGeometryd& b,
                        const fcl::Transform3d& pose_of_b, const fcl::CollisionRequestd& request,
                        fcl::CollisionResultd& result) {
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, pose_of_b, request, result);
}

void measure_by_library(const fcl::CollisionGeometryd& a, const fcl::CollisionGeometryd& b,
                        const fcl::Transform3d& pose_of_b, const fcl::DistanceRequestd& request,
                        fcl::DistanceResultd& result) {
    fcl::distance(&a, fcl::Transform3d::Identity(), &b, pose_of_b, request, result);
}

template <typename BV>
AdapterPointer build_rival(const Mesh& a, const Mesh& b) {
    return std::make_unique<FclAdapter<BV, collide_by_library, nullptr>>(a, b);
}
// For volumes with which FCL computes distances as well as contacts.
template <typename BV>
AdapterPointer build_measuring_rival(const Mesh& a, const Mesh& b) {
    return std::make_unique<FclAdapter<BV, collide_by_library, measure_by_library>>(a, b);
}

}  // namespace

AdapterPointer fcl_obbrss(const Mesh& a, const Mesh& b) {
    return build_measuring_rival<fcl::OBBRSSd>(a, b);
}
AdapterPointer fcl_obb(const Mesh& a, const Mesh& b) {
    return build_rival<fcl::OBBd>(a, b);
}
AdapterPointer fcl_rss(const Mesh& a, const Mesh& b) {
    return build_measuring_rival<fcl::RSSd>(a, b);
}
AdapterPointer fcl_kios(const Mesh& a, const Mesh& b) {
    return build_measuring_rival<fcl::kIOSd>(a, b);
}
AdapterPointer fcl_aabb(const Mesh& a, const Mesh& b) {
    return build_rival<fcl::AABBd>(a, b);
}
AdapterPointer fcl_kdop16(const Mesh& a, const Mesh& b) {
    return build_rival<fcl::KDOP<double, 16>>(a, b);
}
AdapterPointer fcl_kdop18(const Mesh& a, const Mesh& b) {
    return build_rival<fcl::KDOP<double, 18>>(a, b);
}
AdapterPointer fcl_kdop24(const Mesh& a, const Mesh& b) {
    return build_rival<fcl::KDOP<double, 24>>(a, b);
}

}  // namespace allide::bench
