#include "convex/hierarchy/pieces.hpp"

#include "convex/body/body_data.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

// Point where the edge from p to q crosses the plane; p and q have heights of opposite sign. The result does
// not depend on the order of p and q, so both faces at the edge get the identical point.
Vec3 crossing(const Vec3& p, const Vec3& q, double at_p, double at_q) {
    if (at_p > at_q) return crossing(q, p, at_q, at_p);
    return p + (at_p / (at_p - at_q)) * (q - p);
}

// Sorts coplanar points by their angle about their mean.
std::vector<Vec3> in_order(std::vector<Vec3> points, const Vec3& normal) {
    Vec3 middle;
    for (const Vec3& p : points) middle = middle + (1 / static_cast<double>(points.size())) * p;
    const Vec3 across = cross(normal, std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    const Vec3 second = cross(normal, across);
    const auto angle = [&](const Vec3& p) {
        return std::atan2(dot(second, p - middle), dot(across, p - middle));
    };
    std::sort(points.begin(), points.end(),
              [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
    return points;
}

void add_once(std::vector<Vec3>& points, const Vec3& point) {
    if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
}

}  // namespace

bool PieceBody::is_interior() const {
    return std::all_of(faces.begin(), faces.end(),
                       [](const PieceFace& face) { return face.face == no_face; });
}

std::vector<Vec3> PieceBody::corners() const {
    std::vector<Vec3> all;
    for (const PieceFace& face : faces) all.insert(all.end(), face.corners.begin(), face.corners.end());
    return all;
}

PieceBody whole_body(const ConvexBody& body) {
    PieceBody piece;
    for (std::uint32_t f = 0; f < body.faces().size(); ++f) {
        PieceFace face{.corners = {}, .plane = body.planes()[f], .face = f};
        for (const std::uint32_t corner : body.faces()[f].corners)
            face.corners.push_back(body.vertices()[corner]);
        piece.faces.push_back(std::move(face));
    }
    return piece;
}

PieceBody below(const PieceBody& piece, const HalfSpace& plane) {
    PieceBody kept;
    std::vector<Vec3> rim;
    for (const PieceFace& face : piece.faces) {
        PieceFace part{.corners = {}, .plane = face.plane, .face = face.face};
        const std::size_t count = face.corners.size();
        for (std::size_t k = 0; k < count; ++k) {
            const Vec3 &p = face.corners[k], &q = face.corners[(k + 1) % count];
            const double at_p = dot(plane.normal, p) - plane.offset,
                         at_q = dot(plane.normal, q) - plane.offset;
            if (at_p <= 0) part.corners.push_back(p);
            if (at_p == 0) add_once(rim, p);
            if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
                part.corners.push_back(crossing(p, q, at_p, at_q));
                add_once(rim, part.corners.back());
            }
        }
        if (part.corners.size() >= 3) kept.faces.push_back(std::move(part));
    }
    if (kept.faces.empty() || rim.size() < 3) return kept;
    kept.faces.push_back(
        {.corners = in_order(std::move(rim), plane.normal), .plane = plane, .face = no_face});
    return kept;
}

PieceFrame frame_of(const PieceBody& piece) {
    std::vector<Vec3> corners;  // corners of the triangle fans of all faces
    for (const PieceFace& face : piece.faces)
        for (std::size_t k = 2; k < face.corners.size(); ++k)
            for (const std::size_t i : {std::size_t{0}, k - 1, k}) corners.push_back(face.corners[i]);
    PieceFrame frame;
    const double share = 1 / static_cast<double>(corners.size());
    for (const Vec3& p : corners) frame.centroid = frame.centroid + share * p;
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
    for (const Vec3& p : corners) {
        const Vec3 off = p - frame.centroid;
        const Eigen::Vector3d v(off.x, off.y, off.z);
        covariance += share * v * v.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance);
    const auto column = [&](Eigen::Index k) {
        const auto v = solver.eigenvectors().col(k);
        return Vec3{v[0], v[1], v[2]};
    };
    frame.axes = {column(2), column(1), {}};
    frame.axes[2] = cross(frame.axes[0], frame.axes[1]);
    return frame;
}

}  // namespace allide::convex
