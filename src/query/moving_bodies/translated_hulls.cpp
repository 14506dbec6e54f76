#include "query/moving_bodies/translated_hulls.hpp"

#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace allide::query {
namespace {

using kernel::dot;
using kernel::operator-;
using kernel::operator*;

Model surface_of(const detail::BodyData& body) {
    MeshData mesh{.vertices = body.vertices};
    for (const BodyFace& face : body.faces)
        for (std::size_t k = 2; k < face.corners.size(); ++k)
            mesh.triangles.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
    return Model::build(Mesh::from(std::move(mesh)).value()).value();
}

Motion motion_of(std::span<const MotionSegment> segments) {
    return detail::SegmentAccess::motion({segments.begin(), segments.end()});
}

// The direction from a to b where they touch or nearly do.
Vec3 normal_between(const PlacedBody& a, const PlacedBody& b) {
    const BodyDistance apart = distance(a, b);
    const Vec3 between = apart.point_b - apart.point_a;
    const double length = std::sqrt(dot(between, between));
    if (apart.lower > 0 && length > 1e-150) return (1 / length) * between;
    return -penetration(a, b).direction;
}

// Converts the answer for the surfaces to an ExactTouch; `body_b` returns the body of b that is touched.
template <typename BodyB>
ExactTouch exact_touch(const BodyOnMotion& a, const Prediction& found, const Motion& motion_a,
                       const BodyB& body_b) {
    ExactTouch out;
    out.decided = found.outcome != Outcome::undecided;
    if (!out.decided || !found.impact) return out;
    const Impact& impact = *found.impact;
    Touch touch{impact.t_lo, impact.t_hi, true, 0, impact.point, {}};
    touch.normal = normal_between(detail::BodyAccess::placed(*a.body, motion_a.at(impact.t_lo)),
                                  body_b(impact.t_lo, impact.triangle_b));
    out.touch = touch;
    out.triangle = impact.triangle_b;
    return out;
}

}  // namespace

bool is_translation(std::span<const MotionSegment> segments) {
    return std::all_of(segments.begin(), segments.end(),
                       [](const MotionSegment& s) { return s.is_linear || s.screw.angle == Angle(); });
}

bool is_translated_hull(const BodyOnMotion& body) {
    // With an offset, the poses would be rounded products, and the decision would not be exact.
    return body.body->kind == BodyKind::polytope && body.body->radius == 0 && body.body->dimension == 3 &&
           body.offset == Pose::identity() && is_translation(body.segments);
}

ExactTouch touch_of_hulls(const BodyOnMotion& a, const BodyOnMotion& b, const PredictOptions& options) {
    const Model surface_a = surface_of(*a.body), surface_b = surface_of(*b.body);
    const Motion motion_a = motion_of(a.segments), motion_b = motion_of(b.segments);
    const Prediction found = predict(surface_a.along(motion_a), surface_b.along(motion_b), options);
    return exact_touch(a, found, motion_a, [&](double t, std::uint32_t) {
        return detail::BodyAccess::placed(*b.body, motion_b.at(t));
    });
}

ExactTouch touch_of_hull_and_mesh(const BodyOnMotion& a, const Moving& b, const PredictOptions& options) {
    const Model surface = surface_of(*a.body);
    const Motion motion = motion_of(a.segments);
    std::optional<ConvexBody> flat;
    return exact_touch(a, predict(surface.along(motion), b, options), motion,
                       [&](double t, std::uint32_t triangle) {
                           flat = ConvexBody::from_points(data_of(b).mesh.corners(triangle)).value();
                           return flat->at(b.motion().at(t));
                       });
}

}  // namespace allide::query
