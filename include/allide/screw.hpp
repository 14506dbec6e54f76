// What a motion is made of, and which parts of two triangles meet on it.
#pragma once

#include <allide/geometry.hpp>

namespace allide {

// A turn about an axis with an advance along it, both in proportion to the time:
// x(t) = p + Rot(axis, t·angle)(x − p) + t·advance·axis/|axis|, right-handed, in the world.
struct Screw {
    Vec3 point = {};     // any point of the axis
    Vec3 axis{0, 0, 1};  // of any length but 0; its exact direction is axis/|axis|
    Angle angle = {};    // over the whole motion, any number of turns
    double advance = 0;  // over the whole motion, a length, either sign
};

// One screw or translation of a motion, exactly as it is used.
struct MotionLeg {
    double t0 = 0, t1 = 1;  // of the motion's time; a leg's own time runs from 0 to 1 in between
    Pose start;             // the exact map at its start, to which the screw or the translation is applied
    Screw screw;
    Vec3 translation;        // over the leg, where it is one
    bool is_linear = false;  // x(t) = x + t·translation instead of the screw
};

// Which parts of two triangles meet, A's first.
enum class Features { vertex_face, face_vertex, edge_edge };

}  // namespace allide
