// One side of a query: vertices at both ends of the motion, triangles, and the tree of moving boxes.
#pragma once

#include "query/deform/feature_owners.hpp"
#include "query/deform/kinetic_tree.hpp"
#include "model/model_data.hpp"

#include <allide/deform.hpp>

#include <memory>

namespace allide::detail {

struct DeformingSurface {
    const ModelData* model = nullptr;    // at t = 0
    std::optional<DeformableModel> own;  // a placed model with its vertices mapped, else empty
    std::vector<Vec3> end;
    std::shared_ptr<const query::FeatureOwners> owners;
    query::KineticTree tree;

    std::span<const Vec3> start() const { return model->mesh.vertices(); }
    std::span<const TriangleIndices> triangles() const { return model->mesh.triangles(); }
};

struct DeformingAccess {
    static Deforming make(std::shared_ptr<const DeformingSurface> surface) {
        return Deforming(std::move(surface));
    }
    static const DeformingSurface& surface(const Deforming& deforming) { return *deforming.surface_; }
};

// A model that rests at a pose.
Deforming resting(const Placed& placed);

}  // namespace allide::detail

namespace allide {

inline const detail::DeformingSurface& surface_of(const Deforming& deforming) {
    return detail::DeformingAccess::surface(deforming);
}

}  // namespace allide
