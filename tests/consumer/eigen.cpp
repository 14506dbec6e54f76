// Converts vectors, boxes and poses from and to Eigen, and compares what both libraries compute with them.
#include <allide/allide.hpp>
#include <allide/eigen.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <limits>

using namespace allide;

namespace {

int mistakes = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    ++mistakes;
    std::printf("WRONG %s\n", what);
}

}  // namespace

int main() {
    const Vec3 v{1, -2, 0.5};
    expect(from_eigen(to_eigen(v)) == v, "a vector there and back");
    const Box box{{-1, 0, 2}, {3, 4, 5}};
    expect(from_eigen(to_eigen(box)) == box, "a box there and back");

    const Pose pose = Pose::rotation({1, 2, 3}, degrees(40)).translated({7, -8, 9});
    const Eigen::Isometry3d map = to_eigen(pose);
    expect(pose_from_eigen(map).value() == pose, "an isometry there and back");
    expect(pose_from_eigen(Eigen::Affine3d(map.matrix())).value() == pose, "an affine map");
    expect(pose_from_eigen(Eigen::Matrix4d(map.matrix())).value() == pose, "a 4x4 matrix");
    expect((map * to_eigen(v) - to_eigen(pose * v)).norm() < 1e-14, "the image of a point");
    expect((map.linear() * to_eigen(v) - to_eigen(pose.apply_to_vector(v))).norm() < 1e-14,
           "the image of a vector");
    expect((map.inverse().matrix() - to_eigen(pose.inverse()).matrix()).norm() < 1e-13, "the inverse");
    const Pose other = Pose::rotation({-1, 0, 2}, degrees(200)).translated({0, 1, 0});
    expect(((map * to_eigen(other)).matrix() - to_eigen(pose * other).matrix()).norm() < 1e-13,
           "the product");
    const Eigen::Quaterniond turn = quaternion_to_eigen(pose);
    expect((turn.toRotationMatrix() - map.linear()).norm() < 1e-14, "the quaternion");
    const Pose back = pose_from_eigen(map.translation(), turn).value();
    expect((to_eigen(back).matrix() - map.matrix()).norm() < 1e-14, "position and quaternion");

    expect(!pose_from_eigen(Eigen::Matrix4d(2 * Eigen::Matrix4d::Identity())), "a scaling is refused");
    Eigen::Affine3d sheared = Eigen::Affine3d::Identity();
    sheared.matrix()(0, 1) = 0.1;
    expect(!pose_from_eigen(sheared), "a shear is refused");
    Eigen::Isometry3d lost = Eigen::Isometry3d::Identity();
    lost.translation().x() = std::numeric_limits<double>::quiet_NaN();
    expect(!pose_from_eigen(lost), "NaN is refused");

    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const Eigen::Isometry3d aside(Eigen::Translation3d(2, 0, 0));
    expect(collides(cube.at(pose_from_eigen(aside).value()), cube.at_rest()), "cubes face to face");
    if (mistakes == 0) std::puts("Eigen: all conversions are right");
    return mistakes == 0 ? 0 : 1;
}
