// The model of an object: given by the caller, or built from its mesh by the first query that needs it. In an
// assembly, most parts may be close to no other part and then need no tree.
#pragma once

#include "base/tasks.hpp"

#include <allide/model.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace allide::scene {

// Safe to use from several threads, except as build() states.
class LazyModel {
  public:
    explicit LazyModel(Model model) : mesh_(model.mesh()), model_(std::move(model)), built_(true) {}
    // Requires that Model::build accepts the mesh.
    explicit LazyModel(Mesh mesh) : mesh_(std::move(mesh)) {}

    const Mesh& mesh() const { return mesh_; }
    bool built() const { return built_; }
    // Builds with one thread. With several, a thread that waits for the others could be given a task that
    // needs this very model, and would wait for itself. Small meshes are always built by one thread.
    const Model& get() const {
        constexpr std::size_t few = 32;
        if (built()) return *model_;
        if (mesh_.triangles().size() <= few)
            build();
        else
            base::with_threads(1, [this] { build(); });
        return *model_;
    }
    // Builds with all threads. Requires that no other thread calls get() at the same time.
    void build() const {
        std::call_once(once_, [this] {
            if (!model_) model_ = Model::build(mesh_).value();
            built_ = true;
        });
    }

  private:
    Mesh mesh_;
    mutable std::once_flag once_;
    mutable std::optional<Model> model_;
    mutable std::atomic<bool> built_ = false;
};

}  // namespace allide::scene
