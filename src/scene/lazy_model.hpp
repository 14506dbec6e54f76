// The model of an object: given, or built of its mesh by the first question that needs it. Most parts of an
// assembly may be near no other, and then nobody needs a tree of them.
#pragma once

#include "base/tasks.hpp"

#include <allide/model.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace allide::scene {

// For any number of threads.
class LazyModel {
  public:
    explicit LazyModel(Model model) : mesh_(model.mesh()), model_(std::move(model)), built_(true) {}
    // A mesh of which Model::build makes a model.
    explicit LazyModel(Mesh mesh) : mesh_(std::move(mesh)) {}

    const Mesh& mesh() const { return mesh_; }
    bool built() const { return built_; }
    // A thread that waits for others to help it may be given work that asks for this very model, and would
    // wait for itself: so nobody helps. Of a few triangles one thread builds a tree anyway.
    const Model& get() const {
        constexpr std::size_t few = 32;
        if (built()) return *model_;
        if (mesh_.triangles().size() <= few)
            build();
        else
            base::with_threads(1, [this] { build(); });
        return *model_;
    }
    // With the help of others; nobody else may ask for it meanwhile.
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
