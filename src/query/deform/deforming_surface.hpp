// One side of a query: vertices at both ends of the motion, triangles, and the tree of moving boxes.
#pragma once

#include "model/model_data.hpp"
#include "query/deform/kinetic_tree.hpp"

#include <allide/extra/deform.hpp>

#include <memory>

namespace allide::detail {

struct DeformingSurface {
    const ModelData* model = nullptr;    // its vertices may differ from `start`
    std::optional<DeformableModel> own;  // owns `model` if the vertices were mapped to the world; else empty
    std::vector<Vec3> start, end;
    query::KineticTree tree;

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
