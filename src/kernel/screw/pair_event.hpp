// A contact of two triangles under a screw, as it is found.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "kernel/screw/contact_features.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// A contact between two times, or a doubt whether there is one.
struct PairEvent {
    double lo = 0, hi = 0;
    bool certain = false;
    allide::Features features = allide::Features::vertex_face;
    NumberPoint<double> place{};  // about the axis, at about this time
    bool coincides = true;        // of a doubt: apart by no more than the finest numbers tell, if at all
};

}  // namespace allide::kernel
