#include "tree/binary/node_points.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::tree {

std::span<const Vec3> NodePoints::of(std::span<const std::uint32_t> triangles) {
    points_.clear();
    ++user_;
    for (const std::uint32_t triangle : triangles) {
        for (const std::uint32_t vertex : mesh_->triangles()[triangle]) {
            if (last_user_[vertex] == user_) continue;
            last_user_[vertex] = user_;
            points_.push_back(mesh_->vertices()[vertex]);
        }
    }
    return points_;
}

double NodePoints::norm() const {
    double norm = 0;
    for (const TriangleIndices& triangle : mesh_->triangles()) {
        for (const std::uint32_t vertex : triangle) {
            const Vec3& x = mesh_->vertices()[vertex];
            norm = std::max(norm, std::abs(x.x) + std::abs(x.y) + std::abs(x.z));
        }
    }
    return norm * (1 + 0x1p-50);
}

std::vector<Vec3> triangle_centers(const Mesh& mesh) {
    using kernel::operator+;
    using kernel::operator*;
    std::vector<Vec3> centers(mesh.triangles().size());
    for (std::uint32_t i = 0; i < centers.size(); ++i) {
        const auto [a, b, c] = mesh.corners(i);
        centers[i] = (1.0 / 3) * a + (1.0 / 3) * b +
                     (1.0 / 3) * c;  // scaled before adding: the sum of three coordinates may overflow
    }
    return centers;
}

}  // namespace allide::tree
