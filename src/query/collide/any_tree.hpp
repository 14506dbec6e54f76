// Access to a model's tree, whatever the type of its bounding volumes.
#pragma once

#include "model/model_data.hpp"

#include <span>
#include <vector>

namespace allide::query {

// The triangles' numbers in the mesh, in tree order.
using Order = std::span<const std::uint32_t>;

inline Order order_of(const detail::AnyTree& any) {
    return std::visit([](const auto& tree) { return Order(tree.order); }, any);
}

// A tree's triangles in tree order. The default engine's tree stores them in single precision only; a search
// by brute force, or against a tree of another kind, therefore copies them from the mesh.
class Triangles {
  public:
    explicit Triangles(const detail::ModelData& model) {
        const auto stored = [](const auto& tree) {
            if constexpr (requires { tree.triangles; })
                return std::span<const kernel::Triangle>(tree.triangles);
            else
                return std::span<const kernel::Triangle>();
        };
        triangles_ = std::visit(stored, model.tree);
        if (!triangles_.empty()) return;
        for (const std::uint32_t triangle : order_of(model.tree))
            fetched_.push_back(model.mesh.corners(triangle));
        triangles_ = fetched_;
    }
    Triangles(const Triangles&) = delete;
    Triangles& operator=(const Triangles&) = delete;

    std::span<const kernel::Triangle> get() const { return triangles_; }

  private:
    std::vector<kernel::Triangle> fetched_;
    std::span<const kernel::Triangle> triangles_;
};

}  // namespace allide::query
