// A pair of parts whose surfaces as boundaries of solids are known, or found when they are needed.
#pragma once

#include "query/solid_surface.hpp"

#include <allide/clash.hpp>

#include <memory>
#include <mutex>
#include <optional>

namespace allide::query {

// Found by the first question; for any number of threads.
class LazySolidSurface {
  public:
    const SolidSurface& of(const Model& model) const {
        std::call_once(once_, [&] { surface_ = std::make_unique<SolidSurface>(model); });
        return *surface_;
    }

  private:
    mutable std::once_flag once_;
    mutable std::unique_ptr<SolidSurface> surface_;
};

struct ClashPart {
    const Model& model;
    Placed placed;
    const LazySolidSurface& lazy_surface;

    const SolidSurface& surface() const { return lazy_surface.of(model); }
};

std::optional<PairClash> find_clash(const ClashPart& a, const ClashPart& b, const ClashLimits& limits);

}  // namespace allide::query
