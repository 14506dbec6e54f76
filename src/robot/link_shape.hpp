// One shape of a link or an obstacle, in the frame of its link, with bounds of its extent.
#pragma once

#include "robot/frame.hpp"

#include <allide/convex.hpp>
#include <allide/model.hpp>
#include <allide/robot.hpp>

#include <optional>
#include <string>
#include <vector>

namespace allide::robot {

struct LinkShape {
    // The mesh with its tree; empty if `body` is set.
    Model model;
    std::optional<ConvexBody> body;
    // The body's place in the link's frame. The identity for meshes and polytopes, whose corners are stored
    // in the link's frame.
    Frame origin;
    // A ball and a box around the shape, in the link's frame.
    Vec3 center;
    double radius = 0;
    Box box = Box::empty();
    // True for a mesh with an inside.
    bool closed = false;
    // One point per connected component of the surface, or one point of the body, in the link's frame.
    std::vector<Vec3> inner_points;

    bool is_mesh() const { return !body; }
    // An upper bound of the distance of the shape's points from the origin of the link's frame.
    double reach() const { return length_up(center) + radius; }
};

// Makes the shape, with its bounds, of a link's geometry. `what` names its owner in errors, such as "link
// 'arm'".
Result<LinkShape> make_shape(const LinkGeometry& geometry, const std::string& what);
LinkShape shape_of(const Model& model);

// A mesh of the geometry in the link's frame, for drawing; a curved body is enclosed by a polyhedron.
MeshData drawn_shape(const LinkGeometry& geometry);

}  // namespace allide::robot
