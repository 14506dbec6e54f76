// Boxes that are left of a box when another is taken out of it.
#pragma once

#include <allide/geometry.hpp>

#include <vector>

namespace allide::index {

// At most six boxes that hold every point of `box` that is not inside `hole`, a box within it. They are
// closed, so that faces of the hole belong to them too.
inline std::vector<Box> around(const Box& box, const Box& hole) {
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
