// A pair of parts whose surfaces as boundaries of solids are known, or found when they are needed.
#pragma once

#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace allide::query {

// The box around a mesh's triangles, in its own frame.
Box box_around_triangles(const Mesh& mesh);

// Found by the first question, and let go after the last, so that a large scene does not keep all of them;
// for any number of threads.
class LazySolidSurface {
  public:
    // Of the same mesh; kept.
    const Box& box_of(const Mesh& mesh) const {
        std::call_once(box_once_, [&] { box_ = box_around_triangles(mesh); });
        return box_;
    }
    const SolidSurface& of(const Model& model) const {
        const std::lock_guard lock(mutex_);
        if (!surface_) surface_ = std::make_unique<SolidSurface>(model);
        return *surface_;
    }

    // Somebody is going to ask, and was here.
    void expect_one_more() { ++uses_left_; }
    void one_is_done() {
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

struct ClashPart {
    const Model& model;
    Placed placed;
    const LazySolidSurface& lazy_surface;  // used by this part until the pair is done

    const SolidSurface& surface() const { return lazy_surface.of(model); }
    bool is_at_rest() const { return placed.pose() == Pose::identity(); }
    // Of a part at rest: exact, since it has its own coordinates.
    const Box& box_at_rest() const { return lazy_surface.box_of(model.mesh()); }
};

// Where contacts of a clash hang together.
struct ContactPlace {
    std::uint64_t contacts = 0;
    Vec3 point;  // the middle of the box around them
};
enum class PlacesWanted { no, yes };
struct FoundClash {
    PairClash clash;
    std::vector<ContactPlace> places = {};  // if they are wanted
};

std::optional<FoundClash> find_clash(const ClashPart& a, const ClashPart& b, const ClashLimits& limits,
                                     PlacesWanted places);

}  // namespace allide::query
