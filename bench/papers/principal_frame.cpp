// Paper 001's second item of future work: k-DOPs in a frame of the body's own instead of its file's.
#include "kernel/vec.hpp"
#include "papers/engine.hpp"
#include "papers/paper_001.hpp"
#include "papers/rotation.hpp"
#include "papers/stand_ins.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

namespace allide::bench {
namespace {

using Matrix = Eigen::Matrix3d;

// Principal axes of the surface, weighted by area, as the columns of a rotation.
Matrix principal_axes(const Mesh& mesh) {
    Matrix second = Matrix::Zero();
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    double total = 0;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto corners = mesh.corners(i);
        std::array<Eigen::Vector3d, 3> p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = {corners[k].x, corners[k].y, corners[k].z};
        const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
        const Eigen::Vector3d center = (p[0] + p[1] + p[2]) / 3;
        second += area / 12 *
                  (9 * center * center.transpose() + p[0] * p[0].transpose() + p[1] * p[1].transpose() +
                   p[2] * p[2].transpose());
        first += area * center;
        total += area;
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(second / total -
                                                       first * first.transpose() / (total * total));
    Matrix axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
    return axes;
}

Matrix turn_of(const Pose& pose) {
    const auto& m = pose.matrix();
    Matrix r;
    r << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    return r;
}

Pose pose_with(const Matrix& r, const Pose& shift) {
    const auto& m = shift.matrix();
    return Pose::from_matrix({r(0, 0), r(0, 1), r(0, 2), m[3], r(1, 0), r(1, 1), r(1, 2), m[7], r(2, 0),
                              r(2, 1), r(2, 2), m[11]})
        .value();
}

// The mesh in coordinates along the frame's columns.
Mesh in_frame(const Mesh& mesh, const Matrix& frame) {
    MeshData data{.vertices = {}, .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    for (const Vec3& v : mesh.vertices()) {
        const Eigen::Vector3d p = frame.transpose() * Eigen::Vector3d(v.x, v.y, v.z);
        data.vertices.push_back({p.x(), p.y(), p.z()});
    }
    return Mesh::from(std::move(data)).value();
}

// Volume tests a query for all contacts; both bodies stand where they would in the file's frame.
double tests_in_frame(const Mesh& mesh, const Matrix& frame, const Engine& engine,
                      const RotationSetting& setting) {
    const Model model = Model::build(in_frame(mesh, frame), engine.options).value();
    const Pose resting = pose_with(frame, Pose::identity());
    double tests = 0, queries = 0;
    for (int i = 0; i < setting.distances; ++i)
        for (int j = 0; j < setting.steps; ++j) {
            const Pose pose = pose_of(setting, i, j);
            const Contacts found =
                contacts(model.at(resting), model.at(pose_with(turn_of(pose) * frame, pose)));
            tests += static_cast<double>(found.stats.volume_tests);
            queries += 1;
        }
    return tests / queries;
}

}  // namespace

void principal_frame(Report& report, const Settings& settings) {
    report.section("k-DOPs in the body's principal frame (the paper's future work)");
    const RotationSetting setting{.distances = 8, .steps = settings.size == Size::quick ? 2 : 10};
    Table table{.name = "principal-frame",
                .caption =
                    "Volume tests a query for all contacts, with k-DOPs along the axes of the file, along "
                    "axes turned by "
                    "37 degrees about (1, 2, 3), and along the principal axes of the surface.",
                .columns = {"body", "volume", "file's frame", "turned frame", "principal frame",
                            "principal / file", "principal / turned"}};
    double to_file = 0, to_turned = 0, rows = 0;
    for (const StandIn& body : bodies_of_paper_001(settings)) {
        const Matrix unlucky = turn_of(Pose::rotation({1, 2, 3}, degrees(37))),
                     own = principal_axes(body.mesh);
        for (const char* volume : {"kdop6", "kdop14", "kdop26"}) {
            const Engine e = engine(volume, Realign::zachmann, Builder::midpoint);
            const double file = tests_in_frame(body.mesh, Matrix::Identity(), e, setting);
            const double turned = tests_in_frame(body.mesh, unlucky, e, setting);
            const double principal = tests_in_frame(body.mesh, own, e, setting);
            table.add({body.what, volume, cell(file, 4), cell(turned, 4), cell(principal, 4),
                       cell(principal / file), cell(principal / turned)});
            to_file += principal / file;
            to_turned += principal / turned;
            rows += 1;
        }
    }
    report.add(table);
    report.say(
        fmt::format("On average the principal frame needs {:.2f} times the tests of the file's frame and "
                    "{:.2f} times those of a turned "
                    "one. {} A frame fitted to the whole body does not follow its parts, which is what "
                    "oriented boxes do.",
                    to_file / rows, to_turned / rows,
                    to_file / rows < 0.95   ? "So choosing the frame helps."
                    : to_file / rows < 1.05 ? "So choosing the frame changes little."
                                            : "So it hurts where files come in a good frame already."));
    report.find(to_file / rows < 0.95, "another frame than the file's may give better performance",
                fmt::format("{:.2f} times the volume tests", to_file / rows));
}

}  // namespace allide::bench
