// Signed distances of two shapes.
#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/manifold/manifold_points.hpp"

#include <allide/manifold.hpp>
#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <queue>

namespace allide {
namespace {

using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

PairSignedDistance apart_by(double value, double lower, double upper, const Vec3& point_a,
                            const Vec3& point_b) {
    return {value, lower, upper, point_a, point_b, query::unit_or_zero(point_a - point_b)};
}

// Finds the largest depth of points of triangles in a convex body by dividing the triangles. The signed depth
// of a point changes by at most 1 per unit of length, so its value at one point of a triangle bounds it on
// the whole triangle.
class DepthInBody {
  public:
    DepthInBody(const PlacedBody& body, const Placed& model, double error)
        : body_(body), model_(model), error_(error) {}

    struct Deepest {
        double lower = 0, upper = 0;
        Vec3 point;
        Vec3 direction;
    };

    Deepest of(std::span<const std::uint32_t> triangles) {
        for (const std::uint32_t triangle : triangles) {
            const auto t = data_of(model_).mesh.corners(triangle);
            const Pose& pose = model_.pose();
            push({pose.apply(t[0]), pose.apply(t[1]), pose.apply(t[2])});
        }
        int pieces = 0;
        const base::CancelCheck check_cancelled;
        while (!waiting_.empty() && !is_close(waiting_.top().bound) && ++pieces < 100'000) {
            check_cancelled();
            const Piece piece = waiting_.top();
            waiting_.pop();
            split(piece);
        }
        best_.upper = waiting_.empty() ? best_.lower + rounding_
                                       : std::max(best_.lower, waiting_.top().bound) + rounding_;
        best_.lower = std::max(0.0, best_.lower - rounding_);
        return best_;
    }

  private:
    struct Piece {
        std::array<Vec3, 3> corner;
        double bound = 0;
        bool operator<(const Piece& other) const { return bound < other.bound; }
    };

    bool is_close(double bound) const {
        return bound - best_.lower <= std::max(error_ * bound, 16 * rounding_);
    }

    // The depth of a point in the body: positive inside.
    double depth_at(const Vec3& point, Vec3& direction) {
        const PlacedBody at = dot_.at(Pose::translation(point));
        const BodyPenetration depth = penetration(at, body_);
        rounding_ = std::max({rounding_, depth.upper - depth.lower, 0x1p-46 * kernel::norm_1(point)});
        direction = depth.direction;
        if (depth.upper > 0) return depth.lower + (depth.upper - depth.lower) / 2;
        return -distance(at, body_).value;
    }

    void push(const std::array<Vec3, 3>& corner) {
        const Vec3 middle = (corner[0] + corner[1] + corner[2]) / 3;
        double radius = 0;
        for (const Vec3& c : corner) radius = std::max(radius, length(c - middle));
        Vec3 direction;
        const double depth = depth_at(middle, direction);
        if (depth > best_.lower) {
            best_.lower = depth;
            best_.point = middle;
            best_.direction = direction;
        }
        // The signed depth changes by at most 1 per unit of length.
        const double bound = depth + radius * (1 + 0x1p-40);
        if (bound > 0 && bound > best_.lower) waiting_.push({corner, bound});
    }

    void split(const Piece& piece) {
        const auto& c = piece.corner;
        const Vec3 ab = 0.5 * (c[0] + c[1]), bc = 0.5 * (c[1] + c[2]), ca = 0.5 * (c[2] + c[0]);
        push({c[0], ab, ca});
        push({ab, c[1], bc});
        push({ca, bc, c[2]});
        push({ab, bc, ca});
    }

