// A contact event of two triangles under a screw.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "kernel/screw/contact_features.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// A contact within a time interval, certain or possible.
struct PairEvent {
    double lo = 0, hi = 0;
    bool certain = false;
    allide::Features features = allide::Features::vertex_face;
    NumberPoint<double> place{};  // the contact point in coordinates about the axis, approximately
    bool coincides = true;        // for a possible contact: true if double-double can resolve no gap
};

}  // namespace allide::kernel
