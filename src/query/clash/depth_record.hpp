// The current bounds of the local depth during its search: of the whole clash, and of each contact region.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace allide::query {

// Bounds in the unit of an OverlapFrame.
struct DepthBounds {
    double lower = 0, upper = 0;
    Vec3 point = {};
};

class DepthRecord {
  public:
    // The numbers of the regions that a piece of surface belongs to.
    using Regions = std::vector<std::uint32_t>;

    DepthRecord(std::size_t regions, double relative, double absolute)
        : regions_(regions), relative_(relative), absolute_(absolute) {}

    // True if a piece with this upper bound must be divided further, because it would otherwise make the
    // bounds of the whole clash or of one of these regions wider than allowed. A region's bounds may be as
    // wide as those of the whole clash.
    bool matters(double upper, const Regions& regions) const {
        if (is_open(upper, all_)) return true;
        return std::any_of(regions.begin(), regions.end(), [&](std::uint32_t r) {
            return is_open(upper, regions_[r]) && upper - regions_[r].lower > relative_ * all_.lower;
        });
    }
    // True if the bounds of the whole clash and of its regions are no wider than allowed.
    bool is_narrow() const {
        return !is_open(all_.upper, all_) &&
               std::none_of(regions_.begin(), regions_.end(), [&](const DepthBounds& one) {
                   return is_open(one.upper, one) && one.upper - one.lower > relative_ * all_.lower;
               });
    }
    // Raises the lower bounds to those that another search has found.
    void raise_lower(const DepthRecord& found) {
        raise(all_, found.all_.lower, found.all_.point);
        for (std::size_t r = 0; r < regions_.size(); ++r)
            raise(regions_[r], found.regions_[r].lower, found.regions_[r].point);
    }
    void raise_lower(double lower, const Vec3& point, const Regions& regions) {
        raise(all_, lower, point);
        for (const std::uint32_t r : regions) raise(regions_[r], lower, point);
    }
    // Raises the upper bounds to that of a piece that is not divided further.
    void raise_upper(double upper, const Regions& regions) {
        all_.upper = std::max(all_.upper, upper);
        for (const std::uint32_t r : regions) regions_[r].upper = std::max(regions_[r].upper, upper);
    }
    void add_rounding(double error) {
        for_each([&](DepthBounds& one) {
            one.lower = std::max(0.0, one.lower - error);
            one.upper = std::max(one.lower, one.upper + error);
        });
    }
    void forget_lower() {
        for_each([](DepthBounds& one) { one.lower = 0; });
    }
    DepthBounds& all() { return all_; }
    std::vector<DepthBounds>& regions() { return regions_; }

  private:
    template <typename Change>
    void for_each(const Change& change) {
        change(all_);
        for (DepthBounds& one : regions_) change(one);
    }
    bool is_open(double upper, const DepthBounds& bounds) const {
        return upper - bounds.lower > std::max(relative_ * upper, absolute_);
    }
    static void raise(DepthBounds& bounds, double lower, const Vec3& point) {
        if (lower <= bounds.lower) return;
        bounds.lower = lower;
        bounds.point = point;
    }

    DepthBounds all_;
    std::vector<DepthBounds> regions_;
    double relative_, absolute_;
};

}  // namespace allide::query
