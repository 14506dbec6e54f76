// A line of time from 0 to 1: what comes next on it, and whether there is contact at a time.
#pragma once

#include "kernel/screw/screw_pair.hpp"

#include <allide/predict.hpp>

#include <algorithm>
#include <optional>

namespace allide::query {

// A contact that begins between the two times, or a doubt that nothing settled.
struct Next {
    double lo = 0, hi = 0;
    bool certain = false;
    std::uint32_t triangle_a = 0, triangle_b = 0;
    Features features = Features::vertex_face;
    Vec3 point;        // in the world
    double doubt = 0;  // not below the clearance or the depth that is in doubt
    // In doubt although the motion is known to 2⁻⁷² of the scene or better, and steps of the certain distance
    // do not pass it: a touching without depth, for all that can be told.
    bool coincides = false;
};

// From a speed, of a model or of one seen from the other, and a size.
inline double stride_at(double speed, double size) {
    const double least = 0x1p-11, most = 0x1p-8;
    return size >= 32 * most * speed ? most : std::max(least, size / (32 * speed));
}

class Timeline {
  public:
    virtual ~Timeline() = default;

    // The next from lo, where there is no contact, up to hi.
    virtual std::optional<Next> next(double lo, double hi) = 0;
    virtual kernel::Certainty contact_at(double t) = 0;
    // A time, not before t, up to which a contact that there is at t lasts for certain.
    virtual double contact_until(double t, double hi) = 0;
    // What is so much nearer than the clearance is no graze.
    virtual double graze() const = 0;
    // A time in which they move by a small part of their size: so often contact is looked for in a doubt.
    virtual double stride() const = 0;
    // How wide an answer may be.
    virtual double width() const = 0;
    virtual std::uint64_t triangle_tests() const = 0;
};

}  // namespace allide::query
