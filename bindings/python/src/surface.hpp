// The two sides of a query: models, and deformable models, whose vertices may move.
#pragma once

#include "arguments.hpp"
#include "interrupt.hpp"

#include <allide/model.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <utility>

#include <nanobind/nanobind.h>

namespace allide::python {

// Python's DeformableModel with a lock: queries release the GIL, and no vertex may move while one runs.
struct LockedDeformable {
    explicit LockedDeformable(DeformableModel built) : model(std::move(built)) {}
    DeformableModel model;
    std::uint64_t version = 0;  // grows when vertices move or the tree is rebuilt; guarded by the mutex
    mutable std::shared_mutex mutex;
};

inline bool is_surface(PyObject* object) {
    return nb::isinstance<Model>(object) || nb::isinstance<LockedDeformable>(object);
}
// A Model or a DeformableModel.
class SurfaceArgument : public nb::object {
    NB_OBJECT_DEFAULT(SurfaceArgument, nb::object, "Model | DeformableModel", is_surface)
};

// One side of a query. lock() locks a deformable model until this object is destroyed. Call it without the
// GIL: it may have to wait for a thread that itself waits for the GIL.
class Side {
  public:
    explicit Side(nb::handle object)
        : model_(nb::isinstance<Model>(object) ? nb::inst_ptr<Model>(object) : nullptr),
          deformable_(model_ ? nullptr : nb::inst_ptr<LockedDeformable>(object)) {}
    void lock() {
        if (deformable_) lock_ = std::shared_lock(deformable_->mutex);
    }
    bool is_same_deformable(const Side& other) const {
        return deformable_ && deformable_ == other.deformable_;
    }
    Placed at(const Pose& pose) const { return model_ ? model_->at(pose) : deformable_->model.at(pose); }
    const Mesh& mesh() const { return model_ ? model_->mesh() : deformable_->model.mesh(); }
    // A model that later changes of a deformable model do not affect, and that owns its data.
    Model snapshot() {
        if (model_) return *model_;
        const std::shared_lock lock(deformable_->mutex);
        return deformable_->model.snapshot();
    }

  private:
    const Model* model_;
    const LockedDeformable* deformable_;
    std::shared_lock<std::shared_mutex> lock_;
};

// Runs query(a, b) on the two placed models without the GIL. The handles must keep both models alive.
template <typename Query>
auto ask(nb::handle a, nb::handle b, const Pose& pose_a, const Pose& pose_b, const Query& query) {
    Side first(a), second(b);
    const nb::gil_scoped_release released;
    first.lock();
    if (!first.is_same_deformable(second)) second.lock();
    return interruptible([&] { return query(first.at(pose_a), second.at(pose_b)); });
}
template <typename Query>
auto ask(nb::handle model, const Pose& pose, const Query& query) {
    Side side(model);
    const nb::gil_scoped_release released;
    side.lock();
    return interruptible([&] { return query(side.at(pose)); });
}

// Stores with an answer the two models and how they were placed, so that a notebook can draw it. Does nothing
// if one of the models may change. The answer's type must allow dynamic attributes.
inline void remember(nb::object& answer, nb::handle a, nb::handle b, const nb::object& placed_a,
                     const nb::object& placed_b) {
    if (nb::isinstance<Model>(a) && nb::isinstance<Model>(b))
        answer.attr("_shown") = nb::make_tuple(a, b, placed_a, placed_b);
}

}  // namespace allide::python
