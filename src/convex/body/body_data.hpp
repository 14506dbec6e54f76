// What copies of a body share.
#pragma once

#include "convex/body/few_corners.hpp"
#include "convex/body/support_search.hpp"

#include <allide/convex.hpp>

#include <vector>

namespace allide::detail {

struct BodyData {
    BodyKind kind = BodyKind::polytope;
    // Polytope, sphere and capsule are the hull of these, grown by the radius.
    std::vector<Vec3> vertices = {};
    // The same, one array an axis, filled up to an even number with the first.
    std::vector<double> x = {}, y = {}, z = {};
    convex::FewCorners few = {};  // the same where they are few
    convex::Slopes slopes = {};   // where they are many
    double radius = 0;
    // Cylinder and cone: (radius, radius, half height). Ellipsoid: semi-axes.
    Vec3 extent = {};
    HalfSpace half_space = {};
    int dimension = 3;  // of the hull of the vertices

    std::vector<BodyFace> faces = {};
    std::vector<BodyEdge> edges = {};
    std::vector<HalfSpace> planes = {};
    Vec3 middle = {};  // a point of the body, in the middle where it can be
    // Balls about the middle: one that lies in the body and one that holds it, without the radius. Rounded to
    // the safe side, and safe under every pose.
    double inner_ball = 0, outer_ball = 0;
    double norm = 0;  // the largest |x|₁ of a point of the body, without the radius
    MassProperties mass = {};
};

// Access to the private data of bodies.
struct BodyAccess {
    static ConvexBody make(BodyData data) {
        return ConvexBody(std::make_shared<const BodyData>(std::move(data)));
    }
    static const BodyData& data(const ConvexBody& body) { return *body.data_; }
    static const BodyData& data(const PlacedBody& body) { return *body.data_; }
};

}  // namespace allide::detail

namespace allide {

// Found by argument-dependent lookup from every room.
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
