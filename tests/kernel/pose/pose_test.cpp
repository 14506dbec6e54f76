#include <allide/geometry.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace allide {
namespace {

TEST(Pose, RotationAboutAnyNonZeroAxisIsRigid) {
    const double huge = 1.7e308, tiny = 5e-324;
    for (const Vec3& axis : {Vec3{0, 0, 1}, Vec3{tiny, tiny, 0}, Vec3{3 * tiny, 0, tiny},
                             Vec3{huge, huge, huge}, Vec3{huge, tiny, 0}, Vec3{1e-300, 2e-300, 3e-300}}) {
        const Pose pose = Pose::rotation(axis, degrees(77));
        EXPECT_TRUE(Pose::from_matrix(pose.matrix())) << axis.x << ' ' << axis.y << ' ' << axis.z;
    }
    EXPECT_THROW(Pose::rotation({0, 0, 0}, degrees(1)), PreconditionError);
    EXPECT_THROW(Pose::rotation({std::numeric_limits<double>::infinity(), 0, 0}, degrees(1)),
                 PreconditionError);
    EXPECT_THROW(Pose::translation({std::numeric_limits<double>::quiet_NaN(), 0, 0}), PreconditionError);
}

TEST(Pose, RejectsMatricesThatAreNotRigidOrNotFinite) {
    EXPECT_EQ(Pose::from_matrix({1.001, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).error().code, ErrorCode::not_rigid);
    EXPECT_EQ(Pose::from_matrix({-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).error().code, ErrorCode::not_rigid);
    EXPECT_TRUE(Pose::from_matrix({1 + 4e-7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
    EXPECT_FALSE(Pose::from_matrix({1 + 6e-7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(Pose::from_matrix({1, 0, 0, nan, 0, 1, 0, 0, 0, 0, 1, 0}).error().code, ErrorCode::not_finite);
    EXPECT_EQ(Pose::from_quaternion({0, 0, 0}, {1e200, 0, 0, 0}).error().code, ErrorCode::not_rigid);
    EXPECT_EQ(Pose::from_quaternion({0, 0, 0}, {nan, 0, 0, 0}).error().code, ErrorCode::not_finite);
    EXPECT_TRUE(Pose::from_quaternion({1, 2, 3}, {1 + 9e-7, 0, 0, 0}));
    EXPECT_FALSE(Pose::from_quaternion({1, 2, 3}, {1 + 2e-6, 0, 0, 0}));
}

}  // namespace
}  // namespace allide
