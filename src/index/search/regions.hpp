// The difference of two boxes.
#pragma once

#include <allide/geometry.hpp>

#include <vector>

namespace allide::index {

// At most six closed boxes that cover all points of `box` outside of `hole`, which must lie inside `box`. The
// boxes include the faces of the hole.
inline std::vector<Box> box_difference(const Box& box, const Box& hole) {
    std::vector<Box> out;
    Box rest = box;
    for (double Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        if (rest.lo.*axis < hole.lo.*axis) {
            out.push_back(rest);
            out.back().hi.*axis = hole.lo.*axis;
            rest.lo.*axis = hole.lo.*axis;
        }
        if (rest.hi.*axis > hole.hi.*axis) {
            out.push_back(rest);
            out.back().lo.*axis = hole.hi.*axis;
            rest.hi.*axis = hole.hi.*axis;
        }
    }
    return out;
}

}  // namespace allide::index
