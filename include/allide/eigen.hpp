// Conversions between allide's vectors, boxes and poses and those of Eigen, both ways. Optional: no other
// header of allide includes it, and the user provides Eigen 3.
//
//     const Model bolt = load_model("bolt.obj").value();
//     const Eigen::Isometry3d gripper = …;
//     collides(bolt.at(pose_from_eigen(gripper).value()), plate.at_rest());
#pragma once

#include <allide/geometry.hpp>

#include <Eigen/Geometry>

namespace allide {

// ---- Vectors and boxes: the same numbers.

inline Eigen::Vector3d to_eigen(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Vec3 from_eigen(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}
inline Eigen::AlignedBox3d to_eigen(const Box& box) {
    return {to_eigen(box.lo), to_eigen(box.hi)};
}
inline Box from_eigen(const Eigen::AlignedBox3d& box) {
    return {from_eigen(box.min()), from_eigen(box.max())};
}

// ---- Poses. To Eigen: the same 12 numbers. From Eigen: the same 12 numbers if they are finite and rigid, an
// Error otherwise, as Pose::from_matrix gives it; nothing is normalised.

inline Eigen::Isometry3d to_eigen(const Pose& pose) {
    Eigen::Isometry3d map = Eigen::Isometry3d::Identity();
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            map.matrix()(row, column) = pose.matrix()[static_cast<std::size_t>(4 * row + column)];
    return map;
}
inline Result<Pose> pose_from_eigen(const Eigen::Matrix4d& matrix) {
    std::array<double, 16> rows;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            rows[static_cast<std::size_t>(4 * row + column)] = matrix(row, column);
    return Pose::from_matrix_4x4(rows);
}
inline Result<Pose> pose_from_eigen(const Eigen::Isometry3d& map) {
    return pose_from_eigen(Eigen::Matrix4d(map.matrix()));
}
inline Result<Pose> pose_from_eigen(const Eigen::Affine3d& map) {
    return pose_from_eigen(Eigen::Matrix4d(map.matrix()));
}
inline Result<Pose> pose_from_eigen(const Eigen::Vector3d& position, const Eigen::Quaterniond& rotation) {
    return Pose::from_quaternion(from_eigen(position),
                                 {rotation.w(), rotation.x(), rotation.y(), rotation.z()});
}

// The rotation of a pose, rounded as by Pose::quaternion().
inline Eigen::Quaterniond quaternion_to_eigen(const Pose& pose) {
    const auto [w, x, y, z] = pose.quaternion();
    return {w, x, y, z};
}

}  // namespace allide
