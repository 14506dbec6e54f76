// Shapes of links as meshes, for drawing.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_data.hpp"
#include "kernel/number/sin_cos.hpp"
#include "robot/link_shape.hpp"
#include "robot/robot_data.hpp"

#include <cmath>

namespace allide::robot {
namespace {

constexpr std::uint32_t slices = 32, stacks = 8;

struct ProfilePoint {
    double radius, z;
};

// Makes a polyhedron that contains a body of revolution, given by its profile from the lowest point of the
// axis to the highest. Each ring has `slices` corners, far enough out for its edges to enclose the circle.
MeshData revolved(const std::vector<ProfilePoint>& profile) {
    MeshData mesh;
    const double outward = 1 / kernel::sin_cos(3.14159265358979323846 / slices).cos * (1 + 0x1p-40);
    for (const ProfilePoint& p : profile)
        for (std::uint32_t i = 0; i < slices; ++i) {
            const kernel::SinCos turn = kernel::sin_cos(2 * 3.14159265358979323846 * i / slices);
            mesh.vertices.push_back({p.radius * outward * turn.cos, p.radius * outward * turn.sin, p.z});
        }
    const auto rings = static_cast<std::uint32_t>(profile.size());
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring)
        for (std::uint32_t i = 0; i < slices; ++i) {
            const std::uint32_t j = (i + 1) % slices, low = ring * slices, high = low + slices;
            mesh.triangles.push_back({low + i, low + j, high + j});
            mesh.triangles.push_back({low + i, high + j, high + i});
        }
    for (std::uint32_t i = 1; i + 1 < slices; ++i) {
        mesh.triangles.push_back({0, i + 1, i});
        const std::uint32_t top = (rings - 1) * slices;
        mesh.triangles.push_back({top, top + i, top + i + 1});
    }
    return mesh;
}

// The profile of a capsule: half circles about −half_length and half_length, each enclosed by a polygon.
std::vector<ProfilePoint> rounded_profile(double radius, double half_length) {
    const double step = 3.14159265358979323846 / 2 / stacks;
    const double outward = radius / kernel::sin_cos(step / 2).cos * (1 + 0x1p-40);
    std::vector<ProfilePoint> profile;
    for (const double end : {-half_length, half_length})
        for (std::uint32_t i = 0; i <= stacks; ++i) {
            const double angle =
                end > 0 || (end == 0 && !profile.empty()) ? step * i : step * i - stacks * step;
            const kernel::SinCos turn = kernel::sin_cos(angle);
            profile.push_back({std::abs(outward * turn.cos), end + outward * turn.sin});
        }
    return profile;
}

MeshData drawn_polytope(const ConvexBody& body) {
    MeshData mesh;
    mesh.vertices.assign(body.vertices().begin(), body.vertices().end());
    for (const BodyFace& face : body.faces())
        for (std::size_t i = 1; i + 1 < face.corners.size(); ++i)
            mesh.triangles.push_back({face.corners[0], face.corners[i], face.corners[i + 1]});
    // A planar, straight or single-point body has no faces, so points are drawn as degenerate triangles.
    const auto count = static_cast<std::uint32_t>(mesh.vertices.size());
    if (mesh.triangles.empty())
        for (std::uint32_t i = 0; i < count; ++i) mesh.triangles.push_back({0, i, (i + 1) % count});
    return mesh;
}

MeshData drawn_body(const ConvexBody& body) {
    const Vec3 e = data_of(body).extent;
    switch (body.kind()) {
        case BodyKind::sphere:
            return revolved(rounded_profile(body.radius(), 0));
        case BodyKind::capsule:
            return revolved(rounded_profile(body.radius(), kernel::largest(body.vertices()[0])));
        case BodyKind::cylinder:
            return revolved({{e.x, -e.z}, {e.x, e.z}});
        case BodyKind::cone:
            return revolved({{e.x, -e.z}, {0, e.z}});
        case BodyKind::ellipsoid: {
            MeshData mesh = revolved(rounded_profile(1, 0));
            for (Vec3& x : mesh.vertices) x = {e.x * x.x, e.y * x.y, e.z * x.z};
            return mesh;
        }
        default:
            return drawn_polytope(body);
    }
}

}  // namespace

MeshData drawn_shape(const LinkGeometry& geometry) {
    MeshData out;
    if (const Mesh* mesh = std::get_if<Mesh>(&geometry.shape)) {
        out.vertices.assign(mesh->vertices().begin(), mesh->vertices().end());
        out.triangles.assign(mesh->triangles().begin(), mesh->triangles().end());
    } else {
        out = drawn_body(std::get<ConvexBody>(geometry.shape));
    }
    for (Vec3& x : out.vertices) x = geometry.origin.apply(x);
    return out;
}

}  // namespace allide::robot

namespace allide {

Mesh Robot::link_mesh(std::size_t link) const {
    const base::DefaultFloatEnvironment environment;
    base::expect(link < data_->links.size(), "there is no link with this number");
    MeshData all;
    for (const LinkGeometry& geometry : data_->description.links[link].collision) {
        const MeshData one = robot::drawn_shape(geometry);
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        all.vertices.insert(all.vertices.end(), one.vertices.begin(), one.vertices.end());
        for (const TriangleIndices& t : one.triangles)
            all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    all.part_names = {data_->links[link]};
    return Mesh::from(std::move(all)).value();
}

}  // namespace allide
