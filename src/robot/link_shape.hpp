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
    // A mesh, or a convex body.
    Model model;
    std::optional<ConvexBody> body;
    // The body's place in the link's frame; the identity for meshes and polytopes, whose corners are mapped.
    Frame origin;
    // A ball and a box around the shape, in the link's frame.
    Vec3 center;
    double radius = 0;
    Box box = Box::empty();
    // True for a mesh with an inside.
    bool closed = false;
    // One point of each connected piece of the surface, or one point of the body, in the link's frame.
    std::vector<Vec3> inner_points;

    bool is_mesh() const { return !body; }
    // An upper bound of the distance of the shape's points from the origin of the link's frame.
    double reach() const { return length_up(center) + radius; }
};

// `what` names the shape in errors: "link 'arm'".
Result<LinkShape> make_shape(const LinkGeometry& geometry, const std::string& what);
LinkShape shape_of(const Model& model);

// The shape as a mesh in the link's frame; a curved body as a polyhedron around it.
MeshData drawn_shape(const LinkGeometry& geometry);

}  // namespace allide::robot
