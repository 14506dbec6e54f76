#include "base/float_environment.hpp"
#include "kernel/pose/vec.hpp"
#include "query/deform/deforming_surface.hpp"

#include <allide/extra/deform.hpp>

#include <mutex>

namespace allide {
namespace detail {
namespace {

// The features in the leaves of a model's tree, computed once. They depend only on the triangles and the
// tree's structure, so all steps of a moving model share them.
struct SharedFeatures {
    std::once_flag once;
    std::shared_ptr<const query::LeafFeatures> features;
};

std::shared_ptr<const query::LeafFeatures> features_of(const ModelData& model) {
    auto& shared = model.feature_owners.get<SharedFeatures>();
    std::call_once(shared.once, [&] {
        shared.features = std::make_shared<query::LeafFeatures>(query::leaf_features(
            std::get<tree::WideTree>(model.tree), model.mesh.triangles(), model.mesh.vertices().size()));
    });
    return shared.features;
}

void fit_tree(DeformingSurface& surface) {
    surface.tree =
        query::kinetic_tree(std::get<tree::WideTree>(surface.model->tree), features_of(*surface.model),
                            surface.triangles(), surface.start, surface.end);
}

// A model of the mesh at a pose: the vertices are mapped and rounded, the triangles are the same.
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
    const auto vertices = surface->model->mesh.vertices();
    surface->start.assign(vertices.begin(), vertices.end());
    surface->end = surface->start;
    fit_tree(*surface);
    return DeformingAccess::make(std::move(surface));
}

}  // namespace detail

std::span<const Vec3> Deforming::start() const {
    return surface_->start;
}

std::span<const Vec3> Deforming::end() const {
    return surface_->end;
}

namespace {

std::optional<Error> refusal_of_positions(const Mesh& mesh, std::span<const Vec3> x, const char* when) {
    if (x.size() != mesh.vertices().size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = "the mesh has " + std::to_string(mesh.vertices().size()) + " vertices, not " +
                                std::to_string(x.size()) + " as at the " + when + " of the motion",
                     .file = mesh.source()};
    for (const TriangleIndices& t : mesh.triangles())
        for (const std::uint32_t v : t)
            if (!kernel::finite(x[v]))
                return Error{.code = ErrorCode::not_finite,
                             .message = std::string("a coordinate at the ") + when +
                                        " of the motion is not a finite number",
                             .file = mesh.source(),
                             .vertex = v};
    return std::nullopt;
}

}  // namespace

Result<Deforming> deforming(const DeformableModel& model, std::span<const Vec3> start,
                            std::span<const Vec3> end) {
    const base::DefaultFloatEnvironment environment;
    auto surface = std::make_shared<detail::DeformingSurface>();
    surface->model = &data_of(model.at_rest());
    if (auto error = refusal_of_positions(surface->model->mesh, start, "start")) return *std::move(error);
    if (auto error = refusal_of_positions(surface->model->mesh, end, "end")) return *std::move(error);
    surface->start.assign(start.begin(), start.end());
    surface->end.assign(end.begin(), end.end());
    detail::fit_tree(*surface);
    return detail::DeformingAccess::make(std::move(surface));
}

Result<Deforming> deforming(const DeformableModel& model, std::span<const Vec3> end) {
    return deforming(model, model.mesh().vertices(), end);
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
