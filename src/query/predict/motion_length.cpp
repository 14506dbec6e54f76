#include "query/predict/motion_length.hpp"

#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/obb_view.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

constexpr double max_sizes = 0x1p50;

bool is_turning(const MotionSegment& segment) {
    return !segment.is_linear && segment.screw.angle.in_radians() != 0;
}

// The angle of a segment times the distance of the model's farthest vertex from the axis.
double travel_around_axis(const MotionSegment& segment, const Mesh& mesh) {
    if (!is_turning(segment)) return 0;
    const Vec3 &p = segment.screw.point, &v = segment.screw.axis;
    const double largest = kernel::largest(v);
    const Vec3 axis{v.x / largest, v.y / largest, v.z / largest};
    const double length = std::hypot(axis.x, axis.y, axis.z);
    double farthest = 0;
    for (const Vec3& x : mesh.vertices()) {
        const Vec3 arm = segment.start.apply(x) - p;
        const Vec3 across = kernel::cross(axis, arm);
        farthest = std::max(farthest, std::hypot(across.x, across.y, across.z) / length);
    }
    return std::abs(segment.screw.angle.in_radians()) * farthest;
}

// Upper bound on travel_around_axis, computed without visiting the vertices.
double travel_bound(const MotionSegment& segment, const detail::ModelData& model) {
    if (!is_turning(segment)) return 0;
    const auto& m = segment.start.matrix();
    const Vec3& p = segment.screw.point;
    const double norm = std::visit([](const auto& tree) { return double{tree.norm}; }, model.tree);
    return std::abs(segment.screw.angle.in_radians()) *
           (std::abs(m[3] - p.x) + std::abs(m[7] - p.y) + std::abs(m[11] - p.z) + 2 * norm);
}
// Half of the longest side of the root's box.
double box_size(const detail::ModelData& model) {
    return std::visit(
        [](const auto& tree) {
            const tree::ObbView view(tree);
            return view.empty() ? 0.0 : double{view.volume(view.root()).half[0]};
        },
        model.tree);
}

// True if the motion is certainly short enough. The factor 2⁻¹⁰ allows for a box that
// is larger than the mesh.
bool is_short(const Moving& mover, double size) {
    const auto segments = mover.motion().segments();
    return std::all_of(segments.begin(), segments.end(), [&](const MotionSegment& segment) {
        return travel_bound(segment, data_of(mover)) <= 0x1p-10 * max_sizes * size;
    });
}

}  // namespace

double size_of_mesh(const Mesh& mesh) {
    const auto vertices = mesh.vertices();
    if (vertices.empty()) return 0;
    Vec3 lo = vertices[0], hi = lo;
    for (const Vec3& x : vertices) {
        lo = {std::min(lo.x, x.x), std::min(lo.y, x.y), std::min(lo.z, x.z)};
        hi = {std::max(hi.x, x.x), std::max(hi.y, x.y), std::max(hi.z, x.z)};
    }
    return std::hypot(hi.x - lo.x, hi.y - lo.y, hi.z - lo.z);
}

void expect_resolvable(const Moving& mover, double other_size) {
    const Mesh& mesh = data_of(mover).mesh;
    const double size = std::max(size_of_mesh(mesh), other_size);
    if (size == 0) return;
    for (const MotionSegment& segment : mover.motion().segments())
        base::expect(!(travel_around_axis(segment, mesh) > max_sizes * size),
                     "a motion is too long for its models: its angle in radians times the distance from its "
                     "axis must be at most 2^50 times the larger model's size");
}

void expect_resolvable(const Moving& mover, const detail::ModelData& other) {
    if (is_short(mover, std::max(box_size(data_of(mover)), box_size(other)))) return;
    expect_resolvable(mover, size_of_mesh(other.mesh));
}

}  // namespace allide::query
