// One part of a pair: a placed model, and what is known about its surface.
//
// A part's surface as the boundary of a solid is costly to analyse, so it is found when a pair first needs it
// and shared between all pairs that the part belongs to.
#pragma once

#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <atomic>
#include <memory>
#include <mutex>

namespace allide::query {

// The bounding box of a mesh's triangles, in the mesh's own frame.
Box box_around_triangles(const Mesh& mesh);

// The solid surface and the bounding box of one mesh, each computed by the first question. Safe from any
// number of threads.
//
// A caller that knows how many questions are to come announces them with `announce_use`; the surface is
// freed after the last, so that a large scene does not hold all of them at once. Without announcements it is
// kept.
class LazySolidSurface {
  public:
    // `mesh` must be the same in every call.
    const Box& box_of(const Mesh& mesh) const {
        std::call_once(box_once_, [&] { box_ = box_around_triangles(mesh); });
        return box_;
    }
    // `model` must have that mesh, too.
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

// The surface that is cached with a model's data and lives as long as they do.
const LazySolidSurface& cached_solid_surface(const detail::ModelData& data);

// One part of a pair.
struct ClashPart {
    const Model& model;
    Placed placed;
    const LazySolidSurface& lazy_surface;  // must keep its surface until the pair is classified

    const SolidSurface& surface() const { return lazy_surface.of(model); }
    bool is_at_rest() const { return placed.pose() == Pose::identity(); }
    // The bounding box in the mesh's own coordinates, exactly: that of a part at rest.
    const Box& box_at_rest() const { return lazy_surface.box_of(model.mesh()); }
};

// The bounding box of a part in the world, rounded.
Box rounded_box(const ClashPart& part);

}  // namespace allide::query
