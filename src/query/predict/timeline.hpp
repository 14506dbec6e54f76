// A timeline from 0 to 1. It finds the next event, and tests for contact at a given time.
#pragma once

#include "kernel/screw/screw_pair.hpp"

#include <allide/predict.hpp>

#include <algorithm>
#include <optional>

namespace allide::query {

// A contact that begins between `lo` and `hi`, or an undecided event in this interval.
struct Next {
    double lo = 0, hi = 0;
    bool certain = false;
    std::uint32_t triangle_a = 0, triangle_b = 0;
    Features features = Features::vertex_face;
    Vec3 point;        // in world coordinates
    double doubt = 0;  // upper bound on the gap or depth that is undecided
    // True if the event is undecided although the motion is known with an error of at most 2⁻⁷² of the
    // scene's size, and conservative advancement does not get past it. As far as this precision can tell, the
    // models touch without depth.
    bool coincides = false;
};

// The time of a move by 1/32 of `size` at this speed, clamped to [2⁻¹¹, 2⁻⁸]; see Timeline::stride.
inline double stride_at(double speed, double size) {
    const double least = 0x1p-11, most = 0x1p-8;
    return size >= 32 * most * speed ? most : std::max(least, size / (32 * speed));
}

class Timeline {
  public:
    virtual ~Timeline() = default;

    // Finds the next event from lo, where there is no contact, up to hi.
    virtual std::optional<Next> next(double lo, double hi) = 0;
    virtual kernel::Certainty contact_at(double t) = 0;
    // A time, not before t and at most hi, up to which a contact at t certainly lasts.
    virtual double contact_until(double t, double hi) = 0;
    // A pair whose distance is below the clearance by more than this is not a graze.
    virtual double graze() const = 0;
    // Time in which the models move by a small fraction of their size: the sampling step for contacts in
    // undecided intervals.
    virtual double stride() const = 0;
    // Maximum width of the time bracket of an answer.
    virtual double width() const = 0;
    virtual std::uint64_t triangle_tests() const = 0;
};

}  // namespace allide::query
