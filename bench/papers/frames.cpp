#include "papers/frames.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace allide::bench {
namespace {

Frame turn_of(const Pose& pose) {
    const auto& m = pose.matrix();
    Frame r;
    r << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    return r;
}

}  // namespace

Frame file_frame() {
    return Frame::Identity();
}

Frame turned_frame() {
    return turn_of(Pose::rotation({1, 2, 3}, degrees(37)));
}

Frame principal_frame_of(const Mesh& mesh) {
    Frame second = Frame::Zero();
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    double total = 0;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto corners = mesh.corners(i);
        std::array<Eigen::Vector3d, 3> p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = {corners[k].x, corners[k].y, corners[k].z};
        const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
        const Eigen::Vector3d center = (p[0] + p[1] + p[2]) / 3;
        second += area / 12 * 9 * center * center.transpose();
        for (const Eigen::Vector3d& corner : p) second += area / 12 * corner * corner.transpose();
        first += area * center;
        total += area;
    }
    const Eigen::SelfAdjointEigenSolver<Frame> solver(second / total -
                                                      first * first.transpose() / (total * total));
    Frame axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
    return axes;
}

Mesh in_frame(const Mesh& mesh, const Frame& frame) {
    MeshData data{.vertices = {}, .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    for (const Vec3& v : mesh.vertices()) {
        const Eigen::Vector3d p = frame.transpose() * Eigen::Vector3d(v.x, v.y, v.z);
        data.vertices.push_back({p.x(), p.y(), p.z()});
    }
    return Mesh::from(std::move(data)).value();
}

Pose placed_as(const Pose& pose, const Frame& frame) {
    const Frame r = turn_of(pose) * frame;
    const auto& m = pose.matrix();
    return Pose::from_matrix({r(0, 0), r(0, 1), r(0, 2), m[3], r(1, 0), r(1, 1), r(1, 2), m[7], r(2, 0),
                              r(2, 1), r(2, 2), m[11]})
        .value();
}

double tests_in_frame(const Mesh& mesh, const Frame& frame, const Engine& engine,
                      const RotationSetting& setting) {
    const Model model = Model::build(in_frame(mesh, frame), engine.options).value();
    const Pose resting = placed_as(Pose::identity(), frame);
    double tests = 0, queries = 0;
    for (int i = 0; i < setting.distances; ++i)
        for (int j = 0; j < setting.steps; ++j) {
            const Pose pose = placed_as(pose_of(setting, i, j), frame);
            tests += static_cast<double>(contacts(model.at(resting), model.at(pose)).stats.volume_tests);
            queries += 1;
        }
    return tests / queries;
}

}  // namespace allide::bench