    const PlacedBody& body_;
    const Placed& model_;
    double error_, rounding_ = 0;
    ConvexBody dot_ = ConvexBody::sphere(0).value();
    std::priority_queue<Piece> waiting_;
    Deepest best_;
};

}  // namespace

PairSignedDistance signed_distance(const PlacedBody& a, const PlacedBody& b) {
    const base::DefaultFloatEnvironment environment;
    const BodyDistance apart = distance(a, b);
    if (apart.lower > 0) {
        PairSignedDistance out =
            apart_by(apart.value, apart.lower, apart.upper, apart.point_a, apart.point_b);
        // Two closest points that coincide define no direction, so it is taken from the penetration of the
        // touching bodies.
        if (out.direction == Vec3{}) out.direction = penetration(a, b).direction;
        return out;
    }
    const BodyPenetration depth = penetration(a, b);
    const double value = depth.lower + (depth.upper - depth.lower) / 2;
    return {
        -value,        -depth.upper,  std::max(-depth.lower, apart.upper > 0 ? apart.upper : -depth.lower),
        depth.point_a, depth.point_b, depth.direction};
}

PairSignedDistance signed_distance(const Placed& a, const Placed& b,
                                   const PairSignedDistanceOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(options.depth_error >= 1e-3 && options.depth_error <= 0.5,
                 "the relative error of a depth must be from 1e-3 to 0.5");
    const Distance apart = distance(a, b);
    if (!apart.closest) {
        return {base::infinity, base::infinity, base::infinity, {}, {}, {}};
    }
    const bool contained = apart.lower > 0 && overlap_solid(a, b) == SolidOverlap::yes;
    if (apart.lower > 0 && !contained)
        return apart_by(apart.value, apart.lower, apart.upper, apart.closest->point_a,
                        apart.closest->point_b);
    const Interference overlap = interference(a, b, {.depth_error = options.depth_error});
    PairSignedDistance out;
    out.point_a = out.point_b = apart.closest->point_a;
    if (!overlap.depth || overlap.depth->upper == 0) return out;
    out.lower = -overlap.depth->upper;
    out.upper = -overlap.depth->lower;
    out.value = out.lower + (out.upper - out.lower) / 2;
    out.point_a = out.point_b = overlap.depth->point;
    const auto inside_b = signed_distance(overlap.depth->point, b),
               inside_a = signed_distance(out.point_a, a);
    // The point lies on one surface and inside the other one.
    if (inside_b && inside_b->value < 0 && (!inside_a || -inside_b->value >= -inside_a->value)) {
        out.point_b = inside_b->point;
        out.direction = inside_b->gradient;
    } else if (inside_a && inside_a->value < 0) {
        out.point_a = inside_a->point;
        out.direction = -inside_a->gradient;
    }
    return out;
}

PairSignedDistance signed_distance(const PlacedBody& a, const Placed& b,
                                   const PairSignedDistanceOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(options.depth_error >= 1e-3 && options.depth_error <= 0.5,
                 "the relative error of a depth must be from 1e-3 to 0.5");
    base::expect(data_of(a).kind != BodyKind::half_space,
                 "the signed distance of a half-space and a mesh is not defined");
    const auto apart = distance(a, b);
    if (!apart) {
        return {base::infinity, base::infinity, base::infinity, {}, {}, {}};
    }
    const Vec3 center = a.pose().apply(data_of(a).middle);
    const auto of_center = signed_distance(center, b);
    const bool center_inside = of_center && of_center->value < 0;
    if (apart->distance.lower > 0 && !center_inside)
        return apart_by(apart->distance.value, apart->distance.lower, apart->distance.upper,
                        apart->distance.point_a, apart->distance.point_b);
    const BodyContacts touched = contacts(a, b);
    std::vector<std::uint32_t> triangles = touched.triangles;
    triangles.insert(triangles.end(), touched.undecided.begin(), touched.undecided.end());
    const DepthInBody::Deepest deepest = DepthInBody(a, b, options.depth_error).of(triangles);
    const double center_error = 0x1p-48 * (kernel::norm_1(center) + data_of(a).norm);
    PairSignedDistance out;
    if (center_inside && -of_center->lower > deepest.upper) {
        out.lower = of_center->lower - center_error;
        out.upper = std::min(0.0, of_center->upper + center_error);
        out.value = of_center->value;
        out.point_a = center;
        out.point_b = of_center->point;
        out.direction = of_center->gradient;
        return out;
    }
    out.lower = -deepest.upper;
    out.upper = center_inside ? std::min(-deepest.lower, of_center->upper + center_error) : -deepest.lower;
    out.value = out.lower + (out.upper - out.lower) / 2;
    out.point_a = out.point_b = deepest.point;
    // Reversed, because the penetration's direction moves the mesh's point out of the body.
    out.direction = -deepest.direction;
    out.point_a = deepest.point + deepest.lower * deepest.direction;
    return out;
}

}  // namespace allide
