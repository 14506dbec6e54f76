#include "base/float_environment.hpp"
#include "kernel/pose/vec.hpp"
#include "query/deform/deforming_surface.hpp"

#include <allide/deform.hpp>

#include <mutex>

namespace allide {
namespace detail {
namespace {

// Feature owners depend on the triangles only, so that all steps of a model share them.
struct SharedOwners {
    std::once_flag once;
    std::shared_ptr<const query::FeatureOwners> owners;
};

std::shared_ptr<const query::FeatureOwners> owners_of(const ModelData& model) {
    auto& shared = model.feature_owners.get<SharedOwners>();
    std::call_once(shared.once, [&] {
        shared.owners = std::make_shared<query::FeatureOwners>(
            query::feature_owners(model.mesh.triangles(), model.mesh.vertices().size()));
    });
    return shared.owners;
}

void finish(DeformingSurface& surface) {
    surface.owners = owners_of(*surface.model);
    surface.tree = query::kinetic_tree(std::get<tree::WideTree>(surface.model->tree), surface.triangles(),
                                       surface.start(), surface.end);
}

// The mesh at a pose, with rounded vertices and the same triangles.
DeformableModel mapped_model(const Mesh& mesh, const Pose& pose) {
    MeshData data;
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    for (const Vec3& x : mesh.vertices()) data.vertices.push_back(pose.apply(x));
    return DeformableModel::build(Mesh::from(std::move(data)).value()).value();
}

}  // namespace

Deforming resting(const Placed& placed) {
    auto surface = std::make_shared<DeformingSurface>();
    const ModelData& model = data_of(placed);
    if (placed.pose() == Pose::identity() && std::holds_alternative<tree::WideTree>(model.tree)) {
        surface->model = &model;
    } else {
        surface->own = mapped_model(model.mesh, placed.pose());
        surface->model = &data_of(surface->own->at_rest());
    }
    surface->end.assign(surface->start().begin(), surface->start().end());
    finish(*surface);
    return DeformingAccess::make(std::move(surface));
}

}  // namespace detail

std::span<const Vec3> Deforming::end() const {
    return surface_->end;
}

namespace {

std::optional<Error> refusal_of_end(const Mesh& mesh, std::span<const Vec3> end) {
    if (end.size() != mesh.vertices().size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = "the mesh has " + std::to_string(mesh.vertices().size()) + " vertices, not " +
                                std::to_string(end.size()),
                     .file = mesh.source()};
    for (const TriangleIndices& t : mesh.triangles())
        for (const std::uint32_t v : t)
            if (!kernel::finite(end[v]))
                return Error{.code = ErrorCode::not_finite,
                             .message = "a coordinate at the end of the motion is not a finite number",
                             .file = mesh.source(),
                             .vertex = v};
    return std::nullopt;
}

}  // namespace

Result<Deforming> deforming(const DeformableModel& model, std::span<const Vec3> positions_at_end) {
    const base::DefaultFloatEnvironment environment;
    auto surface = std::make_shared<detail::DeformingSurface>();
    surface->model = &data_of(model.at_rest());
    if (auto error = refusal_of_end(surface->model->mesh, positions_at_end)) return *std::move(error);
    surface->end.assign(positions_at_end.begin(), positions_at_end.end());
    detail::finish(*surface);
    return detail::DeformingAccess::make(std::move(surface));
}

Result<Mesh> mesh_of_segments(std::span<const Vec3> vertices,
                              std::span<const std::array<std::uint32_t, 2>> segments) {
    MeshData data;
    data.vertices.assign(vertices.begin(), vertices.end());
    for (const auto& [from, to] : segments) data.triangles.push_back({from, to, to});
    return Mesh::from(std::move(data));
}

Result<Mesh> mesh_of_points(std::span<const Vec3> vertices) {
    MeshData data;
    data.vertices.assign(vertices.begin(), vertices.end());
    for (std::uint32_t i = 0; i < vertices.size(); ++i) data.triangles.push_back({i, i, i});
    return Mesh::from(std::move(data));
}

}  // namespace allide
