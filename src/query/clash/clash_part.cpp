#include "query/clash/clash_part.hpp"

#include "model/model_data.hpp"

namespace allide::query {
namespace {

// The bounding box of a mesh's triangles at a pose, rounded.
Box rounded_box(const Mesh& mesh, const Pose& pose) {
    Box box = Box::empty();
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) box.grow(pose.apply(mesh.vertices()[vertex]));
    return box;
}

}  // namespace

Box rounded_box(const ClashPart& part) {
    return part.is_at_rest() ? part.box_at_rest() : rounded_box(part.model.mesh(), part.placed.pose());
}

Box box_around_triangles(const Mesh& mesh) {
    return rounded_box(mesh, Pose::identity());
}

const LazySolidSurface& cached_solid_surface(const detail::ModelData& data) {
    return data.solid_surface.get<LazySolidSurface>();
}

}  // namespace allide::query
