// FCL as compiled by Debian: bounding volume trees for meshes, libccd's algorithms for bodies.
#include "torture/engine.hpp"

#include <limits>

#include <fcl/fcl.h>

namespace allide::bench::torture {
namespace {

using FclTree = fcl::BVHModel<fcl::OBBRSSd>;

fcl::Transform3d fcl_pose(const Matrix& pose) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out(i, j) = pose[static_cast<std::size_t>(4 * i + j)];
    return out;
}

std::shared_ptr<FclTree> fcl_tree(const RawMesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Point& v : mesh.vertices) vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto tree = std::make_shared<FclTree>();
    tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    tree->addSubModel(vertices, triangles);
    tree->endModel();
    tree->computeLocalAABB();
    return tree;
}

std::shared_ptr<fcl::CollisionGeometryd> fcl_body(const Body& body) {
    const Point& s = body.half_sides;
    if (body.kind == "box") return std::make_shared<fcl::Boxd>(2 * s[0], 2 * s[1], 2 * s[2]);
    if (body.kind == "sphere") return std::make_shared<fcl::Sphered>(body.radius);
    if (body.kind == "capsule") return std::make_shared<fcl::Capsuled>(body.radius, 2 * body.half);
    if (body.kind == "cylinder") return std::make_shared<fcl::Cylinderd>(body.radius, 2 * body.half);
    return std::make_shared<fcl::Coned>(body.radius, 2 * body.half);
}

class Fcl final : public Engine {
  public:
    const char* name() const override { return "FCL"; }
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        const fcl::CollisionObjectd p(fcl_tree({{a[0], a[1], a[2]}, {{0, 1, 2}}}), fcl_pose(pose_a));
        const fcl::CollisionObjectd q(fcl_tree({{b[0], b[1], b[2]}, {{0, 1, 2}}}), fcl_pose(pose_b));
        fcl::CollisionResultd result;
        return fcl::collide(&p, &q, fcl::CollisionRequestd(), result) > 0;
    }
    std::optional<bool> overlap(const Body& a, const Body& b) override {
        const fcl::CollisionObjectd p(fcl_body(a), fcl_pose(a.pose)), q(fcl_body(b), fcl_pose(b.pose));
        fcl::CollisionResultd result;
        return fcl::collide(&p, &q, fcl::CollisionRequestd(), result) > 0;
    }
    std::optional<double> depth(const Body& a, const Body& b) override {
        const fcl::CollisionObjectd p(fcl_body(a), fcl_pose(a.pose)), q(fcl_body(b), fcl_pose(b.pose));
        fcl::CollisionResultd result;
        fcl::collide(&p, &q, fcl::CollisionRequestd(1000, true), result);
        double deepest = 0;
        for (std::size_t i = 0; i < result.numContacts(); ++i)
            deepest = std::max(deepest, result.getContact(i).penetration_depth);
        return deepest;
    }
    std::optional<double> distance(const Body& a, const Body& b) override {
        return measured(fcl_body(a), a.pose, fcl_body(b), b.pose);
    }
    std::optional<double> distance(const RawMesh& a, const Matrix& pose_a, const RawMesh& b,
                                   const Matrix& pose_b) override {
        return measured(fcl_tree(a), pose_a, fcl_tree(b), pose_b);
    }
    // Conservative advancement. FCL gets a motion as two poses, so a motion can rotate by half a turn at
    // most.
    std::optional<double> first_contact(const RawMesh& a, const Motion& motion, const RawMesh& b) override {
        if (!motion.is_linear && std::abs(motion.angle) > 3.14159) return {};
        const fcl::Transform3d home = fcl::Transform3d::Identity();
        fcl::Transform3d end = home;
        if (motion.is_linear) {
            end.translation() = fcl::Vector3d(motion.translation.data());
        } else {
            const fcl::Vector3d axis = fcl::Vector3d(motion.axis.data()).normalized(), p(motion.point.data());
            end.linear() = fcl::AngleAxisd(motion.angle, axis).toRotationMatrix();
            end.translation() = p - end.linear() * p + motion.advance * axis;
        }
        const fcl::ScrewMotion<double> screw(home, end);
        const fcl::TranslationMotion<double> line(home, end), rests(home, home);
        const fcl::MotionBase<double>* const moves =
            motion.is_linear ? static_cast<const fcl::MotionBase<double>*>(&line) : &screw;
        fcl::ContinuousCollisionRequestd request;
        request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
        request.toc_err = 1e-6;
        request.num_max_iterations = 100'000;
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide<double>(fcl_tree(a).get(), moves, fcl_tree(b).get(), &rests, request, result);
        return result.is_collide ? result.time_of_contact : std::numeric_limits<double>::infinity();
    }

  private:
    template <typename Shape>
    static double measured(const Shape& a, const Matrix& pose_a, const Shape& b, const Matrix& pose_b) {
        const fcl::CollisionObjectd p(a, fcl_pose(pose_a)), q(b, fcl_pose(pose_b));
        fcl::DistanceResultd result;
        return fcl::distance(&p, &q, fcl::DistanceRequestd(true), result);
    }
};

}  // namespace

EnginePointer make_fcl() {
    return std::make_unique<Fcl>();
}

}  // namespace allide::bench::torture
