// The model of an object: given, or built of its mesh by the first question that needs it. Most parts of an
// assembly may be near no other, and then nobody needs a tree of them.
#pragma once

#include "base/tasks.hpp"

#include <allide/model.hpp>

#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace allide::scene {

// For any number of threads.
class LazyModel {
  public:
    explicit LazyModel(Model model) : mesh_(model.mesh()), model_(std::move(model)) {}
    // A mesh of which Model::build makes a model.
    explicit LazyModel(Mesh mesh) : mesh_(std::move(mesh)) {}

    const Mesh& mesh() const { return mesh_; }
    const Model& get() const {
        std::call_once(once_, [this] {
            if (!model_) build();
        });
        return *model_;
    }

  private:
    // A thread that waits for others to help it may be given work that asks for this very model, and would
    // wait for itself: so nobody helps. Of a few triangles one thread builds a tree anyway.
    void build() const {
        constexpr std::size_t few = 128;
        const auto work = [this] { model_ = Model::build(mesh_).value(); };
        if (mesh_.triangles().size() <= few)
            work();
        else
            base::with_threads(1, work);
    }

    Mesh mesh_;
    mutable std::once_flag once_;
    mutable std::optional<Model> model_;
};

}  // namespace allide::scene
