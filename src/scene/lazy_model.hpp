// The model of an object: given, or built from its mesh by the first query that needs it. Most parts of an
// assembly may be near no other part and then need no tree.
#pragma once

#include "base/tasks.hpp"

#include <allide/model.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace allide::scene {

// Safe from any number of threads.
class LazyModel {
  public:
    explicit LazyModel(Model model) : mesh_(model.mesh()), model_(std::move(model)), built_(true) {}
    // Precondition: Model::build accepts the mesh.
    explicit LazyModel(Mesh mesh) : mesh_(std::move(mesh)) {}

    const Mesh& mesh() const { return mesh_; }
    bool built() const { return built_; }
    // Builds with one thread: a thread that waits for helpers could be given a task that needs this very
    // model, and would wait for itself. Small meshes are built by one thread in any case.
    const Model& get() const {
        constexpr std::size_t few = 32;
        if (built()) return *model_;
        if (mesh_.triangles().size() <= few)
            build();
        else
            base::with_threads(1, [this] { build(); });
        return *model_;
    }
    // Builds with all threads. Precondition: no other thread calls get() at the same time.
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
