// Immutable data shared by all copies of a ConvexBody.
#pragma once

#include "convex/body/few_corners.hpp"
#include "convex/body/support_search.hpp"

#include <allide/convex.hpp>

#include <vector>

namespace allide::detail {

struct BodyData {
    BodyKind kind = BodyKind::polytope;
    // Polytope, sphere and capsule: the body is the convex hull of these points, offset outward by `radius`.
    std::vector<Vec3> vertices = {};
    // Coordinates of `vertices`, one array per axis, padded to an even count with the first vertex.
    std::vector<double> x = {}, y = {}, z = {};
    convex::FewCorners few = {};     // the same vertices in SIMD layout; empty if there are too many
    convex::VertexGraph graph = {};  // lists of neighbours for hill climbing; empty for few vertices
    double radius = 0;
    // Cylinder and cone: (radius, radius, half height). Ellipsoid: semi-axes.
    Vec3 extent = {};
    HalfSpace half_space = {};
    int dimension = 3;  // dimension of the convex hull of the vertices: 0 to 3

    std::vector<BodyFace> faces = {};
    std::vector<BodyEdge> edges = {};
    std::vector<HalfSpace> planes = {};
    Vec3 middle = {};  // a point of the body, central where possible
    // Radii of two balls about `middle`, for the body without its `radius`: one lies inside the body, the
    // other contains it. Both are rounded, one down and one up, by enough to remain valid at every pose.
    double inner_ball = 0, outer_ball = 0;
    double norm = 0;  // upper bound of |x|₁ over all points of the body without `radius`
    MassProperties mass = {};
};

// Access to the private data of bodies.
struct BodyAccess {
    static ConvexBody make(BodyData data) {
        return ConvexBody(std::make_shared<const BodyData>(std::move(data)));
    }
    // A body that does not own its data, which must outlive it.
    static ConvexBody borrow(const BodyData& data) {
        return ConvexBody(std::shared_ptr<const BodyData>(std::shared_ptr<const BodyData>(), &data));
    }
    static PlacedBody place(const BodyData& data, const Pose& pose) { return {data, pose}; }
    static const BodyData& data(const ConvexBody& body) { return *body.data_; }
    static const BodyData& data(const PlacedBody& body) { return *body.data_; }
    // The data must outlive the view.
    static PlacedBody placed(const BodyData& data, const Pose& pose) { return {data, pose}; }
    // A template, because MovingBody is defined in a room that this one may not use.
    template <typename Moving>
    static const BodyData& moving_data(const Moving& body) {
        return *body.data_;
    }
};

}  // namespace allide::detail

namespace allide {

// Declared in namespace allide so that argument-dependent lookup finds it from every namespace.
inline const detail::BodyData& data_of(const ConvexBody& body) {
    return detail::BodyAccess::data(body);
}
inline const detail::BodyData& data_of(const PlacedBody& body) {
    return detail::BodyAccess::data(body);
}

}  // namespace allide

namespace allide::convex {

inline bool is_rounded_polytope(const detail::BodyData& body) {
    return body.kind == BodyKind::polytope || body.kind == BodyKind::sphere || body.kind == BodyKind::capsule;
}

}  // namespace allide::convex
