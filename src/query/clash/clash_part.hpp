// One part of a pair: a placed model, and cached data about its surface.
//
// Analysing a part's surface as the boundary of a solid is costly. It is done when a pair first needs it, and
// the result is shared by all pairs of that part.
#pragma once

#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <atomic>
#include <memory>
#include <mutex>

namespace allide::query {

// The bounding box of a mesh's triangles, in the mesh's own frame.
Box box_around_triangles(const Mesh& mesh);

// The solid surface and the bounding box of one mesh, each computed on first use. Thread-safe.
//
// A caller that knows how often the surface will be used calls `announce_use` once per use. The surface is
// freed after the last use, so that a large scene need not hold all surfaces at once. Without announcements,
// it is kept.
class LazySolidSurface {
  public:
    // `mesh` must be the same in every call.
    const Box& box_of(const Mesh& mesh) const {
        std::call_once(box_once_, [&] { box_ = box_around_triangles(mesh); });
        return box_;
    }
    // The mesh of `model` must be the one given to box_of().
    const SolidSurface& of(const Model& model) const {
        const std::lock_guard lock(mutex_);
        if (!surface_) surface_ = std::make_unique<SolidSurface>(model);
        return *surface_;
    }

    // Announces one later use of the surface.
    void announce_use() { ++uses_left_; }
    // Ends one announced use. After the last one, the surface is freed.
    void release_use() {
        if (--uses_left_ > 0) return;
        const std::lock_guard lock(mutex_);
        surface_.reset();
    }

  private:
    mutable std::once_flag box_once_;
    mutable Box box_;
    mutable std::mutex mutex_;
    mutable std::unique_ptr<SolidSurface> surface_;
    std::atomic<std::size_t> uses_left_ = 0;
};

// The lazy surface that is stored with a model's data and has the same lifetime.
const LazySolidSurface& cached_solid_surface(const detail::ModelData& data);

// One part of a pair.
struct ClashPart {
    const Model& model;
    Placed placed;
    const LazySolidSurface& lazy_surface;  // must keep its surface until the pair is classified

    const SolidSurface& surface() const { return lazy_surface.of(model); }
    bool is_at_rest() const { return placed.pose() == Pose::identity(); }
    // The exact bounding box in the mesh's own coordinates, which are the world's for a part at rest.
    const Box& box_at_rest() const { return lazy_surface.box_of(model.mesh()); }
};

// The bounding box of a part in the world, rounded.
Box rounded_box(const ClashPart& part);

}  // namespace allide::query
